import { fromCardUnits } from "#features/payments/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { chargesOf, chargesOfAll, eventsIn } from "../event-store.ts";
import { intentPage, lockIntent } from "../books.ts";
import type { Answer } from "../faults.ts";
import { cardNamed } from "../cards.ts";
import type { Call } from "../carry.ts";
import { UNEXPECTED, cancel, capture, confirm, lapse } from "../intent.ts";
import type { BankIntent, Step } from "../intent.ts";
import { takeOrder, takeStep } from "../step.ts";
import { countOf, wireCharge, wireIntent, wireList } from "../wire.ts";
import { disputes, refund, refunds } from "./after-calls.ts";
import { addDomain, domains } from "./domain-calls.ts";
import { limitIn, metadataIn, sayNo, sinceIn, wantsCharge } from "./shop-request.ts";
import type { ShopRequest, Work } from "./shop-request.ts";

export interface ShopCall {
  readonly call: Call;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /** An answer at once is a no to the parameters: nothing of it is kept for the key. */
  readonly work: (request: ShopRequest) => Work | Answer;
}

/** Account of the ledger. */
const SHOP_ACCOUNT = "acct_sandbox";

/** Every call that the bank knows; all others are not there. */
export const SHOP_CALLS: readonly ShopCall[] = [
  { call: "open", method: "POST", path: /^\/v1\/payment_intents$/, work: open },
  { call: "find", method: "GET", path: /^\/v1\/payment_intents$/, work: find },
  {
    call: "get",
    method: "GET",
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    work: (request) => about(request, () => undefined),
  },
  {
    call: "capture",
    method: "POST",
    path: /^\/v1\/payment_intents\/([^/]+)\/capture$/,
    work: (request) => about(request, (intent, now) => takeAll(request.form, intent, now)),
  },
  {
    call: "cancel",
    method: "POST",
    path: /^\/v1\/payment_intents\/([^/]+)\/cancel$/,
    work: (request) => about(request, cancel),
  },
  {
    call: "confirm",
    method: "POST",
    path: /^\/v1\/payment_intents\/([^/]+)\/confirm$/,
    work: confirmHere,
  },
  { call: "domain", method: "GET", path: /^\/v1\/payment_method_domains$/, work: domains },
  { call: "domain", method: "POST", path: /^\/v1\/payment_method_domains$/, work: addDomain },
  { call: "charges", method: "GET", path: /^\/v1\/charges$/, work: charges },
  { call: "refund", method: "POST", path: /^\/v1\/refunds$/, work: refund },
  { call: "refunds", method: "GET", path: /^\/v1\/refunds$/, work: refunds },
  { call: "disputes", method: "GET", path: /^\/v1\/disputes$/, work: disputes },
  { call: "account", method: "GET", path: /^\/v1\/account$/, work: account },
  { call: "events", method: "GET", path: /^\/v1\/events$/, work: events },
];

/** The bank knows one shop. */
function account(): Work {
  return () => Promise.resolve({ status: 200, body: { object: "account", id: SHOP_ACCOUNT } });
}

function open({ form, ...request }: ShopRequest): Work | Answer {
  const amount = /^\d{1,8}$/.test(form.get("amount") ?? "") ? Number(form.get("amount")) : 0;
  const price = amount > 0 ? fromCardUnits(amount, form.get("currency") ?? "") : undefined;
  if (!price) return sayNo(400, "parameter_invalid_integer");
  if (form.get("capture_method") !== "manual" || form.get("allowed_payment_method_types[0]") !== "card")
    return sayNo(400, "parameter_missing");
  const metadata = metadataIn(form);
  const order = {
    paymentId: metadata["payment_id"] ?? "",
    amountMinor: price.minor,
    currency: price.currency,
    metadata,
  };
  return async (tx, now) => {
    const intent = await takeOrder(tx, order, now);
    return { status: 200, body: wireIntent(intent, [], wantsCharge({ form, ...request })) };
  };
}

function find({ query }: ShopRequest): Work {
  return async (tx) => {
    const limit = limitIn(query);
    const page = await intentPage(tx, {
      since: sinceIn(query),
      after: query.get("starting_after"),
      limit: limit + 1,
    });
    const shown = page.slice(0, limit);
    const made = await chargesOfAll(
      tx,
      shown.map(({ id }) => id),
    );
    const data = shown.map((intent) => wireIntent(intent, made.get(intent.id) ?? [], false));
    return { status: 200, body: wireList(data, page.length > limit) };
  };
}

/** One step of the shop's on one intent. A no comes with the intent, as Stripe sends it. */
function about(request: ShopRequest, take: (intent: BankIntent, now: Instant) => Step | undefined): Work {
  return async (tx, now) => {
    const found = await lockIntent(tx, request.id);
    if (!found) return sayNo(404, "resource_missing");
    const lapsed = lapse(found, now);
    await takeStep(tx, found, lapsed, now);
    const step = take(lapsed.intent, now) ?? { intent: lapsed.intent, movements: [] };
    await takeStep(tx, lapsed.intent, step, now);
    const made = await chargesOf(tx, request.id);
    const wire = wireIntent(step.intent, made, step.error === undefined && wantsCharge(request));
    if (step.error === undefined) return { status: 200, body: wire };
    const isDeclined = step.intent.declines > found.declines;
    return isDeclined
      ? { status: 402, body: { error: { ...(wire["last_payment_error"] as object), payment_intent: wire } } }
      : sayNo(400, step.error, { payment_intent: wire });
  };
}

/** Without an amount it is the whole hold. */
function takeAll(form: URLSearchParams, intent: BankIntent, now: Instant): Step {
  const asked = form.get("amount_to_capture") ?? String(countOf(intent.heldMinor, intent.currency));
  const minor = /^\d{1,8}$/.test(asked) ? fromCardUnits(Number(asked), intent.currency)?.minor : undefined;
  return capture(intent, minor ?? 0, now);
}

/** Confirms without a browser, by one of the names that stand for a card. */
function confirmHere(request: ShopRequest): Work | Answer {
  const named = cardNamed(request.form.get("payment_method") ?? "");
  if (!named) return sayNo(400, "parameter_invalid");
  return about(request, (intent, now) =>
    intent.status === "requires_card" || intent.status === "requires_action"
      ? confirm(intent, named, now)
      : { intent, movements: [], error: UNEXPECTED },
  );
}

function charges({ query }: ShopRequest): Work {
  const id = query.get("payment_intent") ?? "";
  return async (tx) => {
    const intent = await lockIntent(tx, id);
    if (!intent) return sayNo(404, "resource_missing");
    const made = await chargesOf(tx, id);
    return {
      status: 200,
      body: wireList(
        made.toReversed().map((charge) => wireCharge(charge, intent)),
        false,
      ),
    };
  };
}

function events({ query }: ShopRequest): Work {
  return async (tx) => {
    const limit = limitIn(query);
    const types = [...query].flatMap(([name, value]) => (/^types?(\[\d*\])?$/.test(name) ? [value] : []));
    const found = await eventsIn(tx, {
      since: sinceIn(query),
      after: query.get("starting_after"),
      types,
      limit,
    });
    if (!found) return sayNo(400, "resource_missing");
    return { status: 200, body: wireList(found.events, found.hasMore) };
  };
}
