import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { RefundSnapshot } from "#features/payments/domain/refund.ts";
import { snapshotOf } from "#features/payments/server/gateway-sandbox.ts";
import type { OpenIntent, Outcome, PaymentProvider } from "#features/payments/server/gateway.ts";
import type { BankIntent } from "#features/payments/server/sandbox/intent.ts";
import { disputeOf, refundOf } from "#features/payments/server/sandbox/read-after.ts";
import type { BankRefund } from "#features/payments/server/sandbox/refund.ts";
import type { Dice } from "#test/support/dice.ts";
import type { Agenda, Doer } from "./agenda.ts";
import type { MemoryBank, Said } from "./bank.ts";
import type { Trace } from "./trace.ts";

/** How often what goes wrong on the way to the bank, as shares of all calls. */
export interface LineFaults {
  readonly lostRequest: number;
  readonly lateRequest: number;
  readonly lostAnswer: number;
  readonly broken: number;
  readonly throttled: number;
}

export const NO_FAULTS: LineFaults = {
  lostRequest: 0,
  lateRequest: 0,
  lostAnswer: 0,
  broken: 0,
  throttled: 0,
};

export interface Line {
  readonly agenda: Agenda;
  readonly dice: Dice;
  readonly trace: Trace;
  readonly bank: MemoryBank;
  /** Called when a call went wrong. */
  readonly trouble: () => void;
  /** What may go wrong now. */
  readonly faults: () => LineFaults;
  /** Nothing arrives in these times. */
  readonly outages: readonly (readonly [Instant, Instant])[];
}

const GIVEN_UP_MS = 30 * SECOND_MS;
const LATEST_MS = 10 * MINUTE_MS;

type Fate = "fine" | keyof LineFaults;

function fateOf({ agenda, dice, faults, outages }: Line): Fate {
  if (outages.some(([from, to]) => agenda.now >= from && agenda.now < to)) return "lostRequest";
  let throwing = dice();
  for (const [fate, share] of Object.entries(faults())) {
    throwing -= share;
    // Safe: the names of the shares are the fates.
    if (throwing < 0) return fate as Fate;
  }
  return "fine";
}

/** The provider's port as one process sees it: every call takes time, and what goes wrong the dice decide. */
export function lineOf(line: Line, who: Doer): PaymentProvider {
  const { agenda, dice, trace, bank } = line;
  const carry = async <T, R>(
    call: string,
    deed: () => Said<T>,
    read: (value: T) => R,
  ): Promise<Outcome<R>> => {
    const fate = fateOf(line);
    if (fate !== "fine") line.trouble();
    trace.note(agenda.now, `${who.name} ${call} ${fate}`);
    await agenda.pause(who, dice.between(20, 400));
    if (fate === "throttled") return { kind: "throttled", retryAfterMs: 5 * SECOND_MS };
    if (fate === "lostRequest" || fate === "lateRequest") {
      if (fate === "lateRequest")
        agenda.at(agenda.now + dice.between(0, LATEST_MS), () => {
          trace.note(agenda.now, `late ${call} ${deed().status}`);
        });
      return givenUp();
    }
    const breaks = fate === "broken" ? dice.pick(["before", "after"] as const) : undefined;
    bank.breakNext(breaks);
    const said = deed();
    bank.breakNext(undefined);
    trace.note(agenda.now, `${who.name} ${call} ${said.status} ${said.code ?? ""}`);
    if (fate === "lostAnswer") return givenUp();
    await agenda.pause(who, dice.between(20, 400));
    return outcomeOf(said, read);
  };
  const givenUp = async (): Promise<Outcome<never>> => {
    await agenda.pause(who, GIVEN_UP_MS);
    return { kind: "unknown", reason: "timeout", stored: false };
  };
  return {
    id: "sandbox",
    clientConfig: () => ({ scriptUrl: "", global: "", publicKey: "" }),
    dashboardUrl: () => null,
    openIntent: ({ key, paymentId, amount }) =>
      carry(
        `open ${key}`,
        () => bank.open(key, { paymentId, amountMinor: amount.minor, currency: amount.currency }),
        openIntentOf,
      ),
    getIntent: (ref) => carry(`get ${ref}`, () => bank.get(ref), openIntentOf),
    findIntents: (paymentId) =>
      carry(
        `find ${paymentId}`,
        () => ({ status: 200, value: bank.find(paymentId) }),
        (found) => found.map(openIntentOf),
      ),
    capture: ({ key, ref, amount }) =>
      carry(`capture ${key} ${ref} ${amount.minor}`, () => bank.capture(key, ref, amount.minor), snapshotOf),
    cancel: ({ key, ref }) => carry(`cancel ${key} ${ref}`, () => bank.cancel(key, ref), snapshotOf),
    refund: ({ key, ref, opId, amount }) =>
      carry(
        `refund ${key} ${ref} ${amount.minor}`,
        () => bank.refund(key, ref, amount.minor, opId),
        refundIn,
      ),
    listRefunds: (ref) =>
      carry(
        `refunds ${ref}`,
        () => ({ status: 200, value: bank.refunds(ref) }),
        (found) => found.map(refundIn),
      ),
    listDisputes: (ref) =>
      carry(
        `disputes ${ref}`,
        () => ({ status: 200, value: bank.disputes(ref) }),
        (found) => found.map((one) => disputeOf({ ...one, currency: "EUR" })),
      ),
    lists: {
      account: "sandbox",
      events: ({ since }) =>
        carry(
          "events",
          () => ({ status: 200, value: bank.news(since) }),
          (found) => ({ items: found.map(({ id, ...news }) => ({ ...news, eventId: id })), next: undefined }),
        ),
    },
    readNews: (body) => Promise.resolve(JSON.parse(body.toString())),
  };
}

function outcomeOf<T, R>({ status, code, value }: Said<T>, read: (value: T) => R): Outcome<R> {
  if (status === 500) return { kind: "unknown", reason: "api_error", stored: true };
  if (status === 200 && value !== undefined) return { kind: "ok", value: read(value) };
  return { kind: "rejected", code: code ?? "", ...(value !== undefined && { value: read(value) }) };
}

const openIntentOf = (intent: BankIntent): OpenIntent => ({
  snapshot: snapshotOf(intent),
  clientSecret: intent.clientSecret,
});

/** The world knows one currency. */
const refundIn = (refund: BankRefund): RefundSnapshot => refundOf({ ...refund, currency: "EUR" });

/** Times of some hours in which the bank cannot be reached; `to` ends the last of them. */
export function outagesOf(dice: Dice, from: Instant, to: Instant): (readonly [Instant, Instant])[] {
  return Array.from({ length: dice.pick([0, 0, 1, 1, 2]) }, () => {
    const began = from + Math.floor(dice() * (to - from));
    const lasts = dice.between(10, 60) * MINUTE_MS + (dice.chance(0.2) ? 23 * HOUR_MS : 0);
    return [began, Math.min(began + lasts, to)] as const;
  });
}
