import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { lockDeliveries, type Who } from "#features/deliveries/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { emitAll, type NewEvent } from "#server/db/events.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Context } from "#server/http/route.ts";
import type { dispatchApi } from "../contract/api.ts";
import { type Work, workOf } from "./edit-query.ts";

/** Whether a pin `n` counts: its courier still has open work of the delivery. */
export const PIN_COUNTS = sql`exists (
  select from tasks t where t.org_id = n.org_id and t.delivery_id = n.delivery_id and t.courier_id = n.courier_id
    and t.state in ('assigned', 'en_route', 'arrived'))`;

/**
 * Pins a delivery to the courier who has it, or takes its pin off. Accepted once; what is so already stays without an event.
 *
 * @throws Refusal `deliveries.not-found`, `dispatch.pin-over`, `dispatch.pin-open`
 */
export async function pinDelivery(
  asked: ParsedOf<typeof dispatchApi.pinDelivery>,
  { db, actor, now, key }: Context,
): Promise<ReplyOf<typeof dispatchApi.pinDelivery>> {
  const id = asked.id.toLowerCase();
  return db.as(actor, async (tx) => {
    const command = { commandId: key, occurredAt: now, type: "delivery.pin", aggregateId: id, body: asked };
    const isNew = await acceptOnce(tx, actor, now, command);
    const [delivery] = await lockDeliveries(tx, [id]);
    if (!delivery) throw new Refusal("deliveries.not-found", { id });
    const who = { actor, now };
    if (isNew) keepInverse(tx, { by: "pin", data: { deliveryId: id, pinned: !asked.pinned } });
    if (isNew && !asked.pinned) await takePinsOff(tx, who, [workOf(delivery)], key);
    if (isNew && asked.pinned) await pin(tx, who, workOf(delivery), key);
    return { deliveryId: id, courierId: (await pinsAmong(tx, [id])).get(id) ?? null };
  });
}

/** Pins deliveries again, or takes a pin off: the way back from both. @throws Refusal `dispatch.pin-over`, `dispatch.pin-open` */
export async function undoPin(
  tx: Tx,
  who: Pick<Context, "actor" | "now" | "key">,
  { deliveryId, pinned }: { readonly deliveryId: string; readonly pinned: boolean },
): Promise<void> {
  if (pinned) return pinAgain(tx, who, [deliveryId], who.key);
  const found = await lockDeliveries(tx, [deliveryId]);
  await takePinsOff(tx, who, found.map(workOf), who.key);
}

/** @throws Refusal `dispatch.pin-over`, `dispatch.pin-open` */
export async function pinAgain(
  tx: Tx,
  who: Pick<Context, "actor" | "now">,
  ids: readonly string[],
  key: string,
): Promise<void> {
  for (const delivery of await lockDeliveries(tx, ids)) await pin(tx, who, workOf(delivery), key);
}

async function pin(
  tx: Tx,
  { actor, now }: Pick<Who, "actor" | "now">,
  work: Work,
  key: string,
): Promise<void> {
  const courierId = holderOf(work);
  if ((await pinsAmong(tx, [work.deliveryId])).get(work.deliveryId) === courierId) return;
  await sql`
    insert into pinned_delivery (org_id, delivery_id, courier_id, pinned_at)
    values (app_org(), ${work.deliveryId}, ${courierId}, ${toIso(now)})
    on conflict (org_id, delivery_id) do update set courier_id = excluded.courier_id, pinned_at = excluded.pinned_at`.execute(
    tx,
  );
  await emitAll(tx, actor, now, [eventOf("delivery.pinned", work, { courierId, key, occurredAt: now })]);
}

/** @throws Refusal `dispatch.pin-over`, `dispatch.pin-open` */
function holderOf({ number, state, stops }: Work): string {
  if (stops.length === 0) throw new Refusal("dispatch.pin-over", { number, state });
  const [courierId = null, ...others] = new Set(stops.map((stop) => stop.courierId));
  if (courierId === null || others.length > 0) throw new Refusal("dispatch.pin-open", { number });
  return courierId;
}

/** Takes the pins of these deliveries off, in the transaction of what ends them. */
export async function takePinsOff(
  tx: Tx,
  { actor, now }: Pick<Who, "actor" | "now">,
  work: readonly Work[],
  key: string,
): Promise<void> {
  const ids = work.map(({ deliveryId }) => deliveryId);
  const gone = await rows(
    tx,
    sql<{ deliveryId: string; courierId: string }>`
      delete from pinned_delivery where org_id = app_org() and delivery_id = any (${ids}::uuid[])
      returning delivery_id as "deliveryId", courier_id as "courierId"`,
  );
  const byId = new Map(work.map((one) => [one.deliveryId, one]));
  await emitAll(
    tx,
    actor,
    now,
    gone.flatMap(({ deliveryId, courierId }) => {
      const own = byId.get(deliveryId);
      return own ? [eventOf("delivery.unpinned", own, { courierId, key, occurredAt: now })] : [];
    }),
  );
}

/** Couriers of those of these deliveries that are pinned. */
export async function pinsAmong(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{ deliveryId: string; courierId: string }>`
      select n.delivery_id as "deliveryId", n.courier_id as "courierId" from pinned_delivery n
      where n.org_id = app_org() and n.delivery_id = any (${[...ids]}::uuid[]) and ${PIN_COUNTS}`,
  );
  return new Map(found.map(({ deliveryId, courierId }) => [deliveryId, courierId]));
}

/** An event for staff alone: nobody else sees pins. The delivery's own story and version do not grow by it. */
const eventOf = (
  type: "delivery.pinned" | "delivery.unpinned",
  { deliveryId, state, version }: Work,
  {
    courierId,
    key,
    occurredAt,
  }: { readonly courierId: string; readonly key: string; readonly occurredAt: number },
): NewEvent => ({
  aggregate: "pin",
  aggregateId: deliveryId,
  type,
  data: { deliveryId, state, version, courierId },
  audience: { staff: true },
  commandId: key,
  occurredAt,
});
