import { markPhonesRestored } from "#features/courier/server/public.ts";
import { markRestored } from "#features/payments/server/public.ts";
import type { Given } from "#main/config/read.ts";
import { openDb } from "#server/db/db.ts";
import { openFilled } from "./database.ts";

/**
 * `waybill restored`: for a backup that cannot be noticed, since files were copied back as they lay. A restored dump and
 * a restore to a moment are noticed without it. Couriers' phones then send again what they keep.
 */
export async function restoredCommand({ settings }: Given, root: string): Promise<void> {
  const database = await openFilled(settings, "compare", root);
  const db = openDb(database.connection, 1);
  try {
    const [gates, phones] = await db.owner(async (tx) => [
      await markRestored(tx),
      await markPhonesRestored(tx),
    ]);
    process.stdout.write(
      gates === 0
        ? "No card payment was ever made here: there is nothing to compare.\n"
        : "Card payments wait until our books were compared with the provider's. Start Waybill.\n",
    );
    if (phones > 0) process.stdout.write("Couriers' phones send again what they keep of the last days.\n");
  } finally {
    await db.close();
    await database.stop();
  }
}
