import type { LocalDate } from "#kernel/local-time.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { allocate, money, share } from "#kernel/money.ts";

/** A receipt documents a capture, a credit note a refund; a cancel note withdraws a credit note. */
export const RECEIPT_KINDS = ["receipt", "credit-note", "cancel-note"] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export interface ReceiptLine {
  /** The operator's name of the rule; the part's own name where the line is a part of the price. */
  readonly title: string;
  readonly rule: string;
  readonly minor: number;
}

/** The seller by law; absent fields were not known when the receipt was issued. */
export interface ReceiptSeller {
  readonly name: string;
  /** Several lines, where it has them. */
  readonly address: string | null;
  readonly taxId: string | null;
  readonly email?: string;
  readonly phone?: string;
  readonly footer?: string;
}

/** Everything that stands on a receipt, frozen when it is issued. */
export interface ReceiptContent {
  readonly kind: ReceiptKind;
  readonly number: string;
  readonly day: LocalDate;
  readonly currency: string;
  readonly seller: ReceiptSeller;
  readonly buyer: { readonly name: string; readonly email: string | null };
  readonly order: { readonly number: string; readonly pickup: string; readonly dropoff: string };
  readonly lines: readonly ReceiptLine[];
  readonly netMinor: number;
  readonly taxes: readonly { readonly basisPoints: number; readonly minor: number }[];
  readonly totalMinor: number;
  readonly heldMinor: number;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** How it was paid where no card paid; absent on those issued before there were such. */
  readonly way?: PayWay | null;
  /** The receipt that a credit note takes back from; the credit note that a cancel note cancels. */
  readonly corrects: string | null;
}

/** Purpose of a part of a price, or that it was refunded. */
export const RECEIPT_PARTS = [
  "cancellation",
  "service",
  "lowered",
  "returned",
  "kept",
  "waiting",
  "extra-stop",
  "extra-attempt",
  "reopened",
  "return",
  "changed",
  "other",
] as const;
export type ReceiptPart = (typeof RECEIPT_PARTS)[number];

export interface Priced {
  readonly amountMinor: number;
  readonly taxMinor: number;
  readonly currency: string;
  readonly lines: readonly ReceiptLine[];
  readonly taxes: readonly { readonly basisPoints: number; readonly minor: number }[];
}

export type Sums = Pick<ReceiptContent, "lines" | "netMinor" | "taxes" | "totalMinor">;

/**
 * The lines and taxes of a part of the price, in whole minor units that sum exactly. The whole price keeps its lines;
 * a part of it, such as a cancellation fee, is one line, and less than the price is named as that.
 *
 * @param moved.before what was vouched for earlier, so that the taxes of all parts sum to the tax of their sum
 * @param moved.taxBefore the tax within it where parts of it were taken back since
 */
export function sumsOf(
  priced: Priced,
  moved: { readonly before: number; readonly minor: number; readonly taxBefore?: number },
  part: ReceiptPart,
): Sums {
  const { amountMinor, currency } = priced;
  const { before, minor, taxBefore = taxWithin(moved.before, priced) } = moved;
  const taxMinor = Math.min(minor, Math.max(0, taxWithin(before + minor, priced) - taxBefore));
  const netMinor = minor - taxMinor;
  const isWhole = minor === amountMinor && sum(priced.lines) === netMinor && sum(priced.taxes) === taxMinor;
  if (isWhole && part === "service")
    return { lines: priced.lines, netMinor, taxes: priced.taxes, totalMinor: minor };
  const named = part === "service" && before === 0 && minor < amountMinor ? "lowered" : part;
  const weights = priced.taxes.map((tax) => tax.minor);
  const parts = sum(priced.taxes) === 0 ? [] : allocate(money(taxMinor, currency), weights);
  return {
    lines: [{ title: named, rule: named, minor: netMinor }],
    netMinor,
    taxes: priced.taxes.flatMap(({ basisPoints }, at) =>
      parts[at] ? [{ basisPoints, minor: parts[at].minor }] : [],
    ),
    totalMinor: minor,
  };
}

const sum = (list: readonly { readonly minor: number }[]): number =>
  list.reduce((all, { minor }) => all + minor, 0);

/** As the ledger counts it. */
const taxWithin = (part: number, { taxMinor, amountMinor, currency }: Priced): number =>
  share(money(part, currency), taxMinor, amountMinor).minor;

const PREFIX: Readonly<Record<ReceiptKind, string>> = {
  receipt: "R",
  "credit-note": "C",
  "cancel-note": "X",
};

/** `R-2026-000042`: the kind, the year where the seller is, the place in its series. */
export const receiptNumber = (kind: ReceiptKind, year: number, nth: number): string =>
  `${PREFIX[kind]}-${year}-${String(nth).padStart(6, "0")}`;
