import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { useWorld } from "#test/support/use-world.ts";
import { followNews } from "./follow-news.ts";

const { world, crew } = useWorld({ crew: true, runJobs: "queued" });

interface Row {
  readonly status: string;
  readonly computed_at: number;
}
const arrivals = () => world.run(sql<Row>`select status, computed_at from arrival`);
const newest = async () => Math.max(0, ...(await arrivals()).map((row) => row.computed_at));
const queued = () =>
  world.run(
    sql<{
      key: string;
    }>`select key from graphile_worker.jobs where key = ${`predict:${crew.kim.actor.courierId ?? ""}`}`,
  );
/** News wait for the oldest transaction of the whole cluster, also for those of other tests. */
const soon = { timeout: 60_000 };

test("work, a shift and a position each predict the route anew, and positions no more often than each half minute", async () => {
  const { kim } = crew;
  await crew.assigned();
  await expect.poll(arrivals, soon).toMatchObject([{ status: "not_started" }, { status: "not_started" }]);

  world.now += MINUTE_MS;
  await kim.call(courierApi.keepShift, {
    commandId: randomUUID(),
    occurredAt: toIso(world.now),
    onDuty: true,
  });
  await expect.poll(arrivals, soon).toMatchObject([{ status: "no_position" }, { status: "no_position" }]);

  const send = () =>
    kim.call(courierApi.sendPositions, {
      positions: [
        {
          at: toIso(world.now),
          point: { lon: 7.1, lat: 51.2 },
          accuracyM: 5,
          speedMps: null,
          headingDeg: null,
        },
      ],
    });
  world.now += MINUTE_MS;
  await send();
  await expect.poll(arrivals, soon).toMatchObject([{ status: "available" }, { status: "available" }]);
  const first = await newest();
  await expect.poll(queued, soon).toEqual([]);
  world.now += 10 * SECOND_MS;
  await send();
  world.now += 21 * SECOND_MS;
  await send();
  await expect.poll(newest, soon).toBe(world.now);
  expect(world.now - first).toBe(31 * SECOND_MS);
}, 240_000);

test("a server that starts predicts every route", async () => {
  await world.run(sql`delete from arrival`);
  const nothing = () => undefined;
  followNews({
    db: world.db,
    hub: { follow: nothing },
    log: { info: nothing, warn: nothing, error: nothing },
    clock: () => world.now,
    orgId: world.orgId,
  });
  await expect.poll(arrivals, soon).toHaveLength(2);
}, 120_000);
