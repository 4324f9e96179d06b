import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/actor.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { emitAll } from "../db/events.ts";
import type { Db, Tx } from "../db/db.ts";
import type { EventCursor } from "./event-log.ts";
import { startHub } from "./hub.ts";
import type { Hub } from "./hub.ts";

/** An event waits for every older transaction of the cluster, those of other tests' databases included. */
const PATIENCE_MS = 60_000;

let world: World;
const hubs: Hub[] = [];

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(async () => {
  for (const hub of hubs) await hub.stop();
  await world.close();
});

function hubOn(db: Db = world.db): Hub {
  const hub = startHub(db);
  hubs.push(hub);
  return hub;
}

const ears = () => ({
  orgId: world.orgId,
  staff: true,
  courierId: undefined,
  userId: undefined,
  deliveryId: undefined,
});

/** Everything that a hub tells from now on, by the number in the event. */
async function hear(hub: Hub): Promise<number[]> {
  const visible: number[] = [];
  hub.listen({
    ...ears(),
    send: (messages) => visible.push(...messages.map(({ data }) => (data as { nth: number }).nth)),
  });
  await hub.cursor();
  return visible;
}

/** Holds whoever waits until it is opened. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((done) => (open = done));
  return { passed, open };
}

const system = (): Actor => ({ kind: "system", orgId: world.orgId, roles: [] });
const write = (tx: Tx, ...nths: number[]) =>
  emitAll(
    tx,
    system(),
    world.now,
    nths.map((nth) => ({
      aggregate: "test",
      aggregateId: randomUUID(),
      type: "test.happened",
      data: { nth },
      audience: { staff: true },
      occurredAt: world.now,
    })),
  );
const happen = (...nths: number[]) => world.db.as(system(), (tx) => write(tx, ...nths));

test("what commits late is told late, never lost, even to a hub that starts meanwhile", async () => {
  const early = await hear(hubOn());
  const [written, ended] = [gate(), gate()];
  const slow = world.db.as(system(), async (tx) => {
    await write(tx, 1);
    written.open();
    await ended.passed;
  });
  await written.passed;
  await happen(2);
  const late = await hear(hubOn());
  await new Promise((done) => setTimeout(done, 400));
  ended.open();
  await slow;
  await vi.waitFor(() => expect(early).toEqual([1, 2]), { timeout: PATIENCE_MS });
  await vi.waitFor(() => expect(late).toContain(1), { timeout: PATIENCE_MS });
});

test("what commits late is told to a room that works after the news, though nobody listens", async () => {
  const hub = hubOn();
  const told: number[] = [];
  hub.follow((_, messages) => told.push(...messages.map(({ data }) => (data as { nth: number }).nth)));
  await hub.cursor();
  const [begun, ended] = [gate(), gate()];
  const older = world.db.owner(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    begun.open();
    await ended.passed;
  });
  await begun.passed;
  await happen(31);
  // The hub looks at once, and must not see what is newer than a transaction that is open.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(told).toEqual([]);
  ended.open();
  await older;
  await vi.waitFor(() => expect(told).toEqual([31]), PATIENCE_MS);
});

test("an event that was numbered first and committed last is told too", async () => {
  const visible = await hear(hubOn());
  const [began, numbered, ended] = [gate(), gate(), gate()];
  const earlier = world.db.as(system(), async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    began.open();
    await numbered.passed;
    await write(tx, 52);
  });
  await began.passed;
  const later = world.db.as(system(), async (tx) => {
    await write(tx, 51);
    numbered.open();
    await ended.passed;
  });
  await earlier;
  await vi.waitFor(() => expect(visible).toEqual([52]), { timeout: PATIENCE_MS });
  ended.open();
  await later;
  await vi.waitFor(() => expect(visible).toEqual([52, 51]), { timeout: PATIENCE_MS });
});

test.each<[string, (hub: Hub, before: EventCursor) => Promise<unknown>]>([
  ["from now on", (hub) => hub.cursor()],
  ["after what they heard before", (hub, before) => hub.replay(ears(), before)],
])(
  "a reader who wants the news %s and comes before the hub has read its place misses none",
  async (_title, start) => {
    const before = await hubOn().cursor();
    const place = gate();
    let reads = 0;
    const hub = hubOn({
      ...world.db,
      owner: async (work) => {
        reads += 1;
        if (reads === 1) await place.passed;
        return world.db.owner(work);
      },
    });
    const visible: number[] = [];
    hub.listen({
      ...ears(),
      send: (messages) => visible.push(...messages.map(({ data }) => (data as { nth: number }).nth)),
    });
    const happened = start(hub, before).then(() => happen(70));
    await Promise.race([happened, new Promise((done) => setTimeout(done, 1_000))]);
    place.open();
    await happened;
    await vi.waitFor(() => expect(visible).toContain(70), { timeout: PATIENCE_MS });
  },
);

/** Further than other databases of this cluster count while the test runs. */
const AHEAD = 5_000;
/** Uses up that many numbers of transactions: each block with a handler of its own takes one once it writes. */
const climb = () =>
  world.db.owner((tx) =>
    sql
      .raw(
        `do $$ begin
           create temp table climbed (n int) on commit drop;
           for n in 1..${AHEAD} loop
             begin insert into climbed values (n); exception when others then raise; end;
           end loop;
         end $$`,
      )
      .execute(tx),
  );

test("a hub that has stopped reads nothing of what is written later", async () => {
  let reads = 0;
  const owner: Db["owner"] = (work) => {
    reads += 1;
    return world.db.owner(work);
  };
  const hub = hubOn({ ...world.db, owner });
  await hub.cursor();
  await hub.stop();
  const before = reads;
  await happen(1);
  expect({ before, later: reads - before }).toEqual({ before: 2, later: 0 });
});

test("events that a restored dump brought with another cluster's numbers are never told", async () => {
  await happen(60);
  await world.db.owner((tx) =>
    sql`update event set xid = (pg_current_xact_id()::text::bigint + ${AHEAD})::text::xid8
        where data @> '{"nth": 60}'`.execute(tx),
  );
  const hub = hubOn();
  const visible = await hear(hub);
  const before = await hub.cursor();
  await climb();
  await happen(61);
  await vi.waitFor(() => expect(visible).toContain(61), { timeout: PATIENCE_MS });
  expect(visible).toEqual([61]);
  expect(await hub.replay(ears(), before)).toHaveLength(1);
});

test("several thousand events at once arrive in order, each once, without waiting for the next sweep", async () => {
  const visible = await hear(hubOn());
  const nths = Array.from({ length: 3_500 }, (_, nth) => nth + 100);
  await happen(...nths);
  await vi.waitFor(() => expect(visible.length).toBeGreaterThanOrEqual(nths.length), {
    timeout: PATIENCE_MS,
  });
  expect(visible.filter((nth) => nth >= 100)).toEqual(nths);
});

test("a reader resumes without a gap and without a repeat, wherever the break was", async () => {
  const hub = hubOn();
  const before = await hub.cursor();
  await happen(10_001, 10_002, 10_003);
  // Told once no older transaction of the whole server is under way, another database's included.
  const missed = await vi.waitFor(
    async () => {
      const found = (await hub.replay(ears(), before)) ?? [];
      expect(found.map(({ data }) => (data as { nth: number }).nth)).toEqual([10_001, 10_002, 10_003]);
      return found;
    },
    { timeout: PATIENCE_MS },
  );
  const again = await hub.replay(ears(), missed[1]?.cursor ?? before);
  expect(again?.map(({ data }) => (data as { nth: number }).nth)).toEqual([10_003]);
});

test("where the log ends before what was told of it, readers start over and hear on", async () => {
  await world.db.pool.query(
    `create schema promoted;
     create function promoted.pg_snapshot_xmin(pg_snapshot) returns xid8 language sql stable as
       $$ select (pg_catalog.pg_snapshot_xmin($1)::text::bigint + 1000000)::text::xid8 $$`,
  );
  let isPromoted = false;
  const hub = hubOn({
    ...world.db,
    owner: (work) =>
      world.db.owner(async (tx) => {
        if (!isPromoted) await sql`set local search_path = promoted, public, pg_catalog`.execute(tx);
        return work(tx);
      }),
  });
  let ended = 0;
  hub.listen({ ...ears(), send: () => undefined, end: () => (ended += 1) });
  const told = await hub.cursor();
  isPromoted = true;
  await vi.waitFor(() => expect(ended).toBe(1), { timeout: PATIENCE_MS });
  expect(await hub.replay(ears(), told)).toBeUndefined();
  const visible = await hear(hub);
  await happen(20_001);
  await vi.waitFor(() => expect(visible).toEqual([20_001]), { timeout: PATIENCE_MS });
});
