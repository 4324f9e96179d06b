import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { operationOf, planOperation } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { isAtRest, savePayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { tellOf } from "../tell.ts";

/**
 * What a payment is paid on: an intent through our card form, or the provider's own page. One at a time: each turn ends
 * at the provider, with its answer, before the next one begins. So two of them never hold money.
 */
type TurnFacts = Pick<PaymentRow, "ref" | "pageRef" | "leftRefs">;

/** Counts the intents and pages that were left. */
export const turnOf = ({ leftRefs }: TurnFacts): number => leftRefs.length;

/** The provider's page that may be paid on right now. */
export const openPageOf = ({ ref, pageRef }: TurnFacts): string | null => (ref === null ? pageRef : null);

/** Nothing at the provider can be paid on, or was. */
const isEmpty = (payment: TurnFacts): boolean => payment.ref === null && payment.pageRef === null;

/** The operation that begins or ends a turn and has no answer yet. */
export async function turnUnderWay(
  tx: Tx,
  paymentId: string,
  kinds: readonly Operation["kind"][] = ["open", "page", "leave"],
): Promise<string | undefined> {
  const row = await first(
    tx,
    sql<{ id: string }>`select id from payment_op
      where org_id = app_org() and payment_id = ${paymentId} and kind = any(${[...kinds]})
        and state in ('pending', 'sent') order by created_at limit 1`,
  );
  return row?.id;
}

/**
 * A turn that ends, or a page that begins: what is under way keeps the payment from being settled, also where a person
 * was given it because nobody knows how it went.
 */
export const isTurning = (tx: Tx, paymentId: string): Promise<boolean> =>
  has(tx, paymentId, sql`kind in ('page', 'leave') and state in ('pending', 'sent', 'review')`);

const has = async (tx: Tx, paymentId: string, what: ReturnType<typeof sql>): Promise<boolean> =>
  (await first(
    tx,
    sql`select from payment_op where org_id = app_org() and payment_id = ${paymentId} and ${what} limit 1`,
  )) !== undefined;

/**
 * Writes down that an intent or a page is to be ended. From now on nothing that an intent says counts: a hold that it
 * still makes confirms no order, and is let go by its end.
 *
 * @param payment locked by this transaction
 */
export async function planLeave(
  tx: Tx,
  now: Instant,
  payment: PaymentRow,
  about: string,
  instance: string,
): Promise<Operation> {
  const logicalKey = `leave:${about}`;
  const standing = await operationOf(tx, logicalKey);
  if (standing) return standing;
  if (about === payment.ref)
    await savePayment(tx, payment, { ...payment, leftRefs: [...payment.leftRefs, about] }, now);
  return planOperation(tx, now, {
    id: newId(now),
    paymentId: payment.id,
    kind: "leave",
    logicalKey,
    amountMinor: null,
    about,
    instance,
  });
}

/**
 * Ends a payment that has nothing left at the provider: what there was is ended, or the provider said no to it.
 *
 * @param payment locked by this transaction
 * @returns whether it is at rest now
 */
export async function endEmpty(tx: Tx, orgId: string, now: Instant, payment: PaymentRow): Promise<boolean> {
  if (isAtRest(payment.state)) return true;
  if (!isEmpty(payment)) return false;
  const isOpen = sql`kind in ('open', 'page', 'leave') and state in ('pending', 'sent', 'review')`;
  if (await has(tx, payment.id, isOpen)) return false;
  const isBegun = payment.leftRefs.length > 0 || payment.purpose === "booking";
  if (!isBegun) return false;
  const after = await savePayment(tx, payment, { ...payment, canceledSeen: true }, now);
  await tellOf(tx, orgId, now, after, "payment.voided");
  return true;
}

/** Drops what was to begin a turn and never left. @param payment locked by this transaction */
export const dropUnsent = (tx: Tx, now: Instant, paymentId: string): Promise<unknown> =>
  sql`update payment_op set state = 'failed', outcome = '{"kind": "unneeded"}', done_at = ${toIso(now)}
      where org_id = app_org() and payment_id = ${paymentId} and kind in ('open', 'page') and state = 'pending'
        and sent_at is null`.execute(tx);
