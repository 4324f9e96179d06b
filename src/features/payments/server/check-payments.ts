import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { isolateFailure, type PaymentDeps, isOn } from "./base/payment-deps.ts";
import { openAfterCapture, askAfter } from "./check.ts";
import { readAndMerge } from "./merge/read-and-merge.ts";
import { expireUnpaid } from "./expire.ts";
import { reopenIfWell } from "./gate/reopen.ts";
import { compareIfRestored } from "./inbox/restore.ts";
import { captureBeforeExpiry } from "./holds/capture-before-expiry.ts";
import { isHoldToWatch, watchHolds } from "./holds/watch-holds.ts";
import { abandonedWebhooks } from "./inbox/inbox-row.ts";
import { readIntentOfWebhook } from "./inbox/inbox.ts";
import { waitingOperations } from "./base/operation.ts";
import { forgottenPayments, noteAsked, overdueToAsk, unsettledEnds } from "./base/payment-lists.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { overpaidAtEnd } from "./refunds/overpaid.ts";
import { runOperation, tryAfterSilence } from "./operations/run-operation.ts";
import { settlePayment } from "./settle.ts";

/** Rows of each kind that one check reads; the rest waits a minute. */
const BATCH = 500;
/** A card form that is open asks by itself; the check asks for those who left. */
const LEFT_ALONE_MS = MINUTE_MS;
/** Interval of reads of pending refunds and open disputes, which take days, without a webhook. */
const LOOK_AGAIN_MS = HOUR_MS;

/**
 * Finds whatever a crash, a lost answer or a closed browser left behind: operations without an answer, holds that
 * nobody told us of, news that nobody followed, ends that were not settled, orders whose time is over. One that fails does not keep the others.
 */
export async function checkPayments(deps: PaymentDeps): Promise<void> {
  for (const id of await organisationIds(deps.db)) await checkOrganisation(deps, id);
}

export async function checkOrganisation(deps: PaymentDeps, orgId: string): Promise<void> {
  const { id: provider } = deps.provider;
  await isolateFailure(deps, { orgId }, () => reopenIfWell(deps, orgId));
  await askIsolated(deps, { orgId }, () => compareIfRestored(deps, orgId));
  const found = await deps.db.as({ orgId }, async (tx) => ({
    ops: await waitingOperations(tx, provider, deps.clock(), BATCH),
    overdue: await overdueToAsk(tx, deps.clock(), BATCH),
    forgotten: isOn(deps, "reconciliation")
      ? await forgottenPayments(tx, provider, deps.clock() - LEFT_ALONE_MS, BATCH)
      : [],
    ends: [
      ...(await unsettledEnds(tx, provider, BATCH)),
      ...(await overpaidAtEnd(tx, provider, deps.clock(), BATCH)),
    ],
    news: isOn(deps, "reconciliation")
      ? await abandonedWebhooks(tx, provider, deps.clock() - LEFT_ALONE_MS, BATCH)
      : [],
    isHoldToWatch: await isHoldToWatch(tx, provider, deps.clock()),
    open: await openAfterCapture(tx, provider, deps.clock() - LOOK_AGAIN_MS, BATCH),
  }));
  for (const opId of found.ops) await isolateFailure(deps, { opId }, () => runOperation(deps, orgId, opId));
  await isolateFailure(deps, { orgId }, () => tryAfterSilence(deps, orgId, BATCH));
  for (const orderId of found.overdue)
    await isolateFailure(deps, { orderId }, () => expireUnpaid(deps, orgId, orderId));
  for (const payment of found.forgotten)
    await askIsolated(deps, { paymentId: payment.id }, () => askAgain(deps, orgId, payment));
  for (const ref of found.news) await askIsolated(deps, { ref }, () => readIntentOfWebhook(deps, orgId, ref));
  for (const paymentId of found.ends)
    await isolateFailure(deps, { paymentId }, () => settlePayment(deps, orgId, paymentId));
  for (const payment of found.open)
    await askIsolated(deps, { paymentId: payment.id }, () => askAfter(deps, orgId, payment));
  if (found.isHoldToWatch) await isolateFailure(deps, { orgId }, () => checkHolds(deps, orgId));
}

async function checkHolds(deps: PaymentDeps, orgId: string): Promise<void> {
  for (const hold of await watchHolds(deps, orgId, BATCH))
    await askIsolated(deps, { paymentId: hold.id }, () => captureBeforeExpiry(deps, orgId, hold));
}

/** Asks about a payment; a link that nobody follows is not asked about every minute. */
async function askAgain(deps: PaymentDeps, orgId: string, payment: PaymentRow): Promise<void> {
  if (payment.purpose !== "booking")
    await deps.db.as({ orgId }, (tx) => noteAsked(tx, payment.id, deps.clock()));
  await readAndMerge(deps, orgId, payment);
}

/** Asks in isolation; an unanswered call is repeated by the next check. */
const askIsolated = (deps: PaymentDeps, what: object, ask: () => Promise<unknown>): Promise<void> =>
  isolateFailure(deps, what, async () => {
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  });
