import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { EMBEDDED_ISSUER } from "#engines/demo-identity/people.ts";
import { emptyBank } from "#engines/sandbox-bank/empty-bank.ts";
import { pictureFolder } from "#features/deliveries/server/public.ts";
import type { DemoData } from "#features/setup/contract/demo-data.ts";
import { Refusal } from "#kernel/refusal.ts";
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
export async function demoDataIn(tx: Tx, orgId: string): Promise<DemoData> {
  const found = await first(
    tx,
    sql<DemoData>`
      select o.demo as "isDemo", o.name,
        (select count(*)::int from delivery d where d.org_id = o.id) as deliveries,
        (select count(*)::int from person p where p.org_id = o.id and 'org-admin' <> all (p.roles)) as people,
        (select count(*)::int from person p where p.org_id = o.id and 'org-admin' = any (p.roles)) as administrators,
        case
          when exists (select from payment p join payment_gate g using (org_id, provider)
            where p.org_id = o.id and g.is_live) then 'real-money'
          when exists (select from sales_order s join person p on p.org_id = s.org_id and p.id = s.payer_id
            where s.org_id = o.id and p.issuer <> ${EMBEDDED_ISSUER}) then 'real-orders'
        end as "heldBy"
      from organization o where o.id = ${orgId}`,
  );
  if (!found) throw new Error("no such organisation");
  return found;
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
    await sql`select 1 from organization where id = ${orgId} for update`.execute(tx);
    const before = await demoDataIn(tx, orgId);
    if (!before.isDemo) throw new Refusal("setup.no-demo");
    if (name.trim() !== before.name) throw new Refusal("setup.other-name", { field: "name" });
    if (before.heldBy !== null) throw new Refusal(`setup.${before.heldBy}`);
    await emptyTables(tx, KEPT);
    await emptyBank(tx);
    await sql`delete from person_session where person_id in
      (select id from person where org_id = ${orgId} and 'org-admin' <> all (roles))`.execute(tx);
    await sql`delete from invitation`.execute(tx);
    await sql`delete from person where org_id = ${orgId} and 'org-admin' <> all (roles)`.execute(tx);
    await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(tx);
    await sql`update organization set demo = false where id = ${orgId}`.execute(tx);
    await emit(tx, actor, now, {
      aggregate: "organisation",
      aggregateId: orgId,
      type: "setup.demo-removed",
      data: { deliveries: before.deliveries, people: before.people },
      audience: { staff: true },
      occurredAt: now,
    });
    return demoDataIn(tx, orgId);
  });
  // After the commit: a picture without its row is found by nobody, a row without its picture is a fault.
  await rm(pictureFolder(dataFolder), { recursive: true, force: true });
  return after;
}
