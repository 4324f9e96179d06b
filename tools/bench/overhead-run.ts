// Measures what calls cost beside a bare row; started by `overhead.ts`.
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
import { quantile } from "./load.ts";
import { openLoadMaker } from "./under-load.ts";
import type { Loaded } from "./under-load.ts";

export interface Overhead {
  readonly call: string;
  /** Rate of a bare row in the same moments, as a share of this call's time: the median of all rounds, and its quartiles. */
  readonly ofBare: number;
  readonly quartiles: readonly [number, number];
  /** The medians that this is made of, and how many came in a second. */
  readonly cpuMs: number;
  readonly bareMs: number;
  readonly perSecond: number;
}

/** How long it is measured. */
export interface Effort {
  readonly rounds: number;
  /** Of each call in each round, and of the bare row before it. */
  readonly seconds: number;
  /** Of each call before anything counts: code that is seldom run is compiled late. */
  readonly warmUpSeconds: number;
  /** Names of calls hold one of these; all of them where there is none. */
  readonly only?: readonly string[];
}

const LEAD_IN_MS = 100;

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

type Named = readonly [string, Call];

/** The calls that are measured, on 3,000 deliveries of which one day is open, and one that was booked by its sender. */
async function prepareCalls(server: BenchServer): Promise<readonly [Named, ...Named[]]> {
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
 * Time of the main calls beside a bare row, in one process. A bare row is measured right before each call, many times:
 * a neighbour slows both, and the median leaves the moments out in which one was slowed alone.
 */
async function measure({ rounds, seconds, warmUpSeconds, only = [] }: Effort): Promise<Overhead[]> {
  const server = await openBenchServer((db) => [bare(db)]);
  const maker = openLoadMaker();
  const under = async (call: Call, name: string, warmUpMs = LEAD_IN_MS) => {
    const load = { kind: "repeat", url: server.url, call, callers: 8, seconds, warmUpMs } as const;
    const loaded = await maker.under(load);
    if (loaded.failed > 0 || loaded.calls === 0) throw new Error(`${name}: ${loaded.failed} failed`);
    return loaded;
  };
  try {
    const [[bareName, bareCall], ...all] = await prepareCalls(server);
    const calls = all.filter(([name]) => only.length === 0 || only.some((word) => name.includes(word)));
    for (const [name, call] of [[bareName, bareCall] as const, ...calls])
      await under(call, name, warmUpSeconds * 1_000);
    const found = calls.map(([name, call]) => ({ name, call, pairs: [] as Pair[] }));
    for (let round = 0; round < rounds; round += 1)
      for (const { name, call, pairs } of found)
        pairs.push({ bare: await under(bareCall, bareName), call: await under(call, name) });
    return found.map(({ name, pairs }) => overheadOf(name, pairs, seconds));
  } finally {
    maker.close();
    await server.close();
  }
}

interface Pair {
  readonly bare: Loaded;
  readonly call: Loaded;
}

function overheadOf(call: string, pairs: readonly Pair[], seconds: number): Overhead {
  const ratios = pairs.map((pair) => pair.bare.cpuMs / pair.call.cpuMs);
  const median = (of: (pair: Pair) => number) => quantile(pairs.map(of), 0.5);
  return {
    call,
    ofBare: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    cpuMs: median((pair) => pair.call.cpuMs),
    bareMs: median((pair) => pair.bare.cpuMs),
    perSecond: median((pair) => pair.call.calls) / seconds,
  };
}

// Safe: `benchOverhead` says so.
const figures = await measure(JSON.parse(process.argv[2] ?? "") as Effort);
process.stdout.write(JSON.stringify(figures));
