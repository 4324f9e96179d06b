import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { slotsApi } from "../contract/api.ts";
import { SLOTS_REFUSALS } from "../contract/refusals.ts";
import { editSlots } from "./edit-slots.ts";
import { readPlan } from "./plan-record.ts";
import { readLoad } from "./read-load.ts";

/** Places of the windows, and how many are taken. */
export const slotsRoom = (): Room => ({
  name: "slots",
  routes: [
    on(slotsApi.readSlots, (_input, { actor, db }) => db.read(actor, (tx) => readPlan(tx))),
    on(slotsApi.editSlots, editSlots),
    on(slotsApi.readSlotLoad, (_input, context) => readLoad(context)),
  ],
  refusals: SLOTS_REFUSALS,
});
