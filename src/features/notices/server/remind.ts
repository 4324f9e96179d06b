import { sql } from "kysely";
import type { ActedOn } from "#features/exceptions/server/public.ts";
import { noteReminder } from "#features/hub/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { planDelivery } from "./plan.ts";

/** The act of the exception's resolution `remind`: whoever is to collect it hears once more that it is ready. */
export async function remindToCollect(tx: Tx, { deliveryId }: ActedOn, now: Instant): Promise<void> {
  const row = await first(tx, sql<{ orgId: string }>`select app_org() as "orgId"`);
  if (!row || deliveryId === null) return;
  await noteReminder(tx, deliveryId, now);
  await planDelivery({ tx, orgId: row.orgId, now }, deliveryId);
}
