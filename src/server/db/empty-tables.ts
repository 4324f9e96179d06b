import { sql } from "kysely";
import { type Tx, rows } from "./db.ts";

/** Stay: they belong to the install, not to what was done with it. */
const OURS = ["organization", "schema_migration"];

/** Empties the tables of all rooms, besides those named. @throws where one that stays refers to one that goes */
export async function emptyTables(tx: Tx, kept: readonly string[]): Promise<void> {
  const found = await rows(
    tx,
    sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${[...OURS, ...kept]})`,
  );
  await sql`truncate ${sql.join(found.map(({ name }) => sql.table(name)))}`.execute(tx);
}
