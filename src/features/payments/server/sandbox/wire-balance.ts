import type { MovementKind } from "../../domain/movement.ts";
import type { BankBalance } from "./balance.ts";
import { countOf, secondsOf } from "./wire.ts";
import type { Wire } from "./wire.ts";

/** The type and the category of a movement, as Stripe's API names them. */
const NAMES: Readonly<Record<MovementKind, readonly [type: string, category: string]>> = {
  charge: ["charge", "charge"],
  refund: ["refund", "refund"],
  "refund-failure": ["refund_failure", "refund_failure"],
  dispute: ["adjustment", "dispute"],
  "dispute-reversal": ["adjustment", "dispute_reversal"],
  fee: ["stripe_fee", "fee"],
  payout: ["payout", "payout"],
  other: ["reserve_transaction", "other_adjustment"],
};

/** A movement of the balance in the words of Stripe's API. */
export function wireBalance(one: BankBalance, expand: boolean): Wire {
  const { currency, amountMinor, feeMinor } = one;
  const [type, category] = NAMES[one.kind];
  const source = sourceOf(one);
  return {
    id: one.id,
    object: "balance_transaction",
    amount: signed(amountMinor, currency),
    fee: signed(feeMinor, currency),
    net: signed(amountMinor - feeMinor, currency),
    currency: currency.toLowerCase(),
    exchange_rate: null,
    created: secondsOf(one.at),
    available_on: secondsOf(one.availableOn),
    type,
    reporting_category: category,
    source: expand ? source : (source?.["id"] ?? null),
  };
}

export const signed = (minor: number, currency: string): number =>
  minor < 0 ? -countOf(-minor, currency) : countOf(minor, currency);

function sourceOf({
  kind,
  about,
  intentId,
  chargeId,
  metadata,
  amountMinor,
  currency,
}: BankBalance): Wire | null {
  const amount = countOf(Math.abs(amountMinor), currency);
  const common = { amount, currency: currency.toLowerCase(), payment_intent: intentId };
  if (kind === "charge") return { ...common, id: chargeId ?? intentId, object: "charge", metadata };
  if (kind === "payout") return { id: about, object: "payout", amount, currency: common.currency };
  if (kind.startsWith("refund")) return { ...common, id: about, object: "refund", metadata };
  return kind.startsWith("dispute") ? { ...common, id: about, object: "dispute" } : null;
}
