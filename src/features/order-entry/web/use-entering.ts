import { useState } from "react";
import type { InputOf, ReplyOf } from "#contract/endpoint.ts";
import type { Money } from "#contract/schemas.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { orderEntryApi } from "../contract/api.ts";
import { forgetQuote, isSameAmount, keepQuote, type KeptQuote, keptQuote, serves } from "./kept-quote.ts";
import { askedOf, type EntryTyped } from "./entry-values.ts";
import { sendKept, usePress } from "./use-press.ts";

export interface EnteredReply extends ReplyOf<typeof orderEntryApi.enterOrder> {
  /** An earlier press made it: what was changed since is not in it. */
  readonly isEarlier?: boolean;
}

/**
 * Quotes and enters. An amount that did not stand on the page is said first, and the next press enters exactly that quote.
 * Quote and key are kept with the draft, so that a press after "no answer" or a reload repeats the same order.
 */
export function useEntering(currency: string) {
  const [kept, setKept] = useState(keptQuote);
  const { run, setNewAmount, shown: state } = usePress<EnteredReply>();

  const keep = (next: KeptQuote | null) => {
    if (next) keepQuote(next);
    else forgetQuote();
    setKept(next);
  };

  const quoteFor = async (of: string, request: InputOf<typeof quotesApi.makeQuote>, shown?: Money) => {
    const known = keptQuote();
    if (known && serves(known, of, Date.now())) return known;
    const quote = await call(quotesApi.makeQuote, request);
    const { id, requestHash, price, expiresAt } = quote;
    const isSeen = isSameAmount(shown, price.total);
    const fresh = { of, quote: { id, requestHash, price, expiresAt }, isSeen, sent: null };
    keep(fresh);
    return fresh;
  };

  /** @returns the order, or undefined where another press is needed */
  const enter = async (
    entry: EntryTyped,
    shown: Money | undefined,
    overbook: boolean,
  ): Promise<EnteredReply | undefined> => {
    const asked = askedOf(entry, currency);
    if (!asked || entry.way === "") return undefined;
    const { request, sender, recipient } = asked;
    const of = JSON.stringify(request);
    const before = keptQuote();
    // The press that got no answer may have made its order, though another request stands here by now.
    const made = before?.sent && before.of !== of ? await openOf(before.quote.id) : undefined;
    if (made) return made;
    const known = await quoteFor(of, request, shown);
    if (!known.isSeen) {
      keep({ ...known, isSeen: true });
      setNewAmount({ was: shown, now: known.quote.price.total });
      return undefined;
    }
    const { id: quoteId, requestHash } = known.quote;
    const { way, payer } = entry;
    const input = { quoteId, requestHash, sender, recipient, way, payerId: payer?.id ?? null };
    return send(known, overbook ? { ...input, overbook } : input);
  };

  const send = (known: KeptQuote, input: InputOf<typeof orderEntryApi.enterOrder>) =>
    sendKept<KeptQuote, typeof input, EnteredReply>({
      known,
      input,
      keep,
      call: (given, idempotencyKey) => call(orderEntryApi.enterOrder, given, { idempotencyKey }),
      open: () => openOf(input.quoteId),
    });

  const press = (
    entry: EntryTyped,
    shown: Money | undefined,
    overbook: boolean,
  ): Promise<EnteredReply | undefined> =>
    run(async () => {
      const entered = await enter(entry, shown, overbook);
      if (entered) keep(null);
      return entered;
    });

  return { press, kept, ...state };
}

/** The order of a quote that is taken. @returns undefined where the office entered none */
async function openOf(quoteId: string): Promise<EnteredReply | undefined> {
  try {
    return { ...(await call(orderEntryApi.openEntered, { quoteId })), isEarlier: true };
  } catch (error) {
    if (isProblem(error, "deliveries.not-found")) return undefined;
    throw error;
  }
}
