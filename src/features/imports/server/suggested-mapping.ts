import { sql } from "kysely";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Mapping } from "../contract/api.ts";
import { guessUses } from "../domain/headings.ts";

/** The fields and columns as they were last used for these columns, or a guess by their headings. */
export async function suggestedMapping(
  tx: Tx,
  headerHash: string,
  columns: readonly { readonly name: string }[],
): Promise<{ readonly mapping: Mapping; readonly isRemembered: boolean }> {
  const kept = await first(
    tx,
    sql<Pick<Mapping, "uses">>`
      select uses from import_mapping where org_id = app_org() and header_hash = ${headerHash}`,
  );
  const names = columns.map(({ name }) => name);
  const known = (column: string | null) => column === null || names.includes(column);
  const isRemembered = kept?.uses.every(({ column }) => known(column)) ?? false;
  const uses = (isRemembered ? kept?.uses : undefined) ?? guessUses(names);
  return { mapping: { uses, dateOrder: null, pickup: null, payer: null }, isRemembered };
}
