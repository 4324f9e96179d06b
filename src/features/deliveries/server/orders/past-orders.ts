import { sql, type RawBuilder } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { QuoteRequest } from "#features/quotes/contract/api.ts";
import type { Contact } from "../../contract/shapes.ts";
import { searchWords, wordPart } from "../lists/search-doc.ts";

/** An earlier order of a sender: everything that the same again needs. */
export interface PastOrder {
  readonly id: string;
  readonly sender: Contact;
  readonly recipient: Contact;
  readonly request: QuoteRequest;
  readonly payerId: string | null;
  readonly createdAt: Instant;
}

/** Orders that one search reads. */
const MOST = 60;

/**
 * Orders whose sender's phone number ends with these digits, newest first.
 *
 * @param digits without the zero that is dialled at home
 */
export const ordersByPhone = (tx: Tx, digits: string): Promise<PastOrder[]> =>
  pastOrders(tx, sql`o.id in (select orders_by_phone(${digits}, ${MOST}))`);

/** Fewer orders than that are looked up by the index; more are met soon by reading along, the newest first. */
const RARE = 500;

/** Orders whose sender's name holds every word, newest first; one or two letters begin a word of it. */
export async function ordersBySender(tx: Tx, name: string): Promise<PastOrder[]> {
  const words = searchWords(name);
  if (words.length === 0) return [];
  const found = await rows(
    tx,
    sql<{
      id: string;
    }>`select orders_by_sender(${words.map((word) => `%${wordPart(word)}%`)}, ${RARE + 1}) as id`,
  );
  if (found.length <= RARE) return pastOrders(tx, sql`o.id = any (${found.map(({ id }) => id)}::uuid[])`);
  // As in `searched`: of a position the planner believes that many rows have it.
  const parts = words.map((word) => sql`strpos(o.sender_doc, ${wordPart(word)}) > 0`);
  return pastOrders(tx, sql.join(parts, sql` and `));
}

export const pastOrder = async (tx: Tx, id: string): Promise<PastOrder | undefined> =>
  (await pastOrders(tx, sql`o.id = ${id}`))[0];

const pastOrders = (tx: Tx, condition: RawBuilder<unknown>): Promise<PastOrder[]> =>
  rows(
    tx,
    sql<PastOrder>`
      select o.id, o.sender, o.recipient, o.request, o.payer_id as "payerId", o.created_at as "createdAt"
      from sales_order o where o.org_id = app_org() and o.sender ->> 'phone' is not null and o.recipient ->> 'phone' is not null
        and ${condition}
      order by o.created_at desc, o.id desc limit ${MOST}`,
  );

/** Whether an order of this organisation was paid from this account by a sender with this phone number. */
export const hasOrdered = async (tx: Tx, payerId: string, phone: string): Promise<boolean> =>
  (
    await rows(
      tx,
      sql`select from sales_order
          where org_id = app_org() and payer_id = ${payerId} and sender ->> 'phone' = ${phone} limit 1`,
    )
  ).length > 0;

/** The order that the office entered for a quote. @returns its id */
export const enteredFor = async (tx: Tx, quoteId: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ id: string }>`
        select id from sales_order
        where org_id = app_org() and quote_id = ${quoteId} and entered_by is not null`,
    )
  )?.id;
