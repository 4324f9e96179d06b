import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { reasonsApi } from "../contract/api.ts";
import { REASONS_REFUSALS } from "../contract/refusals.ts";
import { editReasons, readReasons } from "./edit-reasons.ts";

/** Faults of failed tries, as the company sees them. */
export const reasonsRoom = (): Room => ({
  name: "reasons",
  routes: [
    on(reasonsApi.readReasons, (_, context) => readReasons(context)),
    on(reasonsApi.editReasons, editReasons),
  ],
  refusals: REASONS_REFUSALS,
});
