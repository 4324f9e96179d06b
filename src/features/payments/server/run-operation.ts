import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Log } from "#server/http/app.ts";
import type { IntentSnapshot } from "../domain/snapshot.ts";
import type { RefundSnapshot } from "../domain/refund.ts";
import { absorb } from "./absorb.ts";
import type { OpenIntent, Outcome, PaymentProvider } from "./gateway.ts";
import { gateOf, isShut } from "./gate/gate-row.ts";
import { ageUnknown, finish, isFromAhead, isWaiting, lockOperation, markSent } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { aboutOf, toldAddress } from "./about-order.ts";
import { leaveReview } from "./leave-review.ts";
import { isAtRest, lockPayment, readPayment, savePayment } from "./payment-row.ts";
import type { PaymentRow } from "./payment-row.ts";
import { closeUnclear, mayRenew, mustReadFirst, wait } from "./retry.ts";
import { loseHold } from "./owed/lose-hold.ts";
import { isOn } from "./safeguards.ts";
import type { Safeguards } from "./safeguards.ts";
import { absorbRefunds } from "./refunds/absorb-refunds.ts";
import { lookForRefund, refuseRefund } from "./refunds/refund-operation.ts";

/** What the payment desk works with. */
export interface Desk {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly provider: PaymentProvider;
  /** Names this install in every key at the provider. */
  readonly instance: string;
  /** Multiplies the limits of declined cards; where it is absent there are none. */
  readonly limitFactor?: number | undefined;
  /** Given by the simulation alone. */
  readonly safeguards?: Partial<Safeguards>;
  /** What one person may give back of one payment alone, by currency, in minor units. */
  readonly refundLimits?: Readonly<Record<string, number>> | undefined;
}

/** What the provider shows after an operation: the intent, or for a refund the refund. */
type Seen = IntentSnapshot | RefundSnapshot;

interface Claimed {
  readonly op: Operation;
  readonly payment: PaymentRow;
}

/**
 * Carries out one written-down operation: mark as sent and commit; call outside any transaction; take the answer in.
 *
 * Safe to run many times and at the same time: the key is the same, the answer is merged under the row lock.
 */
export async function runOperation(desk: Desk, orgId: string, opId: string): Promise<void> {
  const claimed = await desk.db.as({ orgId }, (tx) => claim(desk, tx, orgId, opId));
  if (!claimed) return;
  const { op, payment } = claimed;
  if (mustReadFirst(op, desk.clock())) {
    const found = isOn(desk, "read-before-new-key") ? await lookFor(desk, op, payment) : undefined;
    if (found === "unclear") return wait(desk, orgId, op);
    if (found) return conclude(desk, orgId, claimed, foundAs(op, found));
    if (!(await mayRenew(desk, orgId, op))) return;
    return runOperation(desk, orgId, opId);
  }
  failpoint(`${op.kind}:sent`);
  const answer = await send(desk, orgId, claimed);
  failpoint(`${op.kind}:answered`);
  await conclude(desk, orgId, claimed, answer);
}

const OF_INTENT: ReadonlySet<Operation["kind"]> = new Set(["capture", "cancel", "refund"]);

/** Writes "sent" before anything leaves. Finished operations and payments of another provider are left alone. */
async function claim(desk: Desk, tx: Tx, orgId: string, opId: string): Promise<Claimed | undefined> {
  const now = desk.clock();
  const op = await lockOperation(tx, opId);
  if (!op || !isWaiting(op)) return undefined;
  const payment = await readPayment(tx, op.paymentId);
  if (payment?.provider !== desk.provider.id) return undefined;
  if (OF_INTENT.has(op.kind) && payment.ref === null) return undefined;
  if (isShut(await gateOf(tx, desk.provider.id, now))) return undefined;
  if (isFromAhead(op, now)) {
    await ageUnknown(tx, op, now);
    return undefined;
  }
  if (mustReadFirst(op, now)) return { op, payment };
  const told = { ...op, payerAddress: await toldAddress(tx, op) };
  await markSent(tx, told, now);
  return { op: told, payment };
}

function send(desk: Desk, orgId: string, { op, payment }: Claimed): Promise<Outcome<Seen>> {
  const key = isOn(desk, "stable-key") ? op.idemKey : `${op.idemKey}:${op.sends}`;
  const ref = payment.ref ?? "";
  switch (op.kind) {
    case "open":
      return openOf(desk, orgId, { op, payment }, key).then(snapshotOnly);
    case "capture":
      return desk.provider.capture({ key, ref, amount: money(op.amountMinor ?? 0, payment.currency) });
    case "cancel":
      return desk.provider.cancel({ key, ref });
    case "refund": {
      const amount = money(op.amountMinor ?? 0, payment.currency);
      return desk.provider.refund({ key, ref, opId: op.id, amount });
    }
  }
}

async function openOf(
  { db, provider }: Desk,
  orgId: string,
  { op, payment }: Claimed,
  key: string,
): Promise<Outcome<OpenIntent>> {
  const amount = money(payment.amountMinor, payment.currency);
  const about = await db.as({ orgId }, (tx) => aboutOf(tx, orgId, { op, payment }));
  return provider.openIntent({ key, paymentId: payment.id, amount, about });
}

const snapshotOnly = (outcome: Outcome<{ snapshot: IntentSnapshot }>): Outcome<IntentSnapshot> => {
  if (outcome.kind === "ok" || outcome.kind === "declined")
    return { ...outcome, value: outcome.value.snapshot };
  if (outcome.kind !== "rejected") return outcome;
  const { value, ...rest } = outcome;
  return { ...rest, ...(value && { value: value.snapshot }) };
};

/** Whether the operation's effect is already at the provider. `unclear`: the read itself got no answer. */
async function lookFor(
  desk: Desk,
  op: Operation,
  payment: PaymentRow,
): Promise<Seen | undefined | "unclear"> {
  if (op.kind === "refund") return lookForRefund(desk, op, payment);
  if (op.kind === "open") {
    const found = await desk.provider.findIntents(payment.id);
    if (found.kind !== "ok") return "unclear";
    return found.value[0]?.snapshot;
  }
  const read = await desk.provider.getIntent(payment.ref ?? "");
  if (read.kind !== "ok") return "unclear";
  return hasEffect(op, read.value.snapshot) ? read.value.snapshot : undefined;
}

const hasEffect = (op: Operation, seen: IntentSnapshot): boolean =>
  op.kind === "open" || seen.status === "canceled" || seen.status === "succeeded";

/** What was found, as the answer that the operation missed: a hold that was gone or taken otherwise is a no. */
const foundAs = (op: Operation, value: Seen): Outcome<Seen> =>
  "opId" in value || op.kind !== "capture" || value.capturedMinor === op.amountMinor
    ? { kind: "ok", value }
    : { kind: "rejected", code: value.status === "canceled" ? "hold_gone" : "already_captured", value };

/** Takes the answer in: payment first, then the operation, in one transaction. */
async function conclude(
  desk: Desk,
  orgId: string,
  { op, payment }: Claimed,
  outcome: Outcome<Seen>,
): Promise<void> {
  const answer = await withSnapshot(desk, op, payment, outcome);
  if (answer.kind === "misconfigured")
    desk.log.error({ code: answer.code, op: op.id }, "the payment provider refuses our key");
  await desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    const locked = await lockPayment(tx, op.paymentId);
    if (!locked) return;
    const seen = "value" in answer ? answer.value : undefined;
    const after = seen ? await takeIn(tx, orgId, now, locked, seen, op) : locked;
    const standing = await lockOperation(tx, op.id);
    if (standing && isWaiting(standing) && speaksOf(standing, op, answer))
      await close(tx, orgId, standing, now, answer, after);
    failpoint(`${op.kind}:concluding`);
  });
}

/**
 * Whether an answer decides the operation as it stands. A no or a silence under a key that was renewed meanwhile says
 * nothing of the new one: taken for the new key's, it would renew that too, and two intents could be opened.
 */
const speaksOf = (standing: Operation, asked: Operation, answer: Outcome<Seen>): boolean =>
  answer.kind === "ok" || standing.attempt === asked.attempt;

async function takeIn(
  tx: Tx,
  orgId: string,
  now: Instant,
  payment: PaymentRow,
  seen: Seen,
  { kind }: Operation,
): Promise<PaymentRow> {
  if ("opId" in seen) return absorbRefunds(tx, orgId, now, payment, [seen]);
  const after = await absorb(tx, orgId, now, payment, seen);
  if (kind !== "cancel" || after.state !== "review") return after;
  return (await leaveReview(tx, orgId, now, after, seen)) ?? after;
}

/** A refusal that came without the intent: read it, so that the merge decides whether that is success. */
async function withSnapshot(
  desk: Desk,
  op: Operation,
  payment: PaymentRow,
  outcome: Outcome<Seen>,
): Promise<Outcome<Seen>> {
  if (op.kind === "refund" && outcome.kind === "rejected") return afterRefusal(desk, op, payment, outcome);
  if (outcome.kind !== "rejected" || outcome.value || payment.ref === null) return outcome;
  const read = await desk.provider.getIntent(payment.ref);
  return read.kind === "ok" ? { ...outcome, value: read.value.snapshot } : outcome;
}

/** Only the list decides whether a refused refund was given: the no may speak of another one. */
async function afterRefusal(
  desk: Desk,
  op: Operation,
  payment: PaymentRow,
  refused: Outcome<Seen>,
): Promise<Outcome<Seen>> {
  const found = await lookFor(desk, op, payment);
  if (found === "unclear") return { kind: "unknown", reason: "refused-unread", stored: true };
  return found ? { kind: "ok", value: found } : refused;
}

/** Ends the operation, or says when it is tried again. */
async function close(
  tx: Tx,
  orgId: string,
  op: Operation,
  now: Instant,
  answer: Outcome<Seen>,
  payment: PaymentRow,
): Promise<void> {
  switch (answer.kind) {
    case "ok":
      return finish(tx, op, now, "done", { kind: "ok" });
    case "declined":
    case "rejected":
      return closeRefused(tx, orgId, op, now, answer, payment);
    case "unknown":
    case "throttled":
    case "misconfigured":
      return closeUnclear(tx, op, now, answer);
  }
}

/** A clear no. Where the payment already is where the operation was to bring it, that is success all the same. */
async function closeRefused(
  tx: Tx,
  orgId: string,
  op: Operation,
  now: Instant,
  { kind, code }: { readonly kind: string; readonly code: string },
  payment: PaymentRow,
): Promise<void> {
  if (op.kind === "refund") {
    await refuseRefund(tx, op, payment, now, code);
    return finish(tx, op, now, "failed", { kind, code });
  }
  if (op.kind !== "open" && isWanted(op, payment)) return finish(tx, op, now, "done", { kind, code });
  if (op.kind === "capture" && payment.canceledSeen) await loseHold(tx, orgId, payment, payment, now);
  else if (!isAtRest(payment.state)) await savePayment(tx, payment, { ...payment, mismatch: true }, now);
  return finish(tx, op, now, "failed", { kind, code });
}

/** Whether the payment is where the operation was to bring it. */
const isWanted = (op: Operation, payment: PaymentRow): boolean =>
  op.kind === "capture" ? payment.capturedMinor === op.amountMinor : isAtRest(payment.state);
