import { Refusal } from "#kernel/refusal.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { pull } from "./check.ts";
import { leaveTurns } from "./hosted/leave.ts";
import { endEmpty, isTurning } from "./hosted/turn.ts";
import { expireIfPending } from "./orders.ts";
import { bookingOf, isAtRest, lockBookingOf } from "./payment-row.ts";
import { runOperation } from "./run-operation.ts";
import type { Desk } from "./run-operation.ts";
import { plan } from "./settle.ts";
import { systemOf } from "./tell.ts";

/**
 * Ends an unpaid order whose time is over. The provider is asked first: a hold that is there confirms the order; one
 * that is not is made impossible there before the order expires here.
 */
export async function expireUnpaid(desk: Desk, orgId: string, orderId: string): Promise<void> {
  const payment = await desk.db.as({ orgId }, (tx) => bookingOf(tx, orderId));
  if (payment && !isAtRest(payment.state)) {
    await leaveTurns(desk, orgId, payment.id);
    const opId = await release(desk, orgId, orderId);
    if (opId !== undefined) await runOperation(desk, orgId, opId);
  }
  await desk.db.as({ orgId }, async (tx) => {
    const standing = await lockBookingOf(tx, orderId);
    if (!standing || (await endEmpty(tx, orgId, desk.clock(), standing)))
      await expireIfPending(tx, systemOf(orgId), desk.clock(), orderId);
  });
}

/** Reads the intent; where nothing is held, writes down its release. */
async function release(desk: Desk, orgId: string, orderId: string): Promise<string | undefined> {
  const payment = await desk.db.as({ orgId }, (tx) => bookingOf(tx, orderId));
  if (!payment || payment.ref === null || payment.state === "review") return undefined;
  try {
    await pull(desk, orgId, payment);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return desk.db.as({ orgId }, async (tx) => {
    const locked = await lockBookingOf(tx, orderId);
    const order = await readOrderRecord(tx, orgId, orderId);
    if (!locked || isAtRest(locked.state) || order?.state !== "pending_payment") return undefined;
    if (locked.ref === null || (await isTurning(tx, locked.id))) return undefined;
    return (await plan(desk, tx, locked, { kind: "void" })).id;
  });
}
