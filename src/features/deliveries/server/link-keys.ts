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
/** Whoever has just paid sees that they did, and gets their receipt. */
const SEEN_AFTER_MS = DAY_MS;

/**
 * Makes a key that opens an order to a guest who is to pay this payment. Other links of the order stay as they are.
 *
 * @returns the key, which is not kept: it is in the link alone
 */
export async function makeLinkKey(
  tx: Tx,
  now: Instant,
  { orderId, paymentId }: { readonly orderId: string; readonly paymentId: string },
): Promise<string> {
  const key = token22(randomBytes(TOKEN_RANDOM_BYTES));
  await sql`delete from pay_link_key
            where org_id = app_org() and order_id = ${orderId} and expires_at <= ${toIso(now)}`.execute(tx);
  await sql`insert into pay_link_key (org_id, hash, order_id, payment_id, made_at, expires_at)
            values (app_org(), ${sha256(key)}, ${orderId}, ${paymentId}, ${toIso(now)},
                    ${toIso(now + LINK_KEPT_MS)})`.execute(tx);
  return key;
}

/** Whether the key of a link opens this order: not for ever, and not long after what it asked for was paid or given up. */
export async function isOpenedByLink(tx: Tx, now: Instant, orderId: string, hash: string): Promise<boolean> {
  const found = await first(
    tx,
    sql`select from pay_link_key k join payment p on p.org_id = k.org_id and p.id = k.payment_id
        where k.org_id = app_org() and k.hash = ${hash} and k.order_id = ${orderId} and k.expires_at > ${toIso(now)}
          and (p.settled_at is null or p.state = 'review' or p.settled_at > ${toIso(now - SEEN_AFTER_MS)})`,
  );
  return found !== undefined;
}
