import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { fromIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce, aggregateOf } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { bookBy } from "#features/debts/server/public.ts";
import {
  enteredFor,
  enterOrder as placeEntered,
  hasOrdered,
  lockOrder,
  makeLinkKey,
  orderOf,
} from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import { type QuoteRecord, readQuoteRecord } from "#features/quotes/server/public.ts";
import type { EntryWay, orderEntryApi } from "../contract/api.ts";
import { payableUntil } from "../domain/ways.ts";

type Asked = ParsedOf<typeof orderEntryApi.enterOrder>;

/**
 * Places an order for a caller and books it where no card is needed; the same key is one order. A repeated call with a
 * link to pay gets a new key for it: only their hashes are kept.
 *
 * @throws Refusal `quotes.not-found`, `quotes.expired`, `quotes.already-accepted`, `quotes.changed`, `slots.full`,
 * `slots.closed`, `payments.way-not-offered`, `payments.invoice-needs-account`, `order-entry.unknown-account`
 */
export function enterOrder(
  ways: readonly EntryWay[],
  asked: Asked,
  context: Context,
): Promise<ReplyOf<typeof orderEntryApi.enterOrder>> {
  const { actor, now, key } = context;
  return context.db.as(actor, async (tx) => {
    const id = newId(now);
    const command = { commandId: key, type: "enterOrder", aggregateId: id, body: asked, occurredAt: now };
    if (await acceptOnce(tx, actor, now, command)) await enterNew(tx, context, { id, ways, asked });
    return toCaller(tx, context, await knownOrder(tx, (await aggregateOf(tx, key)) ?? id));
  });
}

export interface NewEntry {
  readonly id: string;
  /** Ways to pay on offer. */
  readonly ways: readonly EntryWay[];
  readonly asked: Asked;
  /** Its quote, where it was read before. */
  readonly read?: QuoteRecord | undefined;
}

/**
 * Places an order for somebody else and books it where no card is needed, in the transaction of a command that came for
 * the first time.
 *
 * @throws Refusal as `enterOrder`
 */
export async function enterNew(tx: Tx, context: Context, { id, ways, asked, read }: NewEntry): Promise<void> {
  const { actor, now } = context;
  const { way, payerId, overbook, ...order } = asked;
  await mayEnter(tx, ways, asked);
  const quote = read ?? (await readQuoteRecord(tx, asked.quoteId));
  if (!quote) throw new Refusal("quotes.not-found");
  const expiresAt = payableUntil(now, fromIso(quote.request.window.start));
  await placeEntered(tx, context, { id, asked: order, payerId, expiresAt, overbook });
  if (way !== "card-link") await bookBy(way, await knownOrder(tx, id), { tx, now, orgId: actor.orgId });
}

/** The order of a quote that was accepted already, e.g. by a press whose answer was lost. @throws Refusal `deliveries.not-found` */
export function openEntered(
  { quoteId }: ParsedOf<typeof orderEntryApi.openEntered>,
  context: Context,
): Promise<ReplyOf<typeof orderEntryApi.openEntered>> {
  const { actor, db } = context;
  return db.as(actor, async (tx) => {
    const id = await enteredFor(tx, quoteId);
    const order = id === undefined ? undefined : await lockOrder(tx, id);
    if (!order) throw new Refusal("deliveries.not-found");
    return toCaller(tx, context, order);
  });
}

/** @throws Refusal `payments.way-not-offered`, `payments.invoice-needs-account`, `order-entry.unknown-account` */
export async function mayEnter(
  tx: Tx,
  ways: readonly EntryWay[],
  { way, payerId, sender }: Pick<Asked, "way" | "payerId" | "sender">,
): Promise<void> {
  if (!ways.includes(way)) throw new Refusal("payments.way-not-offered");
  if (way === "invoice" && payerId === null) throw new Refusal("payments.invoice-needs-account");
  if (payerId !== null && !(await hasOrdered(tx, payerId, sender.phone)))
    throw new Refusal("order-entry.unknown-account");
}

/** An order that this command made. @throws Refusal `http.idempotency-mismatch` for the key of another command */
export async function knownOrder(tx: Tx, id: string): Promise<OrderRecord> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Refusal("http.idempotency-mismatch");
  return order;
}

/** An order with the way to pay it, as it is told to a caller. */
export const toCaller = async (
  tx: Tx,
  context: Context,
  order: OrderRecord,
): Promise<ReplyOf<typeof orderEntryApi.enterOrder>> => ({
  order: orderOf(order),
  payPath: await payPathOf(tx, context, order),
});

/** The address to pay an order that waits; whoever has an account signs in there. */
async function payPathOf(
  tx: Tx,
  { now }: Context,
  { id, state, payerId }: OrderRecord,
): Promise<string | null> {
  if (state !== "pending_payment") return null;
  const path = `/book/pay/${id}`;
  return payerId === null ? `${path}#key=${await makeLinkKey(tx, now, { orderId: id })}` : path;
}
