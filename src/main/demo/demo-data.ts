import { sql } from "kysely";
import { EMBEDDED_ISSUER } from "#engines/demo-identity/people.ts";
import { emptyBank } from "#engines/sandbox-bank/empty-bank.ts";
import { holdPeople, keepAdministrators, peopleBeside } from "#features/accounts/server/public.ts";
import type { DemoData } from "#features/setup/contract/demo-data.ts";
import { Refusal } from "#kernel/refusal.ts";
import { endDemo } from "#server/carrier.ts";
import { type Tx, first } from "#server/db/db.ts";
import { emptyTables, holdTables } from "#server/db/empty-tables.ts";
import { emit } from "#server/db/events.ts";
import { ownerOf } from "#server/db/organisations.ts";
import type { Context } from "#server/http/route.ts";
import type { RoomParts } from "#server/room.ts";
import { noteRemoval } from "./demo-files.ts";

/** The event by which every process learns that the demo is over. */
export const DEMO_REMOVED = "setup.demo-removed";

/** Tables that outlive a demo, each with the reason. */
export const KEPT: Readonly<Record<string, string>> = {
  person: "administrators stay",
  person_session: "administrators stay signed in",
  invitation: "emptied by the room that knows people",
  place: "the map stays",
  map_version: "the map stays",
  push_key: "this process signs notifications with it",
  payment_gate: "this process holds the provider's account in memory",
  idempotency: "it holds the key of this very call",
};

/** Reads how much there is to remove, and why it may have to stay. @param isOpen anybody may be an administrator */
export async function demoDataIn(tx: Tx, isOpen: boolean): Promise<DemoData> {
  const { strangers, ...counts } = await peopleBeside(tx, EMBEDDED_ISSUER);
  const found = await first(
    tx,
    sql<Omit<DemoData, keyof typeof counts>>`
      select o.demo as "isDemo", o.name,
        (select count(*)::int from deliveries d where d.org_id = o.id) as deliveries,
        case
          when not o.demo then null
          when ${isOpen} then 'open-demo'
          when exists (select from payments p where p.org_id = o.id and p.provider not in ('sandbox', 'none'))
            then 'real-money'
          when exists (select from orders s where s.org_id = o.id and s.payer_id = any (${strangers}::uuid[]))
            or exists (select from event e where e.org_id = o.id and e.aggregate = 'order'
              and e.actor_id = any (${strangers}::uuid[]))
            then 'real-orders'
        end as "heldBy"
      from organization o where o.kind = 'carrier' order by o.created_at limit 1`,
  );
  if (!found) throw new Error("no such organisation");
  return { ...found, ...counts };
}

interface Wanted {
  /** Name of the organisation, as typed. */
  readonly name: string;
  readonly isOpen: boolean;
}

/** @throws Refusal `setup.no-demo`, `setup.other-name`, `setup.open-demo`, `setup.real-money`, `setup.real-orders` */
export async function mustBeRemovable(tx: Tx, { name, isOpen }: Wanted): Promise<DemoData> {
  const before = await demoDataIn(tx, isOpen);
  if (!before.isDemo) throw new Refusal("setup.no-demo");
  if (name.trim() !== before.name) throw new Refusal("setup.other-name", { field: "name" });
  if (before.heldBy !== null) throw new Refusal(`setup.${before.heldBy}`);
  return before;
}

/**
 * Removes every row of a demo, besides administrators, name and map. Tables of later rooms are emptied without being
 * named.
 *
 * @throws Refusal as `mustBeRemovable`, of what others committed until then
 */
export function removeRows(
  wanted: Wanted,
  { actor, now }: Context,
  { db, orgId }: Pick<RoomParts, "db" | "orgId">,
): Promise<DemoData> {
  const kept = Object.keys(KEPT);
  return ownerOf(db, orgId, async (tx) => {
    // Before anything is read: an order that commits while this waits for its tables is seen.
    await holdTables(tx, kept);
    await holdPeople(tx);
    const before = await mustBeRemovable(tx, wanted);
    await endDemo(tx);
    await emptyTables(tx, kept);
    await emptyBank(tx);
    await keepAdministrators({ tx, now });
    await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(tx);
    await noteRemoval({ tx, orgId, now });
    await emit(tx, actor, now, {
      aggregate: "organisation",
      aggregateId: orgId,
      type: DEMO_REMOVED,
      data: { deliveries: before.deliveries, people: before.people },
      audience: { staff: true },
      occurredAt: now,
    });
    return demoDataIn(tx, wanted.isOpen);
  });
}
