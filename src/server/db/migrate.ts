import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { NEWER, SetupProblem, systemCode } from "../setup-problem.ts";
import {
  type BatchProgress,
  MADE_BATCHES,
  isBatches,
  queueBatches,
  runBatches,
} from "./migrating/batches.ts";

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

/**
 * Began every database that was made before the tables were laid out as they are, also one whose making was broken off;
 * the first file has another name since.
 */
const EARLIER_FILE = "0001-core.sql";

/** The refusal of such a database, and of a backup of one: these tables cannot be made out of its own. */
export const EARLIER_LAYOUT = {
  says: "This database was made by an earlier Waybill, whose tables this version cannot bring up to date",
  saysOfBackup:
    "The backup was made by an earlier Waybill, whose tables this version cannot bring up to date: restore it with the version that made it, and export from there what you need.",
  cure: 'Export what you need with the version that made it, then start this one with a new data folder (--data) or an empty database; a demo is thrown away with "waybill reset --demo".',
};

/** Two processes never migrate at once: this advisory lock is held meanwhile. */
const LOCK = 7_245_118_003;
const LOCK_WAIT_MS = 10_000;
/**
 * A file that waits for a table makes everybody behind it wait: after a second it gives way, and tries again a second later
 * for about two minutes.
 */
const TABLE_WAIT = "1s";
const TABLE_AGAIN_MS = 1000;
const TABLE_TRIES = 60;

/** Reads the numbered SQL files of a folder in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+(\.batches)?\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    });
}

/** Something that migrating must not go on with; the message is one plain sentence, of what it says and the cure. */
export class MigrationTrouble extends SetupProblem {
  readonly says: string;
  readonly cure: string;

  constructor(says: string, cure: string, exitCode = 1) {
    super(`${says}: ${cure.charAt(0).toLowerCase()}${cure.slice(1)}`, exitCode);
    this.says = says;
    this.cure = cure;
  }
}

const MAKER = 'Start the version of Waybill that made it, or throw a demo away with "waybill reset --demo".';

/** Tells by the files that ran whether they made tables of an earlier layout. */
export const isEarlierLayout = (ran: readonly Pick<Migration, "name">[]): boolean =>
  ran.some(({ name }) => name === EARLIER_FILE);

/** Which migrations have not run yet; changes nothing. @throws MigrationTrouble when one that ran was edited or is missing. */
export async function pendingMigrations(
  client: pg.ClientBase,
  all: readonly Migration[],
): Promise<Migration[]> {
  const rows = await filesRun(client);
  if (isEarlierLayout(rows)) throw new MigrationTrouble(EARLIER_LAYOUT.says, EARLIER_LAYOUT.cure);
  const known = new Map(all.map((migration) => [migration.name, migration]));
  const newest = all.at(-1)?.name ?? "";
  for (const row of rows) {
    const migration = known.get(row.name);
    if (!migration)
      throw row.name > newest
        ? new MigrationTrouble(
            `The database has run ${row.name}, which this version of Waybill does not know`,
            "Start a newer version, the one that ran on it last; or restore a backup from before the upgrade with this one.",
            NEWER,
          )
        : new MigrationTrouble(
            `The database has run ${row.name}, which this version of Waybill has left out`,
            MAKER,
          );
    if (migration.hash !== row.hash)
      throw new MigrationTrouble(
        `${row.name} was edited after it ran on this database`,
        `${MAKER} Whoever changes tables adds a new file.`,
      );
  }
  const done = new Set(rows.map((row) => row.name));
  return all.filter((migration) => !done.has(migration.name));
}

/** The reason why this program must leave the database alone, such as a newer one that ran on it; changes nothing. */
export async function troubleIn(
  client: pg.ClientBase,
  all: readonly Migration[],
): Promise<MigrationTrouble | undefined> {
  try {
    await pendingMigrations(client, all);
    return undefined;
  } catch (error) {
    if (error instanceof MigrationTrouble) return error;
    throw error;
  }
}

async function filesRun(client: pg.ClientBase): Promise<{ name: string; hash: string }[]> {
  const begun = await client.query<{ there: boolean }>(
    "select to_regclass('schema_migration') is not null as there",
  );
  if (!begun.rows[0]?.there) return [];
  const { rows } = await client.query<{ name: string; hash: string }>(
    "select name, hash from schema_migration order by name",
  );
  return rows;
}

/** Called while migrations run. */
export interface MigrationTold {
  /** Before each file: its name, its number from 1, how many there are. */
  readonly step?: (name: string, nth: number, of: number) => void;
  /** The file waits for a table that somebody else uses. */
  readonly waits?: (name: string) => void;
  readonly batch?: (progress: BatchProgress) => void;
}

/**
 * Brings the tables up to date, each file in one transaction of its own. Of a file of batches it only notes that they follow,
 * unless a later file comes after them (`-- after NAME`): then they are carried out here.
 *
 * @returns how many files ran
 * @throws MigrationTrouble when another process holds the lock for 10 s, a table is in use for two minutes, or a file that ran was edited
 */
export async function migrate(
  connection: pg.ClientConfig,
  folder: string,
  told: MigrationTold = {},
): Promise<number> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(MADE_LIST);
    await client.query(MADE_BATCHES);
    const all = readMigrations(folder);
    const pending = await pendingMigrations(client, all);
    for (const [index, migration] of pending.entries()) {
      told.step?.(migration.name, index + 1, pending.length);
      for (const file of batchesBefore(migration, all))
        await runBatches({ client, file, ...(told.batch && { tell: told.batch }) });
      await runPatiently(client, migration, told);
    }
    return pending.length;
  } finally {
    await client.end();
  }
}

/** Files of batches that must be through before this one: its lines `-- after 0058-payments-fill-fees.batches.sql`. */
function batchesBefore({ name, sql }: Migration, all: readonly Migration[]): Migration[] {
  return [...sql.matchAll(/^-- after (\S+)$/gm)].map(([, before]) => {
    const file = all.find((one) => one.name === before && isBatches(one.name));
    if (!file) throw new Error(`${name} comes after ${before}, which is no file of batches`);
    return file;
  });
}

/** Runs one file in a transaction that waits for no table longer than a second, as often as it takes. */
async function runPatiently(
  client: pg.ClientBase,
  migration: Migration,
  { waits }: MigrationTold,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = '${TABLE_WAIT}'`);
      await runMigration(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (systemCode(error) !== "55P03") throw error;
      if (tries === TABLE_TRIES)
        throw new MigrationTrouble(
          `${migration.name} found a table in use for two minutes`,
          "Nothing of it was changed. Let what reads the database for long end, such as a report or a dump, and start again.",
        );
      if (tries === 1) waits?.(migration.name);
      await sleep(TABLE_AGAIN_MS);
    }
  }
}

const MADE_LIST =
  "create table if not exists schema_migration (name text primary key, hash text not null, ran_at timestamptz not null default now())";

/** Runs one migration in the caller's transaction and notes it; batches are only noted. */
export async function runMigration(client: pg.ClientBase, { name, sql, hash }: Migration): Promise<void> {
  await client.query(MADE_LIST);
  await client.query(MADE_BATCHES);
  if (isBatches(name)) await queueBatches(client, name);
  else await client.query(sql);
  await client.query("insert into schema_migration (name, hash) values ($1, $2)", [name, hash]);
}

/** The schemas that migrations make tables in; others in the database are not ours. */
export const schemasOf = (migrations: readonly Migration[]): string[] => [
  ...migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create schema (\w+)/gim)].map(([, name = ""]) => name),
  ),
  "public",
];

/** Batches run in one process at a time. @returns whether this connection may */
export async function takeBatchesLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [LOCK + 1]);
  return rows[0]?.got === true;
}

async function takeLock(client: pg.Client): Promise<void> {
  for (let waited = 0; waited < LOCK_WAIT_MS; waited += 250) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [LOCK]);
    if (rows[0]?.got) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new MigrationTrouble(
    "Another process has been migrating this database for 10 s",
    "Wait for it or stop it.",
  );
}
