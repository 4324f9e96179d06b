import { pause } from "#web/api/pause.ts";
import type { BankReply } from "./bank.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import { type PaymentProblemCode, knownProblem } from "#features/payments/contract/payment-problems.ts";

/** Time after the press from which the payer reads that the provider's script has not answered, in ms. */
export const SILENT_MS = 12_000;
/** Pauses before questions to our server while the provider's script works, in ms; the last one repeats. */
const QUESTIONS_MS = [5_000, 5_000, 8_000] as const;
/** The script that is just about to answer says more than our server: it has this long, in ms. */
const GRACE_MS = 2_000;

export interface Asked {
  readonly reply: Promise<BankReply>;
  /** Our server's verdict, or undefined where it is silent. */
  readonly ask: () => Promise<Verdict | undefined>;
  readonly onSilence: () => void;
  readonly signal: AbortSignal;
}

/** Exactly one of them is there. */
export type FirstAnswer =
  | { readonly reply: BankReply; readonly verdict?: undefined }
  | { readonly verdict: Verdict; readonly reply?: undefined };

/**
 * Waits for the provider's script and for our server at once; the first one that knows what became of the press decides.
 *
 * @throws Problem where our server refuses, AbortError where the page has gone on
 */
export async function firstAnswer({ reply, ask, onSilence, signal }: Asked): Promise<FirstAnswer> {
  const done = new AbortController();
  const silence = setTimeout(onSilence, SILENT_MS);
  try {
    return await Promise.race([
      reply.then((said) => ({ reply: said })),
      serverWord(ask, AbortSignal.any([signal, done.signal])),
    ]);
  } finally {
    clearTimeout(silence);
    done.abort();
  }
}

async function serverWord(ask: Asked["ask"], signal: AbortSignal): Promise<FirstAnswer> {
  for (let n = 0; ; n += 1) {
    await pause(nthOf(QUESTIONS_MS, n), signal);
    const verdict = await ask();
    if (verdict === undefined || verdict.kind === "nothing") continue;
    await pause(GRACE_MS, signal);
    return { verdict };
  }
}

/** Verdict of a read of the payment for the person who waits. */
export type Verdict =
  | { readonly kind: "paid" }
  | { readonly kind: "declined"; readonly decline: PaymentProblemCode; readonly triesLeft: number }
  /** The payment takes no more tries. `letGo`: the order ended before, and what was held is released. */
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
