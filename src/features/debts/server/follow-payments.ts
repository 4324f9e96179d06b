import { sql } from "kysely";
import { isCardAmount } from "#features/quotes/domain/card-amount.ts";
import type { Instant } from "#kernel/instant.ts";
import { money, share, type Money } from "#kernel/money.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
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
} from "#features/payments/server/public.ts";
import { liveRecovery, openRecovery, sendLink } from "./recovery.ts";

/** Opens a recovery for a hold that was lost, and lowers what is owed once the order has ended. */
export const debtsFollower: Follower = {
  async changed(tx, now, { before, after }) {
    if (after.state === "expired" && before.state !== "expired") await makeGood(tx, now, after);
  },
  async ended(tx, now, payment) {
    if (payment.state === "expired") await lowerOwed(tx, await orgOf(tx), payment, now);
  },
};

/** A recovery that is lost itself is followed by the next one of the same hold. */
async function makeGood(tx: Tx, now: Instant, expired: PaymentRow): Promise<void> {
  const orgId = await orgOf(tx);
  const lost = expired.forPaymentId === null ? expired : await readPayment(tx, expired.forPaymentId);
  if (lost) await openRecovery({ tx, orgId, now }, lost);
}

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
  const order = await lockOrder(tx, orgId, lost.orderId);
  if (!order) return;
  const owedMinor = Math.max(owedFor(order, lost), lost.writtenOffMinor);
  const isBeingPaid = live !== undefined && (await operationOf(tx, settleKey(live.id)))?.kind === "capture";
  if (owedMinor >= lost.owedMinor || isBeingPaid) return;
  const after = await savePayment({ tx, now }, lost, { ...lost, owedMinor }, "expired");
  if (!live) return;
  const open = money(await outstandingOf(tx, after), after.currency);
  if (isCardAmount(open) && !(await isKnown(tx, live.id))) await askForLess({ tx, orgId, now }, live, open);
  else await queueSettlement(tx, orgId, live.id);
}

/** @param live locked by this transaction; unknown to the provider */
async function askForLess({ tx, orgId, now }: TxContext, live: PaymentRow, open: Money): Promise<void> {
  const taxMinor = share(open, live.taxMinor, live.amountMinor).minor;
  await changeAmount(tx, live.id, open.minor, taxMinor);
  await sendLink(tx, orgId, live.id, now);
}
