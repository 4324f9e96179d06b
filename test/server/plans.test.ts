import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { findApi } from "#features/find/contract/api.ts";
import { orderEntryApi } from "#features/order-entry/contract/api.ts";
import { runsheetApi } from "#features/runsheet/contract/api.ts";
import { reportsApi } from "#features/reports/contract/api.ts";
import { expireQuotes } from "#features/quotes/server/expire-quotes.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import { scopeOf } from "#kernel/permission.ts";
import { startHub } from "#server/live/hub.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { book, good, head, order, orderInput, pay, quote } from "#test/support/people/booking.ts";
import { bare, openCrew } from "#test/support/people/crew.ts";
import type { Crew } from "#test/support/people/crew.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { fillDeliveries } from "#test/support/people/many-deliveries.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";

const COUNT = 100_000;
/** A table of this size is not to be read whole. */
const LARGE = 10_000;

let world: World;
let callers: readonly Caller[];
let crew: Crew;
const large = new Set<string>();

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  const couriers = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => world.person(`Courier ${nth}`, "courier")),
  );
  callers = [
    await world.person("Ada", "org-admin"),
    await world.person("Bo", "dispatcher"),
    ...couriers.slice(0, 1),
    await world.person("Sam", "sender"),
  ];
  await fillDeliveries(world.db.pool, {
    orgId: world.orgId,
    count: COUNT,
    now: toIso(world.now + HOUR_MS),
    courierIds: couriers.map(({ actor }) => actor.courierId ?? ""),
  });
  crew = await openCrew(world);
  const { rows } = await world.db.pool.query(
    `select relname from pg_class where relkind = 'r' and reltuples >= ${LARGE}`,
  );
  for (const { relname } of rows) large.add(String(relname));
});
afterAll(() => world.close());

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Statements of every process from time to time, whoever calls; their tables are not the application's. */
const OWN = /oidc\.session_end|queue_jobs/;

/** The statements that `work` sends, with their values. */
async function sentBy(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const calls: readonly unknown[][] = spy.mock.calls;
    return calls.flatMap(([first, second]) => {
      const asked = typeof first === "object" && first !== null ? first : { text: first, values: second };
      const { text, values } = { text: "", values: [], ...asked } as { text: unknown; values: unknown };
      return typeof text === "string" &&
        /^\s*(with|select|insert|update|delete)/i.test(text) &&
        !OWN.test(text)
        ? [{ text, values: Array.isArray(values) ? values : [] }]
        : [];
    });
  } finally {
    spy.mockRestore();
  }
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

async function planOf(client: pg.PoolClient, { text, values }: Statement): Promise<Plan> {
  await client.query("begin");
  try {
    // As the calls do: behind the fences. What reads another schema is the owner's.
    if (!/\boidc\./.test(text))
      await client.query("select set_config('role', 'waybill_app', true), set_config('app.org', $1, true)", [
        world.orgId,
      ]);
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    return rows[0]["QUERY PLAN"][0].Plan;
  } finally {
    await client.query("rollback");
  }
}

/** Large tables that the statements read whole, with the statement. */
async function readWhole(statements: readonly Statement[]): Promise<string[]> {
  const client = await world.db.pool.connect();
  const found: string[] = [];
  try {
    for (const statement of statements) {
      for (const node of nodesOf(await planOf(client, statement)))
        if (node["Node Type"] === "Seq Scan" && large.has(node["Relation Name"] ?? ""))
          found.push(`${node["Relation Name"]}: ${statement.text.replaceAll(/\s+/g, " ").slice(0, 200)}`);
    }
  } finally {
    client.release();
  }
  return found;
}

/** They add up every payment there is: the whole table is what is asked for. */
const SUMS: ReadonlySet<string> = new Set(["readMoney"]);
const reads = endpointsOfRooms().filter((endpoint) => endpoint.method === "GET" && !SUMS.has(endpoint.id));

test("no reading call reads a large table whole", async () => {
  expect([...large].sort()).toEqual([
    "command",
    "delivery",
    "event",
    "payment",
    "quote",
    "report_delivery",
    "report_try",
    "sales_order",
    "stop",
    "task",
  ]);
  const found: Record<string, string[]> = {};
  for (const endpoint of reads) {
    const { needs } = endpoint;
    const caller = callers.find(
      ({ actor }) => needs === "anyone" || needs === "self" || scopeOf(actor, needs) !== undefined,
    );
    const statements = await sentBy(() =>
      (caller ?? world.guest()).call(endpoint, sampleOf(endpoint.input) as never),
    );
    const whole = await readWhole(statements);
    if (whole.length > 0) found[endpoint.id] = whole;
  }
  expect(found).toEqual({});
});

const MONTH = { from: "2026-05-19", to: "2026-06-17" };

test("a report of 10,000 deliveries and of as many before is read in less than a second", async () => {
  const days = { from: "2026-05-17", to: "2026-06-17" };
  const times: number[] = [];
  // Other work on the machine slows most of them.
  for (let nth = 0; nth < 10 && Math.min(...times) >= 1_000; nth += 1) {
    const began = performance.now();
    const { groups } = good(await callers[1]!.call(reportsApi.readReport, days));
    times.push(performance.now() - began);
    expect(groups.find(({ by }) => by === "all")?.now.onTime).toBeGreaterThan(3_000);
  }
  expect(Math.min(...times)).toBeLessThan(1_000);
});

test.each([
  ["the board of today", () => callers[1]?.call(dispatchApi.readBoard, {})],
  ["the board of a day in the past", () => callers[1]?.call(dispatchApi.readBoard, { date: "2026-05-17" })],
  ["counts", () => callers[1]?.call(deliveriesApi.countStates, {})],
  ["a search of one word", () => callers[1]?.call(deliveriesApi.listDeliveries, { search: "recipient" })],
  [
    "a search of two words",
    () => callers[1]?.call(deliveriesApi.listDeliveries, { search: "recipient 54321" }),
  ],
  ["a report of a month", () => callers[1]?.call(reportsApi.readReport, MONTH)],
  ["the money of a month", () => callers[0]?.call(reportsApi.readMoneyReport, MONTH)],
  [
    "deliveries behind a number",
    () => callers[1]?.call(reportsApi.listCounted, { ...MONTH, behind: "failed" }),
  ],
  [
    "a run sheet",
    async () => {
      const { couriers } = good(await callers[1]!.call(dispatchApi.readBoard, {}));
      return callers[1]?.call(runsheetApi.readRunSheet, { id: couriers[0]?.id ?? "" });
    },
  ],
  ["a find by words", () => callers[1]?.call(findApi.find, { q: "recipient 54321" })],
  ["a find by the end of a phone number", () => callers[1]?.call(findApi.find, { q: "154321" })],
])("%s reads no large table whole", async (_what, call) => {
  const statements = await sentBy(async () => expect(await call()).toMatchObject({ status: 200 }));
  expect(statements.length).toBeGreaterThan(0);
  expect(await readWhole(statements)).toEqual([]);
});

/** Rows that these statements read without an index, also within the functions that they call. */
async function rowsReadInARow(statements: readonly Statement[]): Promise<number> {
  const client = await world.db.pool.connect();
  const read = async () => {
    const { rows } = await client.query("select sum(seq_tup_read) as read from pg_stat_xact_user_tables");
    return Number(rows[0].read);
  };
  try {
    await client.query("begin");
    await client.query("select set_config('role', 'waybill_app', true), set_config('app.org', $1, true)", [
      world.orgId,
    ]);
    const before = await read();
    for (const { text, values } of statements) await client.query(text, values);
    return (await read()) - before;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test.each([
  ["a name that one sender bears", "sender 54321", 1],
  ["a part of a name that all bear", "ende", 8],
  ["letters too short for the index", "se 54321", 1],
  ["short letters alone", "s 5", 8],
  ["a name that nobody bears", "zebedee", 0],
  ["the last digits of a number", "154321", 1],
  ["digits that many numbers end with", "321", 8],
  ["digits that no number ends with", "0990000000", 0],
])("callers are found by %s without reading a large table whole", async (_what, q, count) => {
  let found: unknown[] = [];
  const statements = await sentBy(async () => {
    found = good(await callers[1]!.call(orderEntryApi.findCallers, { q })).callers;
  });
  expect(found).toHaveLength(count);
  expect(await readWhole(statements)).toEqual([]);
  expect(await rowsReadInARow(statements)).toBeLessThan(LARGE);
});

test.each(["recipient 54321", "154321", "321", "0990000000", "WB-7K4M-92QX-1"])(
  "a find of %s reads few rows without an index",
  async (q) => {
    const statements = await sentBy(async () => good(await callers[1]!.call(findApi.find, { q })));
    expect(await rowsReadInARow(statements)).toBeLessThan(LARGE);
  },
);

test("two words are looked up together, whichever is rare, within the function that searches", async () => {
  const client = await world.db.pool.connect();
  try {
    const { rows } = await client.query(`select prosrc from pg_proc where proname = 'deliveries_like'`);
    const text = String(rows[0].prosrc)
      .replaceAll("words", "(array['recipient', '54321'])")
      .replaceAll("most", "501")
      .replaceAll("public.app_org()", `'${world.orgId}'::uuid`);
    const plan = await client.query(`explain (analyze, format json) ${text}`);
    const nodes = nodesOf(plan.rows[0]["QUERY PLAN"][0].Plan);
    const read = nodes.find((node) => node["Node Type"] === "Bitmap Index Scan");
    expect(read).toMatchObject({ "Index Name": "delivery_search" });
    expect(read?.["Actual Rows"]).toBeLessThan(100);
  } finally {
    client.release();
  }
});

const DAY = "2026-06-17";
/** Work that a call needs is made before it is looked at. */
const WRITES: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  "a quote": async () => () => quote(world, crew.sam),
  "the order of a quote": async () => {
    const quoted = await quote(world, crew.sam);
    return () => crew.sam.call(deliveriesApi.placeOrder, orderInput(quoted)).then(good);
  },
  "a payment seen": async () => {
    const { id } = await order(world, crew.sam);
    return () => pay(world, id);
  },
  "an assignment": async () => {
    const { id } = await book(world, crew.sam);
    return () => edit({ type: "assign", deliveryIds: [id], courierId: courierId(), beforeTaskId: null });
  },
  "work taken back": async () => {
    const { id } = await book(world, crew.sam);
    await edit({ type: "assign", deliveryIds: [id], courierId: courierId(), beforeTaskId: null });
    return () => edit({ type: "unassign", deliveryIds: [id] });
  },
  "a shift": async () => () =>
    crew.kim.call(courierApi.keepShift, { ...head(world), onDuty: true }).then(good),
  "a position": async () => {
    good(await crew.kim.call(courierApi.keepShift, { ...head(world), onDuty: true }));
    const at = { point: { lon: 13.4, lat: 52.5 }, accuracyM: 8, speedMps: null, headingDeg: null };
    return () =>
      crew.kim.call(courierApi.sendPositions, { positions: [{ at: toIso(world.now), ...at }] }).then(good);
  },
  "a photo": async () => {
    const delivery = await crew.collected();
    return () => crew.keepPhoto(delivery).then(good);
  },
  "an outcome": async () => {
    const delivery = await crew.collected();
    const { id } = good(await crew.keepPhoto(delivery));
    const outcome = { ...bare, recipientName: "Rita", proofIds: [id] };
    return () => crew.step(crew.kim, delivery, "deliver", "succeed", outcome).then(good);
  },
  "an outcome out of a phone's outbox": async () => {
    const delivery = await crew.assigned();
    return () => record(delivery);
  },
  "a failed try, and the way back": async () => {
    const delivery = await crew.collected();
    const failed = { reason: "recipient_absent", note: null, proofIds: [] };
    return async () => {
      good(await crew.step(crew.kim, delivery, "deliver", "fail", failed));
      good(await crew.handle(delivery, "send_back"));
    };
  },
  "a cancelled delivery": async () => {
    const { id } = await book(world, crew.sam);
    const { fee } = good(await crew.sam.call(deliveriesApi.previewCancellation, { id }));
    const wish = { id, ...head(world), fee, note: null };
    return () => crew.sam.call(deliveriesApi.cancelDelivery, wish).then(good);
  },
  "a link made and revoked": async () => {
    const { id } = await book(world, crew.sam);
    return async () => {
      good(await crew.sam.call(trackingApi.shareDelivery, { id }));
      good(await crew.sam.call(trackingApi.revokeLinks, { id }));
    };
  },
  "quotes whose time is over": async () => {
    await quote(world, crew.sam);
    return () => expireQuotes(world.db, world.orgId, world.now + HOUR_MS);
  },
};
const courierId = (): string => crew.kim.actor.courierId ?? "";

/** An edit of today's plan, against the revision of now. */
async function edit(what: object): Promise<void> {
  const { couriers } = good(await crew.bo.call(dispatchApi.readBoard, { date: DAY }));
  const seen = couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }));
  good(
    await crew.bo.call(dispatchApi.editPlan, { edit: { ...head(world), date: DAY, seen, ...what } as never }),
  );
}

async function record(delivery: Delivery): Promise<void> {
  const phone = openPhone(world, crew.kim);
  phone.tap("succeed", phone.ended(delivery, "collect"));
  expect(good(await phone.send()).results).toMatchObject([{ verdict: "accepted" }]);
}

test.each(Object.entries(WRITES))("%s reads no large table whole", async (_what, prepare) => {
  const statements = await sentBy(await prepare());
  expect(statements.some(({ text }) => /\b(insert into|update|delete from)\b/i.test(text))).toBe(true);
  expect(await readWhole(statements)).toEqual([]);
});

test("the hub reads what is new by its order", async () => {
  const statements = await sentBy(async () => {
    const hub = startHub(world.db);
    await vi.waitFor(() => undefined);
    await hub.replay(
      { orgId: world.orgId, staff: true, courierId: undefined, userId: undefined, deliveryId: undefined },
      await hub.cursor(),
    );
    await hub.stop();
  });
  expect(statements.length).toBeGreaterThan(1);
  expect(await readWhole(statements)).toEqual([]);
});
