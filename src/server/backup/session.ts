import pg from "pg";
import { types } from "../db/db.ts";
import { SetupProblem } from "../setup-problem.ts";

/** Texts of values are the same on every server, no row is hidden in silence, and nothing ends a long copy. */
const SETTINGS = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, MDY'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
  "client_encoding = 'UTF8'",
  "row_security = off",
  "statement_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
  "synchronize_seqscans = off",
  "max_parallel_workers_per_gather = 0",
];

/** Opens a connection for copies of whole tables. */
export async function openSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, types, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A connection that dies rejects the query that is under way.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(SETTINGS.map((setting) => `set ${setting}`).join("; "));
  return client;
}

const INSUFFICIENT = "42501";

/** @throws SetupProblem where the database's user may not read all rows */
export function accessProblem(error: unknown, table: string): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT) return error;
  return new SetupProblem(
    `The database does not let its user read all of ${table} (${error.message}): let the owner of the tables make backups; "waybill doctor" says what is wrong.`,
  );
}
