import type Stripe from "stripe";
import { madeAt } from "#kernel/id.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import { toCardUnits } from "#features/payments/server/public.ts";
import type {
  Capture,
  IntentAbout,
  NewIntent,
  OpenIntent,
  Outcome,
  PaymentProvider,
} from "#features/payments/server/public.ts";
import { INTENT_REF, sendRefund, readDisputes, readRefunds } from "./after-capture.ts";
import { stripeDashboardUrl } from "./dashboard.ts";
import { readHealth } from "./health.ts";
import { openLine } from "./line.ts";
import type { Line, LineParts } from "./line.ts";
import { stripeLists } from "./lists.ts";
import { stripeWallets } from "./wallets.ts";
import { newsIn } from "./news.ts";
import { WireIntent, openIntentOf } from "./wire-intent.ts";
import type { Mark } from "./wire-intent.ts";
import { chargesFailed, intentPage } from "./wire-lists.ts";
import type { IntentPage } from "./wire-lists.ts";

export interface StripeParts extends LineParts {
  readonly publishableKey: string;
  /** Two while one replaces the other. */
  readonly webhookSecrets: readonly string[] | (() => Promise<readonly string[]>);
  readonly scriptUrl: string;
  /** Whether wallets stand beside the card form; where nothing is said they do. */
  readonly wallets?: "auto" | "never";
  /** Names this install on every intent, since others may share the account. */
  readonly instance: string;
}

export const STRIPE_GLOBAL = "Stripe";
/** Clocks differ, and an intent is made after its payment. */
const SLACK_MS = HOUR_MS;
const PAGE = 100;
/** 5,000 intents since the payment was made: beyond, a person has to look. */
const MAX_PAGES = 50;
const WITH_CHARGE = { expand: ["latest_charge"] };

type Call = (stripe: Stripe) => Promise<unknown>;

/** The port over Stripe. A call that moves something always carries the operation's own key, in the header. */
export function stripeProvider(parts: StripeParts): PaymentProvider {
  const line = openLine(parts);
  const askOne = (call: Call): Promise<Outcome<OpenIntent>> => askIntent(line, parts, call);
  const askAbout = (ref: string, call: Call): Promise<Outcome<OpenIntent>> =>
    INTENT_REF.test(ref) ? askOne(call) : Promise.resolve({ kind: "rejected", code: "no-such-intent" });
  const open = ({ key, paymentId, amount, about }: NewIntent): Promise<Outcome<OpenIntent>> => {
    const count = toCardUnits(amount);
    if (count === undefined) return Promise.resolve({ kind: "rejected", code: "amount-not-representable" });
    const mark: Mark = { payment_id: paymentId, instance: parts.instance };
    return askOne((stripe) =>
      stripe.paymentIntents.create(
        {
          amount: count,
          currency: amount.currency.toLowerCase(),
          capture_method: "manual",
          // Wallets are cards too.
          allowed_payment_method_types: ["card"],
          ...(about && shownThere(about)),
          metadata: { ...(about && moreOf(about)), ...mark },
          ...WITH_CHARGE,
        },
        { idempotencyKey: key },
      ),
    );
  };
  return {
    id: "stripe",
    clientConfig: () => ({
      scriptUrl: parts.scriptUrl,
      global: STRIPE_GLOBAL,
      publicKey: parts.publishableKey,
    }),
    // Another base than Stripe's own has no page at Stripe.
    dashboardUrl: (ref) => (parts.apiBase === undefined ? stripeDashboardUrl(ref, isLive(parts)) : null),
    openIntent: open,
    getIntent: (ref) => askAbout(ref, (stripe) => stripe.paymentIntents.retrieve(ref, WITH_CHARGE)),
    findIntents: (paymentId) => findIntents(line, parts, paymentId),
    async capture({ key, ref, amount }: Capture) {
      const count = toCardUnits(amount);
      if (count === undefined) return { kind: "rejected", code: "amount-not-representable" };
      const taken = await askAbout(ref, (stripe) =>
        stripe.paymentIntents.capture(
          ref,
          { amount_to_capture: count, ...WITH_CHARGE },
          { idempotencyKey: key },
        ),
      );
      return mapped(taken, ({ snapshot }) => snapshot);
    },
    async cancel({ key, ref }) {
      const ended = await askAbout(ref, (stripe) =>
        stripe.paymentIntents.cancel(ref, WITH_CHARGE, { idempotencyKey: key }),
      );
      return mapped(ended, ({ snapshot }) => snapshot);
    },
    refund: (order) => sendRefund(line, parts.instance, order),
    listRefunds: (ref) => readRefunds(line, parts.instance, ref),
    listDisputes: (ref) => readDisputes(line, ref),
    lists: stripeLists(line, { instance: parts.instance, account: parts.publishableKey }),
    ...(parts.wallets !== "never" && { wallets: stripeWallets(line) }),
    health: () => readHealth(line, isLive(parts)),
    async readNews(body, header, now) {
      const { webhookSecrets: known } = parts;
      const secrets = typeof known === "function" ? await known() : known;
      return newsIn(await line.sdk(), secrets, { body, signature: header("stripe-signature") }, now);
    },
  };
}

/** Description of a payment for Stripe's own page and for Radar. */
const shownThere = ({ orderNumber, recipient, address }: IntentAbout) => ({
  description: orderNumber,
  shipping: {
    name: recipient.name,
    phone: recipient.phone,
    address: {
      line1: address.line,
      ...(address.postcode !== null && { postal_code: address.postcode }),
      ...(address.city !== null && { city: address.city }),
    },
  },
});
/** Rules of Radar may ask for them by name. */
const moreOf = ({ orderNumber, payerAddress }: IntentAbout) => ({
  order_number: orderNumber,
  ...(payerAddress !== undefined && { payer_ip: payerAddress }),
});

const readWire = (body: unknown): WireIntent | undefined => {
  const read = WireIntent.safeParse(body);
  return read.success ? read.data : undefined;
};

/** One intent, and how often its card was declined. An intent of the other mode is never believed. */
async function askIntent(line: Line, parts: StripeParts, call: Call): Promise<Outcome<OpenIntent>> {
  const found = await line.ask(call, readWire);
  if (found.kind !== "ok" && found.kind !== "declined") return failed(found);
  const wire = found.value;
  if (wire.livemode !== isLive(parts)) return { kind: "misconfigured", code: "livemode_mismatch" };
  const counted = await declinesOf(line, wire);
  if (counted.kind !== "ok") return failed(counted);
  return mapped(found, () => openIntentOf(wire, parts.instance, counted.value));
}

const isLive = ({ secretKey }: StripeParts): boolean => /^[rs]k_live_/.test(secretKey);

/**
 * Stripe counts no declines. Each leaves a failed charge; a confirmation that failed leaves an error without one.
 *
 * Asked only while the card may still be tried: a later count that is lower takes nothing back.
 */
async function declinesOf(line: Line, wire: WireIntent): Promise<Outcome<number>> {
  const fault = wire.last_payment_error;
  const isOpen = /^requires_(payment_method|confirmation|action)$/.test(wire.status);
  if (!isOpen || (!fault && !wire.latest_charge)) return { kind: "ok", value: 0 };
  const charges = await line.ask(
    (stripe) => stripe.charges.list({ payment_intent: wire.id, limit: PAGE }),
    chargesFailed,
  );
  return mapped(charges, (failed) => failed + (fault && !fault.charge ? 1 : 0));
}

/** When what belongs to a payment can have begun at Stripe, in its seconds. */
function sinceOf(paymentId: string): number | undefined {
  const made = madeAt(paymentId);
  return made === undefined ? undefined : Math.floor((made - SLACK_MS) / 1000);
}

/** Read page by page, newest first: a search would find what was made a minute ago, not what was made just now. */
async function findIntents(
  line: Line,
  parts: StripeParts,
  paymentId: string,
): Promise<Outcome<readonly OpenIntent[]>> {
  const since = sinceOf(paymentId);
  if (since === undefined) return { kind: "rejected", code: "no-such-payment" };
  const created = { gte: since };
  const isOurs = ({ payment_id, instance }: Partial<Mark>): boolean =>
    payment_id === paymentId && instance === parts.instance;
  const refs: string[] = [];
  let after: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const page: Outcome<IntentPage> = await line.ask(
      (stripe) =>
        stripe.paymentIntents.list({
          created,
          limit: PAGE,
          ...(after !== undefined && { starting_after: after }),
        }),
      intentPage,
    );
    if (page.kind !== "ok") return failed(page);
    for (const { id, metadata } of page.value.data) if (isOurs(metadata)) refs.unshift(id);
    after = page.value.data.at(-1)?.id;
    if (!page.value.has_more || after === undefined) return readAll(line, parts, refs);
  }
  return { kind: "unknown", reason: "too-many-intents", stored: false };
}

async function readAll(
  line: Line,
  parts: StripeParts,
  refs: readonly string[],
): Promise<Outcome<readonly OpenIntent[]>> {
  const found: OpenIntent[] = [];
  for (const ref of refs) {
    const one = await askIntent(line, parts, (stripe) => stripe.paymentIntents.retrieve(ref, WITH_CHARGE));
    if (one.kind !== "ok") return failed(one);
    found.push(one.value);
  }
  return { kind: "ok", value: found };
}

/** The same outcome with another value; one that cannot be made is an answer of the wrong shape. */
function mapped<A, B>(outcome: Outcome<A>, change: (value: A) => B | undefined): Outcome<B> {
  if (outcome.kind !== "ok" && outcome.kind !== "declined") return failed(outcome);
  const value = change(outcome.value);
  return value === undefined
    ? { kind: "unknown", reason: "wrong-shape", stored: false }
    : { ...outcome, value };
}

/** An outcome without a value. */
const failed = <A>(outcome: Exclude<Outcome<A>, { kind: "ok" }>): Outcome<never> =>
  outcome.kind === "declined" || outcome.kind === "rejected"
    ? { kind: "rejected", code: outcome.code }
    : outcome;
