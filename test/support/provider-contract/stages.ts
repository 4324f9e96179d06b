import { stripeProvider } from "#engines/stripe/provider.ts";
import type { OpenIntent, Outcome, PaymentProvider } from "#features/payments/server/base/gateway.ts";
import type { Call } from "#engines/sandbox-bank/carry.ts";
import type { Fault } from "#engines/sandbox-bank/faults.ts";
import { advanceClock } from "#engines/sandbox-bank/advance-clock.ts";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import { FACADE_KEY, openStripeFacade } from "../stripe/facade.ts";

/** A provider with what only its bank and its card holders can do. */
export interface Stage {
  readonly provider: PaymentProvider;
  now: number;
  pay(secret: string, card: string, choice?: "approve" | "decline"): Promise<void>;
  plan(call: Call, fault: Fault): Promise<void>;
  /** Decides a dispute as the card's bank. */
  judge(disputeRef: string, verdict: "won" | "lost"): Promise<void>;
  /** Runs the jobs of the bank that are due by now. */
  tick(): Promise<void>;
  /** How it reads a webhook where these are its secrets. */
  hears(secrets: readonly string[]): NonNullable<PaymentProvider["readNews"]>;
  /** Movements: `hold 1190`. */
  movements(ref: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const START = Date.UTC(2026, 5, 17, 8);
const card = (number: string) => ({
  number,
  month: 12,
  year: 2030,
  cvc: number.startsWith("3") ? "1234" : "123",
});

/** Stripe's library over the wire, and the sandbox bank behind it. */
export async function openStage(): Promise<Stage> {
  const facade = await openStripeFacade(() => stage.now);
  const withSecrets = (webhookSecrets: readonly string[]) =>
    stripeProvider({
      secretKey: FACADE_KEY,
      publishableKey: "pk_test_facade",
      webhookSecrets: [...webhookSecrets],
      apiBase: facade.url,
      scriptUrl: `${facade.url}/sandbox-bank/endive/stripe.js`,
      instance: "this-install",
    });
  const stage: Stage = {
    provider: withSecrets([]),
    now: START,
    async pay(secret, number, choice) {
      const id = secret.split("_secret_")[0] ?? "";
      await facade.bank.confirm(id, secret, card(number));
      if (choice) await facade.bank.answer(id, secret, choice);
    },
    hears: (secrets) => newsReader(withSecrets(secrets)),
    tick: () => advanceClock(facade.parts.db, () => stage.now),
    judge: async (ref, verdict) => void (await facade.bank.judge(ref, verdict)),
    // Stripe's library sends once more by itself, with the same key, where a connection was reset.
    plan: (call, fault) => facade.plan(call, fault, fault.startsWith("drop") ? 2 : 1),
    movements: (ref) => facade.movements(ref),
    close: () => facade.close(),
  };
  return stage;
}

function newsReader(provider: PaymentProvider): PaymentProvider["readNews"] {
  return (...news) => provider.readNews(...news);
}

export const AMOUNT = money(1190, "EUR");
export const GOOD_NUMBER = "4242424242424242";

let keys = 0;
export const newKey = () => `install:${(keys += 1)}`;

/** @throws Error where the outcome is another one */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== "ok") throw new Error(`it said ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** An intent that nobody paid yet. */
export async function openedOn(stage: Stage): Promise<OpenIntent & { ref: string; paymentId: string }> {
  const paymentId = newId(stage.now);
  const intent = valueOf(await stage.provider.openIntent({ key: newKey(), paymentId, amount: AMOUNT }));
  return { ...intent, ref: intent.snapshot.ref, paymentId };
}

/** An intent whose amount is held. */
export async function heldOn(stage: Stage): Promise<OpenIntent & { ref: string; paymentId: string }> {
  const intent = await openedOn(stage);
  await stage.pay(intent.clientSecret, GOOD_NUMBER);
  return intent;
}

/** An intent whose money was taken from this card. */
export async function takenOn(
  stage: Stage,
  number = GOOD_NUMBER,
): Promise<{ ref: string; paymentId: string }> {
  const { clientSecret, ref, paymentId } = await openedOn(stage);
  await stage.pay(clientSecret, number);
  valueOf(await stage.provider.capture({ key: newKey(), ref, amount: AMOUNT }));
  return { ref, paymentId };
}
