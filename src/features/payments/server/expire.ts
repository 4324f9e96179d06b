import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { overdueOrders, readOrderRecord } from "#features/deliveries/server/public.ts";
import { isolateFailure, type PaymentDeps } from "./base/payment-deps.ts";
import { readAndMerge } from "./merge/read-and-merge.ts";
import { expireIfPending, planSettlement } from "./base/orders.ts";
import { noteAsked } from "./base/payment-lists.ts";
import { bookingOf, lockBookingOf } from "./base/payment-row.ts";
import { isAtRest, systemOf } from "./base/save-payment.ts";
import type { PaymentRow } from "../domain/payment.ts";
import { runOperation } from "./operations/run-operation.ts";
import { dropUnsent, endEmpty, runOpening } from "./settle.ts";

/**
 * Ends an unpaid order whose time is over. The provider is asked first: a hold that is there confirms the order; one
 * that is not is made impossible there before the order expires here.
 */
export async function expireUnpaid(deps: PaymentDeps, orgId: string, orderId: string): Promise<void> {
  const payment = await deps.db.as({ orgId }, (tx) => bookingOf(tx, orderId));
  if (payment) await deps.db.as({ orgId }, (tx) => noteAsked(tx, payment.id, deps.clock()));
  if (payment && !isAtRest(payment.state)) {
    await runOpening(deps, orgId, payment.id);
    const opId = await release(deps, orgId, orderId);
    if (opId !== undefined) await runOperation(deps, orgId, opId);
  }
  await deps.db.as({ orgId }, (tx) => expireIfUnpaid(tx, orgId, deps.clock(), orderId));
}

/** Orders of one page. */
const BATCH = 500;

/**
 * Expires overdue orders using local data only; never calls the provider. An order whose payment is in doubt waits
 * for the provider's answer, however long that takes. One that fails does not keep the others.
 */
export async function expireOverdue(
  deps: Pick<PaymentDeps, "db" | "clock" | "log">,
  orgId: string,
  batch = BATCH,
): Promise<void> {
  const now = deps.clock();
  const inOrg = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => deps.db.as({ orgId }, work);
  let page: string[];
  let last: string | undefined;
  do {
    const after = last;
    page = await inOrg((tx) => overdueOrders({ tx, now }, batch, after));
    for (const orderId of page)
      await isolateFailure(deps, { orderId }, () => inOrg((tx) => expireIfUnpaid(tx, orgId, now, orderId)));
    last = page.at(-1);
  } while (page.length === batch);
}

/** Expires an order if nothing is held for it, and nothing can be any more. */
async function expireIfUnpaid(tx: Tx, orgId: string, now: Instant, orderId: string): Promise<void> {
  const payment = await lockBookingOf(tx, orderId);
  if (payment && hasMoney(payment)) return;
  if (payment) await dropUnsent(tx, now, payment.id);
  if (!payment || (await endEmpty(tx, orgId, now, payment)))
    await expireIfPending(tx, systemOf(orgId), now, orderId);
}

const hasMoney = ({ capturedMinor, authorizedMinor, canceledSeen }: PaymentRow): boolean =>
  capturedMinor > 0 || (authorizedMinor > 0 && !canceledSeen);

/** Reads the intent; where nothing is held, writes down its release. */
async function release(deps: PaymentDeps, orgId: string, orderId: string): Promise<string | undefined> {
  const payment = await deps.db.as({ orgId }, (tx) => bookingOf(tx, orderId));
  if (!payment || payment.ref === null || payment.state === "review") return undefined;
  try {
    await readAndMerge(deps, orgId, payment);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return deps.db.as({ orgId }, async (tx) => {
    const locked = await lockBookingOf(tx, orderId);
    const order = await readOrderRecord(tx, orderId);
    if (!locked || isAtRest(locked.state) || order?.state !== "pending_payment") return undefined;
    if (locked.ref === null) return undefined;
    return (await planSettlement(deps, tx, locked, { kind: "void" })).id;
  });
}
