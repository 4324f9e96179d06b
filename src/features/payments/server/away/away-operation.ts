import { sql } from "kysely";
import { money } from "#kernel/money.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { OpenIntent, Outcome, PaymentProvider } from "../gateway.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { wantSettled } from "../absorb.ts";
import { NEW_KEY_AFTER_MS, REFUSED, finish, isWaiting, lockOperation, postpone } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { sendLink, takeableOf } from "../owed/lose-hold.ts";
import type { PaymentRow } from "../payment-row.ts";
import { doesStand } from "./away-consent.ts";

/** The consent was taken back, or nothing is owed any more, before anything reached the provider. */
export const CALLED_OFF = { kind: "rejected", code: "called-off" } as const;

/** The call that opens an intent with a kept card. */
export function sendAway(
  { savedCards }: PaymentProvider,
  { away, id }: Operation,
  key: string,
  payment: PaymentRow,
): Promise<Outcome<OpenIntent>> {
  if (!savedCards || !away) throw new Error(`operation ${id} charges no card`);
  return savedCards.charge({
    key,
    paymentId: payment.id,
    amount: money(payment.amountMinor, payment.currency),
    holder: away.holderRef,
    card: away.cardRef,
  });
}

/** Whether a charge may (still) be sent: its consent stands, and what it charges for is owed. */
export async function mayBeSent(
  tx: Tx,
  orgId: string,
  { away }: Operation,
  payment: PaymentRow,
): Promise<boolean> {
  if (!away) return true;
  return (await isOwed(tx, orgId, payment)) && (await doesStand(tx, away.consentId));
}

async function isOwed(tx: Tx, orgId: string, payment: PaymentRow): Promise<boolean> {
  const order = await readOrderRecord(tx, orgId, payment.orderId);
  return order !== undefined && (await takeableOf(tx, order, payment)) >= payment.amountMinor;
}

/** Whether no late packet of a charge can arrive any more; while one can, it is looked at again then. */
export async function isLatePast(tx: Tx, id: string, now: Instant): Promise<boolean> {
  const op = await lockOperation(tx, id);
  if (!op || !isWaiting(op)) return false;
  if (op.sentAt === null || now - op.sentAt >= NEW_KEY_AFTER_MS) return true;
  await postpone(tx, op, op.sentAt + NEW_KEY_AFTER_MS, op.outcome ?? {});
  return false;
}

/**
 * A charge has its answer. Held, it goes the way of every payment; else its holder gets the link: to the same intent, or,
 * where there is none, to one that is opened for them.
 */
export async function closeAway(
  tx: Tx,
  orgId: string,
  op: Operation,
  now: Instant,
  { kind, code = kind }: { readonly kind: string; readonly code?: string },
  payment: PaymentRow,
): Promise<void> {
  if (payment.authorizedMinor > 0) return finish(tx, op, now, "done", { kind: "ok" });
  await finish(tx, op, now, "failed", { kind, code: payment.decline ?? code });
  if (payment.ref === null)
    await sql`update payment_op set logical_key = ${`${REFUSED}${op.id}`}
              where org_id = app_org() and id = ${op.id}`.execute(tx);
  if (await isOwed(tx, orgId, payment)) return sendLink(tx, orgId, payment.id, now);
  return wantSettled(tx, orgId, payment.id);
}
