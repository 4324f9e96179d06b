import { join } from "node:path";
import type pg from "pg";
import { markPhonesRestored } from "#features/courier/server/public.ts";
import { markRestored } from "#features/payments/server/public.ts";
import { loadDatabase } from "#server/backup/load.ts";
import type { Manifest } from "#server/backup/manifest.ts";
import { openSession } from "#server/backup/session.ts";
import { calmPool, txOver } from "#server/db/db.ts";
import { migrate } from "#server/db/migrate.ts";
import { failpoint } from "#server/failpoint.ts";
import { prepareQueueTables } from "#server/jobs/jobs.ts";
import { migrationsIn, prepareQueue } from "../database.ts";

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Fills an empty database with a backup in one transaction, as it was.
 *
 * @param alsoDo in the same transaction, with the tables that were left out
 * @returns tables that were left out
 */
export async function fill(
  connection: pg.ClientConfig,
  { folder, manifest }: Backup,
  root: string,
  alsoDo: (client: pg.ClientBase, left: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const pool = calmPool({ ...connection, max: 1 });
  try {
    await prepareQueueTables(pool);
  } finally {
    await pool.end();
  }
  const client = await openSession(connection);
  try {
    await client.query("begin");
    const left = await loadDatabase({ client, folder, manifest, migrations: migrationsIn(root) });
    await alsoDo(client, left);
    failpoint("restore:filled");
    await client.query("commit");
    await client.query("analyze");
    return left;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Fills an empty database so that Waybill goes on from there as if nothing had been, with this program's tables. */
export async function fillToday(
  ...[connection, backup, root, alsoDo]: Parameters<typeof fill>
): Promise<string[]> {
  const left = await fill(connection, backup, root, alsoDo);
  await migrate(connection, join(root, "db", "migrations"));
  await prepareQueue({ connection });
  return left;
}

/** As `fillToday`, after a restore: card payments wait, phones send again what they keep. */
export async function fillToGoOn(
  connection: pg.ClientConfig,
  backup: Backup,
  root: string,
): Promise<{ readonly left: readonly string[]; readonly gates: number }> {
  let gates = 0;
  const left = await fillToday(connection, backup, root, async (client) => {
    const tx = txOver(client);
    gates = await markRestored(tx);
    await markPhonesRestored(tx);
  });
  return { left, gates };
}
