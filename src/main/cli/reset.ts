import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ClientConfig } from "pg";
import type { Given } from "#main/config/read.ts";
import { takeLock } from "#server/db/embedded-lock.ts";
import { readMigrations, schemasOf } from "#server/db/migrate.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { connected, openDatabase } from "./database.ts";

/** Ours in the data folder; everything else there was written by the rooms. */
const KEPT = new Set(["postgres", "waybill.lock", "waybill.log"]);

/**
 * `waybill reset --demo`: removes all rows and files of a demo.
 *
 * @throws SetupProblem where the data is no demo, is not ours alone, is absent, or Waybill runs on it
 */
export async function reset(given: Given, root: string): Promise<void> {
  if (given.settings.demo !== true)
    throw new SetupProblem('Only a demo can be thrown away: say "waybill reset --demo".');
  const { data, databaseUrl } = given.settings;
  // Emptying drops whole schemas: in a database of one's own something else may live there.
  if (databaseUrl !== undefined)
    throw new SetupProblem(
      "Only the embedded database is reset: drop and create the one that DATABASE_URL names yourself, then start.",
    );
  if (!existsSync(data)) throw new SetupProblem(`There is no data at ${data}: nothing to reset.`);
  const lock = takeLock(join(data, "waybill.lock"));
  try {
    const database = await openDatabase(given.settings);
    try {
      await emptyDatabase(database.connection, [
        "graphile_worker",
        ...schemasOf(readMigrations(join(root, "db", "migrations"))),
      ]);
    } finally {
      await database.stop();
    }
    for (const name of readdirSync(data).filter((entry) => !KEPT.has(entry)))
      rmSync(join(data, name), { recursive: true, force: true });
    process.stdout.write("The demo data is gone. The next start makes it anew.\n");
  } finally {
    lock.release();
  }
}

const emptyDatabase = (connection: ClientConfig, schemas: readonly string[]): Promise<void> =>
  connected(connection, async (client) => {
    const made = await client.query("select to_regclass('public.organization') is not null as made");
    if (made.rows[0]?.made !== true) return;
    const real = await client.query("select 1 from organization where kind = 'carrier' and not demo");
    if (real.rowCount !== 0)
      throw new SetupProblem("This database holds a real organisation, not a demo; nothing was removed.");
    await client.query("begin");
    for (const schema of schemas) await client.query(`drop schema if exists ${schema} cascade`);
    await client.query("create schema public");
    await client.query("commit");
  });
