import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { BankDispute } from "#engines/sandbox-bank/dispute.ts";
import { answer, cancel, capture, confirm, freshIntent, lapse } from "#engines/sandbox-bank/intent.ts";
import type { BankIntent, Order, Step } from "#engines/sandbox-bank/intent.ts";
import { chargeAfter, eventAfter } from "#engines/sandbox-bank/news.ts";
import type { BankRefund } from "#engines/sandbox-bank/refund.ts";
import type { Charge } from "#engines/sandbox-bank/wire.ts";
import { openLaterBooks } from "./bank-later.ts";

/** Something that happened, as the bank tells it of its own accord. */
export interface BankNews {
  readonly id: string;
  readonly type: string;
  readonly ref: string;
  readonly at: Instant;
}

/** Answer of the bank: an intent, perhaps with a code where it says no; or that something broke at its own house. */
export type Said<T> = { readonly value?: T; readonly code?: string; readonly status: 200 | 400 | 500 };

export interface MemoryBank {
  open(key: string, order: Order): Said<BankIntent>;
  get(id: string): Said<BankIntent>;
  find(paymentId: string): readonly BankIntent[];
  capture(key: string, id: string, amountMinor: number): Said<BankIntent>;
  cancel(key: string, id: string): Said<BankIntent>;
  /** @param metadata what the shop writes on it */
  refund(
    key: string,
    id: string,
    amountMinor: number,
    metadata: Readonly<Record<string, string>>,
  ): Said<BankRefund>;
  refunds(id: string): readonly BankRefund[];
  disputes(id: string): readonly BankDispute[];
  /** The holder of a disputing card wants what is left of a payment back. */
  complain(id: string): void;
  judge(disputeId: string, verdict: "won" | "lost"): void;
  /** The card's bank lets a hold go before its time. */
  drop(id: string): void;
  confirm(id: string, card: string): Said<BankIntent>;
  answer(id: string, choice: "approve" | "decline" | "cancel"): Said<BankIntent>;
  intents(): readonly BankIntent[];
  /** Charges of an intent as it stood, oldest first. */
  chargesOf(intent: BankIntent): readonly Charge[];
  /** Events since, newest first. */
  news(since: Instant): readonly BankNews[];
  /** The next keyed call breaks at the bank, before or after the deed; its 500 is repeated for the key. */
  breakNext(when: "before" | "after" | undefined): void;
}

interface Surroundings {
  readonly clock: () => Instant;
  readonly tell: (news: BankNews) => void;
  /** Does something at a later time. */
  readonly later: (time: Instant, deed: () => void) => void;
}

const KEYS_KEPT_MS = DAY_MS;

/** The sandbox bank's own rules over books in memory, with keys that are forgotten after a day. */
export function openMemoryBank({ clock, tell, later }: Surroundings): MemoryBank {
  const intents = new Map<string, BankIntent>();
  const keys = new Map<
    string,
    { readonly at: Instant; readonly asked: string; readonly said: Said<never> }
  >();
  const charges = new WeakMap<BankIntent, readonly Charge[]>();
  let made = 0;
  let broken: "before" | "after" | undefined;
  const told: BankNews[] = [];

  const happened = (type: string, ref: string): void => {
    const news = { id: `evt_${told.length + 1}`, type, ref, at: clock() };
    told.push(news);
    tell(news);
  };
  const keep = (step: Step): Said<BankIntent> => {
    const before = intents.get(step.intent.id);
    intents.set(step.intent.id, step.intent);
    if (before && before !== step.intent) charge(before, step);
    const type = before && eventAfter(before, step);
    if (type !== undefined) happened(type, step.intent.id);
    return step.error === undefined
      ? { status: 200, value: step.intent }
      : { status: 400, code: step.error, value: step.intent };
  };
  const charge = (before: BankIntent, step: Step): void => {
    const known = charges.get(before) ?? [];
    const asked = chargeAfter(before, step);
    charges.set(
      step.intent,
      asked ? [...known, { ...asked, id: `ch_${(made += 1)}`, createdAt: clock() }] : known,
    );
  };
  const on = (id: string, take: (intent: BankIntent) => Step): Said<BankIntent> => {
    const found = intents.get(id);
    return found ? keep(take(keepLapsed(found))) : { status: 400, code: "no_such_intent" };
  };
  const keepLapsed = (intent: BankIntent): BankIntent => {
    const step = lapse(intent, clock());
    keep(step);
    return step.intent;
  };
  const keyed = <T>(key: string, asked: string, work: () => Said<T>): Said<T> => {
    const now = clock();
    const known = keys.get(key);
    if (known && now - known.at < KEYS_KEPT_MS)
      return known.asked === asked ? known.said : { status: 400, code: "idempotency_error" };
    const breaks = broken;
    broken = undefined;
    const done: Said<T> = breaks === "before" ? { status: 500 } : work();
    const said: Said<T> = breaks === undefined ? done : { status: 500 };
    // Safe: a key belongs to one kind of call, which `asked` names.
    keys.set(key, { at: now, asked, said: said as Said<never> });
    return said;
  };
  const books = openLaterBooks({ clock, later, happened, intentOf: (id) => intents.get(id) });
  const openOne = (order: Order): BankIntent => {
    const id = `pi_${intents.size + 1}`;
    const intent = freshIntent(order, { id, clientSecret: `${id}_secret_1` }, clock());
    keep({ intent, movements: [] });
    return intent;
  };
  return {
    open: (key, order) =>
      keyed(key, `open ${JSON.stringify(order)}`, () => ({ status: 200, value: openOne(order) })),
    get: (id) => on(id, (intent) => ({ intent, movements: [] })),
    find: (paymentId) => [...intents.values()].filter((one) => one.paymentId === paymentId).map(keepLapsed),
    capture: (key, id, amountMinor) =>
      keyed(key, `capture ${id} ${amountMinor}`, () =>
        on(id, (intent) => capture(intent, amountMinor, clock())),
      ),
    cancel: (key, id) => keyed(key, `cancel ${id}`, () => on(id, cancel)),
    refund: (key, id, amountMinor, metadata) =>
      keyed(key, `refund ${id} ${amountMinor} ${metadata["op_id"]}`, () =>
        books.giveBack(id, amountMinor, metadata),
      ),
    refunds: books.refunds,
    disputes: books.disputes,
    complain: books.complain,
    judge: books.judge,
    drop: (id) =>
      void on(id, (intent) =>
        intent.status === "requires_capture" ? cancel(intent) : { intent, movements: [] },
      ),
    confirm: (id, number) =>
      on(id, (intent) => confirm(intent, { number, month: 12, year: 2035, cvc: "123" }, clock())),
    answer: (id, choice) => on(id, (intent) => answer(intent, choice, clock())),
    intents: () => [...intents.values()].map(keepLapsed),
    chargesOf: (intent) => charges.get(intent) ?? [],
    news: (since) => told.filter((one) => one.at >= since).toReversed(),
    breakNext: (when) => void (broken = when),
  };
}
