import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import type { MoneyParts } from "#features/payments/server/public.ts";
import { editsApi } from "../contract/api.ts";
import { EDITS_REFUSALS } from "../contract/refusals.ts";
import { readDisposal, setDisposal } from "./disposal.ts";
import { editTrip } from "./edit-trip.ts";
import { readLeave, setLeave } from "./leave.ts";
import { priceTrip } from "./price-trip.ts";

/** Changes of a delivery that its price depends on. */
export function editsRoom({ roads, cards }: MoneyParts): Room {
  const parts = { roads, cards: cards?.deps };
  return {
    name: "edits",
    routes: [
      on(editsApi.readLeave, readLeave),
      on(editsApi.setLeave, setLeave),
      on(editsApi.readDisposal, readDisposal),
      on(editsApi.setDisposal, setDisposal),
      on(editsApi.priceTrip, (asked, context) => priceTrip(parts, asked, context)),
      on(editsApi.editTrip, (asked, context) => editTrip(parts, asked, context)),
    ],
    refusals: EDITS_REFUSALS,
  };
}
