import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptQuote, type QuoteRecord } from "#features/quotes/server/public.ts";
import { change } from "#server/db/change.ts";
import { aggregateOf } from "#server/db/commands.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { bookingKeyHash } from "#server/http/booking-key.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { deliveriesApi } from "../../contract/api.ts";
import type { Order } from "../../contract/shapes.ts";
import { ORDER_PAYMENT_MS } from "../../domain/limits.ts";
import { ORDER_MACHINE } from "../../domain/order-lifecycle.ts";
import { senderDoc } from "../lists/search-doc.ts";
import { mayOpen, orderFor, readOrderRecord, type OrderRecord } from "./order-record.ts";
import { orderOf } from "./order-view.ts";

type Asked = ParsedOf<typeof deliveriesApi.placeOrder>;

/**
 * Accepts a quote: the order waits 15 minutes for its payment. A quote is bought once; the same key is one order.
 *
 * @throws Refusal `quotes.not-found`, `quotes.expired`, `quotes.already-accepted`, `quotes.changed`, `slots.full`, `slots.closed`,
 * `deliveries.booking-key-missing`
 */
export function placeOrder(asked: Asked, context: Context): Promise<Order> {
  const { actor, now } = context;
  const keyHash = actor.userId === undefined ? bookingKeyHash(context.bookingKey) : undefined;
  if (actor.userId === undefined && keyHash === undefined)
    throw new Refusal("deliveries.booking-key-missing");
  return context.db.as(actor, async (tx) => {
    const id = newId(now);
    const placed = await change(tx, context, {
      type: "placeOrder",
      aggregateId: id,
      body: asked,
      write: async () => {
        const quote = await acceptQuote(tx, context, asked);
        const payerId = actor.userId ?? null;
        const language = context.language ?? null;
        const expiresAt = now + ORDER_PAYMENT_MS;
        await insertOrder(tx, now, { id, asked, quote, payerId, keyHash, expiresAt, language });
        return id;
      },
      event: () => ({
        aggregate: "order",
        type: "order.placed",
        data: { orderId: id, state: ORDER_MACHINE.initial },
        audience: { staff: true, ...(actor.userId !== undefined && { senderId: actor.userId }) },
      }),
    });
    return orderOf(await (placed ? orderFor(context, id, tx) : orderOfCommand(tx, context)));
  });
}

/** The order that this key made. @throws Refusal `http.idempotency-mismatch` for a key of somebody else */
async function orderOfCommand(tx: Tx, context: Context): Promise<OrderRecord> {
  const id = await aggregateOf(tx, context.key);
  const order = id === undefined ? undefined : await readOrderRecord(tx, id);
  if (!order || !mayOpen(order, context)) throw new Refusal("http.idempotency-mismatch");
  return order;
}

/** An order that the office enters for a caller. */
export interface EnteredOrder {
  readonly id: string;
  readonly asked: Asked;
  /** Account of the caller, where they have one. */
  readonly payerId: string | null;
  /** Without a payment the order ends then. */
  readonly expiresAt: Instant;
  readonly overbook?: boolean | undefined;
}

/**
 * Accepts a quote for a caller, in the transaction of a command that came for the first time: they hold no booking key,
 * the order names who entered it.
 *
 * @throws Refusal `quotes.not-found`, `quotes.expired`, `quotes.already-accepted`, `quotes.changed`, `slots.full`, `slots.closed`
 */
export async function enterOrder(tx: Tx, context: Context, entered: EnteredOrder): Promise<void> {
  const { actor, now, key } = context;
  const { id, asked, payerId, expiresAt, overbook } = entered;
  const quote = await acceptQuote(tx, context, { ...asked, overbook });
  const enteredBy = actor.userId;
  await insertOrder(tx, context.now, { id, asked, quote, payerId, enteredBy, expiresAt, language: null });
  await emit(tx, actor, now, {
    aggregate: "order",
    aggregateId: id,
    type: "order.placed",
    data: { orderId: id, state: ORDER_MACHINE.initial },
    audience: { staff: true, ...(payerId !== null && { senderId: payerId }) },
    commandId: key,
    occurredAt: now,
  });
}

interface NewOrder {
  readonly id: string;
  readonly asked: Asked;
  readonly quote: QuoteRecord;
  readonly payerId: string | null;
  readonly keyHash?: string | undefined;
  readonly enteredBy?: string | undefined;
  readonly expiresAt: Instant;
  /** Of the page it was booked on; the office's page says nothing about a caller's. */
  readonly language: string | null;
}

/** Numbers have 35 random bits: among a million orders one in 34,000 clashes and is drawn again. */
const DRAWS = 5;

async function insertOrder(tx: Tx, now: Instant, order: NewOrder): Promise<void> {
  const { id, asked, quote, payerId, keyHash, enteredBy, expiresAt, language } = order;
  const { total } = quote.price;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const kept = await first(
      tx,
      sql<{ id: string }>`
        insert into sales_order (org_id, id, number, state, quote_id, request, price, total_minor, currency, sender,
          sender_doc, recipient, payer_id, booking_key_hash, entered_by, created_at, expires_at, locale)
        values (app_org(), ${id}, ${humanNumber(randomBytes(7))}, ${ORDER_MACHINE.initial}, ${quote.id},
          ${json(quote.request)}, ${json(quote.price)}, ${total.minor}, ${total.currency}, ${json(asked.sender)},
          ${senderDoc(asked.sender.name)}, ${json(asked.recipient)}, ${payerId}, ${keyHash ?? null}, ${enteredBy ?? null},
          ${toIso(now)}, ${toIso(expiresAt)}, ${language})
        on conflict (org_id, number) do nothing returning id`,
    );
    if (kept) return;
  }
  throw new Error("no free order number");
}
