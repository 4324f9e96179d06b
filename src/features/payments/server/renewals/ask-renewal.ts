import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import { WARNED_BEFORE_MS } from "../../domain/hold-watch.ts";
import { isWithUs } from "../holds/with-us.ts";
import { sendLink } from "../owed/lose-hold.ts";
import { lockPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";
import { isRenewable } from "./take-place.ts";

/** It is a booking's hold, and ends within a day. */
export const isEnding = ({ purpose, state, captureBefore }: PaymentRow, now: Instant): boolean =>
  purpose === "booking" &&
  state === "authorized" &&
  captureBefore !== null &&
  captureBefore > now &&
  captureBefore - now <= WARNED_BEFORE_MS;

/** Asks the sender by mail to confirm their card again, once for each hold: whoever was asked is not asked again. */
export async function askRenewal(desk: Desk, orgId: string, id: string): Promise<void> {
  await desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    const hold = await lockPayment(tx, id);
    if (!hold || !isEnding(hold, now) || (await wasAsked(tx, id))) return;
    await lockOrder(tx, orgId, hold.orderId);
    const renewal = await openRenewal(tx, orgId, now, hold);
    if (renewal !== undefined) await sendLink(tx, orgId, renewal, now);
  });
}

const wasAsked = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from payment where org_id = app_org() and renews_payment_id = ${id} limit 1`,
  )) !== undefined;

/**
 * Opens the payment whose hold is to take the place of this one, or finds the one that stands.
 *
 * @param hold locked by this transaction, as is its order after it
 * @returns its id; `undefined` where the hold is needed no more, or is taken as it is because the parcels are with us
 */
export async function openRenewal(
  tx: Tx,
  orgId: string,
  now: Instant,
  hold: PaymentRow,
): Promise<string | undefined> {
  if (!(await isRenewable(tx, orgId, hold)) || (await isWithUs(tx, hold.orderId))) return undefined;
  const standing = await liveRenewal(tx, hold.id);
  if (standing !== undefined) return standing;
  const id = newId(now);
  const { orderId, provider, amountMinor, taxMinor, currency, captureBefore } = hold;
  await sql`
    insert into payment (org_id, id, order_id, purpose, renews_payment_id, renews_until, state, provider, amount_minor,
                         tax_minor, currency, created_at)
    values (app_org(), ${id}, ${orderId}, 'renewal', ${hold.id}, ${toIso(captureBefore ?? now)}, 'created',
            ${provider}, ${amountMinor}, ${taxMinor}, ${currency}, ${toIso(now)})`.execute(tx);
  return id;
}

const liveRenewal = async (tx: Tx, holdId: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ id: string }>`
        select id from payment
        where org_id = app_org() and renews_payment_id = ${holdId} and state not in ('voided', 'expired')`,
    )
  )?.id;
