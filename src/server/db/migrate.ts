import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";

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

/** Reads the numbered SQL files of a folder in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    });
}

/** Something that migrating must not go on with; the message is one plain sentence. */
export class MigrationTrouble extends Error {}

/** Tells by the files that ran whether they made tables of an earlier layout. */
export const isEarlierLayout = (ran: readonly Pick<Migration, "name">[]): boolean =>
  ran.some(({ name }) => name === EARLIER_FILE);

/** Tells whether the database has tables of an earlier layout; changes nothing. */
export const hasEarlierLayout = async (client: pg.ClientBase): Promise<boolean> =>
  isEarlierLayout(await filesRun(client));

/** Which migrations have not run yet; changes nothing. @throws MigrationTrouble when one that ran was edited or is missing. */
export async function pendingMigrations(
  client: pg.ClientBase,
  all: readonly Migration[],
): Promise<Migration[]> {
  const rows = await filesRun(client);
  if (isEarlierLayout(rows)) throw new MigrationTrouble(`${EARLIER_LAYOUT.says}. ${EARLIER_LAYOUT.cure}`);
  const known = new Map(all.map((migration) => [migration.name, migration]));
  const newest = all.at(-1)?.name ?? "";
  for (const row of rows) {
    const migration = known.get(row.name);
    if (!migration)
      throw new MigrationTrouble(
        row.name > newest
          ? `The database has run ${row.name}, which this version of Waybill does not know: start a newer version.`
          : `The database has run ${row.name}, which this version of Waybill has left out: start the version of Waybill that made it, or throw a demo away with "waybill reset --demo".`,
      );
    if (migration.hash !== row.hash)
      throw new MigrationTrouble(
        `${row.name} was edited after it ran on this database: start the version of Waybill that made it, or throw a demo away with "waybill reset --demo". Whoever changes tables adds a new file.`,
      );
  }
  const done = new Set(rows.map((row) => row.name));
  return all.filter((migration) => !done.has(migration.name));
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

/**
 * Brings the database up to date, each file in one transaction of its own.
 *
 * @param onStep told before each file: its name, its number from 1, how many there are
 * @throws MigrationTrouble when another process holds the lock for 10 s, or a file that ran was edited
 */
export async function migrate(
  connection: pg.ClientConfig,
  folder: string,
  onStep: (name: string, nth: number, of: number) => void = () => undefined,
): Promise<number> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(MADE_LIST);
    const pending = await pendingMigrations(client, readMigrations(folder));
    for (const [index, migration] of pending.entries()) {
      onStep(migration.name, index + 1, pending.length);
      await client.query("begin");
      await client.query("set local lock_timeout = '5s'");
      await runMigration(client, migration);
      await client.query("commit");
    }
    return pending.length;
  } finally {
    await client.end();
  }
}

const MADE_LIST =
  "create table if not exists schema_migration (name text primary key, hash text not null, ran_at timestamptz not null default now())";

/** Runs one migration in the caller's transaction and notes it. */
export async function runMigration(client: pg.ClientBase, { name, sql, hash }: Migration): Promise<void> {
  await client.query(MADE_LIST);
  await client.query(sql);
  await client.query("insert into schema_migration (name, hash) values ($1, $2)", [name, hash]);
}

/** The schemas that migrations make tables in; others in the database are not ours. */
export const schemasOf = (migrations: readonly Migration[]): string[] => [
  ...migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create schema (\w+)/gim)].map(([, name = ""]) => name),
  ),
  "public",
];

async function takeLock(client: pg.Client): Promise<void> {
  for (let waited = 0; waited < LOCK_WAIT_MS; waited += 250) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [LOCK]);
    if (rows[0]?.got) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new MigrationTrouble(
    "Another process has been migrating this database for 10 s; wait for it or stop it.",
  );
}
