import { fromCardUnits } from "#features/quotes/domain/card-units.ts";
import type { LineCall, LineReply } from "#engines/stripe/line.ts";
import type { BankIntent } from "#engines/sandbox-bank/intent.ts";
import { wireCharge, wireEvent, wireIntent, wireList } from "#engines/sandbox-bank/wire.ts";
import type { Wire } from "#engines/sandbox-bank/wire.ts";
import { wireDispute, wireRefund } from "#engines/sandbox-bank/wire-after.ts";
import { metadataIn, sinceIn } from "#engines/sandbox-bank/api/shop-request.ts";
import type { BankNews, MemoryBank, Said } from "./bank.ts";

const CURRENCY = "EUR";

/** A call as the memory bank reads it. */
interface Asked {
  readonly key: string;
  readonly id: string;
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
}

/** Every call that the product makes, by its method, its list and its deed. */
const CALLS: Readonly<Record<string, (bank: MemoryBank, asked: Asked) => LineReply>> = {
  "GET account": () => ok({ object: "account", id: "acct_memory" }),
  "POST payment_intents": (bank, { key, form }) => {
    const metadata = metadataIn(form);
    const paymentId = metadata["payment_id"] ?? "";
    const order = { paymentId, amountMinor: minorIn(form, "amount"), currency: CURRENCY, metadata };
    return intentReply(bank, bank.open(key, order));
  },
  "GET payment_intents": (bank, { id, query }) =>
    id === "" ? list(found(bank, query)) : intentReply(bank, bank.get(id)),
  "POST payment_intents/capture": (bank, { key, id, form }) =>
    intentReply(bank, bank.capture(key, id, minorIn(form, "amount_to_capture"))),
  "POST payment_intents/cancel": (bank, { key, id }) => intentReply(bank, bank.cancel(key, id)),
  "GET charges": (bank, { query }) => list(chargesOf(bank, aboutIn(query))),
  "POST refunds": (bank, { key, form }) => {
    const { value } = bank.get(aboutIn(form));
    const given = bank.refund(key, aboutIn(form), minorIn(form, "amount"), metadataIn(form));
    return replyOf(given, (refund) => wireRefund(refund, value ?? NOBODY));
  },
  "GET refunds": (bank, { query }) =>
    after(bank, aboutIn(query), (intent) => bank.refunds(intent.id).map((one) => wireRefund(one, intent))),
  "GET disputes": (bank, { query }) =>
    after(bank, aboutIn(query), (intent) => bank.disputes(intent.id).map((one) => wireDispute(one, intent))),
  "GET events": (bank, { query }) => list(bank.news(sinceIn(query)).map((news) => eventOf(bank, news))),
};

const aboutIn = (named: URLSearchParams): string => named.get("payment_intent") ?? "";
const minorIn = (form: URLSearchParams, name: string): number =>
  fromCardUnits(Number(form.get(name)), CURRENCY)?.minor ?? 0;

/** The memory bank's answer to a call of Stripe's library, in the words of Stripe's API. */
export function answerTo(bank: MemoryBank, { method, path, headers, body }: LineCall): LineReply {
  const { pathname, searchParams: query } = new URL(path, "http://memory");
  const [, , kind = "", id = "", deed] = pathname.split("/");
  const call = CALLS[`${method} ${kind}${deed === undefined ? "" : `/${deed}`}`];
  const key = headers["idempotency-key"] ?? "";
  const form = new URLSearchParams(body.toString());
  return call ? call(bank, { key, id, form, query }) : no(404, "resource_missing");
}

/** Event as its webhook carries it. */
export function eventOf(bank: MemoryBank, { id, type, ref, at }: BankNews): Wire {
  const { value } = bank.get(ref);
  const object =
    type.startsWith("payment_intent.") && value
      ? wireIntent(value, [], false)
      : { object: "refund", payment_intent: ref };
  return wireEvent(id, type, at, object);
}

/** Its currency is all that a refund needs of an intent that nobody knows. */
const NOBODY = { currency: CURRENCY } as BankIntent;

function intentReply(bank: MemoryBank, said: Said<BankIntent>): LineReply {
  return replyOf(said, (intent) => wireIntent(intent, bank.chargesOf(intent), true));
}

function replyOf<T>({ status, code = "", value }: Said<T>, write: (value: T) => Wire): LineReply {
  if (status === 500) return no(500, "api_error", { "stripe-should-retry": "false" });
  return status === 200 && value !== undefined ? ok(write(value)) : no(400, code);
}

const ok = (body: Wire): LineReply => ({ status: 200, headers: {}, text: JSON.stringify(body) });
const list = (data: readonly Wire[]): LineReply => ok(wireList(data, false));
/** Stripe's no. */
export const no = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): LineReply => ({
  status,
  headers,
  text: JSON.stringify({
    error: { type: code === "idempotency_error" ? code : "invalid_request_error", code, message: code },
  }),
});

const found = (bank: MemoryBank, query: URLSearchParams): Wire[] =>
  bank
    .intents()
    .filter(({ createdAt }) => createdAt >= sinceIn(query))
    .toReversed()
    .map((intent) => wireIntent(intent, bank.chargesOf(intent), false));

function chargesOf(bank: MemoryBank, id: string): Wire[] {
  const { value } = bank.get(id);
  return value
    ? bank
        .chargesOf(value)
        .toReversed()
        .map((charge) => wireCharge(charge, value))
    : [];
}

/** Newest first. */
function after(bank: MemoryBank, id: string, write: (intent: BankIntent) => Wire[]): LineReply {
  const { value } = bank.get(id);
  return value ? list(write(value).toReversed()) : no(404, "resource_missing");
}
