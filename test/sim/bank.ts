import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { answer, cancel, capture, confirm, lapse } from "#features/payments/server/sandbox/intent.ts";
import type { BankIntent, Step } from "#features/payments/server/sandbox/intent.ts";

/** One refund at the bank; `mark` is what the shop wrote on it. */
export interface BankRefund {
  readonly id: string;
  readonly intentId: string;
  readonly mark: string;
  readonly amountMinor: number;
}

/** Something that happened, as the bank tells it of its own accord. */
export interface BankNews {
  readonly id: string;
  readonly type: string;
  readonly ref: string;
  readonly at: Instant;
}

/** What the bank says: an intent, perhaps with a code where it says no; or that something broke at its own house. */
export type Said<T> = { readonly value?: T; readonly code?: string; readonly status: 200 | 400 | 500 };

export interface MemoryBank {
  open(key: string, order: { paymentId: string; amountMinor: number; currency: string }): Said<BankIntent>;
  get(id: string): Said<BankIntent>;
  find(paymentId: string): readonly BankIntent[];
  capture(key: string, id: string, amountMinor: number): Said<BankIntent>;
  cancel(key: string, id: string): Said<BankIntent>;
  refund(key: string, id: string, amountMinor: number, mark: string): Said<BankRefund>;
  refunds(id: string): readonly BankRefund[];
  confirm(id: string, card: string): Said<BankIntent>;
  answer(id: string, choice: "approve" | "decline" | "cancel"): Said<BankIntent>;
  intents(): readonly BankIntent[];
  news(since: Instant): readonly BankNews[];
  /** The next keyed call breaks at the bank, before or after the deed; its 500 is repeated for the key. */
  breakNext(when: "before" | "after" | undefined): void;
}

const KEYS_KEPT_MS = DAY_MS;

/** The sandbox bank's own rules over books in memory, with keys that are forgotten after a day. */
export function openMemoryBank(clock: () => Instant, tell: (news: BankNews) => void): MemoryBank {
  const intents = new Map<string, BankIntent>();
  const refunds: BankRefund[] = [];
  const told: BankNews[] = [];
  const keys = new Map<
    string,
    { readonly at: Instant; readonly asked: string; readonly said: Said<never> }
  >();
  let broken: "before" | "after" | undefined;

  const happened = (type: string, ref: string): void => {
    const news = { id: `evt_${told.length + 1}`, type, ref, at: clock() };
    told.push(news);
    tell(news);
  };
  const keep = (step: Step): Said<BankIntent> => {
    const before = intents.get(step.intent.id);
    intents.set(step.intent.id, step.intent);
    if (before && before.status !== step.intent.status)
      happened(`payment_intent.${step.intent.status}`, step.intent.id);
    return step.error === undefined
      ? { status: 200, value: step.intent }
      : { status: 400, code: step.error, value: step.intent };
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

  return {
    open: (key, order) =>
      keyed(key, `open ${JSON.stringify(order)}`, () => {
        const id = `pi_${intents.size + 1}`;
        return keep({ intent: freshIntent(id, order, clock()), movements: [] });
      }),
    get: (id) => on(id, (intent) => ({ intent, movements: [] })),
    find: (paymentId) => [...intents.values()].filter((one) => one.paymentId === paymentId).map(keepLapsed),
    capture: (key, id, amountMinor) =>
      keyed(key, `capture ${id} ${amountMinor}`, () =>
        on(id, (intent) => capture(intent, amountMinor, clock())),
      ),
    cancel: (key, id) => keyed(key, `cancel ${id}`, () => on(id, cancel)),
    refund: (key, id, amountMinor, mark) =>
      keyed(key, `refund ${id} ${amountMinor} ${mark}`, () => {
        const given = refunds.filter((one) => one.intentId === id);
        const left = given.reduce((rest, one) => rest - one.amountMinor, intents.get(id)?.capturedMinor ?? 0);
        if (amountMinor > left) return { status: 400, code: "amount_too_large" };
        const refund = { id: `re_${refunds.length + 1}`, intentId: id, mark, amountMinor };
        refunds.push(refund);
        happened("refund.created", id);
        return { status: 200, value: refund };
      }),
    refunds: (id) => refunds.filter((one) => one.intentId === id),
    confirm: (id, number) =>
      on(id, (intent) => confirm(intent, { number, month: 12, year: 2035, cvc: "123" }, clock())),
    answer: (id, choice) => on(id, (intent) => answer(intent, choice, clock())),
    intents: () => [...intents.values()].map(keepLapsed),
    news: (since) => told.filter((one) => one.at >= since),
    breakNext: (when) => void (broken = when),
  };
}

const freshIntent = (
  id: string,
  order: { paymentId: string; amountMinor: number; currency: string },
  now: Instant,
): BankIntent => ({
  ...order,
  id,
  clientSecret: `${id}_secret_1`,
  status: "requires_card",
  heldMinor: 0,
  capturedMinor: 0,
  cardBrand: null,
  cardLast4: null,
  pending: null,
  decline: null,
  declines: 0,
  captureBefore: null,
  createdAt: now,
  metadata: {},
});
