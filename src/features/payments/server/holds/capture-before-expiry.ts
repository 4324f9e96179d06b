import { sql } from "kysely";
import { first, type Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { settleKey } from "../../domain/settlement.ts";
import { readAndMerge } from "../merge/read-and-merge.ts";
import { noteFinding } from "../base/finding-row.ts";
import { operationOf } from "../base/operation.ts";
import { dueOf, planSettlement } from "../base/orders.ts";
import { lockPayment, readPayment } from "../base/payment-row.ts";
import { runOperation } from "../operations/run-operation.ts";
import { type PaymentDeps, isOn } from "../base/payment-deps.ts";
import type { DueHold } from "./watch-holds.ts";

/**
 * Carries out the act due at a hold's end. @throws Refusal `payments.provider-silent`: the next check repeats it
 */
export async function captureBeforeExpiry(
  deps: PaymentDeps,
  orgId: string,
  { id, act }: DueHold,
): Promise<void> {
  if (act === "take") return takeEarly(deps, orgId, id);
  if (!isOn(deps, "reconciliation")) return;
  const payment = await deps.db.as({ orgId }, (tx) => readPayment(tx, id));
  if (payment?.state === "authorized") await readAndMerge(deps, orgId, payment);
}

/** Takes the whole price before the order's end, as the payment's one settling; what that does not call for goes back. */
async function takeEarly(deps: PaymentDeps, orgId: string, id: string): Promise<void> {
  const opId = await deps.db.as({ orgId }, (tx) => planEarly(deps, tx, id));
  failpoint("hold:planned");
  if (opId !== undefined) await runOperation(deps, orgId, opId);
}

/** Decides under the payment's row lock; whatever was decided before stands. */
async function planEarly(deps: PaymentDeps, tx: Tx, id: string): Promise<string | undefined> {
  const payment = await lockPayment(tx, id);
  if (payment?.state !== "authorized" || payment.ref === null) return undefined;
  if (await operationOf(tx, settleKey(id))) return undefined;
  const order = await readOrderRecord(tx, payment.orderId);
  if (!order || dueOf(order, payment) || !(await isInCustody(tx, payment.orderId))) return undefined;
  const settlement = dueOf(order, payment, { cause: "delivered" });
  if (settlement?.kind !== "capture") return undefined;
  await noteFinding(tx, deps.clock(), {
    kind: "taken-early",
    paymentId: id,
    facts: { minor: settlement.amount.minor, currency: payment.currency },
    isFixed: true,
  });
  return (await planSettlement(deps, tx, payment, settlement)).id;
}

/** An order's parcels are with a courier or at a hub, and its delivery goes on. */
const isInCustody = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from deliveries where org_id = app_org() and order_id = ${orderId} and closed_as is null
          and custody in ('courier', 'hub')`,
  )) !== undefined;
