import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toIso, type Instant } from "#kernel/instant.ts";
import { first, idsOf, json, type Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

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

const COLUMNS = sql`
  id, payment_id as "paymentId", kind, amount_minor as "amountMinor", refund_id as "refundId",
  payer_address as "payerAddress", state, attempt, idem_key as "idemKey", outcome, created_at as "createdAt",
  first_sent_at as "firstSentAt", sent_at as "sentAt", sends, next_at as "nextAt"`;

const operationWhere = (tx: Tx, rest: ReturnType<typeof sql>): Promise<Operation | undefined> =>
  first(tx, sql<Operation>`select ${COLUMNS} from payment_op where org_id = app_org() and ${rest}`);

/** Providers forget a key after a day; ours is not trusted beyond this. */
const KEY_TRUSTED_MS = 22 * HOUR_MS;
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

/**
 * The provider would repeat a stored error for ever, or may have forgotten the key: a read decides. An old operation
 * that was never sent is not believed either: a backup may have brought it back from before it was.
 */
export const mustReadFirst = (op: Operation, now: Instant): boolean =>
  op.outcome?.stored === true ||
  ((op.attempt === 1 || op.firstSentAt !== null) && now - (op.firstSentAt ?? op.createdAt) > KEY_TRUSTED_MS);

/** Tried for a day without a clear end. A new key does not begin the day anew; what was never sent has not begun it. */
const isForPerson = (op: Pick<Operation, "createdAt" | "attempt" | "firstSentAt">, now: Instant): boolean =>
  now - op.createdAt > REVIEW_AFTER_MS &&
  (op.attempt > 1 || (op.firstSentAt !== null && now - op.firstSentAt > REVIEW_AFTER_MS));

const backoffMs = (sends: number): number => Math.min(HOUR_MS, 5 * SECOND_MS * 2 ** Math.min(sends - 1, 12));

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
    readonly paymentId: string;
    readonly kind: Operation["kind"];
    readonly logicalKey: string;
    readonly amountMinor: number | null;
    readonly refundId?: string;
    readonly instance: string;
  },
): Promise<Operation> {
  const id = newId(now);
  await sql`
    insert into payment_op (org_id, id, payment_id, kind, logical_key, amount_minor, refund_id, state, idem_key,
                            created_at, next_at)
    values (app_org(), ${id}, ${plan.paymentId}, ${plan.kind}, ${plan.logicalKey}, ${plan.amountMinor},
            ${plan.refundId ?? null}, 'pending', ${keyOf(plan.instance, plan.paymentId, id)}, ${toIso(now)}, ${toIso(now)})
    on conflict (org_id, logical_key) do nothing`.execute(tx);
  const standing = await operationOf(tx, plan.logicalKey);
  if (!standing) throw new Error("an operation vanished");
  return standing;
}

export const operationOf = (tx: Tx, logicalKey: string): Promise<Operation | undefined> =>
  operationWhere(tx, sql`logical_key = ${logicalKey}`);

export const lockOperation = (tx: Tx, id: string): Promise<Operation | undefined> =>
  operationWhere(tx, sql`id = ${id} for update`);

/** Marks an operation as sent before the call leaves: a crash from here on means "it may have happened". */
export async function markSent(tx: Tx, op: Operation, now: Instant): Promise<void> {
  await sql`
    update payment_op
    set state = 'sent', payer_address = ${op.payerAddress}, first_sent_at = coalesce(first_sent_at, ${toIso(now)}), sent_at = ${toIso(now)},
        sends = sends + 1, next_at = ${toIso(now + backoffMs(op.sends + 1))}
    where org_id = app_org() and id = ${op.id}`.execute(tx);
}

export async function finish(
  { tx, now }: TimedTx,
  op: Operation,
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

/** An unclear end: the same again later, or a person's once it stayed so for a day, under however many keys. */
export const tryLater = (
  tx: Tx,
  op: Operation,
  now: Instant,
  outcome: Readonly<Record<string, unknown>>,
): Promise<void> =>
  isForPerson(op, now)
    ? finish({ tx, now }, op, "review", outcome)
    : postpone(tx, op, now + backoffMs(op.sends), outcome);

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

const idsWhere = (tx: Tx, provider: string, rest: ReturnType<typeof sql>, limit: number): Promise<string[]> =>
  idsOf(
    tx,
    sql`
        select o.id from payment_op o join payment p on p.org_id = o.org_id and p.id = o.payment_id
        where o.org_id = app_org() and p.provider = ${provider} and ${rest} limit ${limit}`,
  );

export const waitingOperations = (tx: Tx, provider: string, now: Instant, limit: number): Promise<string[]> =>
  idsWhere(
    tx,
    provider,
    sql`o.state in ('pending', 'sent')
        and (o.next_at <= ${toIso(now)} or o.next_at > ${toIso(now + LONGEST_WAIT_MS)}) order by o.next_at`,
    limit,
  );

/** A call that left within this may still be answered. */
const STILL_OUT_MS = MINUTE_MS;

/**
 * Operations without an answer, the one that left longest ago first. Not those whose key may be forgotten or repeats an
 * error: a read decides about them, at its time.
 */
export const unansweredOperations = (
  tx: Tx,
  provider: string,
  now: Instant,
  limit: number,
): Promise<string[]> =>
  idsWhere(
    tx,
    provider,
    sql`o.state = 'sent' and o.next_at > ${toIso(now)}
        and o.outcome ->> 'kind' = 'unknown' and o.outcome ->> 'stored' is distinct from 'true'
        and o.first_sent_at > ${toIso(now - KEY_TRUSTED_MS)} and o.sent_at <= ${toIso(now - STILL_OUT_MS)}
        order by o.sent_at, o.id`,
    limit,
  );
