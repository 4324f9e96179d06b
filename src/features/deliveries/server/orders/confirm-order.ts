import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import { type Instant, fromIso, toIso } from "#kernel/instant.ts";
import { advance } from "#kernel/machine.ts";
import type { Window } from "#kernel/window.ts";
import { needsFor, ruleOfLevel } from "#features/proofs/domain/policy.ts";
import { givePin, readPolicy } from "#features/proofs/server/public.ts";
import { levelOf } from "#features/quotes/domain/service-levels.ts";
import { readLevels, readQuoteRecord } from "#features/quotes/server/public.ts";
import { json, type Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import { newId } from "#server/ids.ts";
import { newDelivery } from "../../domain/delivery.ts";
import { ORDER_MACHINE } from "../../domain/order-lifecycle.ts";
import { stateOf } from "../../domain/state.ts";
import { notFound } from "../access.ts";
import { audienceOf } from "../delivery-events.ts";
import { lockOrder, type OrderRecord } from "./order-record.ts";
import { searchDoc } from "../lists/search-doc.ts";

/**
 * Confirms a paid order and makes its delivery with the tasks to collect and to deliver. Doing it again changes
 * nothing. Only payments calls it: the browser's word is not enough.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.wrong-state` once expired or abandoned
 */
export async function confirmOrder(
  tx: Tx,
  actor: Actor,
  now: Instant,
  orderId: string,
): Promise<{ readonly deliveryId: string }> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw notFound({ id: orderId });
  if (order.deliveryId !== null) return { deliveryId: order.deliveryId };
  const state = advance(ORDER_MACHINE, order.state, "confirm");
  await sql`update sales_order set state = ${state}, expires_at = null
            where org_id = app_org() and id = ${order.id}`.execute(tx);
  const delivery = await createDelivery(tx, now, order);
  const audience = { staff: true as const, ...(order.payerId !== null && { senderId: order.payerId }) };
  await emitAll(tx, actor, now, [
    {
      aggregate: "order",
      aggregateId: order.id,
      type: "order.confirmed",
      data: { orderId: order.id, deliveryId: delivery.id, state },
      audience,
      occurredAt: now,
    },
    {
      aggregate: "delivery",
      aggregateId: delivery.id,
      type: "delivery.created",
      data: {
        deliveryId: delivery.id,
        state: stateOf(delivery),
        version: delivery.version,
        number: order.number,
        orderId: order.id,
      },
      audience: audienceOf({ id: delivery.id, payerId: order.payerId }, null),
      occurredAt: now,
    },
  ]);
  return { deliveryId: delivery.id };
}

const instants = (window: { readonly start: string; readonly end: string }): Window => ({
  start: fromIso(window.start),
  end: fromIso(window.end),
});

/** The delivery bears its order's number: one number on every screen, letter and telephone call. */
async function createDelivery(tx: Tx, now: Instant, order: OrderRecord) {
  const quote = await readQuoteRecord(tx, order.quoteId);
  if (!quote) throw new Error("an order without its quote");
  const delivery = newDelivery({ id: newId(now), collectTaskId: newId(now), deliverTaskId: newId(now) });
  const { pickup, dropoff, parcels, serviceLevel } = order.request;
  const promised = instants(order.request.window);
  const { rules } = await readPolicy(tx);
  const level = levelOf((await readLevels(tx, quote.levelsVersion)).levels, serviceLevel);
  const proofNeeds = needsFor([...rules, ruleOfLevel(level.proofs)], { serviceLevel, parcels });
  const collect = quote.pickupWindow;
  const windows = { collect, deliver: promised, return: promised };
  await sql`
    insert into delivery (org_id, id, number, order_id, payer_id, sender, recipient, pickup, dropoff, parcels,
      service_level, window_start, window_end, pickup_start, pickup_end, distance_m, distance_source, price,
      total_minor, currency, custody, undeliverable_action, max_attempts, state_shown, search_doc, created_at, version, proof_needs,
      cancel_terms)
    values (app_org(), ${delivery.id}, ${order.number}, ${order.id}, ${order.payerId}, ${json(order.sender)},
      ${json(order.recipient)}, ${json(pickup)}, ${json(dropoff)}, ${json(parcels)}, ${serviceLevel},
      ${toIso(promised.start)}, ${toIso(promised.end)}, ${toIso(collect.start)}, ${toIso(collect.end)},
      ${quote.distanceM}, ${quote.distanceSource}, ${json(order.price)}, ${order.total.minor},
      ${order.total.currency}, ${delivery.custody}, ${delivery.undeliverableAction}, ${delivery.maxAttempts},
      ${stateOf(delivery)}, ${searchDoc(order)}, ${toIso(now)}, ${delivery.version},
      ${json(proofNeeds)}, ${json(level.cancel)})`.execute(tx);
  await givePin(tx, delivery.id, proofNeeds);
  const tasks = delivery.tasks.map((task, ordinal) => ({
    id: task.id,
    kind: task.kind,
    try_no: task.tryNo,
    state: task.state,
    window_start: toIso(windows[task.kind].start),
    window_end: toIso(windows[task.kind].end),
    ordinal,
  }));
  await sql`
    insert into task (org_id, id, delivery_id, kind, try_no, state, window_start, window_end, ordinal, changed_at)
    select app_org(), g.id, ${delivery.id}, g.kind, g.try_no, g.state, g.window_start, g.window_end, g.ordinal,
      ${toIso(now)}
    from jsonb_to_recordset(${json(tasks)}) as g (id uuid, kind text, try_no integer, state text,
      window_start timestamptz, window_end timestamptz, ordinal integer)`.execute(tx);
  return delivery;
}
