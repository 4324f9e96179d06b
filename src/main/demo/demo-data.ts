import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { EMBEDDED_ISSUER } from "#engines/demo-identity/people.ts";
import { emptyBank } from "#engines/sandbox-bank/empty-bank.ts";
import { keepAdministrators, peopleBeside } from "#features/accounts/server/public.ts";
import { pictureFolder } from "#features/deliveries/server/public.ts";
import type { DemoData } from "#features/setup/contract/demo-data.ts";
import { Refusal } from "#kernel/refusal.ts";
import { endDemo } from "#server/carrier.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emptyTables } from "#server/db/empty-tables.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import type { RoomParts } from "#server/room.ts";

/** Belong to administrators, to the map, or to what this process holds in memory: keys of notifications, its gate, this call. */
const KEPT = [
  "person",
  "person_session",
  "invitation",
  "place",
  "map_version",
  "push_key",
  "payment_gate",
  "idempotency",
];

/** Reads how much there is to remove, and why it may have to stay. */
export async function demoDataIn(tx: Tx): Promise<DemoData> {
  const { strangers, ...counts } = await peopleBeside(tx, EMBEDDED_ISSUER);
  const found = await first(
    tx,
    sql<Omit<DemoData, keyof typeof counts>>`
      select o.demo as "isDemo", o.name,
        (select count(*)::int from deliveries d where d.org_id = o.id) as deliveries,
        case
          when exists (select from payments p where p.org_id = o.id and p.provider <> 'sandbox')
            then 'real-money'
          when exists (select from orders s where s.org_id = o.id and s.payer_id = any (${strangers}::uuid[]))
            then 'real-orders'
        end as "heldBy"
      from organization o where o.kind = 'carrier' order by o.created_at limit 1`,
  );
  if (!found) throw new Error("no such organisation");
  return { ...found, ...counts };
}

/**
 * Removes every row and picture of a demo, besides administrators, name and map. Tables of later rooms are emptied without
 * being named.
 *
 * @throws Refusal `setup.no-demo`, `setup.other-name`, `setup.real-money`, `setup.real-orders`
 */
export async function removeDemoData(
  name: string,
  { actor, now }: Context,
  { db, orgId, dataFolder }: Pick<RoomParts, "db" | "orgId" | "dataFolder">,
): Promise<DemoData> {
  const after = await db.owner(async (tx) => {
    const before = await demoDataIn(tx);
    if (!(await endDemo(tx))) throw new Refusal("setup.no-demo");
    if (name.trim() !== before.name) throw new Refusal("setup.other-name", { field: "name" });
    if (before.heldBy !== null) throw new Refusal(`setup.${before.heldBy}`);
    await emptyTables(tx, KEPT);
    await emptyBank(tx);
    await keepAdministrators(tx);
    await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(tx);
    await emit(tx, actor, now, {
      aggregate: "organisation",
      aggregateId: orgId,
      type: "setup.demo-removed",
      data: { deliveries: before.deliveries, people: before.people },
      audience: { staff: true },
      occurredAt: now,
    });
    return demoDataIn(tx);
  });
  // After the commit: a picture without its row is found by nobody, a row without its picture is a fault.
  await rm(pictureFolder(dataFolder), { recursive: true, force: true });
  return after;
}
