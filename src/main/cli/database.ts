import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import type { Settings } from "#main/config/settings.ts";
import { calmPool } from "#server/db/db.ts";
import { finishSwap, hasSwap } from "#server/backup/swap.ts";
import { lockHolder } from "#server/db/embedded-lock.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import type { DatabaseNews } from "#server/db/embedded-supervisor.ts";
import { type BatchProgress, openBatches } from "#server/db/migrating/batches.ts";
import { type Migration, type MigrationTrouble, readMigrations, troubleIn } from "#server/db/migrate.ts";
import { prepareJobs } from "#server/jobs/jobs.ts";
import { SetupProblem, systemCode } from "#server/setup-problem.ts";
import { keepsWal } from "./backup/wal-settings.ts";
import { type FenceFault, fenceFaults } from "./fences.ts";

export interface Database {
  readonly connection: ClientConfig;
  readonly embedded: boolean;
  readonly stop: () => Promise<void>;
}

export type DatabaseSettings = Pick<Settings, "data" | "databaseUrl"> &
  Partial<Pick<Settings, "backupTo" | "backupEveryMinute">>;

export const OLDEST_MAJOR = 15;

/** Every migration that this program knows. */
export const migrationsIn = (root: string): Migration[] => readMigrations(join(root, "db", "migrations"));

/** Folder of the embedded database within the data folder. */
export const databaseFolder = (data: string): string => join(data, "postgres");

/**
 * Starts the embedded PostgreSQL, or checks the one that `DATABASE_URL` names.
 *
 * @throws SetupProblem when it does not answer, refuses us or is too old
 */
export async function openDatabase(
  settings: DatabaseSettings,
  onNews?: (news: DatabaseNews) => void,
): Promise<Database> {
  if (settings.databaseUrl === undefined) {
    await finishRestore(settings.data);
    const server = await startEmbeddedPostgres({
      folder: databaseFolder(settings.data),
      archive: keepsWal(settings),
      ...(onNews && { onNews }),
    });
    return { connection: server.connection, embedded: true, stop: () => server.stop() };
  }
  const connection = { connectionString: settings.databaseUrl };
  const { major } = await checkDatabase(connection);
  if (major < OLDEST_MAJOR) {
    throw new SetupProblem(
      `The database is PostgreSQL ${major} and Waybill needs ${OLDEST_MAJOR} or newer: upgrade it, or leave DATABASE_URL out to use the embedded one.`,
    );
  }
  return { connection, embedded: false, stop: () => Promise.resolve() };
}

/** Whether an embedded database lies in the data folder, or a restore is bringing one. */
export const hasDatabase = (data: string): boolean =>
  existsSync(join(databaseFolder(data), "pg", "PG_VERSION")) || hasSwap(data);

/** Works over a connection of its own, and closes it at the end. */
export async function connected<T>(
  connection: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws MigrationTrouble where this program must leave the database alone, such as that of a newer one */
export async function refuseUnknown(connection: ClientConfig, root: string): Promise<void> {
  const trouble = await connected(connection, (client) => troubleIn(client, migrationsIn(root)));
  if (trouble) throw trouble;
}

/**
 * Opens the database of a Waybill that was started before, and makes none.
 *
 * @param purpose what for, as in "nothing to verify"
 * @throws SetupProblem where there is none, it has no tables yet, or a newer Waybill ran on it
 */
export async function openFilled(
  settings: DatabaseSettings,
  purpose: string,
  root: string,
): Promise<Database> {
  const { data, databaseUrl } = settings;
  const place = databaseUrl === undefined ? `at ${data}` : "in the database of DATABASE_URL";
  const none = () => new SetupProblem(`There is no data ${place}: nothing to ${purpose}.`);
  if (databaseUrl === undefined && !hasDatabase(data)) throw none();
  const database = await openDatabase(settings);
  try {
    if (!(await hasTables(database.connection))) throw none();
    await refuseUnknown(database.connection, root);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Whether the first migration ran. */
const hasTables = (connection: ClientConfig): Promise<boolean> =>
  connected(connection, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.organization') is not null as made`);
    return rows[0]?.made === true;
  });

/** A restore that was ended between old and new data is finished first; one that is under way is left alone. */
async function finishRestore(data: string): Promise<void> {
  const holder = lockHolder(join(data, "waybill.lock"));
  if (holder === undefined || holder === process.pid) await finishSwap(data);
  else if (hasSwap(data))
    throw new SetupProblem(`A backup is being restored to ${data} (process ${holder}): wait for its end.`);
}

/** The job queue's own tables, after ours. */
export async function prepareQueue(database: Pick<Database, "connection">): Promise<void> {
  const pool = calmPool({ ...database.connection, max: 1 });
  try {
    await prepareJobs(pool);
  } finally {
    await pool.end();
  }
}

export interface DatabaseFacts {
  readonly major: number;
  readonly superuser: boolean;
  readonly bypassesFences: boolean;
  /** Its clock minus ours. */
  readonly clockOffsetMs: number;
  /** Faults of row-level security; undefined before the first migration. */
  readonly fences: readonly FenceFault[] | undefined;
  /** Migrations in batches that are under way. */
  readonly batches: readonly BatchProgress[];
  /** The reason why this program must leave it alone. */
  readonly trouble: MigrationTrouble | undefined;
}

/** @param migrations all that this program knows. @throws SetupProblem in words where the connection fails */
export async function checkDatabase(
  connection: ClientConfig,
  migrations?: readonly Migration[],
): Promise<DatabaseFacts> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000, statement_timeout: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; super: boolean; bypass: boolean; now: number }>(
      `select current_setting('server_version_num') as version, rolsuper as super, rolbypassrls as bypass,
              (extract(epoch from clock_timestamp()) * 1000)::float8 as now
       from pg_roles where rolname = current_user`,
    );
    const row = rows[0];
    return {
      major: Math.floor(Number(row?.version ?? 0) / 10_000),
      superuser: row?.super ?? false,
      bypassesFences: row?.bypass ?? false,
      clockOffsetMs: Math.round((row?.now ?? 0) - Date.now()),
      fences: await fenceFaults(client),
      batches: await openBatches(client),
      trouble: migrations && (await troubleIn(client, migrations)),
    };
  } catch (error) {
    throw connectionProblem(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function connectionProblem(error: unknown): unknown {
  const said = error instanceof Error ? error.message : "";
  const sentences: Readonly<Record<string, string>> = {
    ECONNREFUSED:
      "nothing listens at that address: start PostgreSQL, or correct host and port in DATABASE_URL",
    ENOTFOUND: "its host name is not known: correct the host in DATABASE_URL",
    EAI_AGAIN: "its host name cannot be looked up: check the network, or correct the host in DATABASE_URL",
    ETIMEDOUT: "it does not answer: check the network and its firewall",
    "28P01": "it refuses the password: correct user and password in DATABASE_URL",
    "28000": "it refuses this user: correct user and password in DATABASE_URL, or its pg_hba.conf",
    "3D000": "there is no database of that name: create it, or correct the name in DATABASE_URL",
    "53300": "it has no connection left: raise its max_connections, or lower --database-connections",
  };
  const sentence =
    sentences[systemCode(error)] ?? (/timeout/.test(said) ? sentences["ETIMEDOUT"] : undefined);
  return sentence === undefined ? error : new SetupProblem(`The database cannot be used: ${sentence}.`);
}
