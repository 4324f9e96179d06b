import { expect, inject, vi } from "vitest";
import { inProductDatabase } from "../database/product-database.ts";

const PATIENCE = { timeout: 120_000, interval: 500 };

/** Ends the time to pay for an order of the running product, and waits until it is expired. */
export const expireOrder = (orderId: string): Promise<void> =>
  inProductDatabase(inject("productFolder"), async (client) => {
    await client.query("update sales_order set expires_at = now() - interval '1 minute' where id = $1", [
      orderId,
    ]);
    await client.query("select graphile_worker.add_job('payments.sweep')");
    await vi.waitFor(async () => {
      const { rows } = await client.query("select state from sales_order where id = $1", [orderId]);
      expect(rows).toEqual([{ state: "expired" }]);
    }, PATIENCE);
  });
