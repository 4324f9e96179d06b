import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Migration } from "../db/migrate.ts";
import { EARLIER_LAYOUT, isEarlierLayout, runMigration, schemasOf } from "../db/migrate.ts";
import { COPY_JOBS_IN, addKeptJobs, makeRoomForJobs } from "../jobs/kept-jobs.ts";
import { SetupProblem } from "../setup-problem.ts";
import { copyIn, copyOut, foreignKeysIn, quoted, tablesIn } from "./catalogue.ts";
import type { TableShape } from "./catalogue.ts";
import { EXIT, type Manifest, type Table } from "./manifest.ts";
import { measureRows, readRows } from "./pieces.ts";

export interface Load {
  /** In a transaction of its own, which the caller ends. The queue's own tables are there. */
  readonly client: pg.ClientBase;
  readonly folder: string;
  readonly manifest: Manifest;
  /** All that this program knows. */
  readonly migrations: readonly Migration[];
}

/**
 * The migrations that make the schema of a backup.
 *
 * @throws SetupProblem where they made tables of an earlier layout, or this program does not know one of them (exit code 4)
 */
export function migrationsOf(manifest: Manifest, all: readonly Migration[]): Migration[] {
  if (isEarlierLayout(manifest.migrations)) throw new SetupProblem(EARLIER_LAYOUT.saysOfBackup);
  const known = new Map(all.map((migration) => [migration.name, migration]));
  return manifest.migrations.map(({ name, hash }) => {
    const migration = known.get(name);
    if (migration?.hash === hash) return migration;
    throw new SetupProblem(
      `The backup was made by Waybill ${manifest.program}, whose database has ${name}, which this Waybill ${migration ? "knows otherwise" : "does not know"}: restore it with the version that made it, or a newer one.`,
      EXIT.newer,
    );
  });
}

/**
 * Makes the tables of a backup in an empty database and fills them.
 *
 * @returns tables of the backup that no migration makes: they were not Waybill's, and are left out
 * @throws SetupProblem where rows are not as they were written
 */
export async function loadDatabase(load: Load): Promise<string[]> {
  const { client, folder, manifest, migrations } = load;
  const schemas = schemasOf(migrations);
  for (const migration of migrationsOf(manifest, migrations)) await runMigration(client, migration);
  const made = await tablesIn(client, schemas);
  const isMade = ({ schema, name }: Table) => made.some((one) => one.schema === schema && one.name === name);
  const ours = manifest.tables.filter(isMade);
  await withoutRules(client, schemas, made, async () => {
    await client.query(`truncate ${made.map(quoted).join(", ")}`);
    for (const table of ours) await readRows(folder, table, client.query(copyFrom(copyIn(table))));
  });
  for (const sequence of manifest.sequences)
    await client.query(
      "select setval($1::text::regclass, $2::bigint, $3) where to_regclass($1) is not null",
      [quoted(sequence), sequence.last, sequence.called],
    );
  if (manifest.jobs) {
    await makeRoomForJobs(client);
    await readRows(folder, manifest.jobs, client.query(copyFrom(COPY_JOBS_IN)));
    await addKeptJobs(client);
  }
  return manifest.tables.filter((table) => !isMade(table)).map(quoted);
}

/**
 * Fills tables in any order: foreign keys are made again afterwards, which checks every row, and what triggers would say
 * to a new row was said when it was new. A plain owner of the tables may do all of that.
 */
async function withoutRules(
  client: pg.ClientBase,
  schemas: readonly string[],
  tables: readonly TableShape[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await foreignKeysIn(client, schemas);
  for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  await fill();
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const { of, name, rule } of keys)
    await client.query(`alter table ${of} add constraint ${name} ${rule}`);
}

/** A backup's tables, less those that were left out. */
export const tablesBut = ({ tables }: Pick<Manifest, "tables">, left: readonly string[]): Table[] =>
  tables.filter((table) => !left.includes(quoted(table)));

/** Tables whose rows are not those of the backup. */
export async function differences(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const { rows, text } = await measureRows(client.query(copyTo(copyOut(table))));
    if (rows !== table.rows || text !== table.text) found.push(quoted(table));
  }
  return found;
}
