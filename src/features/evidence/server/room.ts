import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { EVIDENCE_KINDS, evidenceApi } from "../contract/evidence.ts";
import { EVIDENCE_REFUSALS } from "../contract/refusals.ts";
import { evidenceRoute } from "./evidence-route.ts";
import type { DeliveryWords } from "./evidence-words.ts";
import { listSeals } from "./issue-evidence.ts";

/** Evidence of deliveries, sealed. @param deliveryWords names of events, states and reasons */
export const evidenceRoom = ({ dataFolder, locales }: RoomParts, deliveryWords: DeliveryWords): Room => ({
  name: "evidence",
  routes: [on(evidenceApi.listSeals, listSeals)],
  rawRoutes: EVIDENCE_KINDS.map((kind) => evidenceRoute(kind, { dataFolder, locales, deliveryWords })),
  refusals: EVIDENCE_REFUSALS,
});
