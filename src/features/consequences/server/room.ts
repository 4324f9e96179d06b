import type { MoneyParts } from "#features/payments/server/public.ts";
import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { consequencesApi } from "../contract/api.ts";
import { readConsequences } from "./read-consequences.ts";

/** Consequences of acts, before they are done. */
export const consequencesRoom = ({ cards }: MoneyParts): Room => ({
  name: "consequences",
  routes: [
    on(consequencesApi.readConsequences, (asked, context) =>
      readConsequences(cards !== undefined, asked, context),
    ),
  ],
  refusals: {},
});
