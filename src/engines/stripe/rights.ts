import type Stripe from "stripe";
import type { Outcome } from "#features/payments/server/public.ts";
import { openLine } from "./line.ts";
import type { LineParts } from "./line.ts";

/** A right that a restricted key needs. */
export interface StripeRight {
  /** As Stripe's page of keys names it. */
  readonly name: string;
  readonly access: "read" | "write";
  /** Feature that fails without it. */
  readonly without: string;
  /** Whether card payments go on without it, as long as webhooks arrive. */
  readonly isOptional: boolean;
  /** Sends a harmless request about an object that does not exist; whatever the answer, nothing changes at Stripe. */
  ask(): Promise<Outcome<unknown>>;
}

type Call = (stripe: Stripe) => Promise<unknown>;
type Row = readonly [StripeRight["name"], StripeRight["access"], string, Call];

const INTENT = "pi_00000000000000000000nobody";

const NEEDED: readonly Row[] = [
  ["Payment Intents", "write", "no card can be paid with", (to) => to.paymentIntents.cancel(INTENT)],
  [
    "Charges",
    "read",
    "declined cards cannot be counted",
    (to) => to.charges.list({ payment_intent: INTENT }),
  ],
  ["Refunds", "write", "nothing can be refunded", (to) => to.refunds.create({ payment_intent: INTENT })],
  ["Disputes", "read", "disputes are not seen", (to) => to.disputes.list({ payment_intent: INTENT })],
];
const USED: readonly Row[] = [
  [
    "Events",
    "read",
    "disputes and refunds made at Stripe that no webhook told of are not found",
    (to) => to.events.list({ limit: 1 }),
  ],
];
/** Every right that our calls to Stripe need, and a question that shows whether a key has it. */
export function stripeRights(parts: LineParts): readonly StripeRight[] {
  const line = openLine(parts);
  const rightOf =
    (isOptional: boolean) =>
    ([name, access, without, call]: Row): StripeRight => ({
      name,
      access,
      without,
      isOptional,
      ask: () => line.ask(call, () => true),
    });
  return [...NEEDED.map(rightOf(false)), ...USED.map(rightOf(true))];
}
