import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** A call that moves money, written down before it is made. */
export interface Operation {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: "open" | "capture" | "cancel" | "refund";
  readonly amountMinor: number | null;
  /** The refund that it gives; null for the other kinds. */
  readonly refundId: string | null;
  /** `open`: the payer's address that goes out with this key; forgotten at its end. */
  readonly payerAddress: string | null;
  readonly state: "pending" | "sent" | "done" | "failed" | "review";
  readonly attempt: number;
  readonly idemKey: string;
  readonly outcome: { readonly kind: string; readonly stored?: boolean } | null;
  readonly createdAt: Instant;
  readonly firstSentAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly sends: number;
  readonly nextAt: Instant;
}

interface Row {
  id: string;
  payment_id: string;
  kind: Operation["kind"];
  amount_minor: number | null;
  refund_id: string | null;
  payer_address: string | null;
  state: Operation["state"];
  attempt: number;
  idem_key: string;
  outcome: Operation["outcome"];
  created_at: Instant;
  first_sent_at: Instant | null;
  sent_at: Instant | null;
  sends: number;
  next_at: Instant;
}

const toOperation = (row: Row): Operation => ({
  id: row.id,
  paymentId: row.payment_id,
  kind: row.kind,
  amountMinor: row.amount_minor,
  refundId: row.refund_id,
  payerAddress: row.payer_address,
  state: row.state,
  attempt: row.attempt,
  idemKey: row.idem_key,
  outcome: row.outcome,
  createdAt: row.created_at,
  firstSentAt: row.first_sent_at,
  sentAt: row.sent_at,
  sends: row.sends,
  nextAt: row.next_at,
});

/** Providers forget a key after a day; ours is not trusted beyond this. */
export const KEY_TRUSTED_MS = 22 * HOUR_MS;
/** A late packet may still arrive; a new key waits this long after the last send. */
export const NEW_KEY_AFTER_MS = 15 * MINUTE_MS;
/** Unresolved for so long, a person must look; it is never given up silently. */
const REVIEW_AFTER_MS = DAY_MS;

/** Clocks of two processes differ by less; what was written further ahead than this was written by a wrong one. */
const CLOCK_ROOM_MS = 5 * MINUTE_MS;
/** No wait is longer: one that is was reckoned by a clock that ran ahead. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/** Sent at a time that has not come yet: nobody knows how old its key is. */
export const isFromAhead = (op: Operation, now: Instant): boolean =>
  op.sentAt !== null && op.sentAt > now + CLOCK_ROOM_MS;

/** Tried for a day without a clear end. A new key does not begin the day anew; what was never sent has not begun it. */
export const isForPerson = (
  op: Pick<Operation, "createdAt" | "attempt" | "firstSentAt">,
  now: Instant,
): boolean =>
  now - op.createdAt > REVIEW_AFTER_MS &&
  (op.attempt > 1 || (op.firstSentAt !== null && now - op.firstSentAt > REVIEW_AFTER_MS));

export const backoffMs = (sends: number): number =>
  Math.min(HOUR_MS, 5 * SECOND_MS * 2 ** Math.min(sends - 1, 12));

/** Sent without a clear answer, or not sent yet. */
export const isWaiting = (op: Operation): boolean => op.state === "pending" || op.state === "sent";

export const refundKey = (refundId: string): string => `refund:${refundId}`;

export const openKey = (paymentId: string): string => `open:${paymentId}`;

/** A key names the install, since its first restore also its epoch, then the operation and which attempt it is. */
const keyOf = (instance: string, paymentId: string, call: string) =>
  sql`${instance}::text || coalesce((
        select ':e' || g.epoch from payment_gate g join payment p on p.org_id = g.org_id and p.provider = g.provider
        where p.org_id = app_org() and p.id = ${paymentId} and g.epoch > 1), '') || ${`:${call}`}::text`;

/** Writes an operation, or finds the one that stands under this logical key: the first decision wins. */
export async function planOperation(
  tx: Tx,
  now: Instant,
  plan: {
    readonly id: string;
    readonly paymentId: string;
    readonly kind: Operation["kind"];
    readonly logicalKey: string;
    readonly amountMinor: number | null;
    readonly refundId?: string;
    readonly instance: string;
  },
): Promise<Operation> {
  await sql`
    insert into payment_op (org_id, id, payment_id, kind, logical_key, amount_minor, refund_id, state, idem_key,
                            created_at, next_at)
    values (app_org(), ${plan.id}, ${plan.paymentId}, ${plan.kind}, ${plan.logicalKey}, ${plan.amountMinor},
            ${plan.refundId ?? null}, 'pending', ${keyOf(plan.instance, plan.paymentId, plan.id)}, ${toIso(now)}, ${toIso(now)})
    on conflict (org_id, logical_key) do nothing`.execute(tx);
  const row = await first(
    tx,
    sql<Row>`select * from payment_op where org_id = app_org() and logical_key = ${plan.logicalKey}`,
  );
  if (!row) throw new Error("an operation vanished");
  return toOperation(row);
}

export async function operationOf(tx: Tx, logicalKey: string): Promise<Operation | undefined> {
  const row = await first(
    tx,
    sql<Row>`select * from payment_op where org_id = app_org() and logical_key = ${logicalKey}`,
  );
  return row && toOperation(row);
}

export async function lockOperation(tx: Tx, id: string): Promise<Operation | undefined> {
  const row = await first(
    tx,
    sql<Row>`select * from payment_op where org_id = app_org() and id = ${id} for update`,
  );
  return row && toOperation(row);
}

/** Marks an operation as sent before the call leaves: a crash from here on means "it may have happened". */
export async function markSent(tx: Tx, op: Operation, now: Instant): Promise<void> {
  await sql`
    update payment_op
    set state = 'sent', payer_address = ${op.payerAddress}, first_sent_at = coalesce(first_sent_at, ${toIso(now)}), sent_at = ${toIso(now)},
        sends = sends + 1, next_at = ${toIso(now + backoffMs(op.sends + 1))}
    where org_id = app_org() and id = ${op.id}`.execute(tx);
}

export async function finish(
  tx: Tx,
  op: Operation,
  now: Instant,
  state: "done" | "failed" | "review",
  outcome: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`update payment_op set state = ${state}, outcome = ${json(outcome)}, done_at = ${toIso(now)}, payer_address = null
            where org_id = app_org() and id = ${op.id}`.execute(tx);
}

/** Still unknown: the same key again later. */
export async function postpone(
  tx: Tx,
  op: Operation,
  nextAt: Instant,
  outcome: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`update payment_op set outcome = ${json(outcome)}, next_at = ${toIso(nextAt)}
            where org_id = app_org() and id = ${op.id}`.execute(tx);
}

/**
 * Puts an operation right that a clock ahead of ours marked as sent: it was sent now at the latest, so a late packet is
 * waited for; and its key may be older than it says, so a read decides.
 */
export async function ageUnknown(tx: Tx, op: Operation, now: Instant): Promise<void> {
  await sql`
    update payment_op
    set first_sent_at = ${toIso(now - KEY_TRUSTED_MS - MINUTE_MS)}, sent_at = ${toIso(now)},
        next_at = ${toIso(now + NEW_KEY_AFTER_MS)}
    where org_id = app_org() and id = ${op.id}`.execute(tx);
}

/** A fresh key, only after a read that found nothing. */
export async function renewKey(tx: Tx, op: Operation, instance: string, now: Instant): Promise<void> {
  await sql`update payment_op
            set attempt = attempt + 1, outcome = null,
              idem_key = ${keyOf(instance, op.paymentId, `${op.id}:${op.attempt + 1}`)},
                first_sent_at = null, next_at = ${toIso(now)}
            where org_id = app_org() and id = ${op.id}`.execute(tx);
}

/** Operations whose time for another try has come. */
export async function waitingOperations(
  tx: Tx,
  provider: string,
  now: Instant,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`
      select o.id from payment_op o join payment p on p.org_id = o.org_id and p.id = o.payment_id
      where o.org_id = app_org() and p.provider = ${provider} and o.state in ('pending', 'sent')
        and (o.next_at <= ${toIso(now)} or o.next_at > ${toIso(now + LONGEST_WAIT_MS)}) order by o.next_at limit ${limit}`,
  );
  return found.map((row) => row.id);
}
