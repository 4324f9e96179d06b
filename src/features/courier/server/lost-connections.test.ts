import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { first, rows } from "#server/db/db.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { book, head } from "#test/support/people/booking.ts";
import { brokenStories, wronglyShown } from "#test/support/people/crew.ts";
import { type Dice, dice } from "#test/support/seeds/dice.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Answer } from "#test/support/world.ts";
import { courierApi } from "../contract/api.ts";
import type { SyncReply, SyncResult } from "../contract/sync.ts";

const PHONES = 4;
const DELIVERIES_EACH = 2;
/** Once for each delivery. */
const HAPPENED = [
  "delivery.pickup_started",
  "delivery.at_pickup",
  "delivery.collected",
  "delivery.out_for_delivery",
  "delivery.at_dropoff",
];
/** Then the rest of the work is done unhindered, on however busy a machine. */
const CUTS = 60;
/** Answers that an office's call may get while connections are cut. */
const HARMLESS = [200, 409, 503];

const { world, crew } = useWorld({ crew: true });

/** Ends a connection of this database every few milliseconds. @returns a stop that says how many it ended */
async function cutConnections(random: Dice): Promise<() => Promise<number>> {
  const { name = "" } =
    (await world.db.owner((tx) => first(tx, sql<{ name: string }>`select current_database() as name`))) ?? {};
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  let cut = 0;
  const task = { isOver: false };
  const cutting = (async () => {
    while (!task.isOver && cut < CUTS) {
      await sleep(random.between(10, 80));
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = $1 order by pid) found
         offset $2 limit 1`,
        [name, random.between(0, 5)],
      );
      cut += rowCount ?? 0;
    }
  })();
  return async () => {
    task.isOver = true;
    await cutting;
    await admin.end();
    return cut;
  };
}

/** Taps on the way from setting out to arriving at the recipient's door. */
const TAPS = [
  ["collect", "start"],
  ["collect", "arrive"],
  ["collect", "succeed"],
  ["deliver", "start"],
  ["deliver", "arrive"],
] as const;

/** Calls as a phone does: again until it is answered. */
async function answered(
  send: () => Promise<Answer<SyncReply>>,
  statuses: Set<number>,
): Promise<SyncReply["results"]> {
  for (;;) {
    const { status, body } = await send();
    statuses.add(status);
    if (status === 200) return body.results;
    await sleep(5);
  }
}

/** Works beside the test: an office that reads and a courier who begins and ends work. */
async function workBeside(
  given: readonly Delivery[],
  random: Dice,
  day: { readonly isOver: boolean; readonly statuses: Set<number> },
): Promise<void> {
  while (!day.isOver) {
    const { id } = random.pick(given);
    day.statuses.add((await crew.bo.call(deliveriesApi.readDelivery, { id })).status);
    const shift = { ...head(world), onDuty: random.chance(0.5) };
    day.statuses.add((await crew.kim.call(courierApi.keepShift, shift)).status);
  }
}

/** Reads again where it was lent a connection whose end its pool had not noticed yet. */
const readUncut = <T>(read: () => Promise<T>): Promise<T> =>
  vi.waitFor(read, { timeout: 20_000, interval: 20 });

test("while connections are cut at random no fact is refused, lost or doubled", async () => {
  const seed = testSeed();
  process.stdout.write(`lost connections: WAYBILL_TEST_SEED=${seed}\n`);
  const random = dice(seed);
  const given: Delivery[] = [];
  for (let nth = 0; nth < PHONES * DELIVERIES_EACH; nth += 1)
    given.push(await crew.give(await book(world, crew.sam), crew.kim));
  const stop = await cutConnections(random);
  const statuses = new Set<number>();
  const day = { isOver: false, statuses: new Set<number>() };
  const office = workBeside(given, random, day);
  const answers = await Promise.all(
    Array.from({ length: PHONES }, async (_, nth) => {
      const phone = openPhone(world, crew.kim);
      const results: SyncResult[] = [];
      for (const delivery of given.filter((_one, at) => at % PHONES === nth)) {
        const cut = random.between(1, TAPS.length - 1);
        for (const [at, [kind, type]] of TAPS.entries()) {
          phone.tap(type, phone.ended(delivery, kind));
          if (at + 1 !== cut) continue;
          results.push(...(await answered(() => phone.send(), statuses)));
          // As after a lost answer.
          results.push(...(await answered(() => phone.sendAgain(), statuses)));
        }
        results.push(...(await answered(() => phone.send(), statuses)));
      }
      expect(phone.waiting()).toEqual([]);
      return results;
    }),
  );
  day.isOver = true;
  await office;
  expect(await stop()).toBeGreaterThan(20);

  expect(answers.flat().length).toBeGreaterThan(given.length * TAPS.length);
  expect(answers.flat().filter(({ verdict }) => verdict !== "accepted")).toEqual([]);
  expect(await readUncut(() => world.run(sql`select kind, facts from exception`))).toEqual([]);
  expect(statuses).toContain(503);
  for (const status of [...statuses, ...day.statuses]) expect(HARMLESS).toContain(status);
  for (const { id } of given) {
    const body = await readUncut(async () => {
      const answer = await crew.bo.call(deliveriesApi.readDelivery, { id });
      expect(answer.status).toBe(200);
      return answer.body;
    });
    expect(body.tasks.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      "collect succeeded",
      "deliver arrived",
    ]);
  }
  const counted = await readUncut(() =>
    world.db.owner((tx) =>
      rows(
        tx,
        sql<{ type: string; n: number }>`select type, count(*)::int as n from event
          where type = any (${HAPPENED}) group by type`,
      ),
    ),
  );
  expect(Object.fromEntries(counted.map(({ type, n }) => [type, n]))).toEqual(
    Object.fromEntries(HAPPENED.map((type) => [type, given.length])),
  );
  expect(await readUncut(() => brokenStories(world))).toEqual([]);
  expect(await readUncut(() => wronglyShown(world))).toEqual([]);
}, 120_000);
