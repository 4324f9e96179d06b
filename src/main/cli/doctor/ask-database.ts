import { Client } from "pg";
import type { QueryResultRow } from "pg";
import type { Settings } from "#main/config/settings.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import { databaseFolder } from "../database.ts";

const PATIENCE_MS = 5_000;

/** Queries the database: one's own, or the embedded one while Waybill runs; undefined where none can be reached. */
export async function askDatabase<Row extends QueryResultRow>(
  settings: Settings,
  query: string,
): Promise<Row[] | undefined> {
  const connection =
    settings.databaseUrl === undefined
      ? runningDatabase(databaseFolder(settings.data))
      : { connectionString: settings.databaseUrl };
  if (!connection) return undefined;
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
  });
  try {
    await client.connect();
    return (await client.query<Row>(query)).rows;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
