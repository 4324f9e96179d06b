import { sql } from "kysely";
import { type Tx, rows } from "./db.ts";

/** Stay: they belong to the install, not to what was done with it, or are only added to. */
export const OURS = [
  "organization",
  "schema_batches",
  "schema_migration",
  "audit_entry",
  "audit_unsealed",
  "audit_seal",
];

async function emptied(tx: Tx, kept: readonly string[]) {
  const found = await rows(
    tx,
    sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${[...OURS, ...kept]})
      order by relname`,
  );
  return sql.join(found.map(({ name }) => sql.table(name)));
}

/** Waits for everybody who writes to the tables of all rooms besides those named, and keeps others out until the commit. */
export async function holdTables(tx: Tx, kept: readonly string[]): Promise<void> {
  await sql`lock table ${await emptied(tx, kept)} in access exclusive mode`.execute(tx);
}

/** Empties the tables of all rooms, besides those named. @throws where one that stays refers to one that goes */
export async function emptyTables(tx: Tx, kept: readonly string[]): Promise<void> {
  await sql`truncate ${await emptied(tx, kept)}`.execute(tx);
}
