import { hasLiveKey, stripeContradiction } from "#engines/stripe/contradictions.ts";
import type { Settings } from "./settings.ts";

type Rule = readonly [broken: (settings: Settings) => boolean, says: string];

/** Settings of payment that contradict each other across engines. */
const RULES: readonly Rule[] = [
  [
    (settings) => settings.sandboxPort !== undefined && (hasLiveKey(settings) || settings.payment === "none"),
    "--sandbox-port opens a bank with play money: it goes with --payment sandbox, or with test keys of Stripe.",
  ],
  [
    ({ payment, payWays }) => payment === "none" && payWays.length === 0,
    "--payment none needs a way to pay: give --pay-ways at least one of cash-collection, cash-delivery, invoice.",
  ],
];

/** The first contradiction in one sentence; nothing where the settings agree. */
export const paymentContradiction = (settings: Settings): string | undefined =>
  stripeContradiction(settings) ?? RULES.find(([broken]) => broken(settings))?.[1];
