import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Context } from "#server/http/route.ts";
import type { Me, accountsApi } from "../contract/api.ts";
import { readMe } from "./me.ts";

/** Remembers the language that a person reads. Choosing it twice changes nothing, so it needs no command. */
export function chooseLocale(
  input: ParsedOf<typeof accountsApi.chooseLocale>,
  context: Context,
): Promise<Me> {
  const { actor } = context;
  return context.db.as(actor, async (tx) => {
    await sql`update person set locale = ${input.locale}
              where org_id = app_org() and id = ${actor.userId ?? null}`.execute(tx);
    return readMe(tx, context);
  });
}
