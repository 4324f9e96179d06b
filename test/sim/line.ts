import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import type { LineCall, LineReply } from "#engines/stripe/line.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import type { Dice } from "#test/support/seeds/dice.ts";
import type { Agenda, Doer } from "./agenda.ts";
import type { MemoryBank } from "./bank.ts";
import { answerTo, no } from "./memory-wire.ts";
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
  /** Faults that may happen now. */
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

export const WEBHOOK_SECRET = "whsec_simulation00000";

/**
 * Stripe's adapter and library as one process has them. Every call takes time, and what goes wrong the dice decide.
 *
 * @param instance names the install
 */
export function lineOf(line: Line, who: Doer, instance: string): PaymentProvider {
  const { agenda, dice, trace, bank } = line;
  const answer = async (call: LineCall): Promise<LineReply> => {
    const named = `${call.method} ${call.path} ${call.headers["idempotency-key"] ?? ""}`;
    const fate = fateOf(line);
    if (fate !== "fine") line.trouble();
    trace.note(agenda.now, `${who.name} ${named} ${fate}`);
    await agenda.pause(who, dice.between(20, 400));
    if (fate === "throttled") return no(429, "rate_limit");
    if (fate === "lostRequest" || fate === "lateRequest") {
      if (fate === "lateRequest")
        agenda.at(agenda.now + dice.between(0, LATEST_MS), () => {
          trace.note(agenda.now, `late ${named} ${answerTo(bank, call).status}`);
        });
      return givenUp();
    }
    const breaks = fate === "broken" ? dice.pick(["before", "after"] as const) : undefined;
    bank.breakNext(breaks);
    const reply = answerTo(bank, call);
    bank.breakNext(undefined);
    trace.note(agenda.now, `${who.name} ${named} ${reply.status}`);
    if (fate === "lostAnswer") return givenUp();
    await agenda.pause(who, dice.between(20, 400));
    return reply;
  };
  const givenUp = async (): Promise<never> => {
    await agenda.pause(who, GIVEN_UP_MS);
    throw new Error("no answer");
  };
  return stripeProvider({
    secretKey: "sk_test_simulation",
    publishableKey: "pk_test_simulation",
    webhookSecrets: [WEBHOOK_SECRET],
    scriptUrl: "",
    wallets: "never",
    instance,
    // A timer of a process that died would keep its whole world in memory: measured, 0.4 MB for each seed.
    deadlineMs: Infinity,
    answer,
  });
}

/** Times of some hours in which the bank cannot be reached; `to` ends the last of them. */
export function outagesOf(dice: Dice, from: Instant, to: Instant): (readonly [Instant, Instant])[] {
  return Array.from({ length: dice.pick([0, 0, 1, 1, 2]) }, () => {
    const began = from + Math.floor(dice() * (to - from));
    const lasts = dice.between(10, 60) * MINUTE_MS + (dice.chance(0.2) ? 23 * HOUR_MS : 0);
    return [began, Math.min(began + lasts, to)] as const;
  });
}
