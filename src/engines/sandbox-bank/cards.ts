/** Reaction of the sandbox bank to a card: at once, or after the holder confirmed it. */
export type CardAnswer =
  | { readonly kind: "approve" }
  | { readonly kind: "decline"; readonly code: string }
  | { readonly kind: "ask"; readonly after: string };

export interface Card {
  readonly number: string;
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
  readonly cvc: string;
}

/** The numbers that every payment sandbox knows, and what they do here. */
export const TEST_CARDS = {
  "4242424242424242": { kind: "approve" },
  "5555555555554444": { kind: "approve" },
  "378282246310005": { kind: "approve" },
  "4000000000002214": { kind: "approve" },
  "4000000000005126": { kind: "approve" },
  "4000000000007726": { kind: "approve" },
  "4000000000000259": { kind: "approve" },
  "4000000000002685": { kind: "approve" },
  "4000000000001976": { kind: "approve" },
  "4000000000000002": { kind: "decline", code: "card_declined" },
  "4000000000009995": { kind: "decline", code: "insufficient_funds" },
  "4000000000009987": { kind: "decline", code: "lost_card" },
  "4000000000009979": { kind: "decline", code: "stolen_card" },
  "4000000000000069": { kind: "decline", code: "expired_card" },
  "4000000000000127": { kind: "decline", code: "incorrect_cvc" },
  "4000000000000119": { kind: "decline", code: "processing_error" },
  "4000000000006975": { kind: "decline", code: "card_velocity_exceeded" },
  "4100000000000019": { kind: "decline", code: "fraudulent" },
  "4000000000002008": { kind: "decline", code: "currency_not_supported" },
  // Its bank lets no single payment be so large.
  "4000000000002206": { kind: "decline", code: "charge_exceeds_transaction_limit" },
  "4000000000002107": { kind: "decline", code: "authentication_required" },
  // May be kept for later; every charge of it fails.
  "4000000000000341": { kind: "decline", code: "card_declined" },
  "4000002500003155": { kind: "ask", after: "approved" },
  "4000002760003184": { kind: "ask", after: "approved" },
  "4000000000003220": { kind: "ask", after: "approved" },
  "4000008400001629": { kind: "ask", after: "card_declined" },
  "4000008260003178": { kind: "ask", after: "insufficient_funds" },
  // The card's bank wants to ask and cannot.
  "4000008400001280": { kind: "decline", code: "confirmation_unavailable" },
} as const satisfies Record<string, CardAnswer>;

/** By the last digits: what becomes of a refund to this card. */
export const REFUND_WAYS: Readonly<Record<string, "fails-later" | "pending">> = {
  "5126": "fails-later",
  "7726": "pending",
};

/** By the last digits: why the holder of this card disputes what was taken. An inquiry moves no money. */
export const DISPUTE_WAYS: Readonly<
  Record<string, { readonly reason: string; readonly isInquiry: boolean }>
> = {
  "0259": { reason: "fraudulent", isInquiry: false },
  "2685": { reason: "product_not_received", isInquiry: false },
  "1976": { reason: "general", isInquiry: true },
};

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
];

export const brandOf = (number: string): string =>
  BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? "unknown";

/** Luhn's check digit over 12 to 19 digits. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = digits
    .split("")
    .toReversed()
    .reduce((total, digit, place) => {
      const n = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (n > 9 ? n - 9 : n);
    }, 0);
  return sum % 10 === 0;
}

/** Fault of a card as typed, before any bank is asked; `undefined` when there is none. */
export function faultOf(
  { number, month, year, cvc }: Card,
  today: { readonly year: number; readonly month: number },
): string | undefined {
  if (!isCardNumber(number)) return "incorrect_number";
  if (!isWithin(month, 1, 12) || !isWithin(year, 2000, today.year + 50)) return "invalid_expiry";
  if (year * 12 + month < today.year * 12 + today.month) return "expired_card";
  return /^\d+$/.test(cvc) && cvc.length === (brandOf(number) === "amex" ? 4 : 3)
    ? undefined
    : "incorrect_cvc";
}

const isWithin = (n: number, least: number, most: number): boolean =>
  Number.isInteger(n) && n >= least && n <= most;

/** A number that is valid but not in the table is one that this bank never issued. */
export function answerOf({ number }: Pick<Card, "number">): CardAnswer {
  const known: Readonly<Record<string, CardAnswer>> = TEST_CARDS;
  return known[number] ?? { kind: "decline", code: "card_declined" };
}

/** Names that stand for a card where a server confirms. */
const NAMED: Readonly<Record<string, keyof typeof TEST_CARDS>> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedLostCard: "4000000000009987",
  pm_card_visa_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_threeDSecure2Required: "4000000000003220",
};

/** The card that a name stands for, valid for years. */
export function cardNamed(name: string): Card | undefined {
  const number = NAMED[name];
  return number && { number, month: 12, year: 2049, cvc: brandOf(number) === "amex" ? "1234" : "123" };
}
