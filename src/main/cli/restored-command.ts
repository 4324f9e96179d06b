import { Client, type ClientConfig } from "pg";
import type { Given } from "#server/config/read.ts";
import { openDatabase } from "./database.ts";

/**
 * `waybill restored`: for a backup that cannot be noticed, since files were copied back as they lay. A restored dump and
 * a restore to a moment are noticed without it.
 */
export async function restoredCommand({ settings }: Given): Promise<void> {
  const database = await openDatabase(settings);
  try {
    const count = await sayRestored(database.connection);
    process.stdout.write(
      count === 0
        ? "No card payment was ever made here: there is nothing to compare.\n"
        : "Card payments wait until our books were compared with the provider's. Start Waybill.\n",
    );
  } finally {
    await database.stop();
  }
}

/** @returns how many providers are compared with */
export async function sayRestored(connection: ClientConfig): Promise<number> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query("update payment_gate set place = 'elsewhere'")).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
