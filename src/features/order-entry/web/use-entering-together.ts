import { useState } from "react";
import type { InputOf, ReplyOf } from "#contract/endpoint.ts";
import type { Money } from "#contract/schemas.ts";
import { sum } from "#kernel/money.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import { orderEntryApi } from "../contract/api.ts";
import { type Asked, askedOf, type EntryTyped } from "./entry-values.ts";
import { isSameAmount, type KeptQuote } from "./kept-quote.ts";
import { sendKept, usePress } from "./use-press.ts";

export interface TogetherReply extends ReplyOf<typeof orderEntryApi.enterTogether> {
  /** An earlier press made it: what was changed since is not in it. */
  readonly isEarlier?: boolean;
}

/** Quotes of all drops until they are booked, with the press that may have made orders of them. */
interface KeptQuotes extends Pick<KeptQuote, "isSeen" | "sent"> {
  /** The requests as text: others are other quotes. */
  readonly of: string;
  readonly quotes: readonly KeptQuote["quote"][];
}

const DRAFT = "order-entry.quotes";

const totalOf = ({ quotes }: KeptQuotes, currency: string): Money =>
  sum(
    quotes.map(({ price }) => price.total),
    currency,
  );

interface Press {
  /** One for each drop, with the shared pickup, sender and payment. */
  readonly entries: readonly EntryTyped[];
  /** Sum that stands on the page. */
  readonly shown: Money | undefined;
  readonly overbook: boolean;
}

/**
 * Quotes and enters several drops of one pickup, all or none. A sum that did not stand on the page is said first, and the
 * next press enters exactly those quotes; quotes and key are kept, so that a press after "no answer" makes nothing twice.
 */
export function useEnteringTogether(currency: string) {
  const [kept, setKept] = useState(() => readDraft<KeptQuotes | null>(DRAFT, null));
  const { run, setNewAmount, shown: state } = usePress<TogetherReply>();
  /** Place of the drop that has no price. */
  const [refusedAt, setRefusedAt] = useState<number>();

  const keep = (next: KeptQuotes | null) => {
    if (next) saveDraft(DRAFT, next);
    else forgetDraft(DRAFT);
    setKept(next);
  };

  const quotesFor = async (requests: readonly InputOf<typeof quotesApi.makeQuote>[], shown?: Money) => {
    const of = JSON.stringify(requests);
    const known = readDraft<KeptQuotes | null>(DRAFT, null);
    if (known?.of === of && (known.sent !== null || areFresh(known))) return known;
    const quotes: KeptQuote["quote"][] = [];
    for (const [at, request] of requests.entries()) {
      setRefusedAt(at);
      // oxlint-disable-next-line no-await-in-loop -- the first refused one is named
      const { id, requestHash, price, expiresAt } = await call(quotesApi.makeQuote, request);
      quotes.push({ id, requestHash, price, expiresAt });
    }
    setRefusedAt(undefined);
    const fresh = { of, quotes, isSeen: false, sent: null };
    const next = { ...fresh, isSeen: shown !== undefined && isSameAmount(shown, totalOf(fresh, currency)) };
    keep(next);
    return next;
  };

  const enter = async ({ entries, shown, overbook }: Press): Promise<TogetherReply | undefined> => {
    const [first] = entries;
    const asked = entries.flatMap((entry) => askedOf(entry, currency) ?? []);
    if (!first || asked.length !== entries.length) return undefined;
    const requests = asked.map(({ request }) => request);
    const before = readDraft<KeptQuotes | null>(DRAFT, null);
    // The press that got no answer may have made its orders, though other requests stand here by now.
    if (before?.sent && before.of !== JSON.stringify(requests)) {
      const made = await openOf(before.quotes[0]?.id);
      if (made) return made;
    }
    const known = await quotesFor(requests, shown);
    if (!known.isSeen) {
      keep({ ...known, isSeen: true });
      setNewAmount({ was: shown, now: totalOf(known, currency) });
      return undefined;
    }
    return send(known, { ...inputOf(known, asked), ...paidBy(first), ...(overbook && { overbook }) });
  };

  const send = (known: KeptQuotes, input: Input) =>
    sendKept<KeptQuotes, Input, TogetherReply>({
      known,
      input,
      keep,
      call: (given, idempotencyKey) => call(orderEntryApi.enterTogether, given, { idempotencyKey }),
      open: () => openOf(known.quotes[0]?.id),
    });

  const press = (asked: Press): Promise<TogetherReply | undefined> => {
    setRefusedAt(undefined);
    return run(async () => {
      const entered = await enter(asked);
      if (entered) keep(null);
      return entered;
    });
  };

  /** Orders of a press that got no answer, where it made them. */
  const madeBefore = async (): Promise<TogetherReply | undefined> => {
    const before = readDraft<KeptQuotes | null>(DRAFT, null);
    const made = before?.sent ? await openOf(before.quotes[0]?.id) : undefined;
    keep(null);
    return made;
  };

  return { press, madeBefore, kept, refusedAt, ...state };
}

type Input = InputOf<typeof orderEntryApi.enterTogether>;

/** The people and quotes of all drops; the sender is the first one's. */
const inputOf = ({ quotes }: KeptQuotes, asked: readonly Asked[]): Pick<Input, "sender" | "drops"> => {
  const [first] = asked;
  if (!first) throw new Error("there is a drop");
  const drops = asked.flatMap(({ recipient }, at) => {
    const quote = quotes[at];
    return quote ? [{ quoteId: quote.id, requestHash: quote.requestHash, recipient }] : [];
  });
  return { sender: first.sender, drops };
};

const paidBy = ({ way, payer }: EntryTyped): Pick<Input, "way" | "payerId"> => {
  if (way === "") throw new Error("the form asks for a way to pay");
  return { way, payerId: payer?.id ?? null };
};

const areFresh = ({ quotes }: KeptQuotes): boolean =>
  quotes.every(({ expiresAt }) => Date.parse(expiresAt) > Date.now());

/** The orders of a quote that is taken. @returns undefined where the office entered none together */
async function openOf(quoteId: string | undefined): Promise<TogetherReply | undefined> {
  if (quoteId === undefined) return undefined;
  try {
    return { ...(await call(orderEntryApi.openTogether, { quoteId })), isEarlier: true };
  } catch (error) {
    if (isProblem(error, "deliveries.not-found")) return undefined;
    throw error;
  }
}
