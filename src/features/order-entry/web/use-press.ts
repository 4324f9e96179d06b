import { useState } from "react";
import type { Money } from "#contract/schemas.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import type { KeptQuote } from "./kept-quote.ts";

/** Refusals after which the price must be asked for anew. */
const STALE: ReadonlySet<string> = new Set(["quotes.expired", "quotes.changed", "quotes.not-found"]);

const isStale = (error: unknown): boolean => isProblem(error) && STALE.has(error.code);

/** The server answered, and made no order: the next press is another intent. */
const isRefused = (error: unknown): boolean =>
  isProblem(error) && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);

/** An amount that was on the page, and that of the quote. */
export interface NewAmount {
  readonly was: Money | undefined;
  readonly now: Money;
}

/** The state of a press on "Book": under way, why it failed, and an amount that must be seen first. */
export function usePress<R>() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [newAmount, setNewAmount] = useState<NewAmount>();
  /** @returns what was entered, or undefined where another press is needed */
  const run = async (enter: () => Promise<R | undefined>): Promise<R | undefined> => {
    setBusy(true);
    setError(null);
    setNewAmount(undefined);
    try {
      return await enter();
    } catch (failed) {
      setError(failed);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, setNewAmount, shown: { isBusy, isStale: isStale(error), error, newAmount } };
}

interface Sending<K, I, R> {
  readonly known: K;
  readonly input: I;
  readonly keep: (next: K | null) => void;
  readonly call: (input: I, idempotencyKey: string) => Promise<R>;
  /** Opens what an earlier press made of these quotes. */
  readonly open: () => Promise<R | undefined>;
}

/**
 * Sends a press under a key that is kept with its quotes: the same input again goes under the same key, so that a press
 * after "no answer" makes nothing twice.
 *
 * @throws the refusal, where nothing was made before
 */
export async function sendKept<K extends Pick<KeptQuote, "sent">, I, R>(
  sending: Sending<K, I, R>,
): Promise<R> {
  const { known, input, keep, call, open } = sending;
  const text = JSON.stringify(input);
  const key = known.sent?.input === text ? known.sent.key : newId();
  keep({ ...known, sent: { input: text, key } });
  try {
    return await call(input, key);
  } catch (refused) {
    const isTaken = isProblem(refused, "quotes.already-accepted");
    const made = isTaken ? await open() : undefined;
    if (made) return made;
    if (isTaken || isStale(refused)) keep(null);
    else if (isRefused(refused)) keep({ ...known, sent: null });
    throw refused;
  }
}
