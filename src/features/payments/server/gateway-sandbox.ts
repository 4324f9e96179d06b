import type { Instant } from "#kernel/instant.ts";
import { jsonIn } from "#server/http/json-in.ts";
import type { IntentSnapshot } from "../domain/snapshot.ts";
import type { Capture, NewIntent, OpenIntent, Outcome, PaymentProvider, RefundOrder } from "./gateway.ts";
import type { Bank } from "./sandbox/bank.ts";
import { LineDead } from "./sandbox/bank.ts";
import { isSigned } from "./sandbox/signature.ts";
import { newsOf } from "./stripe/news.ts";
import { TOLD_TYPES } from "./stripe/told-types.ts";
import { pastNews } from "./sandbox/read-lists.ts";
import type { Answer } from "./sandbox/books.ts";
import type { BankIntent } from "./sandbox/intent.ts";
import { allDisputes, allRefunds, oneRefund } from "./sandbox/read-after.ts";

/** Change the number with the script: browsers keep a version for a year. */
export const SCRIPT_URL = "/sandbox-bank/v1/bank.js";
export const SCRIPT_GLOBAL = "SandboxBank";
export const sandboxDashboardUrl = (ref: string): string | null =>
  ref.startsWith("pi_") ? `/sandbox-bank/v1/intents/${encodeURIComponent(ref)}` : null;
const PAGE = 100;
const PUBLIC_KEY = "pk_sandbox_no_real_money";

/**
 * The port over the bank in this process. Nothing is believed unless its shape is right.
 *
 * @param secrets that its news are signed with; where it is absent none are heard
 */
export function sandboxProvider(bank: Bank, secrets?: () => Promise<readonly string[]>): PaymentProvider {
  return {
    id: "sandbox",
    clientConfig: () => ({ scriptUrl: SCRIPT_URL, global: SCRIPT_GLOBAL, publicKey: PUBLIC_KEY }),
    dashboardUrl: sandboxDashboardUrl,
    openIntent: ({ key, paymentId, amount }: NewIntent) =>
      ask(
        () => bank.open(key, { paymentId, amountMinor: amount.minor, currency: amount.currency }),
        oneIntent,
      ),
    getIntent: (ref) => ask(() => bank.get(ref), oneIntent),
    findIntents: (paymentId) => ask(() => bank.find(paymentId), allIntents),
    capture: ({ key, ref, amount }: Capture) =>
      ask(() => bank.capture(key, { id: ref, amountMinor: amount.minor }), oneSnapshot),
    cancel: ({ key, ref }) => ask(() => bank.cancel(key, { id: ref }), oneSnapshot),
    refund: ({ key, ref, opId, amount }: RefundOrder) =>
      ask(() => bank.refund(key, { id: ref, amountMinor: amount.minor, mark: opId }), oneRefund),
    listRefunds: (ref) => ask(() => bank.refunds(ref), allRefunds),
    listDisputes: (ref) => ask(() => bank.disputes(ref), allDisputes),
    lists: {
      account: "sandbox",
      events: ({ since, after = null }) =>
        ask(() => bank.events({ since, after, types: TOLD_TYPES, limit: PAGE }), pastNews),
    },
    ...(secrets && {
      readNews: async (body: Buffer, header: (name: string) => string | undefined, now: Instant) =>
        isSigned(body, header("stripe-signature"), await secrets(), now) ? newsOf(jsonIn(body)) : undefined,
    }),
  };
}

async function ask<T>(
  call: () => Promise<Answer>,
  read: (body: Answer["body"]) => T | undefined,
): Promise<Outcome<T>> {
  try {
    return outcomeOf(await call(), read);
  } catch (error) {
    if (error instanceof LineDead) return { kind: "unknown", reason: error.message, stored: false };
    throw error;
  }
}

function outcomeOf<T>({ status, body }: Answer, read: (body: Answer["body"]) => T | undefined): Outcome<T> {
  const code = codeOf(body);
  if (status < 300) {
    const value = read(body);
    return value === undefined
      ? { kind: "unknown", reason: "wrong-shape", stored: false }
      : { kind: "ok", value };
  }
  if (status === 429 || status === 409) return { kind: "throttled", retryAfterMs: 5_000 };
  if (status === 401 || code === "livemode_mismatch") return { kind: "misconfigured", code };
  if (status === 403) return { kind: "misconfigured", code, lacksRight: true };
  // A call made under this key before may have taken effect.
  if (status >= 500 || code === "idempotency_error") return { kind: "unknown", reason: code, stored: true };
  const value = read(errorOf(body));
  if (value === undefined) return { kind: "rejected", code };
  return { kind: status === 402 ? "declined" : "rejected", code, value };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const errorOf = (body: Answer["body"]): Answer["body"] => (isRecord(body["error"]) ? body["error"] : {});
const codeOf = (body: Answer["body"]): string => {
  const code = errorOf(body)["code"];
  return typeof code === "string" ? code : "";
};

/** Safe: the bank is our own code and these are the fields that `publicOf` writes; a wrong shape is refused. */
const asIntent = (value: unknown): BankIntent | undefined =>
  isRecord(value) && typeof value["id"] === "string" && Number.isSafeInteger(value["amountMinor"])
    ? (value as unknown as BankIntent)
    : undefined;

const oneIntent = (body: Answer["body"]): OpenIntent | undefined => {
  const intent = asIntent(body["intent"]);
  return intent && { snapshot: snapshotOf(intent), clientSecret: intent.clientSecret };
};
const oneSnapshot = (body: Answer["body"]): IntentSnapshot | undefined => oneIntent(body)?.snapshot;

const allIntents = (body: Answer["body"]): readonly OpenIntent[] | undefined => {
  const list = body["intents"];
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((intent) => oneIntent({ intent }) ?? []);
};

/** Snapshot of an intent of the sandbox bank. */
export const snapshotOf = (intent: BankIntent): IntentSnapshot => ({
  ref: intent.id,
  paymentId: intent.paymentId,
  status: intent.status,
  currency: intent.currency,
  amountMinor: intent.amountMinor,
  heldMinor: intent.heldMinor,
  capturedMinor: intent.capturedMinor,
  decline: intent.decline,
  declines: intent.declines,
  captureBefore: intent.captureBefore,
  card: intent.cardLast4 === null ? null : { brand: intent.cardBrand ?? "unknown", last4: intent.cardLast4 },
});
