import { LOCALES, wordLocale } from "#kernel/locale.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { reasonsApi } from "../contract/api.ts";
import { REASONS_REFUSALS } from "../contract/refusals.ts";
import { editReasons } from "./edit-reasons.ts";
import { readList } from "./reasons-record.ts";

/** Reasons of failed tries with their consequences, as the company has them. */
export function reasonsRoom({ locales = LOCALES }: Pick<RoomParts, "locales">): Room {
  const own = wordLocale(locales[0] ?? LOCALES[0]);
  return {
    name: "reasons",
    routes: [
      on(reasonsApi.readReasons, (_, { db, actor }) => db.read(actor, (tx) => readList(tx))),
      on(reasonsApi.listReasons, async (_, { db, actor }) => {
        const { reasons } = await db.read(actor, (tx) => readList(tx));
        return { reasons };
      }),
      on(reasonsApi.editReasons, (input, context) => editReasons(own, input, context)),
    ],
    refusals: REASONS_REFUSALS,
  };
}
