import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { sightingsApi } from "../contract/api.ts";
import { SIGHTINGS_REFUSALS } from "../contract/refusals.ts";
import { sightingsJobs } from "./jobs.ts";
import { listSightings } from "./list.ts";

/** Times in which a courier could be seen, for the courier to read. */
export const sightingsRoom = (parts: RoomParts): Room => ({
  name: "sightings",
  routes: [on(sightingsApi.listSightings, listSightings)],
  jobs: sightingsJobs(parts),
  refusals: SIGHTINGS_REFUSALS,
});
