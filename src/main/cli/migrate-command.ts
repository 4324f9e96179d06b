import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Given } from "#main/config/read.ts";
import { type Migration, migrate, pendingMigrations, readMigrations } from "#server/db/migrate.ts";
import { type Database, databaseFolder, openDatabase, prepareQueue } from "./database.ts";

/** `waybill migrate [--plan]`: what `start` does by itself, for those who want to see or do it before. */
export async function migrateCommand(given: Given, root: string): Promise<void> {
  const folder = join(root, "db", "migrations");
  if (given.switches.has("--plan")) return plan(given, folder);
  const database = await openDatabase(given.settings);
  try {
    const count = await migrate(database.connection, folder, (name, nth, of) =>
      process.stdout.write(`${nth}/${of} ${name}\n`),
    );
    await prepareQueue(database);
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
    return await pendingIn(database, folder);
  } finally {
    await database.stop();
  }
}

async function pendingIn(database: Database, folder: string): Promise<Migration[]> {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return await pendingMigrations(client, readMigrations(folder));
  } finally {
    await client.end();
  }
}
