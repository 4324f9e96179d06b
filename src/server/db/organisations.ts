import { sql } from "kysely";
import { type Db, rows, type Tx } from "./db.ts";

/** Ids of all organisations, for work that goes through them one by one. */
export const organisationIds = async (db: Db): Promise<readonly string[]> =>
  (await db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`))).map(({ id }) => id);

/** Runs work as the owner, past the fences, with this organisation as the transaction's `app_org()`. */
export const ownerOf = <T>(db: Db, orgId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.owner(async (tx) => {
    await sql`select set_config('app.org', ${orgId}, true)`.execute(tx);
    return work(tx);
  });
