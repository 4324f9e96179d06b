import type Stripe from "stripe";
import type { Outcome } from "#features/payments/server/public.ts";
import { traced } from "#server/tracing/traced.ts";
import { outcomeOf } from "./outcome.ts";

/** A call of Stripe's library: its headers by names in lower case. */
export interface LineCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface LineReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface LineParts {
  readonly secretKey: string;
  /** Address of the API instead of Stripe's own. */
  readonly apiBase?: string | undefined;
  /** Answers calls in this process instead of an address; rejects where no answer comes. */
  readonly answer?: ((call: LineCall) => Promise<LineReply>) | undefined;
  /** Longest that one call may take by the clock on the wall; `Infinity` sets no timer. */
  readonly deadlineMs?: number | undefined;
}

/** The wire to Stripe: each answer is an outcome, none is believed unless its shape is right. */
export interface Line {
  ask<T>(
    call: (stripe: Stripe) => Promise<unknown>,
    read: (body: unknown) => T | undefined,
  ): Promise<Outcome<T>>;
  sdk(): Promise<Stripe>;
}

/** The library's own limit counts silence only: a body that dribbles in would go on for ever. */
const SILENCE_MS = 20_000;
const DEADLINE_MS = 30_000;
const TO_STRIPE = { name: "call to the card provider", kind: "client" } as const;

export function openLine({ deadlineMs = DEADLINE_MS, ...parts }: LineParts): Line {
  let opened: Promise<Stripe> | undefined;
  const sdk = (): Promise<Stripe> => (opened ??= open(parts, Math.min(SILENCE_MS, deadlineMs)));
  return {
    sdk,
    async ask(call, read) {
      const stripe = await sdk();
      let body: unknown;
      try {
        body = await traced(TO_STRIPE, () => within(deadlineMs, call(stripe)));
      } catch (error) {
        return error instanceof Late
          ? { kind: "unknown", reason: "deadline", stored: false }
          : outcomeOf(error, read);
      }
      const value = isSuccess(body) ? read(body) : undefined;
      return value === undefined
        ? { kind: "unknown", reason: "wrong-shape", stored: false }
        : { kind: "ok", value };
    },
  };
}

/** Loaded where a key is set only: it takes 16 MB. */
async function open({ secretKey, apiBase, answer }: LineParts, timeout: number): Promise<Stripe> {
  const { default: Sdk } = await import("stripe");
  const { protocol, hostname, port } = new URL(apiBase ?? "https://api.stripe.com");
  const isPlain = protocol === "http:";
  return new Sdk(secretKey, {
    host: hostname,
    port: port || (isPlain ? "80" : "443"),
    protocol: isPlain ? "http" : "https",
    timeout,
    ...(answer && { httpClient: clientOver(answer) }),
    // Operations are repeated by us, with their key.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: "Waybill" },
  });
}

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>["httpClient"]>;

/** Passes the library's calls to a function of this process, and its answers back as they came. */
const clientOver = (answer: NonNullable<LineParts["answer"]>): HttpClient => ({
  getClientName: () => "in-process",
  async makeRequest(...[, , path, method, headers, body]) {
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const reply = await answer({
      method,
      path,
      headers: Object.fromEntries(named) as Record<string, string>,
      body: Buffer.from(body ?? ""),
    });
    return {
      getStatusCode: () => reply.status,
      getHeaders: () => ({ ...reply.headers }),
      getRawResponse: () => ({ statusCode: reply.status }),
      toStream: () => undefined,
      toJSON: async () => JSON.parse(reply.text) as unknown,
    };
  },
});

/** A body of a 4xx, 5xx or 3xx without Stripe's own `error` comes as a success. */
function isSuccess(body: unknown): boolean {
  if (typeof body !== "object" || body === null || !("lastResponse" in body)) return false;
  const { lastResponse } = body;
  if (typeof lastResponse !== "object" || lastResponse === null || !("statusCode" in lastResponse))
    return false;
  const { statusCode } = lastResponse;
  return typeof statusCode === "number" && statusCode >= 200 && statusCode < 300;
}

class Late extends Error {}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  if (ms === Infinity) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late()), ms).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
