import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { type StripeFacade, FACADE_KEY, openStripeFacade } from "#test/support/stripe/facade.ts";
import { TEST_CARDS } from "../cards.ts";
import { openSandbox } from "../sandbox.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const START = Date.UTC(2026, 5, 17, 8);
let now = START;
let facade: StripeFacade;
beforeAll(async () => {
  facade = await openStripeFacade(() => now);
});
afterAll(() => facade.close());
beforeEach(() => facade.clear());

interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A call as Stripe's library makes it: a form, a key in the header. */
async function call(path: string, form?: Record<string, string>, key?: string): Promise<Said> {
  const response = await fetch(facade.url + path, {
    method: form ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${FACADE_KEY}`,
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

const ORDER = {
  amount: "1190",
  currency: "eur",
  capture_method: "manual",
  "allowed_payment_method_types[0]": "card",
  "metadata[payment_id]": "p-1",
};
let keys = 0;
const newKey = () => `key:${(keys += 1)}`;
const opened = async () => (await call("/v1/payment_intents", ORDER, newKey())).body as { id: string };
const confirmed = async (card: string) => {
  const { id } = await opened();
  return call(`/v1/payment_intents/${id}/confirm`, { payment_method: card }, newKey());
};
const held = async () => (await confirmed("pm_card_visa")).body as { id: string };
const read = async (id: string) => (await call(`/v1/payment_intents/${id}`)).body;

describe("a key", () => {
  test("is answered once: again it is the same answer, and says so", async () => {
    const key = newKey();
    const first = await call("/v1/payment_intents", ORDER, key);
    const again = await call("/v1/payment_intents", ORDER, key);
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  });

  test("with other parameters, or for another call, is refused", async () => {
    const key = newKey();
    const { id } = (await call("/v1/payment_intents", ORDER, key)).body as { id: string };
    for (const other of [
      await call("/v1/payment_intents", { ...ORDER, amount: "1191" }, key),
      await call(`/v1/payment_intents/${id}/cancel`, {}, key),
    ])
      expect(other).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
  });

  test.each(["500_before", "500_after"] as const)("keeps %s too, for a day", async (fault) => {
    const { id } = await held();
    const key = newKey();
    await facade.plan("capture", fault);
    const path = `/v1/payment_intents/${id}/capture`;
    const said = [await call(path, {}, key), await call(path, {}, key)];
    expect(said.map(({ status }) => status)).toEqual([500, 500]);
    expect(said[1]?.headers.get("idempotent-replayed")).toBe("true");
    expect(await facade.movements(id)).toEqual(
      fault === "500_after" ? ["hold 1190", "capture 1190"] : ["hold 1190"],
    );
    now += DAY_MS;
    const later = await call(path, {}, key);
    expect(later.headers.get("idempotent-replayed")).toBeNull();
    expect(later.status).toBe(fault === "500_after" ? 400 : 200);
    expect(await facade.movements(id)).toEqual(["hold 1190", "capture 1190"]);
  });

  test("keeps nothing of parameters that were refused", async () => {
    const key = newKey();
    const refused = await call("/v1/payment_intents", { ...ORDER, amount: "-5" }, key);
    expect(refused.status).toBe(400);
    expect((await call("/v1/payment_intents", ORDER, key)).status).toBe(200);
  });
});

describe("its clock", () => {
  test("turned forward lets a hold lapse, tells of it, and forgets keys", async () => {
    const key = newKey();
    const { id } = (await call("/v1/payment_intents", ORDER, key)).body as { id: string };
    await call(`/v1/payment_intents/${id}/confirm`, { payment_method: "pm_card_visa" }, newKey());
    const before = await facade.advance(0);
    expect(await facade.advance((7 * DAY_MS + HOUR_MS) / 1000)).toBe(before + (7 * DAY_MS + HOUR_MS) / 1000);
    expect(await facade.movements(id)).toEqual(["hold 1190", "release 1190"]);
    expect((await facade.events(id)).map(({ type }) => type)).toEqual([
      "payment_intent.created",
      "payment_intent.amount_capturable_updated",
      "payment_intent.canceled",
    ]);
    expect(((await call("/v1/payment_intents", ORDER, key)).body as { id: string }).id).not.toBe(id);
  });

  test("ten years on nothing is stuck", async () => {
    const { id } = await held();
    await facade.advance((10 * 365 * DAY_MS) / 1000);
    expect(await read(id)).toMatchObject({ status: "canceled", amount_received: 0 });
    expect(await read((await held()).id)).toMatchObject({ status: "requires_capture" });
  });

  test("lets a refund arrive, or come back, and a dispute be lost", async () => {
    const pay = async (number: string) => {
      const { id, client_secret } = (await call("/v1/payment_intents", ORDER, newKey())).body as {
        id: string;
        client_secret: string;
      };
      await facade.bank.confirm(id, client_secret, { number, month: 12, year: 2049, cvc: "123" });
      await call(`/v1/payment_intents/${id}/capture`, {}, newKey());
      return id;
    };
    const [slow, lost, disputed] = [
      await pay("4000000000007726"),
      await pay("4000000000005126"),
      await pay("4000000000000259"),
    ];
    for (const id of [slow, lost]) await call("/v1/refunds", { payment_intent: id, amount: "500" }, newKey());
    await facade.advance((10 * DAY_MS) / 1000);
    const typesOf = async (id: string) => (await facade.events(id)).map(({ type }) => type);
    expect(await typesOf(slow)).toContain("refund.updated");
    expect(await typesOf(lost)).toContain("refund.failed");
    expect(await typesOf(disputed)).toEqual(
      expect.arrayContaining(["charge.dispute.created", "charge.dispute.closed"]),
    );
    const list = (await call(`/v1/disputes?payment_intent=${disputed}`)).body["data"];
    expect(list).toMatchObject([{ status: "lost", reason: "fraudulent" }]);
  });
});

describe("who may ask", () => {
  const raw = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(facade.url);
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          path: "/v1/events",
          headers: { host, authorization: `Bearer ${FACADE_KEY}` },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      asked.on("error", reject);
      asked.end();
    });

  test("nobody without the key, neither for money nor for the clock", async () => {
    for (const path of ["/v1/payment_intents", "/v1/events", "/sandbox/clock"]) {
      const response = await fetch(facade.url + path, { headers: { authorization: "Bearer sk_test_other" } });
      expect(response.status).toBe(401);
    }
  });

  test("only this machine, by its own name", async () => {
    const { port } = new URL(facade.url);
    expect(await raw(`localhost:${port}`)).toBe(200);
    expect(await raw(`waybill.example:${port}`)).toBe(403);
  });

  test("what is not there, is too large or makes no sense is refused", async () => {
    expect((await call("/v1/coupons")).status).toBe(404);
    expect((await call("/v1/payment_intents", { ...ORDER, currency: "zzz" })).status).toBe(400);
    expect((await call("/v1/payment_intents", { ...ORDER, note: "x".repeat(300_000) })).status).toBe(413);
    await expect(facade.plan("capture", "no_such_fault")).rejects.toThrow(/parameter_invalid/);
    await expect(facade.advance(-1)).rejects.toThrow(/parameter_invalid/);
  });

  test("it does not open in production, unless expressly allowed", async () => {
    const before = process.env["NODE_ENV"];
    process.env["NODE_ENV"] = "production";
    try {
      const parts = { ...facade.parts, log: silent };
      expect(() => openSandbox({ ...parts, allowedInProduction: false })).toThrow(/takes no money/);
      const opened = await openSandbox({ ...parts, allowedInProduction: true }).open();
      await opened.close();
    } finally {
      process.env["NODE_ENV"] = before;
    }
  });
});

/** Test cards of §3 of the design; a card is added there and here. */
const CARDS: readonly (readonly [string, string, string])[] = [
  ["4242424242424242", "requires_capture", ""],
  ["5555555555554444", "requires_capture", ""],
  ["378282246310005", "requires_capture", ""],
  ["4000000000002214", "requires_capture", ""],
  ["4000000000005126", "requires_capture", ""],
  ["4000000000007726", "requires_capture", ""],
  ["4000000000000259", "requires_capture", ""],
  ["4000000000002685", "requires_capture", ""],
  ["4000000000001976", "requires_capture", ""],
  ["4000000000000002", "requires_payment_method", "generic_decline"],
  ["4000000000009995", "requires_payment_method", "insufficient_funds"],
  ["4000000000009987", "requires_payment_method", "lost_card"],
  ["4000000000009979", "requires_payment_method", "stolen_card"],
  ["4000000000000069", "requires_payment_method", "expired_card"],
  ["4000000000000127", "requires_payment_method", "incorrect_cvc"],
  ["4000000000000119", "requires_payment_method", "processing_error"],
  ["4000000000006975", "requires_payment_method", "card_velocity_exceeded"],
  ["4000000000000341", "requires_payment_method", "generic_decline"],
  ["4100000000000019", "requires_payment_method", "fraudulent"],
  ["4000000000002008", "requires_payment_method", "currency_not_supported"],
  ["4000000000002206", "requires_payment_method", "charge_exceeds_transaction_limit"],
  ["4000000000002107", "requires_payment_method", "authentication_required"],
  ["4000008400001280", "requires_payment_method", "confirmation_unavailable"],
  ["4242424242424241", "requires_payment_method", "incorrect_number"],
  ["4000002500003155", "requires_action", ""],
  ["4000002760003184", "requires_action", ""],
  ["4000000000003220", "requires_action", ""],
  ["4000008400001629", "requires_action", ""],
  ["4000008260003178", "requires_action", ""],
];

describe("a test card", () => {
  test("of the bank is in this table", () => {
    expect(Object.keys(TEST_CARDS).filter((number) => !CARDS.some(([known]) => known === number))).toEqual(
      [],
    );
  });

  test.each(CARDS)("%s leads to %s %s", async (number, status, reason) => {
    const { id, client_secret } = (await call("/v1/payment_intents", ORDER, newKey())).body as {
      id: string;
      client_secret: string;
    };
    const cvc = number.startsWith("3") ? "1234" : "123";
    await facade.bank.confirm(id, client_secret, { number, month: 12, year: 2049, cvc });
    expect(await read(id)).toMatchObject({
      status,
      last_payment_error: reason === "" ? null : { type: "card_error", decline_code: reason },
    });
  });
});

describe("a list", () => {
  test("names the newest first and goes on after the one that is named", async () => {
    const made = [await opened(), await opened(), await opened()].map(({ id }) => id).toReversed();
    const page = async (query: string) =>
      (await call(`/v1/payment_intents?${query}`)).body as { data: { id: string }[]; has_more: boolean };
    const first = await page("limit=2");
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
    const next = await page(`limit=1&starting_after=${made[1]}`);
    expect(next.data.map(({ id }) => id)).toEqual(made.slice(2));
    const types = (await call("/v1/events?limit=2&types[]=payment_intent.created")).body["data"];
    expect(types).toMatchObject([
      { data: { object: { id: made[0] } } },
      { data: { object: { id: made[1] } } },
    ]);
  });
});
