import { sql } from "kysely";
import { isCardAmount } from "#features/quotes/domain/card-amount.ts";
import type { Instant } from "#kernel/instant.ts";
import { money, share, type Money } from "#kernel/money.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { addExtra, noteFinding, outstandingOf, type PaymentRow } from "#features/payments/server/public.ts";

/** Sends the link to pay with to the debtor. */
export const LINK_JOB = "payments.mail-link";

/**
 * Opens the payment that makes a lost hold good, unless one stands, and asks for it by its link.
 *
 * @returns its id; `undefined` where nothing is owed, or less than a card can pay
 */
export async function openRecovery(
  { tx, orgId, now }: TxContext,
  lost: PaymentRow,
): Promise<string | undefined> {
  const minor = await outstandingOf(tx, lost);
  const amount = money(minor, lost.currency);
  if (minor <= 0) return undefined;
  if (!isCardAmount(amount)) {
    await noteTooLittle(tx, now, lost.id, amount);
    return undefined;
  }
  const taxMinor = share(amount, lost.taxMinor, lost.amountMinor).minor;
  const { id: lostId, orderId, provider } = lost;
  await addExtra(tx, now, { id: newId(now), orderId, lostId, provider, amount, taxMinor });
  const live = await liveRecovery(tx, lost.id);
  if (live !== undefined) await sendLink(tx, orgId, live, now);
  return live;
}

/** No link can ask for it: the office writes it off. */
const noteTooLittle = (tx: Tx, now: Instant, lostId: string, amount: Money): Promise<void> =>
  noteFinding(tx, now, { kind: "owed-too-little", paymentId: lostId, facts: { ...amount } });

/** The payment that is to make a lost hold good. */
export const liveRecovery = async (tx: Tx, lostId: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ id: string }>`
        select id from payments
        where org_id = app_org() and for_payment_id = ${lostId} and state not in ('voided', 'expired')`,
    )
  )?.id;

/** Asks for the mail with the link; many wishes within one minute are one mail. */
export function sendLink(tx: Tx, orgId: string, paymentId: string, now: Instant): Promise<void> {
  const mail = `${paymentId}-${Math.floor(now / 60_000)}`;
  return addJob(tx, LINK_JOB, { orgId, paymentId, mail }, { key: `${LINK_JOB}:${mail}` });
}
