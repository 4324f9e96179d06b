import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import { first, type Tx } from "#server/db/db.ts";
import { bookingKeyHash } from "#server/http/booking-key.ts";
import type { Context } from "#server/http/route.ts";
import type { Price, QuoteRequest } from "#features/quotes/contract/api.ts";
import type { Contact } from "../../contract/shapes.ts";
import type { OrderState } from "../../domain/order-lifecycle.ts";
import type { DeliveryStateName } from "../../domain/state.ts";
import { notFound } from "../access.ts";
import { isOpenedByLink, isOrderKey } from "./link-keys.ts";

/** An order as stored, with what became of its delivery. */
export interface OrderRecord {
  readonly id: string;
  readonly number: string;
  readonly state: OrderState;
  readonly quoteId: string;
  readonly request: QuoteRequest;
  readonly price: Price;
  readonly total: Money;
  readonly sender: Contact;
  readonly recipient: Contact;
  readonly payerId: string | null;
  readonly bookingKeyHash: string | null;
  readonly createdAt: Instant;
  /** Unpaid orders end then; null once confirmed. */
  readonly expiresAt: Instant | null;
  readonly deliveryId: string | null;
  readonly deliveryState: DeliveryStateName | null;
  /** Minor units; null unless the delivery was cancelled. Once reopened, its booking's payment still pays this alone. */
  readonly cancelFeeMinor: number | null;
}

/** @returns the order, or `undefined` where this organisation has none */
export const readOrderRecord = (tx: Tx, id: string): Promise<OrderRecord | undefined> =>
  first(
    tx,
    sql<OrderRecord>`
      select o.id, o.number, o.state, o.quote_id as "quoteId", o.request, o.price,
        json_build_object('minor', o.total_minor, 'currency', trim(o.currency)) as total, o.sender, o.recipient,
        o.payer_id as "payerId", o.booking_key_hash as "bookingKeyHash", o.created_at as "createdAt",
        o.expires_at as "expiresAt", d.id as "deliveryId", d.state_shown as "deliveryState",
        d.cancel_fee_minor as "cancelFeeMinor"
      from sales_order o left join delivery d on d.org_id = o.org_id and d.order_id = o.id
      where o.org_id = app_org() and o.id = ${id}`,
  );

/** Holds the order's row until the transaction ends, and reads it after the wait. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRecord | undefined> {
  await sql`select id from sales_order where org_id = app_org() and id = ${id} for update`.execute(tx);
  return readOrderRecord(tx, id);
}

/**
 * The order, for the person who placed it and for staff: a link to pay with shows it, and may do no more.
 * @throws Refusal `deliveries.not-found`
 */
export async function ownOrderFor(
  context: Caller & Pick<Context, "now">,
  orderId: string,
  tx: Tx,
): Promise<OrderRecord> {
  const order = await readOrderRecord(tx, orderId);
  if (!order || !(await isOwn(tx, order, context))) throw notFound({ id: orderId });
  return order;
}

/** By account or booking key, or by the key in the confirmation that a guest was mailed. */
async function isOwn(tx: Tx, order: OrderRecord, context: Caller & Pick<Context, "now">): Promise<boolean> {
  if (mayOpen(order, context)) return true;
  const hash = bookingKeyHash(context.bookingKey);
  return hash !== undefined && order.payerId === null && isOrderKey(tx, context.now, order.id, hash);
}

type Caller = Pick<Context, "actor" | "scope" | "bookingKey">;

/**
 * The order, if the caller may see it: who placed it, a guest with the booking key or with that of a link to pay with,
 * or staff.
 *
 * @throws Refusal `deliveries.not-found`
 */
export async function orderFor(
  context: Caller & Pick<Context, "now">,
  orderId: string,
  tx: Tx,
): Promise<OrderRecord> {
  const order = await readOrderRecord(tx, orderId);
  if (!order || !((await isOwn(tx, order, context)) || (await hasLink(tx, order, context))))
    throw notFound({ id: orderId });
  return order;
}

/** A link to pay with opens a guest's order only: a person with an account signs in. */
async function hasLink(
  tx: Tx,
  { id, payerId }: OrderRecord,
  { bookingKey, now }: Pick<Context, "bookingKey" | "now">,
): Promise<boolean> {
  const hash = bookingKeyHash(bookingKey);
  return hash !== undefined && payerId === null && (await isOpenedByLink(tx, now, id, hash));
}

export function mayOpen(order: OrderRecord, { actor, scope, bookingKey }: Caller): boolean {
  if (scope === "org") return true;
  if (actor.userId !== undefined && order.payerId === actor.userId) return true;
  const hash = bookingKeyHash(bookingKey);
  return hash !== undefined && hash === order.bookingKeyHash;
}
