import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Tx } from "../db/db.ts";
import { txOver } from "../db/db.ts";
import { COPY_JOBS_OUT, hasJobs } from "../jobs/kept-jobs.ts";
import { copyOut, sequencesIn, tablesIn } from "./catalogue.ts";
import type { TableShape } from "./catalogue.ts";
import type { Manifest, Table } from "./manifest.ts";
import { type Target, writeRows } from "./pieces.ts";
import { accessProblem, openSession } from "./session.ts";

/** Connections that copy side by side: two are half as fast again as one, measured on two cores. */
const LANES = 2;

export type DatabasePart = Pick<
  Manifest,
  "postgres" | "takenAt" | "migrations" | "tables" | "sequences" | "jobs"
>;

export interface Dump<T> {
  readonly connection: pg.ClientConfig;
  readonly schemas: readonly string[];
  readonly target: Target;
  /** Reads what else belongs to the same point in time. */
  readonly alsoRead: (tx: Tx) => Promise<T>;
}

/**
 * Writes every row as it stood at one point in time, while others go on writing.
 *
 * @throws SetupProblem where rows cannot be read, or the disk is full
 */
export async function dumpDatabase<T>({
  connection,
  schemas,
  target,
  alsoRead,
}: Dump<T>): Promise<DatabasePart & { readonly read: T }> {
  const head = await openSession(connection);
  try {
    await head.query("begin isolation level repeatable read read only");
    const { rows: began } = await head.query<{ snapshot: string; now: number; postgres: string }>(
      `select pg_export_snapshot() as snapshot, now() as now, current_setting('server_version') as postgres`,
    );
    const { snapshot = "", now = 0, postgres = "" } = began[0] ?? {};
    const { rows: migrations } = await head.query<{ name: string; hash: string }>(
      "select name, hash from schema_migration order by name",
    );
    const shapes = await tablesIn(head, schemas);
    const tables = await copyAll({ connection, snapshot, target }, shapes);
    const jobs = (await hasJobs(head))
      ? await writeRows(target, "jobs.copy.gz", head.query(copyTo(COPY_JOBS_OUT)))
      : undefined;
    // Sequences stand outside of transactions: read last, they are ahead of every row.
    const sequences = await sequencesIn(head, schemas);
    const read = await alsoRead(txOver(head));
    await head.query("commit");
    return {
      postgres: postgres.split(" ")[0] ?? "",
      takenAt: new Date(now).toISOString(),
      migrations,
      tables,
      sequences,
      ...(jobs && { jobs }),
      read,
    };
  } catch (error) {
    throw accessProblem(error, "its tables");
  } finally {
    await head.end().catch(() => undefined);
  }
}

interface Lane {
  readonly connection: pg.ClientConfig;
  readonly snapshot: string;
  readonly target: Target;
}

async function copyAll(lane: Lane, shapes: readonly TableShape[]): Promise<Table[]> {
  const waiting = shapes.map((shape, nth) => ({ shape, nth }));
  const done: Table[] = [];
  const work = async () => {
    const client = await openSession(lane.connection);
    try {
      await client.query("begin isolation level repeatable read read only");
      await client.query(`set transaction snapshot '${lane.snapshot}'`);
      for (let next = waiting.shift(); next; next = waiting.shift())
        done[next.nth] = await copyOne(client, next.shape, lane.target);
      await client.query("commit");
    } catch (error) {
      waiting.splice(0);
      throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: LANES }, work));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return done;
}

async function copyOne(client: pg.Client, shape: TableShape, target: Target): Promise<Table> {
  const { schema, name, columns } = shape;
  try {
    const file = `tables/${schema}.${name}.copy.gz`;
    const rows = await writeRows(target, file, client.query(copyTo(copyOut(shape))));
    return { schema, name, columns: [...columns], ...rows };
  } catch (error) {
    throw accessProblem(error, name);
  }
}
