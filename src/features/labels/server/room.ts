import type { Room, RoomParts } from "#server/room.ts";
import { LABELS_REFUSALS } from "../contract/refusals.ts";
import { labelsRoute } from "./labels-route.ts";

/** Labels of parcels. */
export const labelsRoom = ({ locales }: RoomParts): Room => ({
  name: "labels",
  routes: [],
  rawRoutes: [labelsRoute(locales)],
  refusals: LABELS_REFUSALS,
});
