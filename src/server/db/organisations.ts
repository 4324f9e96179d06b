import { sql } from "kysely";
import { type Db, rows } from "./db.ts";

/** Ids of all organisations, for work that goes through them one by one. */
export const organisationIds = async (db: Db): Promise<readonly string[]> =>
  (await db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`))).map(({ id }) => id);
