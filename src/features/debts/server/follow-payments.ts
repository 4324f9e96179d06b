import { sql } from "kysely";
import { isCardAmount } from "#features/quotes/domain/card-amount.ts";
import type { Instant } from "#kernel/instant.ts";
import { money, share, type Money } from "#kernel/money.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { lockOrder, readOrderRecord, type OrderRecord } from "#features/deliveries/server/public.ts";
import { settleKey } from "#features/payments/domain/settlement.ts";
import {
  changeAmount,
  isKnown,
  lockPayment,
  operationOf,
  outstandingOf,
  owedFor,
  queueSettlement,
  readPayment,
  savePayment,
  type Follower,
  type PaymentRow,
  addExtra,
  noteFinding,
} from "#features/payments/server/public.ts";
import { newId } from "#server/ids.ts";
import { addJob } from "#server/jobs/jobs.ts";

/** Opens a recovery for a hold that was lost, and lowers what is owed once the order has ended. */
export const debtsFollower: Follower = {
  async changed(tx, now, { before, after }) {
    if (after.state === "expired" && before.state !== "expired") await makeGood(tx, now, after);
  },
  async ended(tx, now, payment) {
    if (payment.state === "expired") await lowerOwed(tx, await orgOf(tx), payment, now);
  },
};

async function makeGood(tx: Tx, now: Instant, expired: PaymentRow): Promise<void> {
  const orgId = await orgOf(tx);
  if (expired.forPaymentId === null) await openRecovery({ tx, orgId, now }, expired);
  else await openNextRecovery({ tx, orgId, now }, expired.forPaymentId);
}

/**
 * A recovery that is lost itself is followed by the next one of the same hold. While it was being taken its order may
 * have ended with less to pay: the next link asks for that, and the settlement of the hold writes it, under its lock.
 */
async function openNextRecovery(at: TxContext, lostId: string): Promise<void> {
  const lost = await readPayment(at.tx, lostId);
  const order = lost && (await readOrderRecord(at.tx, lost.orderId));
  if (!lost || !order) return;
  await openRecovery(at, { ...lost, owedMinor: Math.min(lost.owedMinor, owedNow(order, lost)) });
  await queueSettlement(at.tx, at.orgId, lostId);
}

/** As the order calls for, and no less than was written off. */
const owedNow = (order: OrderRecord, lost: PaymentRow): number =>
  Math.max(owedFor(order, lost), lost.writtenOffMinor);

async function orgOf(tx: Tx): Promise<string> {
  const row = await first(tx, sql<{ id: string }>`select app_org() as id`);
  if (!row) throw new Error("a transaction without an organisation");
  return row.id;
}

/**
 * Once an order has ended, a lost hold's debt falls to what its end calls for, unless somebody pays it already: then
 * what is too much goes back. A link that nobody followed yet asks for what is owed now.
 */
export async function lowerOwed(tx: Tx, orgId: string, lost: PaymentRow, now: Instant): Promise<void> {
  if (lost.owedMinor === 0) return;
  // Payments before their order, as everywhere.
  const liveId = await liveRecovery(tx, lost.id);
  const live = liveId === undefined ? undefined : await lockPayment(tx, liveId);
  const order = await lockOrder(tx, lost.orderId);
  if (!order) return;
  const owedMinor = owedNow(order, lost);
  if (owedMinor >= lost.owedMinor) return;
  const open = money(await outstandingOf(tx, { ...lost, owedMinor }), lost.currency);
  const isBeingPaid = live !== undefined && (await operationOf(tx, settleKey(live.id)))?.kind === "capture";
  // One that asked for less already may be taken.
  if (isBeingPaid && live.amountMinor > open.minor + live.capturedMinor) return;
  await savePayment({ tx, now }, lost, { ...lost, owedMinor }, "expired");
  if (live && !isBeingPaid) await adjust({ tx, orgId, now }, live, open);
}

/** Has a link that nobody pays yet ask for what is open now, or ends it. @param live locked by this transaction */
async function adjust(at: TxContext, live: PaymentRow, open: Money): Promise<void> {
  if (live.amountMinor === open.minor) return;
  if (isCardAmount(open) && !(await isKnown(at.tx, live.id))) await askForLess(at, live, open);
  else await queueSettlement(at.tx, at.orgId, live.id);
}

/** @param live locked by this transaction; unknown to the provider */
async function askForLess({ tx, orgId, now }: TxContext, live: PaymentRow, open: Money): Promise<void> {
  const taxMinor = share(open, live.taxMinor, live.amountMinor).minor;
  await changeAmount(tx, live.id, open.minor, taxMinor);
  await sendLink(tx, orgId, live.id, now);
}

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
