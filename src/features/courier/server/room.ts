import type { Room, RoomParts } from "#server/room.ts";
import { COURIER_REFUSALS } from "../contract/refusals.ts";
import { forgetTracks } from "./forget-tracks.ts";
import type { LaterRoom } from "./later-room.ts";
import { courierRoutes } from "./routes.ts";
import { sweepUploads } from "./uploads/sweep-uploads.ts";
import { proofPartRoute } from "./uploads/take-part.ts";
import { watchCouriers } from "./watch-couriers.ts";

/** A courier's day: stops, shift, positions. */
export const courierRoom = (parts: RoomParts, laterRoom: LaterRoom): Room => ({
  name: "courier",
  routes: courierRoutes(parts, laterRoom),
  rawRoutes: [proofPartRoute(parts.dataFolder)],
  jobs: {
    jobs: {
      forgetTracks: () => forgetTracks(parts.db, parts.clock()),
      sweepUploads: () => sweepUploads(parts.db, parts.dataFolder, parts.clock()),
      watchCouriers: () => watchCouriers(parts.db, parts.clock()),
    },
    every: { forgetTracks: 30, sweepUploads: "hourly", watchCouriers: 1 },
  },
  refusals: COURIER_REFUSALS,
});
