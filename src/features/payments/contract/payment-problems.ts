/** Reader of a problem. */
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
  /** Number in the design of payments. */
  readonly number: number;
  readonly code: PaymentProblemCode;
  readonly told: readonly Audience[];
  readonly place: ProblemPlace;
  /** Key of its sentence in the room's words; absent where nothing is said, or where the provider says it. */
  readonly says?: ProblemSentence;
  readonly ways: readonly ProblemWay[];
  /** Another press on "Pay" may help. */
  readonly mayRetry: boolean;
  /** No press on "Pay" is taken while it stands. */
  readonly locks: boolean;
}

/** Effect of a press on "Pay" meanwhile: accepted, accepted without effect, or locked. */
type Press = "again" | "vain" | "locked";
type Row = readonly [
  number: number,
  code: string,
  told: readonly Audience[],
  place: ProblemPlace,
  says: string | null,
  ways: readonly ProblemWay[],
  press: Press,
];

const PAYER = ["payer"] as const;
const PAYER_DISPATCHER = ["payer", "dispatcher"] as const;
const OFFICE = ["office"] as const;
const PAYER_OFFICE = ["payer", "office"] as const;

const ROWS = [
  [1, "script.offline", PAYER, "form", "fail.offline", [], "locked"],
  [2, "script.timeout", PAYER, "form", "fail.timeout", ["retry", "reload", "pay-link"], "locked"],
  [3, "script.blocked", PAYER, "form", "fail.blocked", ["retry", "pay-link"], "locked"],
  [4, "script.network", PAYER, "form", "fail.network", ["retry"], "locked"],
  [5, "script.no-global", PAYER, "form", "fail.no-global", ["retry", "pay-link"], "locked"],
  [6, "script.csp", PAYER, "form", "fail.csp", ["pay-link", "reload"], "locked"],
  [7, "script.foreign-global", PAYER, "form", "fail.foreign-global", ["reload", "pay-link"], "locked"],
  [8, "element.not-loaded", PAYER, "form", "fail.not-loaded", ["retry", "reload", "pay-link"], "locked"],
  [9, "element.not-available", PAYER, "form", "fail.not-available", ["reload"], "locked"],
  [10, "element.slow", PAYER, "form", "pay.still", ["reload", "pay-link"], "locked"],
  [11, "form.incomplete", PAYER, "field", "decline.check-form", [], "again"],
  [12, "pay.declined", PAYER, "note", "decline.card-declined", ["other-card"], "again"],
  [13, "pay.insufficient-funds", PAYER, "note", "decline.insufficient-funds", ["other-card"], "again"],
  [14, "pay.expired-card", PAYER, "note", "decline.expired-card", ["other-card"], "again"],
  [15, "pay.incorrect-cvc", PAYER, "note", "decline.incorrect-cvc", ["other-card"], "again"],
  [16, "pay.incorrect-number", PAYER, "note", "decline.incorrect-number", ["other-card"], "again"],
  // Whoever found or stole a card learns nothing more than anybody else.
  [17, "pay.blocked", PAYER, "note", "decline.card-declined", ["other-card"], "again"],
  [18, "pay.processing-error", PAYER, "note", "decline.processing-error", ["retry", "other-card"], "again"],
  [19, "pay.velocity", PAYER, "note", "decline.velocity", ["other-card"], "again"],
  [20, "pay.not-supported", PAYER, "note", "decline.not-supported", ["other-card"], "again"],
  [21, "sca.required", PAYER, "note", "problem.confirm-wanted", ["confirm-card"], "again"],
  [22, "sca.failed", PAYER, "note", "decline.confirmation-failed", ["retry", "other-card"], "again"],
  [23, "sca.cancelled", PAYER, "note", "pay.window-closed", ["continue", "other-card"], "again"],
  [24, "sca.abandoned", PAYER, "form", "problem.confirm-over", ["new-price"], "locked"],
  [25, "sca.unavailable", PAYER, "note", "decline.confirmation-down", ["other-card"], "again"],
  [26, "pay.unknown", PAYER, "note", "checking.text", [], "locked"],
  [27, "pay.already-paid", PAYER, "form", "problem.already-paid", ["open-booking"], "locked"],
  [28, "pay.other-tab", PAYER, "form", "problem.other-tab", ["take-over"], "locked"],
  [29, "quote.expired", PAYER, "form", "problem.quote-expired", ["new-price"], "locked"],
  [30, "quote.changed", PAYER, "form", "problem.quote-changed", ["new-price"], "locked"],
  [31, "slot.lost", PAYER, "form", "problem.slot-lost", ["new-time"], "locked"],
  [32, "booking.expired", PAYER, "form", "problem.booking-expired", ["new-price"], "locked"],
  [33, "amount.out-of-range", PAYER, "form", "refusal.amount-not-possible", ["pay-link"], "locked"],
  [34, "session.expired", PAYER, "form", "problem.signed-out", ["sign-in"], "locked"],
  [35, "rate.limited", PAYER, "form", "problem.wait", ["retry"], "locked"],
  [36, "provider.down", PAYER_OFFICE, "form", "refusal.provider-silent", ["retry", "pay-link"], "locked"],
  [37, "provider.misconfigured", PAYER_OFFICE, "form", "refusal.misconfigured", ["pay-link"], "locked"],
  [38, "wallet.unavailable", PAYER, "silent", null, [], "again"],
  [39, "wallet.cancelled", PAYER, "silent", null, [], "again"],
  [42, "hold.expiring", ["dispatcher"], "badge", "badge.hold-expiring", [], "vain"],
  [43, "hold.lost", PAYER_DISPATCHER, "badge", "problem.hold-lost", ["confirm-card", "send-link"], "vain"],
  [44, "capture.failed", ["dispatcher", "office"], "badge", "problem.not-collected", ["retry"], "vain"],
  [45, "refund.pending", PAYER_OFFICE, "note", "problem.refund-pending", [], "vain"],
  [46, "refund.failed", OFFICE, "note", "problem.refund-failed", [], "vain"],
  [47, "refund.exceeds", OFFICE, "note", "problem.refund-exceeds", [], "vain"],
  [48, "dispute.opened", OFFICE, "note", "problem.dispute", ["evidence"], "vain"],
  [49, "storage.blocked", PAYER, "note", "problem.storage", ["pay-link"], "again"],
  [50, "browser.unsupported", PAYER, "form", "problem.browser", ["pay-link"], "locked"],
  [51, "script.wrong-version", PAYER, "form", "fail.wrong-version", ["reload", "pay-link"], "locked"],
  [52, "pay.silent", PAYER, "note", "problem.bank-silent", ["retry"], "locked"],
  [53, "booking.given-up", PAYER, "form", "problem.given-up", ["new-time", "open-booking"], "locked"],
] as const satisfies readonly Row[];

/** The name of a problem: `where.what`. */
export type PaymentProblemCode = (typeof ROWS)[number][1];
/** The keys of the sentences. */
export type ProblemSentence = NonNullable<(typeof ROWS)[number][4]>;

/** Every problem of a card payment, and what people then see. Sentences, messages, tests and the list follow it. */
export const PAYMENT_PROBLEMS: readonly PaymentProblem[] = ROWS.map(
  ([number, code, told, place, says, ways, press]) => ({
    number,
    code,
    told,
    place,
    ...(says !== null && { says }),
    ways,
    mayRetry: press === "again",
    locks: press === "locked",
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

/** The row of a code. */
export function problemOf(code: PaymentProblemCode): PaymentProblem {
  const row = byCode.get(code);
  if (!row) throw new Error(`the list of payment problems has no ${code}`);
  return row;
}

/** A code that came over the wire: what a newer server alone knows is a plain decline. */
export const knownProblem = (code: string): PaymentProblemCode => byCode.get(code)?.code ?? "pay.declined";
