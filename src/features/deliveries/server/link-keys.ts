import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";

/** How long a link to pay with opens its order. */
const LINK_KEPT_MS = 30 * DAY_MS;
/** Somebody who has just paid sees that they did, and gets their receipt. */
const SEEN_AFTER_MS = DAY_MS;

/**
 * Makes a key that opens an order to a guest who is to pay this payment. Other links of the order stay as they are.
 *
 * @param paymentId without it the booking's, begun or not
 * @returns the key, which is not kept: it is in the link alone
 */
export async function makeLinkKey(
  tx: Tx,
  now: Instant,
  { orderId, paymentId }: { readonly orderId: string; readonly paymentId?: string },
): Promise<string> {
  const key = token22(randomBytes(TOKEN_RANDOM_BYTES));
  await sql`delete from pay_link_key
            where org_id = app_org() and order_id = ${orderId} and expires_at <= ${toIso(now)}`.execute(tx);
  await sql`insert into pay_link_key (org_id, hash, order_id, payment_id, made_at, expires_at)
            values (app_org(), ${sha256(key)}, ${orderId}, ${paymentId ?? null}, ${toIso(now)},
                    ${toIso(now + LINK_KEPT_MS)})`.execute(tx);
  return key;
}

/** Whether an order has this payment, and it waits to be paid. */
export const isToPay = async (tx: Tx, orderId: string, paymentId: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from payment where org_id = app_org() and order_id = ${orderId} and id = ${paymentId}
          and state in ('created', 'action_required', 'failed')`,
  )) !== undefined;

/** How long the link in a confirmation opens its order. */
const ORDER_KEPT_MS = 90 * DAY_MS;

/** Makes a key that opens an order as its booking key does. @returns the key, which is in the link alone */
export async function makeOrderKey(tx: Tx, now: Instant, orderId: string): Promise<string> {
  const key = token22(randomBytes(TOKEN_RANDOM_BYTES));
  await sql`insert into order_key (org_id, hash, order_id, made_at, expires_at)
            values (app_org(), ${sha256(key)}, ${orderId}, ${toIso(now)}, ${toIso(now + ORDER_KEPT_MS)})`.execute(
    tx,
  );
  return key;
}

/** Whether this is the key of a confirmation of the order. */
export const isOrderKey = async (tx: Tx, now: Instant, orderId: string, hash: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from order_key
        where org_id = app_org() and hash = ${hash} and order_id = ${orderId} and expires_at > ${toIso(now)}`,
  )) !== undefined;

/**
 * Whether the key of a link opens this order: not for ever, and not long after what it asked for was paid or given up.
 * An order that never had a payment ends it itself.
 */
export async function isOpenedByLink(tx: Tx, now: Instant, orderId: string, hash: string): Promise<boolean> {
  const ended = toIso(now - SEEN_AFTER_MS);
  const found = await first(
    tx,
    sql`select from pay_link_key k join sales_order o on o.org_id = k.org_id and o.id = k.order_id
          left join payment p on p.org_id = k.org_id
          and (p.id = k.payment_id or (k.payment_id is null and p.order_id = k.order_id and p.purpose = 'booking'))
        where k.org_id = app_org() and k.hash = ${hash} and k.order_id = ${orderId} and k.expires_at > ${toIso(now)}
          and case when p.id is null then o.state not in ('cancelled', 'expired', 'completed') or o.expires_at > ${ended}
                   else p.settled_at is null or p.state = 'review' or p.settled_at > ${ended} end`,
  );
  return found !== undefined;
}

/** Deletes the keys of guests whose time is over, in every organisation. */
export async function deleteOldLinkKeys(tx: Tx, now: Instant): Promise<void> {
  await sql`delete from order_key where expires_at <= ${toIso(now)}`.execute(tx);
  await sql`delete from pay_link_key where expires_at <= ${toIso(now)}`.execute(tx);
}
