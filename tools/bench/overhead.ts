import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import type { Db } from "#server/db/db.ts";
import type { RawRoute } from "#server/http/route.ts";
import { openShop, orderInput, pay, request } from "#test/support/people/booking.ts";
import { PER_DAY, fillDeliveries } from "#test/support/people/many-deliveries.ts";
import { callWire } from "#test/support/processes/product.ts";
import { openBenchServer } from "./bench-server.ts";
import type { BenchServer } from "./bench-server.ts";
import type { Call } from "./load-process.ts";
import { underLoad } from "./under-load.ts";

export interface Overhead {
  readonly call: string;
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** One row by its key, from a connection of the pool, as JSON: what no endpoint can be cheaper than. */
const bare = (db: Db): RawRoute => ({
  id: "bare",
  method: "GET",
  path: "/bare",
  needs: "anyone",
  summary: "One row",
  run: async () => {
    const { rows } = await db.pool.query(
      "select id, number, state_shown from delivery where number = $1 limit 1",
      ["WB-00000007"],
    );
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(rows[0]) };
  },
});

/** The calls that are measured, on 3,000 deliveries of which one day is open, and one that was booked by its sender. */
export async function prepareCalls(server: BenchServer): Promise<readonly (readonly [string, Call])[]> {
  const { db, orgId, url } = server;
  const shop = { db, orgId, now: Date.now() };
  await openShop(shop);
  const dispatcher = await server.person("dispatcher");
  const sender = await server.person("sender");
  await server.person("courier");
  const { rows } = await db.pool.query("select courier_id from person where courier_id is not null");
  await fillDeliveries(db.pool, {
    orgId,
    count: PER_DAY * 10,
    now: new Date(shop.now + 3_600_000).toISOString(),
    courierIds: rows.map(({ courier_id }) => String(courier_id)),
  });
  const asked = request(shop, { serviceLevel: "scheduled" });
  const quote = await callWire(url, quotesApi.makeQuote, asked, { token: sender });
  const order = await callWire(url, deliveriesApi.placeOrder, orderInput(quote), { token: sender });
  const id = await pay(shop, order.id);
  const link = await callWire(url, trackingApi.shareDelivery, { id }, { token: dispatcher });
  const get = (path: string, headers = { authorization: `Bearer ${dispatcher}` }): Call => ({
    method: "GET",
    path,
    headers,
  });
  return [
    ["a bare row", get("/bare")],
    ["who I am (`GET /api/me`)", get("/api/me")],
    [
      "quote (`POST /api/quotes`)",
      {
        method: "POST",
        path: quotesApi.makeQuote.path,
        headers: { authorization: `Bearer ${sender}`, "content-type": "application/json" },
        body: JSON.stringify(asked),
      },
    ],
    [
      "tracking (`GET /api/tracking`)",
      { method: "GET", path: trackingApi.track.path, headers: { [HEADERS.trackingToken]: link.token } },
    ],
    ["list, first page (`GET /api/deliveries`)", get("/api/deliveries")],
    ["counts (`GET /api/deliveries/counts`)", get("/api/deliveries/counts")],
    [`board of ${PER_DAY} deliveries`, get(dispatchApi.readBoard.path)],
  ];
}

/**
 * Time of the main calls beside a bare row, in one process: the least of rounds, since neighbours only ever add.
 *
 * @param seconds of each call in each round
 */
export async function benchOverhead(seconds = 2, rounds = 3): Promise<Overhead[]> {
  const server = await openBenchServer((db) => [bare(db)]);
  try {
    const calls = await prepareCalls(server);
    const least = new Map<string, Overhead>();
    for (let round = 0; round < rounds; round += 1)
      for (const [call, made] of calls) {
        const found = await measured(server.url, call, made, seconds);
        if (found.cpuMs < (least.get(call)?.cpuMs ?? Number.POSITIVE_INFINITY)) least.set(call, found);
      }
    return [...least.values()];
  } finally {
    await server.close();
  }
}

async function measured(url: string, call: string, made: Call, seconds: number): Promise<Overhead> {
  const load = { kind: "repeat", url, call: made, callers: 8, seconds } as const;
  const { calls, cpuMs, failed } = await underLoad(load);
  if (failed > 0 || calls === 0) throw new Error(`${call}: ${failed} failed`);
  return { call, perSecond: calls / seconds, cpuMs };
}

if (process.argv[1]?.endsWith("overhead.ts"))
  process.stdout.write(`${JSON.stringify(await benchOverhead(), undefined, 1)}\n`);
