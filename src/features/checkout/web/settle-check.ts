import type { Payment } from "#features/payments/contract/api.ts";
import { type PaymentProblemCode, knownProblem } from "#features/payments/contract/payment-problems.ts";

/** Verdict of a read of the payment for the person who waits. */
export type Verdict =
  | { readonly kind: "paid" }
  | { readonly kind: "declined"; readonly decline: PaymentProblemCode; readonly triesLeft: number }
  /** Nothing more is taken. `letGo`: the order ended before, and what was held is released. */
  | { readonly kind: "over"; readonly letGo: boolean }
  /** The bank answered, and nothing is held: another try is safe. */
  | { readonly kind: "nothing" };

/**
 * Reads the server's word; the browser's own is never taken.
 *
 * @param triesBefore tries that were left before the press: an older decline is no answer to it
 */
export function verdictOf(payment: Payment, triesBefore: number): Verdict {
  const { state, decline, triesLeft } = payment;
  if (state === "authorized" || state === "captured") return { kind: "paid" };
  if (state === "created" || state === "action_required") return { kind: "nothing" };
  if (state !== "failed") return { kind: "over", letGo: state === "voided" };
  return triesLeft < triesBefore
    ? { kind: "declined", decline: knownProblem(decline ?? "pay.declined"), triesLeft }
    : { kind: "nothing" };
}

/** Pauses between reads of a payment whose outcome is unknown, in ms; the last one repeats. */
export const LOOKS_MS = [1_000, 2_000, 3_000, 5_000, 8_000] as const;
/** The nth of some pauses, else the last one. */
export const nthOf = (pauses: readonly number[], n: number): number => pauses[n] ?? pauses.at(-1) ?? 0;
/** Longer than the bank's script waits for an answer: what has not arrived by then, arrives no more. */
export const SAFE_AGAIN_MS = 25_000;
/** From then on we say that it takes longer than usual. */
export const LONG_MS = 15_000;
