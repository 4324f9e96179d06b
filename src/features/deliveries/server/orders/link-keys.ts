import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS, toIso, type Instant } from "#kernel/instant.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { first, type Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { orderPayments } from "./order-payments.ts";

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
  const link = await first(
    tx,
    sql<{ paymentId: string | null; isOver: boolean; expiresAt: Instant | null }>`
      select k.payment_id as "paymentId", o.state in ('cancelled', 'expired', 'completed') as "isOver",
        o.expires_at as "expiresAt"
      from pay_link_key k join sales_order o on o.org_id = k.org_id and o.id = k.order_id
      where k.org_id = app_org() and k.hash = ${hash} and k.order_id = ${orderId} and k.expires_at > ${toIso(now)}`,
  );
  if (!link) return false;
  const isRecent = (at: Instant | null): boolean => at !== null && at > now - SEEN_AFTER_MS;
  const restedAt = await orderPayments().restedAt(tx, orderId, link.paymentId);
  if (restedAt === undefined) return !link.isOver || isRecent(link.expiresAt);
  return restedAt === null || isRecent(restedAt);
}

/** Deletes the keys of guests whose time is over, in every organisation. */
export async function deleteOldLinkKeys(tx: Tx, now: Instant): Promise<void> {
  await sql`delete from order_key where expires_at <= ${toIso(now)}`.execute(tx);
  await sql`delete from pay_link_key where expires_at <= ${toIso(now)}`.execute(tx);
}
