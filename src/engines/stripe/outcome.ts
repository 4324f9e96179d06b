import type { Outcome } from "#features/payments/server/public.ts";

/** An error as Stripe's library throws it, as far as it decides what happened. */
interface Said {
  readonly status: number | undefined;
  readonly code: string;
  readonly kind: string;
  readonly retryAfterMs: number;
  /** The header `Stripe-Should-Retry`: whether the same call, under the same key, may end otherwise. */
  readonly shouldRetry: boolean | undefined;
  /** The key was sent before with other parameters. */
  readonly isKeyReused: boolean;
  /** The intent that Stripe attached to its no. */
  readonly intent: unknown;
}

/** Our key is wrong: nothing gets better by asking again. */
const KEY_FAULTS: ReadonlySet<string> = new Set([
  "api_key_expired",
  "platform_api_key_expired",
  "secret_key_required",
  "livemode_mismatch",
  "testmode_charges_only",
]);
/** Somebody else holds the intent or the key for a moment. */
const BUSY: ReadonlySet<string> = new Set(["lock_timeout", "idempotency_key_in_use", "rate_limit"]);
const BUSY_MS = 5_000;

/**
 * Outcome of a call that threw. `unknown` unless Stripe itself clearly refused. Stripe may say whether the key is
 * worth another try: then its word goes before the meaning of the status alone.
 */
export function outcomeOf<T>(error: unknown, read: (intent: unknown) => T | undefined): Outcome<T> {
  const said = saidBy(error);
  const { status, code, kind } = said;
  if (status === undefined) return { kind: "unknown", reason: kind, stored: false };
  const unclear = unclearOf(said, status);
  if (unclear) return unclear;
  const value = status === 402 ? read(said.intent) : undefined;
  return value === undefined ? { kind: "rejected", code } : { kind: "declined", code, value };
}

/** Outcome of an answer that is not about the call itself; undefined where Stripe clearly refused. */
function unclearOf({ code, shouldRetry, ...said }: Said, status: number): Outcome<never> | undefined {
  const stored = { kind: "unknown", reason: code, stored: true } as const;
  const busy = { kind: "throttled", retryAfterMs: said.retryAfterMs } as const;
  if (status === 409 || status === 429 || BUSY.has(code)) return shouldRetry === false ? stored : busy;
  if (status === 401 || KEY_FAULTS.has(code)) return { kind: "misconfigured", code };
  if (status === 403) return { kind: "misconfigured", code, lacksRight: true };
  if (status >= 500) return { ...stored, stored: shouldRetry !== true };
  // A call made under this key before may have taken effect.
  if (said.isKeyReused) return stored;
  return shouldRetry === true && status !== 402 ? busy : undefined;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function saidBy(error: unknown): Said {
  const status = fieldOf(error, "statusCode");
  const kind = textOf(fieldOf(error, "type")) || (error instanceof Error ? error.name : "thrown");
  const header = (name: string): string => textOf(fieldOf(fieldOf(error, "headers"), name));
  const seconds = Number(header("retry-after"));
  const shouldRetry = header("stripe-should-retry");
  return {
    status: typeof status === "number" ? status : undefined,
    code: textOf(fieldOf(error, "code")) || textOf(fieldOf(error, "rawType")) || kind,
    kind,
    retryAfterMs: seconds > 0 && seconds < 3600 ? seconds * 1000 : BUSY_MS,
    shouldRetry: shouldRetry === "" ? undefined : shouldRetry === "true",
    isKeyReused: textOf(fieldOf(error, "rawType")) === "idempotency_error",
    intent: fieldOf(error, "payment_intent"),
  };
}
