import { inject } from "vitest";
import { HOUR_MS } from "#kernel/instant.ts";
import type { HeldByWire } from "./money-by-wire.ts";
import { inProductDatabase } from "../database/product-database.ts";

/** The bank lets go of a hold in so many hours, as it would days later, which nobody can wait for. */
export const endHold = (one: HeldByWire, inHours: number): Promise<void> =>
  inProductDatabase(inject("productFolder"), async (client) => {
    const end = [one.paymentId, new Date(Date.now() + inHours * HOUR_MS).toISOString()];
    await client.query(
      `update sandbox_bank.intent i set capture_before = $2 from payment p where p.id = $1 and i.id = p.provider_ref`,
      end,
    );
    await client.query("update payment set capture_before = $2 where id = $1 and $2 > now()", end);
  });
