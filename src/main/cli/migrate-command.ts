import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Given } from "#main/config/read.ts";
import { type Migration, migrate, pendingMigrations, readMigrations } from "#server/db/migrate.ts";
import { runOpenBatches } from "#server/db/migrating/batches.ts";
import { connected, databaseFolder, openDatabase, prepareQueue } from "./database.ts";
import { teller } from "./keep-batches.ts";

/** `waybill migrate [--plan]`: what `start` does by itself, for those who want to see or do it before. */
export async function migrateCommand(given: Given, root: string): Promise<void> {
  const folder = join(root, "db", "migrations");
  if (given.switches.has("--plan")) return plan(given, folder);
  const database = await openDatabase(given.settings);
  try {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const batch = teller(say);
    const count = await migrate(database.connection, folder, {
      step: (name, nth, of) => say(`${nth}/${of} ${name}`),
      waits: (name) => say(`${name} waits for a table that is in use`),
      batch,
    });
    await prepareQueue(database);
    // Beside a Waybill that carries them out each takes its part.
    await connected(database.connection, (client) =>
      runOpenBatches({ client, files: readMigrations(folder), tell: batch }),
    );
    process.stdout.write(count === 0 ? "The database was up to date.\n" : "The database is up to date.\n");
  } finally {
    await database.stop();
  }
}

/** Only looks: where there is no database yet, none is made. */
async function plan({ settings }: Given, folder: string): Promise<void> {
  const none = settings.databaseUrl === undefined && !existsSync(databaseFolder(settings.data));
  const pending = none ? readMigrations(folder) : await pendingOf(settings, folder);
  for (const { name } of pending) process.stdout.write(`${name}\n`);
  process.stdout.write(
    pending.length === 0 ? "The database is up to date.\n" : `${pending.length} would run.\n`,
  );
}

async function pendingOf(settings: Given["settings"], folder: string): Promise<Migration[]> {
  const database = await openDatabase(settings);
  try {
    return await connected(database.connection, (client) =>
      pendingMigrations(client, readMigrations(folder)),
    );
  } finally {
    await database.stop();
  }
}
