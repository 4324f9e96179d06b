import { MINUTE_MS, type Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { mergeSnapshot, leaveReview } from "../merge/merge-snapshot.ts";
import { isolateFailure, type PaymentDeps, isOn } from "../base/payment-deps.ts";
import { gateOf, isShut } from "../gate/gate-row.ts";
import type { Outcome } from "../base/gateway.ts";
import { KINDS, toldAddress, type Claimed, type Seen } from "./operation-kinds.ts";
import {
  NEW_KEY_AFTER_MS,
  ageUnknown,
  finish,
  isFromAhead,
  isWaiting,
  lockOperation,
  markSent,
  mustReadFirst,
  postpone,
  renewKey,
  tryLater,
  unansweredOperations,
  type Operation,
} from "../base/operation.ts";
import { lockPayment, readPayment } from "../base/payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import { mergeRefunds } from "../merge/merge-refunds.ts";

/**
 * Carries out one stored operation: mark as sent and commit; call outside any transaction; merge the answer. The
 * request of each kind is in `operation-kinds.ts`; the protocol is this one. Safe to run many times and at the
 * same time: the key is the same, the answer is merged under the row lock.
 */
export async function runOperation(deps: PaymentDeps, orgId: string, opId: string): Promise<void> {
  const claimed = await deps.db.as({ orgId }, (tx) => claim(deps, tx, orgId, opId));
  if (!claimed) return;
  const { op } = claimed;
  const kind = KINDS[op.kind];
  if (mustReadFirst(op, deps.clock())) {
    const found = isOn(deps, "read-before-new-key") ? await kind.find(deps, claimed) : "nothing";
    if (found === "unclear") return wait(deps, claimed);
    if (found !== "nothing") return conclude(deps, claimed, found);
    if (!(await mayRenew(deps, orgId, op))) return;
    return runOperation(deps, orgId, opId);
  }
  failpoint(`${op.kind}:sent`);
  const key = isOn(deps, "stable-key") ? op.idemKey : `${op.idemKey}:${op.sends}`;
  const answer = await kind.send(deps, claimed, key);
  failpoint(`${op.kind}:answered`);
  await conclude(deps, claimed, answer);
}

/**
 * After an outage the waits between two tries have grown to an hour. So of the calls that got no answer, the one that
 * left longest ago is tried before its time; while the provider answers, the others follow at once. Keys stay the same.
 */
export async function tryAfterSilence(deps: PaymentDeps, orgId: string, limit: number): Promise<void> {
  const waiting = await deps.db.as({ orgId }, (tx) =>
    unansweredOperations(tx, deps.provider.id, deps.clock(), limit),
  );
  for (const opId of waiting) {
    await isolateFailure(deps, { opId }, () => runOperation(deps, orgId, opId));
    const op = await deps.db.as({ orgId }, (tx) => lockOperation(tx, opId));
    if (!op || isWaiting(op)) return;
  }
}

/** Writes "sent" before anything leaves. Finished operations and payments of another provider are left alone. */
async function claim(deps: PaymentDeps, tx: Tx, orgId: string, opId: string): Promise<Claimed | undefined> {
  const now = deps.clock();
  const op = await lockOperation(tx, opId);
  if (!op || !isWaiting(op)) return undefined;
  const payment = await readPayment(tx, op.paymentId);
  if (payment?.provider !== deps.provider.id) return undefined;
  if (KINDS[op.kind].needsIntent && payment.ref === null) return undefined;
  if (isShut(await gateOf(tx, deps.provider.id, now))) return undefined;
  if (isFromAhead(op, now)) {
    await ageUnknown(tx, op, now);
    return undefined;
  }
  if (mustReadFirst(op, now)) return { op, payment, orgId };
  const told = { ...op, payerAddress: await toldAddress(tx, op) };
  await markSent(tx, told, now);
  return { op: told, payment, orgId };
}

/** The read has no answer either: it is repeated later, and after a day a person is asked. */
const wait = (deps: PaymentDeps, { op: { id }, orgId }: Claimed): Promise<void> =>
  deps.db.as({ orgId }, async (tx) => {
    const op = await lockOperation(tx, id);
    const outcome = op?.outcome ?? { kind: "unknown", reason: "unread" };
    if (op && isWaiting(op)) await tryLater(tx, op, deps.clock(), outcome);
  });

/**
 * Gives an operation a new key, after a read that found nothing: at once, or once late packets can no longer arrive where
 * one could move money. Decided under the operation's lock: one that ended or was renewed meanwhile stays as it is.
 *
 * @returns whether it may be carried out again now
 */
export const mayRenew = (deps: PaymentDeps, orgId: string, { id, attempt }: Operation): Promise<boolean> =>
  deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    const op = await lockOperation(tx, id);
    if (!op || !isWaiting(op) || op.attempt !== attempt) return true;
    const isLate = op.sentAt !== null && now - op.sentAt < NEW_KEY_AFTER_MS;
    if (isOn(deps, "grace") && KINDS[op.kind].movesMoney && isLate) {
      await postpone(tx, op, (op.sentAt ?? now) + NEW_KEY_AFTER_MS, op.outcome ?? {});
      return false;
    }
    await renewKey(tx, op, deps.instance, now);
    return true;
  });

/** Takes the answer in: payment first, then the operation, in one transaction. */
async function conclude(deps: PaymentDeps, claimed: Claimed, outcome: Outcome<Seen>): Promise<void> {
  const { op, orgId } = claimed;
  const answer = outcome.kind === "rejected" ? await KINDS[op.kind].reread(deps, claimed, outcome) : outcome;
  if (answer.kind === "misconfigured")
    deps.log.error({ code: answer.code, op: op.id }, "the payment provider refuses our key");
  await deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    const locked = await lockPayment(tx, op.paymentId);
    if (!locked) return;
    const seen = "value" in answer ? answer.value : undefined;
    const payment = seen ? await takeIn(tx, { op, payment: locked, orgId }, seen, now) : locked;
    const standing = await lockOperation(tx, op.id);
    if (standing && isWaiting(standing) && answersCurrentKey(standing, op, answer))
      await close(tx, { op: standing, payment, orgId }, answer, now);
    failpoint(`${op.kind}:concluding`);
  });
}

/**
 * Whether an answer decides the operation as it stands. A no or a silence under a key that was renewed meanwhile says
 * nothing of the new one: taken for the new key's, it would renew that too, and two intents could be opened.
 */
const answersCurrentKey = (standing: Operation, asked: Operation, answer: Outcome<Seen>): boolean =>
  answer.kind === "ok" || standing.attempt === asked.attempt;

async function takeIn(
  tx: Tx,
  { op, payment, orgId }: Claimed,
  seen: Seen,
  now: Instant,
): Promise<PaymentRow> {
  if ("opId" in seen) return mergeRefunds({ tx, orgId, now }, payment, [seen]);
  const after = await mergeSnapshot({ tx, orgId, now }, payment, seen);
  if (op.kind !== "cancel" || after.state !== "review") return after;
  return (await leaveReview({ tx, orgId, now }, after, seen)) ?? after;
}

async function close(
  tx: Tx,
  { op, payment, orgId }: Claimed,
  answer: Outcome<Seen>,
  now: Instant,
): Promise<void> {
  switch (answer.kind) {
    case "ok":
      return finish({ tx, now }, op, "done", { kind: "ok" });
    case "declined":
    case "rejected": {
      const { kind, code } = answer;
      // A refusal counts as success where the payment already has the operation's effect.
      const isThere = KINDS[op.kind].hasEffect(op, payment);
      if (!isThere) await KINDS[op.kind].refused(tx, { op, payment, orgId, now, code });
      return finish({ tx, now }, op, isThere ? "done" : "failed", { kind, code });
    }
    case "unknown":
      return tryLater(tx, op, now, { ...answer });
    case "throttled":
      return postpone(tx, op, now + answer.retryAfterMs, { kind: answer.kind });
    case "misconfigured":
      return postpone(tx, op, now + 5 * MINUTE_MS, { ...answer });
  }
}
