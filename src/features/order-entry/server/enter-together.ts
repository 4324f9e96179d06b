import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { sum } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce, aggregateOf } from "#server/db/commands.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { enteredFor, readOrderRecord } from "#features/deliveries/server/public.ts";
import { isSamePlace } from "#features/quotes/domain/same-place.ts";
import { type QuoteRecord, readQuoteRecord } from "#features/quotes/server/public.ts";
import type { EntryWay, orderEntryApi, Together, TogetherRow } from "../contract/api.ts";
import { enterNew, knownOrder, toCaller } from "./enter-order.ts";

type Asked = ParsedOf<typeof orderEntryApi.enterTogether>;

/**
 * Enters one pickup with several drops: an order each, all of them or none, in one transaction under the call's key. A
 * repeated call gets new keys for links to pay: only their hashes are kept.
 *
 * @throws Refusal as `enterOrder`, `order-entry.other-pickup`
 */
export function enterTogether(
  ways: readonly EntryWay[],
  asked: Asked,
  context: Context,
): Promise<ReplyOf<typeof orderEntryApi.enterTogether>> {
  const { actor, now, key } = context;
  return context.db.as(actor, async (tx) => {
    const groupId = newId(now);
    const command = {
      commandId: key,
      type: "enterTogether",
      aggregateId: groupId,
      body: asked,
      occurredAt: now,
    };
    if (await acceptOnce(tx, actor, now, command)) await enterDrops(tx, context, { groupId, ways, asked });
    const entered = await ordersIn(tx, (await aggregateOf(tx, key)) ?? groupId);
    if (entered.length === 0) throw new Refusal("http.idempotency-mismatch");
    return togetherOf(tx, context, entered);
  });
}

interface NewGroup {
  readonly groupId: string;
  readonly ways: readonly EntryWay[];
  readonly asked: Asked;
}

async function enterDrops(tx: Tx, context: Context, { groupId, ways, asked }: NewGroup): Promise<void> {
  const { drops, ...shared } = asked;
  const quotes = await quotesOfPickup(tx, drops);
  for (const [at, drop] of drops.entries()) {
    const id = newId(context.now);
    // One after the other: their windows may share the last place.
    // oxlint-disable-next-line no-await-in-loop
    await enterNew(tx, context, { id, ways, asked: { ...shared, ...drop }, read: quotes[at] });
    // oxlint-disable-next-line no-await-in-loop
    await sql`insert into entered_together (org_id, order_id, group_id, ordinal)
              values (app_org(), ${id}, ${groupId}, ${at + 1})`.execute(tx);
  }
}

/** Quotes of the drops, all from one pickup. @throws Refusal `quotes.not-found`, `order-entry.other-pickup` */
async function quotesOfPickup(tx: Tx, drops: Asked["drops"]): Promise<QuoteRecord[]> {
  const found = await Promise.all(drops.map(({ quoteId }) => readQuoteRecord(tx, quoteId)));
  const quotes = found.flatMap((quote) => quote ?? []);
  const [first] = quotes;
  if (!first || quotes.length < drops.length) throw new Refusal("quotes.not-found");
  if (!quotes.every(({ request }) => isSamePlace(first.request.pickup.point, request.pickup.point)))
    throw new Refusal("order-entry.other-pickup");
  return quotes;
}

/** The orders that were made together with that of a quote. @throws Refusal `deliveries.not-found` */
export function openTogether(
  { quoteId }: ParsedOf<typeof orderEntryApi.openTogether>,
  context: Context,
): Promise<ReplyOf<typeof orderEntryApi.openTogether>> {
  return context.db.as(context.actor, async (tx) => {
    const id = await enteredFor(tx, quoteId);
    const entered = id === undefined ? [] : await ordersWith(tx, id);
    if (entered.length === 0) throw new Refusal("deliveries.not-found");
    return togetherOf(tx, context, entered);
  });
}

/** Orders that were made by the same press as this one, as they stand now. @throws Refusal `deliveries.not-found` */
export async function readTogether(
  { id }: ParsedOf<typeof orderEntryApi.readTogether>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof orderEntryApi.readTogether>> {
  const orders = await db.read(actor, async (tx) => {
    const found = await rows(
      tx,
      sql<TogetherRow>`
        select o.id as "orderId", o.number, o.state, o.recipient ->> 'name' as recipient, d.id as "deliveryId",
          d.state_shown as "deliveryState",
          json_build_object('minor', o.total_minor, 'currency', trim(o.currency)) as total
        from entered_together mine
        join entered_together every on every.org_id = mine.org_id and every.group_id = mine.group_id
        join orders o on o.org_id = every.org_id and o.id = every.order_id
        left join deliveries d on d.org_id = o.org_id and d.order_id = o.id
        where mine.org_id = app_org() and mine.order_id = ${id}
        order by every.ordinal`,
    );
    if (found.length === 0 && !(await readOrderRecord(tx, id))) throw new Refusal("deliveries.not-found");
    return found;
  });
  const [first] = orders;
  if (!first) return { reference: null, total: null, orders: [] };
  return {
    reference: first.number,
    total: sum(
      orders.map(({ total }) => total),
      first.total.currency,
    ),
    orders,
  };
}

const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

const ordersIn = async (tx: Tx, groupId: string): Promise<string[]> =>
  idsOf(
    await rows(
      tx,
      sql<{ id: string }>`
        select order_id as id from entered_together
        where org_id = app_org() and group_id = ${groupId} order by ordinal`,
    ),
  );

const ordersWith = async (tx: Tx, orderId: string): Promise<string[]> =>
  idsOf(
    await rows(
      tx,
      sql<{ id: string }>`
        select every.order_id as id
        from entered_together mine
        join entered_together every on every.org_id = mine.org_id and every.group_id = mine.group_id
        where mine.org_id = app_org() and mine.order_id = ${orderId}
        order by every.ordinal`,
    ),
  );

/** As the desk reads them after the press. */
async function togetherOf(tx: Tx, context: Context, ids: readonly string[]): Promise<Together> {
  const orders: Together["orders"] = [];
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, ten at most
    orders.push(await toCaller(tx, context, await knownOrder(tx, id)));
  }
  const totals = orders.map(({ order }) => order.total);
  return {
    reference: orders[0]?.order.number ?? "",
    total: sum(totals, totals[0]?.currency ?? ""),
    orders,
  };
}
