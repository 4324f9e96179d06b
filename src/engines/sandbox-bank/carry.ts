import { DAY_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { answered, keepAnswer, takeFault } from "./books.ts";
import type { Answer, Fault } from "./faults.ts";
import { BROKEN, isDone, noFor, refuse } from "./faults.ts";

export type Call =
  | "open"
  | "get"
  | "find"
  | "capture"
  | "cancel"
  | "confirm"
  | "answer"
  | "charges"
  | "refund"
  | "refunds"
  | "disputes"
  | "judge"
  | "events"
  | "session"
  | "script"
  | "frame"
  | "form"
  | "domain"
  | "account";

/** A key and what was asked with it: another question with the same key is refused. */
export interface Keyed {
  readonly key: string;
  readonly hash: string;
}

export interface Carried {
  readonly answer: Answer;
  /** Fault of the answer on its way. */
  readonly fault: Fault | undefined;
  /** The answer was given before for this key. */
  readonly replayed: boolean;
}

/** A key is forgotten after a day: a later call with it is a new one. */
export const KEY_KEPT_MS = DAY_MS;
/** How long a `slow` answer takes. */
const SLOW_MS = 2 * SECOND_MS;

export type Carry = (
  call: Call,
  keyed: Keyed | undefined,
  work: (tx: Tx, now: Instant) => Promise<Answer>,
) => Promise<Carried>;

export interface CarryParts {
  readonly db: Db;
  readonly clock: () => Instant;
  /** Called after an event may have been stored. */
  readonly onNews?: (() => void) | undefined;
}

/** Carries out calls, each with its planned fault, at the bank's own time, and once for each idempotency key. */
export const carrier =
  ({ db, clock, onNews }: CarryParts): Carry =>
  async (call, keyed, work) => {
    const { fault, aheadMs } = await db.owner((tx) => takeFault(tx, call));
    if (!isDone(fault)) return { answer: noFor(fault) ?? BROKEN, fault, replayed: false };
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    const carried = await db.owner(async (tx): Promise<Carried> => {
      const now = clock() + aheadMs;
      const known = keyed && (await answered(tx, keyed.key, keyed.hash, now - KEY_KEPT_MS));
      if (known === "mismatch") return { answer: refuse(400, "idempotency_error"), fault, replayed: false };
      if (known) return { answer: known, fault, replayed: true };
      const done = fault === "error_before" ? BROKEN : await work(tx, now);
      const answer = fault === "error_after" ? BROKEN : done;
      if (keyed) await keepAnswer({ tx, now }, keyed.key, keyed.hash, answer);
      return { answer, fault, replayed: false };
    });
    onNews?.();
    return carried;
  };
