import { sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import { alone } from "./alone.ts";
import { pull } from "./check.ts";
import { expireUnpaid } from "./expire.ts";
import { askAfter } from "./findings/ask-again.ts";
import { reopenIfWell } from "./gate/reopen.ts";
import { compareIfRestored } from "./gate/restore.ts";
import { meetEnd } from "./holds/meet-end.ts";
import { isHoldToWatch, watchHolds } from "./holds/watch-holds.ts";
import { leftNews } from "./inbox-row.ts";
import { follow } from "./inbox.ts";
import { waitingOperations } from "./operation.ts";
import { forgottenPayments, noteAsked, overdueToAsk, unsettledEnds } from "./payment-lists.ts";
import type { PaymentRow } from "./payment-row.ts";
import { openAfterCapture } from "./pull-after.ts";
import { overpaidAtEnd } from "./refunds/overpaid.ts";
import { runOperation, tryAfterSilence } from "./run-operation.ts";
import type { Desk } from "./run-operation.ts";
import { isOn } from "./safeguards.ts";
import { settlePayment } from "./settle.ts";

/** Rows of each kind that one sweep looks at; the rest waits a minute. */
const BATCH = 500;
/** A customer at the card form asks for itself; the sweeper asks for those who left. */
const LEFT_ALONE_MS = MINUTE_MS;
/** Refunds on their way and disputes take days: they are asked after this often where nobody tells us. */
const LOOK_AGAIN_MS = HOUR_MS;

/**
 * Finds whatever a crash, a lost answer or a closed browser left behind: operations without an answer, holds that
 * nobody told us of, news that nobody followed, ends that were not settled, orders whose time is over. One that fails does not keep the others.
 */
export async function sweepPayments(desk: Desk): Promise<void> {
  const orgs = await desk.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id } of orgs) await sweepOrganisation(desk, id);
}

/** As `sweepPayments`, for one organisation. */
export async function sweepOrganisation(desk: Desk, orgId: string): Promise<void> {
  const { id: provider } = desk.provider;
  await alone(desk, { orgId }, () => reopenIfWell(desk, orgId));
  await alone(desk, { orgId }, () => quietly(() => compareIfRestored(desk, orgId)));
  const found = await desk.db.as({ orgId }, async (tx) => ({
    ops: await waitingOperations(tx, provider, desk.clock(), BATCH),
    overdue: await overdueToAsk(tx, desk.clock(), BATCH),
    forgotten: isOn(desk, "reconciliation")
      ? await forgottenPayments(tx, provider, desk.clock() - LEFT_ALONE_MS, BATCH)
      : [],
    ends: [
      ...(await unsettledEnds(tx, provider, BATCH)),
      ...(await overpaidAtEnd(tx, provider, desk.clock(), BATCH)),
    ],
    news: isOn(desk, "reconciliation")
      ? await leftNews(tx, provider, desk.clock() - LEFT_ALONE_MS, BATCH)
      : [],
    isHoldToWatch: await isHoldToWatch(tx, provider, desk.clock()),
    open: await openAfterCapture(tx, provider, desk.clock() - LOOK_AGAIN_MS, BATCH),
  }));
  for (const opId of found.ops) await alone(desk, { opId }, () => runOperation(desk, orgId, opId));
  await alone(desk, { orgId }, () => tryAfterSilence(desk, orgId, BATCH));
  for (const orderId of found.overdue)
    await alone(desk, { orderId }, () => expireUnpaid(desk, orgId, orderId));
  for (const payment of found.forgotten)
    await alone(desk, { paymentId: payment.id }, () => quietly(() => askAgain(desk, orgId, payment)));
  for (const ref of found.news) await alone(desk, { ref }, () => quietly(() => follow(desk, orgId, ref)));
  for (const paymentId of found.ends)
    await alone(desk, { paymentId }, () => settlePayment(desk, orgId, paymentId));
  for (const payment of found.open)
    await alone(desk, { paymentId: payment.id }, () => quietly(() => askAfter(desk, orgId, payment)));
  if (found.isHoldToWatch) await alone(desk, { orgId }, () => sweepHolds(desk, orgId));
}

/** Holds that end soon, and what their end calls for. */
async function sweepHolds(desk: Desk, orgId: string): Promise<void> {
  for (const hold of await watchHolds(desk, orgId, BATCH))
    await alone(desk, { paymentId: hold.id }, () => quietly(() => meetEnd(desk, orgId, hold)));
}

/** Asks about a payment; a link that nobody follows is not asked about every minute. */
async function askAgain(desk: Desk, orgId: string, payment: PaymentRow): Promise<void> {
  if (payment.purpose !== "booking")
    await desk.db.as({ orgId }, (tx) => noteAsked(tx, payment.id, desk.clock()));
  await pull(desk, orgId, payment);
}

/** Silence is met again at the next sweep. */
async function quietly(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
