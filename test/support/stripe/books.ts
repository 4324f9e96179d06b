import { randomBytes } from "node:crypto";
import type { Card } from "#features/payments/server/sandbox/cards.ts";
import { answer, cancel, capture, confirm, lapse } from "#features/payments/server/sandbox/intent.ts";
import type { BankIntent, Step } from "#features/payments/server/sandbox/intent.ts";
import { openAfterCapture } from "./after-capture.ts";
import { type Said, refusal } from "./said.ts";

/** Amounts as Stripe counts them. */
interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly status: "succeeded" | "failed";
  readonly card: { readonly brand: string; readonly last4: string; readonly capture_before: number | null };
}

interface Kept {
  intent: BankIntent;
  readonly metadata: Readonly<Record<string, string>>;
  charges: Charge[];
  /** The last error that the intent shows, as Stripe words it. */
  fault: Readonly<Record<string, unknown>> | null;
}

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What Stripe keeps of payments, over the rules of our own sandbox bank: same cards, same states, other words. */
export interface Books {
  create(form: URLSearchParams): Said;
  retrieve(id: string, expand: boolean): Said;
  list(query: URLSearchParams): Said;
  charges(intentId: string): Said;
  capture(id: string, form: URLSearchParams): Said;
  cancel(id: string): Said;
  confirm(id: string, secret: string, card: Card): Said;
  answer(id: string, secret: string, choice: "approve" | "decline" | "cancel"): Said;
  refund(form: URLSearchParams): Said;
  refunds(query: URLSearchParams): Said;
  disputes(query: URLSearchParams): Said;
  /** What the card's bank makes of a dispute. */
  judge(disputeId: string, verdict: "won" | "lost"): void;
  readonly events: readonly StripeEvent[];
  /** Movements of an intent's money: `hold 1190`. */
  movements(id: string): readonly string[];
}

const STATUS: Readonly<Record<string, string>> = { requires_card: "requires_payment_method" };
const OWN_CODES = new Set(["expired_card", "incorrect_cvc", "processing_error", "incorrect_number"]);
const newId = (kind: string) => `${kind}_${randomBytes(12).toString("hex")}`;

export function openBooks(clock: () => number, tell: (event: StripeEvent) => void): Books {
  const kept = new Map<string, Kept>();
  const events: StripeEvent[] = [];
  const moved = new Map<string, string[]>();

  const noteOf = (type: string, object: Readonly<Record<string, unknown>>): void => {
    const id = newId("evt");
    const created = Math.floor(clock() / 1000);
    const body = { id, object: "event", type, livemode: false, created, data: { object } };
    const event = { id, type, body };
    events.push(event);
    tell(event);
  };
  const note = (type: string, intent: Kept): void => noteOf(`payment_intent.${type}`, wireOf(intent, false));
  const later = openAfterCapture(clock, {
    intentOf: (id) => kept.get(id)?.intent,
    move: (id, movements) =>
      void moved.set(id, [
        ...(moved.get(id) ?? []),
        ...movements.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`),
      ]),
    tell: noteOf,
  });

  const take = (one: Kept, step: Step): void => {
    const before = one.intent;
    one.intent = step.intent;
    const list = moved.get(before.id) ?? [];
    list.push(...step.movements.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`));
    moved.set(before.id, list);
    addCharge(one, before, step);
    const changed = before.status !== step.intent.status;
    if (step.intent.declines > before.declines) note("payment_failed", one);
    else if (changed && step.intent.status === "requires_capture") note("amount_capturable_updated", one);
    else if (changed && step.intent.status !== "requires_card") note(step.intent.status, one);
    if (changed && step.intent.status === "succeeded") later.captured(step.intent);
  };

  const about = (id: string, work: (one: Kept) => Said): Said => {
    const one = kept.get(id);
    if (!one) return refusal(404, "resource_missing");
    take(one, lapse(one.intent, clock()));
    return work(one);
  };

  /** One step of the shop's. A no comes with the intent, as Stripe sends it. */
  const ofShop = (one: Kept, step: Step, from: readonly string[]): Said => {
    if (!from.includes(one.intent.status) || step.error !== undefined) {
      const code = step.error === "amount_too_large" ? step.error : "payment_intent_unexpected_state";
      return refusal(400, code, { payment_intent: wireOf(one, false) });
    }
    take(one, step);
    return { status: 200, body: wireOf(one, true) };
  };

  const ofBrowser = (id: string, secret: string, work: (one: Kept) => Step): Said =>
    about(id, (one) => {
      if (one.intent.clientSecret !== secret) return refusal(404, "resource_missing");
      const step = work(one);
      if (step.error === "unexpected_state")
        return refusal(400, "payment_intent_unexpected_state", { payment_intent: wireOf(one, false) });
      take(one, step);
      if (step.error === undefined) return { status: 200, body: wireOf(one, false) };
      return { status: 402, body: { error: { ...one.fault, payment_intent: wireOf(one, false) } } };
    });

  return {
    events,
    movements: (id) => moved.get(id) ?? [],
    create(form) {
      const amount = Number(form.get("amount"));
      if (!Number.isInteger(amount) || amount < 1) return refusal(400, "parameter_invalid_integer");
      if (form.get("capture_method") !== "manual" || form.get("allowed_payment_method_types[0]") !== "card")
        return refusal(400, "parameter_missing");
      const id = newId("pi");
      const one: Kept = {
        intent: {
          id,
          clientSecret: `${id}_secret_${randomBytes(12).toString("hex")}`,
          status: "requires_card",
          amountMinor: amount,
          heldMinor: 0,
          capturedMinor: 0,
          currency: form.get("currency") ?? "",
          paymentId: form.get("metadata[payment_id]") ?? "",
          cardBrand: null,
          cardLast4: null,
          pending: null,
          decline: null,
          declines: 0,
          captureBefore: null,
          createdAt: clock(),
        },
        metadata: metadataIn(form),
        charges: [],
        fault: null,
      };
      kept.set(id, one);
      note("created", one);
      return { status: 200, body: wireOf(one, true) };
    },
    retrieve: (id, expand) => about(id, (one) => ({ status: 200, body: wireOf(one, expand) })),
    list(query) {
      const since = Number(query.get("created[gte]") ?? "0") * 1000;
      const all = [...kept.values()].filter(({ intent }) => intent.createdAt >= since).toReversed();
      const after = query.get("starting_after");
      const from = after === null ? 0 : all.findIndex(({ intent }) => intent.id === after) + 1;
      const page = all.slice(from, from + Number(query.get("limit") ?? "10"));
      const data = page.map((one) => wireOf(one, false));
      return { status: 200, body: { object: "list", data, has_more: from + page.length < all.length } };
    },
    charges: (intentId) =>
      about(intentId, ({ charges }) => ({
        status: 200,
        body: { object: "list", data: charges.map(wireCharge), has_more: false },
      })),
    capture: (id, form) =>
      about(id, (one) =>
        ofShop(one, capture(one.intent, Number(form.get("amount_to_capture")), clock()), [
          "requires_capture",
        ]),
      ),
    cancel: (id) =>
      about(id, (one) =>
        ofShop(one, cancel(one.intent), ["requires_card", "requires_action", "requires_capture"]),
      ),
    refund: (form) => later.refund(form, metadataIn(form)),
    refunds: (query) => later.refunds(query),
    disputes: (query) => later.disputes(query),
    judge: (disputeId, verdict) => later.judge(disputeId, verdict),
    confirm: (id, secret, card) => ofBrowser(id, secret, (one) => confirm(one.intent, card, clock())),
    answer: (id, secret, choice) =>
      ofBrowser(id, secret, (one) =>
        // Stripe does not tell a closed window from a confirmation that failed.
        answer(one.intent, choice === "cancel" ? "decline" : choice, clock()),
      ),
  };
}

/** A decline leaves a failed charge, except where the card's bank was never asked to hold; a hold leaves one. */
function addCharge(one: Kept, before: BankIntent, { intent, error }: Step): void {
  const card = {
    brand: intent.cardBrand ?? "unknown",
    last4: intent.cardLast4 ?? "0000",
    capture_before: intent.captureBefore === null ? null : Math.floor(intent.captureBefore / 1000),
  };
  const isHeld = before.status !== "requires_capture" && intent.status === "requires_capture";
  if (isHeld) {
    one.charges.push({ id: newId("ch"), amount: intent.amountMinor, status: "succeeded", card });
    one.fault = null;
  }
  if (intent.declines === before.declines || error === undefined) return;
  if (error === "confirmation_failed") {
    one.fault = { type: "invalid_request_error", code: "payment_intent_authentication_failure" };
    return;
  }
  const charge = { id: newId("ch"), amount: intent.amountMinor, status: "failed", card } as const;
  one.charges.push(charge);
  const decline = error === "card_declined" ? "generic_decline" : error;
  const code = OWN_CODES.has(error) ? error : "card_declined";
  one.fault = { type: "card_error", code, decline_code: decline, charge: charge.id };
}

const metadataIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );

const wireCharge = ({ card, ...charge }: Charge) => ({
  ...charge,
  object: "charge",
  payment_method_details: { type: "card", card },
});

function wireOf({ intent, metadata, charges, fault }: Kept, expand: boolean) {
  const latest = charges.at(-1);
  return {
    id: intent.id,
    object: "payment_intent",
    status: STATUS[intent.status] ?? intent.status,
    amount: intent.amountMinor,
    amount_capturable: intent.status === "requires_capture" ? intent.heldMinor : 0,
    amount_received: intent.capturedMinor,
    currency: intent.currency,
    client_secret: intent.clientSecret,
    livemode: false,
    created: Math.floor(intent.createdAt / 1000),
    metadata,
    last_payment_error: fault,
    latest_charge: latest ? (expand ? wireCharge(latest) : latest.id) : null,
  };
}
