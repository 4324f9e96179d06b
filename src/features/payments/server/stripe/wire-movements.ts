import * as z from "zod/mini";
import { type Money, money } from "#kernel/money.ts";
import { fineFromStripe, fromStripe } from "#kernel/stripe-amount.ts";
import type { Movement, MovementKind } from "../../domain/movement.ts";
import type { Unread } from "../gateway.ts";

const Source = z.object({
  id: z.string(),
  object: z.string(),
  amount: z.optional(z.int()),
  currency: z.nullish(z.string()),
  payment_intent: z.nullish(z.union([z.string(), z.object({ id: z.string() })])),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
type Source = z.output<typeof Source>;

const WireMovement = z.object({
  object: z.literal("balance_transaction"),
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  created: z.int(),
  available_on: z.int(),
  exchange_rate: z.nullish(z.number()),
  type: z.string(),
  reporting_category: z.nullish(z.string()),
  source: z.nullish(z.union([z.string(), Source])),
});
type WireMovement = z.output<typeof WireMovement>;

/**
 * By category, which tells apart what the type calls an adjustment. What is captured of a hold in part comes as the whole
 * hold and a reversal of the rest: both belong to the charge.
 *
 * @see https://docs.stripe.com/reports/reporting-categories
 */
const OF_CATEGORY: Readonly<Record<string, MovementKind>> = {
  charge: "charge",
  charge_failure: "charge",
  partial_capture_reversal: "charge",
  refund: "refund",
  refund_failure: "refund-failure",
  dispute: "dispute",
  dispute_reversal: "dispute-reversal",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  payout: "payout",
  payout_reversal: "payout",
};
/** Where no category comes with it. */
const OF_TYPE: Readonly<Record<string, MovementKind>> = {
  charge: "charge",
  payment: "charge",
  payment_failure_refund: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund-failure",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
  payout: "payout",
  payout_cancel: "payout",
  payout_failure: "payout",
};

const kindOf = ({ type, reporting_category: category }: WireMovement): MovementKind =>
  (typeof category === "string" ? OF_CATEGORY[category] : OF_TYPE[type]) ?? "other";

/** A balance in what is no currency of ISO 4217 holds nothing of ours. */
export function isOfNoCurrency(one: unknown): boolean {
  const read = WireMovement.safeParse(one);
  return read.success && fromStripe(0, read.data.currency) === undefined;
}

/** What it changes is what it comes to less its price, always; else we misread it. */
const isWhole = ({ amount, fee, net }: WireMovement): boolean => net === amount - fee;

/** Our view of a movement of the balance as it came over the wire; nothing where its shape is wrong. */
export function movementOf(one: unknown, instance: string): Movement | undefined {
  const read = WireMovement.safeParse(one);
  if (!read.success) return undefined;
  const wire = read.data;
  const gross = fineFromStripe(wire.amount, wire.currency)?.money;
  const fee = fineFromStripe(wire.fee, wire.currency)?.money;
  const net = fineFromStripe(wire.net, wire.currency);
  if (!gross || !fee || !net || !isWhole(wire)) return undefined;
  const netMinor = gross.minor - fee.minor;
  const netFine = (net.money.minor - netMinor) * 100 + net.fine;
  const source = typeof wire.source === "object" && wire.source !== null ? wire.source : undefined;
  const kind = kindOf(wire);
  return {
    ref: wire.id,
    kind,
    ...belongingOf(kind, gross, source, instance),
    currency: gross.currency,
    grossMinor: gross.minor,
    feeMinor: fee.minor,
    netMinor,
    ...(netFine !== 0 && { netFine }),
    rate: wire.exchange_rate ?? null,
    at: wire.created * 1000,
    availableOn: wire.available_on * 1000,
  };
}

const Named = z.object({ id: z.string().check(z.regex(/^\w+$/)), type: z.nullish(z.string()) });

/** Which movement it is that could not be read, and which of its words; nothing where not even its name can be. */
export function unreadOf(one: unknown): Unread | undefined {
  const named = Named.safeParse(one);
  if (!named.success) return undefined;
  const { data, error } = WireMovement.safeParse(one);
  const misread = data === undefined || isWhole(data) ? "amount" : "net";
  return {
    ref: named.data.id,
    type: named.data.type ?? null,
    what: error?.issues[0]?.path.join(".") ?? misread,
  };
}

/** What it belongs to, as its source says. */
function belongingOf(
  kind: MovementKind,
  gross: Money,
  source: Source | undefined,
  instance: string,
): Pick<Movement, "intentRef" | "aboutRef" | "markedFor" | "asked"> {
  if (!source) return { intentRef: null, aboutRef: null, markedFor: null, asked: null };
  const of = source.payment_intent;
  const intentRef = typeof of === "string" ? of : (of?.id ?? null);
  const marks = source.metadata ?? {};
  return {
    intentRef,
    aboutRef: kind === "charge" || kind === "other" ? null : source.id,
    markedFor: marks["instance"] === instance ? (marks["payment_id"] ?? null) : null,
    asked: intentRef === null ? null : askedOf(gross, source),
  };
}

/** What the balance counts in another currency than the payer's stands at its source in the payer's own. */
function askedOf(gross: Money, source: Source): Money | null {
  const code = source.currency?.toUpperCase();
  if (code === undefined || code === gross.currency) return gross;
  const own = fromStripe(source.amount ?? 0, code);
  return own ? money(gross.minor < 0 ? -own.minor : own.minor, own.currency) : null;
}
