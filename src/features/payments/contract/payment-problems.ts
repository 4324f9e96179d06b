export type Audience = "payer" | "dispatcher" | "office";

/**
 * Place at which it is shown: instead of the card form, by the field, as a note over the form or on a page, as a
 * badge beside a delivery, or none.
 */
export type ProblemPlace = "form" | "field" | "note" | "badge" | "silent";

/** Ways out of it: each a real action where the page that shows it has one. */
export type ProblemWay =
  | "retry"
  | "reload"
  | "pay-link" // later, or on another device
  | "other-card"
  | "continue" // opens the bank's window again
  | "new-price"
  | "new-time"
  | "open-booking"
  | "take-over" // this tab pays, the other one stops
  | "sign-in" // and comes back here
  | "confirm-card"
  | "send-link" // to whoever owes
  | "evidence";

export interface PaymentProblem {
  readonly number: number;
  readonly code: PaymentProblemCode;
  readonly told: readonly Audience[];
  readonly place: ProblemPlace;
  /** Key of its sentence in the room's words; absent where nothing is said, or where the provider says it. */
  readonly says?: ProblemSentence;
  readonly ways: readonly ProblemWay[];
}

type Row = readonly [
  number: number,
  code: string,
  told: readonly Audience[],
  place: ProblemPlace,
  says: string | null,
  ways: readonly ProblemWay[],
];

const PAYER = ["payer"] as const;
const PAYER_DISPATCHER = ["payer", "dispatcher"] as const;
const OFFICE = ["office"] as const;
const PAYER_OFFICE = ["payer", "office"] as const;

const ROWS = [
  [1, "script.offline", PAYER, "form", "fail.offline", []],
  [2, "script.timeout", PAYER, "form", "fail.timeout", ["retry", "reload", "pay-link"]],
  [3, "script.blocked", PAYER, "form", "fail.blocked", ["retry", "pay-link"]],
  [4, "script.network", PAYER, "form", "fail.network", ["retry"]],
  [5, "script.no-global", PAYER, "form", "fail.no-global", ["retry", "pay-link"]],
  [6, "script.csp", PAYER, "form", "fail.csp", ["pay-link", "reload"]],
  [7, "script.foreign-global", PAYER, "form", "fail.foreign-global", ["reload", "pay-link"]],
  [8, "element.not-loaded", PAYER, "form", "fail.not-loaded", ["retry", "reload", "pay-link"]],
  [9, "element.not-available", PAYER, "form", "fail.not-available", ["reload"]],
  [10, "element.slow", PAYER, "form", "pay.still", ["reload", "pay-link"]],
  [11, "form.incomplete", PAYER, "field", "decline.check-form", []],
  [12, "pay.declined", PAYER, "note", "decline.card-declined", ["other-card"]],
  [13, "pay.insufficient-funds", PAYER, "note", "decline.insufficient-funds", ["other-card"]],
  [14, "pay.expired-card", PAYER, "note", "decline.expired-card", ["other-card"]],
  [15, "pay.incorrect-cvc", PAYER, "note", "decline.incorrect-cvc", ["other-card"]],
  [16, "pay.incorrect-number", PAYER, "note", "decline.incorrect-number", ["other-card"]],
  // Whoever found or stole a card learns nothing more than anybody else.
  [17, "pay.blocked", PAYER, "note", "decline.card-declined", ["other-card"]],
  [18, "pay.processing-error", PAYER, "note", "decline.processing-error", ["retry", "other-card"]],
  [19, "pay.velocity", PAYER, "note", "decline.velocity", ["other-card"]],
  [20, "pay.not-supported", PAYER, "note", "decline.not-supported", ["other-card"]],
  [21, "sca.required", PAYER, "note", "problem.confirm-wanted", ["confirm-card"]],
  [22, "sca.failed", PAYER, "note", "decline.confirmation-failed", ["retry", "other-card"]],
  [23, "sca.cancelled", PAYER, "note", "pay.window-closed", ["continue", "other-card"]],
  [24, "sca.abandoned", PAYER, "form", "problem.confirm-over", ["new-price"]],
  [25, "sca.unavailable", PAYER, "note", "decline.confirmation-down", ["other-card"]],
  [26, "pay.unknown", PAYER, "note", "checking.text", []],
  [27, "pay.already-paid", PAYER, "form", "problem.already-paid", ["open-booking"]],
  [28, "pay.other-tab", PAYER, "form", "problem.other-tab", ["take-over"]],
  [29, "quote.expired", PAYER, "form", "problem.quote-expired", ["new-price"]],
  [30, "quote.changed", PAYER, "form", "problem.quote-changed", ["new-price"]],
  [31, "slot.lost", PAYER, "form", "problem.slot-lost", ["new-time"]],
  [32, "booking.expired", PAYER, "form", "problem.booking-expired", ["new-price"]],
  [33, "amount.out-of-range", PAYER, "form", "refusal.amount-not-possible", ["pay-link"]],
  [34, "session.expired", PAYER, "form", "problem.signed-out", ["sign-in"]],
  [35, "rate.limited", PAYER, "form", "problem.wait", ["retry"]],
  [36, "provider.down", PAYER_OFFICE, "form", "refusal.provider-silent", ["retry", "pay-link"]],
  [37, "provider.misconfigured", PAYER_OFFICE, "form", "refusal.misconfigured", ["pay-link"]],
  [38, "wallet.unavailable", PAYER, "silent", null, []],
  [39, "wallet.cancelled", PAYER, "silent", null, []],
  [42, "hold.expiring", ["dispatcher"], "badge", "badge.hold-expiring", []],
  [43, "hold.lost", PAYER_DISPATCHER, "badge", "problem.hold-lost", ["confirm-card", "send-link"]],
  [44, "capture.failed", ["dispatcher", "office"], "badge", "problem.not-collected", ["retry"]],
  [45, "refund.pending", PAYER_OFFICE, "note", "problem.refund-pending", []],
  [46, "refund.failed", OFFICE, "note", "problem.refund-failed", []],
  [47, "refund.exceeds", OFFICE, "note", "problem.refund-exceeds", []],
  [48, "dispute.opened", OFFICE, "note", "problem.dispute", ["evidence"]],
  [49, "storage.blocked", PAYER, "note", "problem.storage", ["pay-link"]],
  [50, "browser.unsupported", PAYER, "form", "problem.browser", ["pay-link"]],
  [51, "script.wrong-version", PAYER, "form", "fail.wrong-version", ["reload", "pay-link"]],
  [52, "pay.silent", PAYER, "note", "problem.bank-silent", ["retry"]],
  [53, "booking.given-up", PAYER, "form", "problem.given-up", ["new-time", "open-booking"]],
] as const satisfies readonly Row[];

export type PaymentProblemCode = (typeof ROWS)[number][1];
export type ProblemSentence = NonNullable<(typeof ROWS)[number][4]>;

/** Every problem of a card payment, and what people then see. Sentences, messages, tests and the list follow it. */
export const PAYMENT_PROBLEMS: readonly PaymentProblem[] = ROWS.map(
  ([number, code, told, place, says, ways]) => ({
    number,
    code,
    told,
    place,
    ...(says !== null && { says }),
    ways,
  }),
);

/** Problems that keep a delivery's money from being safe: shown beside it on the board. */
export const BLOCKING = [
  "hold.expiring",
  "hold.lost",
  "capture.failed",
] as const satisfies readonly PaymentProblemCode[];
export type BlockingProblem = (typeof BLOCKING)[number];

const byCode = new Map<string, PaymentProblem>(PAYMENT_PROBLEMS.map((row) => [row.code, row]));

export function problemOf(code: PaymentProblemCode): PaymentProblem {
  const row = byCode.get(code);
  if (!row) throw new Error(`the list of payment problems has no ${code}`);
  return row;
}

/** A code that came over the wire: what a newer server alone knows is a plain decline. */
export const knownProblem = (code: string): PaymentProblemCode => byCode.get(code)?.code ?? "pay.declined";
