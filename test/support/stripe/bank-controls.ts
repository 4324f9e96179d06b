import { SANDBOX_KEY } from "#engines/sandbox-bank/api/api.ts";

/** Orders and questions of a test to the sandbox bank, over the wire. */
export interface BankControls {
  plan(call: string, fault: string, times?: number): Promise<void>;
  /** No faults to come. */
  clear(): Promise<void>;
  /** @returns how far the bank's clock is ahead, in seconds */
  advance(seconds: number): Promise<number>;
  tell(endpoint: object): Promise<void>;
  /** Movements of an intent: `hold 1190`. */
  movements(intentId: string): Promise<readonly string[]>;
  /** Events, as webhooks tell them, oldest first; of one intent, or of all. */
  events(intentId?: string): Promise<readonly BankEvent[]>;
  /** The intent that was opened last: what becomes of others goes on meanwhile. */
  newestIntent(): Promise<string>;
}

export interface BankEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: { readonly id: string; readonly payment_intent?: string } };
}

/** @param url of the bank's Stripe-shaped endpoints */
export function bankControls(url: string): BankControls {
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${SANDBOX_KEY}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said: Record<string, unknown> = JSON.parse(await response.text());
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
    return said;
  };
  const events = async (intentId?: string): Promise<readonly BankEvent[]> => {
    const list = (await ask("/v1/events?limit=100"))["data"] as BankEvent[];
    const isAbout = ({ data: { object } }: BankEvent): boolean =>
      intentId === undefined || object.id === intentId || object.payment_intent === intentId;
    return list.filter(isAbout).toReversed();
  };
  return {
    plan: async (call, kind, times = 1) => void (await ask("/sandbox/faults", { call, kind, times })),
    clear: async () => void (await ask("/sandbox/faults/clear", {})),
    advance: async (seconds) => Number((await ask("/sandbox/clock", { advance_s: seconds }))["ahead_s"]),
    tell: async (endpoint) => void (await ask("/sandbox/endpoints", endpoint)),
    movements: async (id) => (await ask(`/sandbox/intents/${id}`))["movements"] as string[],
    events,
    newestIntent: async () => {
      const opened = (await events()).findLast(({ type }) => type === "payment_intent.created");
      if (!opened) throw new Error("no intent was opened");
      return opened.data.object.id;
    },
  };
}
