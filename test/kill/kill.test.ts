import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { syncApi } from "#features/courier/contract/sync.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { placesApi } from "#features/places/contract/api.ts";
import type { Address } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { databaseFolder } from "#main/cli/database.ts";
import { openDb, rows } from "#server/db/db.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { freePortRows } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { callWire, startProduct } from "#test/support/processes/product.ts";
import type { Product } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";

/** A picture of one white pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const seed = Number(process.env["WAYBILL_SEED"] ?? Date.now() % 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), "waybill-kill-"));
const killedAt: string[] = [];
let port = 0;
let product: Product;
let tokens = new Map<string, string>();
let dice = seed;

/** A number from 0 to 1, from the printed seed. */
function roll(): number {
  dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648;
  return dice / 2_147_483_648;
}

async function tokenOf(hint: string): Promise<string> {
  const known = tokens.get(hint) ?? (await signIn(product.url, hint));
  tokens.set(hint, known);
  return known;
}

async function restart(): Promise<void> {
  product = await startProduct(folder, port);
  tokens = new Map();
}

/** Makes the call, is killed in the middle of it, and makes the same call again with the same key after the restart. */
async function killedDuring<E extends Endpoint>(
  point: string,
  hint: string,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> {
  const key = crypto.randomUUID();
  const token = await tokenOf(hint);
  const cut = callWire(product.url, endpoint, input, { token, key }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, roll() * 25));
  await product.kill();
  const acknowledged = await cut;
  killedAt.push(`${point}${acknowledged ? " (acknowledged)" : ""}`);
  await restart();
  const again = await retried(async () =>
    callWire(product.url, endpoint, input, { token: await tokenOf(hint), key }),
  );
  // Replies that hold a token and those of writes whose rows are their keys are made anew; every other is the same.
  const isMadeAnew = endpoint.secret === true || endpoint.keyedByContent === true;
  const kept = acknowledged && !isMadeAnew ? acknowledged : again;
  expect(again, `${point}: what was acknowledged is what the key answers`).toEqual(kept);
  return again;
}

/** A key whose first call was cut is free again after its lease of 10 s. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 25 || !String(error).includes("idempotency-running")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

beforeAll(async () => {
  process.stdout.write(`kill test seed ${seed}\n`);
  [port = 0] = await freePortRows(1);
  takeMadeData("demo", folder);
  await restart();
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const confirmed = (address: Address): Address => ({ ...address, pinConfirmed: true });
const call = async <E extends Endpoint>(hint: string, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> =>
  callWire(product.url, endpoint, input, { token: await tokenOf(hint) });

async function cardOk(secret: string): Promise<void> {
  const intentId = secret.split("_secret")[0] ?? "";
  const response = await fetch(`${product.url}/sandbox-bank/v1/intents/${intentId}/confirm`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-sandbox-secret": secret,
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify({ number: "4242424242424242", month: 12, year: 2040, cvc: "123" }),
  });
  expect(response.status, await response.text()).toBe(200);
}

async function places(): Promise<[Address, Address]> {
  const area = await call("ada", placesApi.readArea, {});
  const [ring = []] = area.polygon.coordinates;
  const middle = ring.reduce(([x, y], [lon, lat]) => [x + lon / ring.length, y + lat / ring.length], [0, 0]);
  const at = async (dx: number): Promise<Address> => {
    const found = await call("ada", placesApi.placeAt, { lon: middle[0] + dx, lat: middle[1] });
    if (!found.hit) throw new Error("no address in the middle of the town");
    return confirmed(found.hit.address);
  };
  return [await at(-0.004), await at(0.004)];
}

/** State of an order's money in the bank's own books, read from its tables after Waybill has stopped. */
async function bankMovements(orderId: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ folder: databaseFolder(folder) });
  const db = openDb(server.connection, 1);
  const found = await db.owner((tx) =>
    rows(
      tx,
      sql<{ moved: string }>`select m.kind || ' ' || m.amount_minor as moved
        from sandbox_bank.movement m join sandbox_bank.intent i on i.id = m.intent_id
        join payment p on p.id::text = i.payment_id where p.order_id = ${orderId} order by m.id`,
    ),
  );
  await db.close();
  await server.stop();
  return found.map(({ moved }) => moved);
}

const happened = (delivery: Delivery, type: string): number =>
  delivery.timeline.filter((entry) => entry.type === type).length;

test(
  "ten kills in the middle of the main job lose nothing acknowledged and double nothing",
  { timeout: 600_000 },
  async () => {
    const [pickup, dropoff] = await places();
    const { windows } = await call("ada", quotesApi.offerWindows, {});
    const offered = windows.at(0);
    if (!offered) throw new Error("no window is offered");
    const request = {
      pickup,
      dropoff,
      parcels: [{ size: "small" as const, massG: 900, contents: "bread", fragile: false }],
      serviceLevel: offered.serviceLevel,
      window: offered.window,
    };
    const person = (name: string) => ({ name, phone: "+4930123456", email: null, note: "" });
    const now = () => new Date().toISOString();

    const quote = await killedDuring("1 a price is asked", "ada", quotesApi.makeQuote, request);
    const order = await killedDuring("2 a quote is accepted", "ada", deliveriesApi.placeOrder, {
      quoteId: quote.id,
      requestHash: quote.requestHash,
      sender: person("Ada"),
      recipient: person("Rosa"),
    });
    const session = await killedDuring("3 a payment is opened", "ada", paymentsApi.openPayment, {
      id: order.id,
    });
    await cardOk(session.clientSecret);
    const paid = await killedDuring("4 a payment is checked", "ada", paymentsApi.checkPayment, {
      id: order.id,
    });
    expect(paid.state).toBe("authorized");
    const { deliveryId } = await call("ada", deliveriesApi.readOrder, { id: order.id });
    if (deliveryId === null) throw new Error("a paid order has no delivery");

    const me = await call("carla", courierApi.readDay, {});
    const carla = (await call("bo", dispatchApi.readBoard, {})).couriers.find((courier) =>
      courier.name.startsWith("Carla"),
    );
    if (!carla) throw new Error("Carla is not on the board");
    const edit = {
      commandId: crypto.randomUUID(),
      occurredAt: now(),
      type: "assign" as const,
      date: me.date,
      deliveryIds: [deliveryId],
      courierId: carla.id,
      beforeTaskId: null,
      seen: [{ courierId: carla.id, revision: carla.route.revision }],
    };
    await killedDuring("5 a delivery is assigned", "bo", dispatchApi.editPlan, { edit });

    const delivery = async () => call("bo", deliveriesApi.readDelivery, { id: deliveryId });
    const task = async (kind: string) => (await delivery()).tasks.find((one) => one.kind === kind)?.id ?? "";
    const phone = { deviceId: crypto.randomUUID(), life: crypto.randomUUID(), seq: 0 };
    /** Sends a tap of Carla's phone through a kill; its stored verdict is the answer however often it is sent. */
    const tapped = async (point: string, type: string, body: object): Promise<void> => {
      phone.seq += 1;
      const { deviceId, life, seq } = phone;
      const id = crypto.randomUUID();
      const text = JSON.stringify({ deliveryId, ...body });
      const clocks = { wall: Date.now(), mono: performance.now(), life };
      const { results } = await killedDuring(point, "carla", syncApi.sync, {
        protocol: 1,
        deviceId,
        build: "test",
        epoch: null,
        dayTag: null,
        samples: [],
        waiting: { commands: 0, proofs: 0, positions: 0, nextSeq: seq + 1 },
        commands: [{ id, seq, type, v: 1, body: text, ...clocks }],
      });
      expect(results, point).toMatchObject([{ id, verdict: "accepted", code: null }]);
    };
    const ended = { recipientName: null, note: null, proofs: [] };
    const collect = await task("collect");
    const deliver = await task("deliver");
    await tapped("6 a courier starts", "start", { taskId: collect });
    await tapped("7 a courier collects", "succeed", { taskId: collect, ...ended });
    const proofId = crypto.randomUUID();
    const proof = {
      id: deliveryId,
      proofId,
      taskId: deliver,
      kind: "photo" as const,
      takenAt: now(),
      image: PIXEL,
    };
    const pixel = Buffer.from(PIXEL, "base64");
    await killedDuring("8 a photo is kept", "carla", deliveriesApi.keepProof, proof);
    await tapped("9 a parcel is handed over", "succeed", {
      taskId: deliver,
      ...ended,
      recipientName: "Rosa",
      proofs: [
        {
          id: proofId,
          kind: "photo",
          sha256: createHash("sha256").update(pixel).digest("hex"),
          bytes: pixel.length,
        },
      ],
    });
    await product.kill();
    killedAt.push("10 right after, before the card is charged");
    await restart();

    await expect
      .poll(async () => (await call("ada", paymentsApi.readPayment, { id: order.id })).state, {
        timeout: 90_000,
        interval: 1_000,
      })
      .toBe("captured");
    const end = await delivery();
    const payment = await call("ada", paymentsApi.readPayment, { id: order.id });
    expect(end.state).toBe("delivered");
    expect(payment.captured).toEqual(quote.price.total);
    for (const type of ["delivery.created", "delivery.collected", "delivery.delivered"])
      expect([type, happened(end, type)]).toEqual([type, 1]);
    expect(end.timeline.map((entry) => entry.seq).toSorted((a, b) => a - b)).toEqual(
      end.timeline.map((_, index) => index + 1),
    );
    expect(end.proofs).toHaveLength(1);
    const mine = await call("ada", deliveriesApi.listMyDeliveries, { limit: 100 });
    expect(mine.items.filter((row) => row.id === deliveryId)).toHaveLength(1);
    expect(killedAt).toHaveLength(10);
    const { minor } = quote.price.total;
    await product.stop();
    expect(await bankMovements(order.id)).toEqual([`hold ${minor}`, `capture ${minor}`]);
  },
);
