import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Outcome } from "./gateway.ts";
import {
  KEY_TRUSTED_MS,
  NEW_KEY_AFTER_MS,
  backoffMs,
  finish,
  isForPerson,
  isWaiting,
  lockOperation,
  postpone,
  renewKey,
} from "./operation.ts";
import type { Operation } from "./operation.ts";
import { isOn } from "./safeguards.ts";
import type { Safeguards } from "./safeguards.ts";

/** What is needed to say when an operation is tried again. */
interface Keeper {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly instance: string;
  readonly safeguards?: Partial<Safeguards>;
}

/**
 * The provider would repeat a stored error for ever, or may have forgotten the key: a read decides. An old operation
 * that was never sent is not believed either: a backup may have brought it back from before it was.
 */
export const mustReadFirst = (op: Operation, now: Instant): boolean =>
  op.outcome?.stored === true ||
  ((op.attempt === 1 || op.firstSentAt !== null) && now - (op.firstSentAt ?? op.createdAt) > KEY_TRUSTED_MS);

/** Nobody answers the read either: later again, and after a day a person looks. */
export async function wait(desk: Keeper, orgId: string, { id }: Operation): Promise<void> {
  await desk.db.as({ orgId }, async (tx) => {
    const op = await lockOperation(tx, id);
    const outcome = op?.outcome ?? { kind: "unknown", reason: "unread" };
    if (op && isWaiting(op)) await tryLater(tx, op, desk.clock(), outcome);
  });
}

/** An unclear end: the same again later, or a person's once it stayed so for a day, under however many keys. */
export async function tryLater(
  tx: Tx,
  op: Operation,
  now: Instant,
  outcome: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (isForPerson(op, now)) return finish(tx, op, now, "review", outcome);
  return postpone(tx, op, now + backoffMs(op.sends), outcome);
}

/**
 * Whether a late packet of the call could move money beside the same call under a new key. What opens an intent
 * that nobody has paid on moves nothing, and what ends one ends it once.
 */
const movesMoney = ({ kind }: Operation): boolean => kind === "capture" || kind === "refund";

/**
 * Gives an operation a new key, after a read that found nothing: at once, or once late packets can no longer arrive where
 * one could move money. Decided under the operation's lock: one that ended or was renewed meanwhile stays as it is.
 *
 * @returns whether it may be carried out again now
 */
export const mayRenew = (desk: Keeper, orgId: string, { id, attempt }: Operation): Promise<boolean> =>
  desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    const op = await lockOperation(tx, id);
    if (!op || !isWaiting(op) || op.attempt !== attempt) return true;
    if (isOn(desk, "grace") && movesMoney(op) && op.sentAt !== null && now - op.sentAt < NEW_KEY_AFTER_MS) {
      await postpone(tx, op, op.sentAt + NEW_KEY_AFTER_MS, op.outcome ?? {});
      return false;
    }
    await renewKey(tx, op, desk.instance, now);
    return true;
  });

/** No clear answer: when the operation is tried again. */
export function closeUnclear(
  tx: Tx,
  op: Operation,
  now: Instant,
  answer: Extract<Outcome<unknown>, { kind: "unknown" | "throttled" | "misconfigured" }>,
): Promise<void> {
  switch (answer.kind) {
    case "unknown":
      return tryLater(tx, op, now, { ...answer });
    case "throttled":
      return postpone(tx, op, now + answer.retryAfterMs, { kind: answer.kind });
    case "misconfigured":
      return postpone(tx, op, now + 5 * MINUTE_MS, { ...answer });
  }
}
