import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { courierForRecipient } from "#features/courier/server/public.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { Point } from "#kernel/geo.ts";
import { good } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { sightingsApi } from "../contract/api.ts";
import { checkAll, forget } from "./jobs.ts";

const { world, crew } = useWorld({ crew: true, runJobs: "queued", daysApart: 2 });

beforeEach(() =>
  world
    .run(sql`
    with gone as (update task set state = 'cancelled')
    delete from shift`)
    .then(() => world.run(sql`truncate sighting, stop, route, position_now, position_track`)),
);

const parts = () => ({ db: world.db, clock: () => world.now });
const duty = async (who: Caller, onDuty: boolean, occurredAt = toIso(world.now)) => {
  good(await who.call(courierApi.keepShift, { commandId: randomUUID(), occurredAt, onDuty }));
  await world.settled();
};
const stand = async (who: Caller, point: Point) =>
  good(
    await who.call(courierApi.sendPositions, {
      positions: [{ at: toIso(world.now), point, accuracyM: 5, speedMps: null, headingDeg: null }],
    }),
  );

/** The list as people read it: who, from which minute of the test to which. */
async function seen(who: Caller, began: number): Promise<string[]> {
  const { items } = good(await who.call(sightingsApi.listSightings, { limit: 100 }));
  const minute = (at: string | null) =>
    at === null ? "…" : `${Math.round((Date.parse(at) - began) / MINUTE_MS)}`;
  return items
    .filter(({ start }) => Date.parse(start) >= began)
    .map(({ by, number, start, end }) => `${number ?? by} ${minute(start)}-${minute(end)}`);
}
const pass = async (minutes: number) => {
  await world.settled();
  world.now += minutes * MINUTE_MS;
};
const steps = async (delivery: Delivery, kind: "collect" | "deliver", ...types: string[]) => {
  for (const type of types)
    good(await crew.step(crew.kim, delivery, kind, type, type === "succeed" ? bare : {}));
  await world.settled();
};

test("dispatch sees a courier from the beginning of a duty until its end, and never outside of it", async () => {
  const began = world.now;
  expect(await seen(crew.kim, began)).toEqual([]);
  await duty(crew.kim, true);
  await pass(5);
  expect(await seen(crew.kim, began)).toEqual(["dispatch 0-…"]);
  await duty(crew.kim, false);
  await pass(10);
  expect(await seen(crew.kim, began)).toEqual(["dispatch 0-5"]);
  await duty(crew.kim, true);
  await pass(1);
  await duty(crew.kim, false);
  expect(await seen(crew.kim, began)).toEqual(["dispatch 15-16", "dispatch 0-5"]);
});

test("a tracking link shows the courier from the moment its stop is next with the parcel aboard until its end", async () => {
  const began = world.now;
  await duty(crew.kim, true);
  const delivery = await crew.assigned();
  await pass(1);
  expect(await seen(crew.kim, began)).toEqual(["dispatch 0-…"]);
  await steps(delivery, "collect", "succeed");
  expect(await seen(crew.kim, began)).toEqual([`${delivery.number} 1-…`, "dispatch 0-…"]);
  await pass(7);
  good(await crew.handOver(delivery));
  await pass(1);
  await duty(crew.kim, false);
  expect(await seen(crew.kim, began)).toEqual([`${delivery.number} 1-8`, "dispatch 0-9"]);
});

test("a time of no length is not told", async () => {
  const began = world.now;
  await duty(crew.kim, true);
  const delivery = await crew.assigned();
  await steps(delivery, "collect", "succeed");
  good(await crew.handOver(delivery));
  await world.settled();
  expect(await world.run(sql`select from sighting where ended_at = began_at`)).toHaveLength(1);
  expect(await seen(crew.kim, began)).toEqual(["dispatch 0-…"]);
});

test("what comes near is found each minute, from the check before on; what comes back at once is one time", async () => {
  const began = world.now;
  await duty(crew.kim, true);
  const both = [await crew.assigned(), await crew.assigned()] as const;
  for (const one of both) await steps(one, "collect", "succeed");
  const shown = await seen(crew.kim, began);
  const [next] = both.filter(({ number }) => !shown.some((text) => text.startsWith(number)));
  if (!next || shown.length !== 2) throw new Error("one of two is the next stop");
  const { point } = next.dropoff;
  const far = { lon: point.lon, lat: point.lat + 0.2 };
  const other = async () => (await seen(crew.kim, began)).filter((text) => text.startsWith(next.number));
  await pass(3);
  await stand(crew.kim, far);
  await checkAll(parts());
  expect(await other()).toEqual([]);
  await pass(2);
  await stand(crew.kim, point);
  await checkAll(parts());
  expect(await other()).toEqual([`${next.number} 4-…`]);
  await pass(1);
  await stand(crew.kim, far);
  await checkAll(parts());
  expect(await other()).toEqual([`${next.number} 4-6`]);
  await pass(1);
  await stand(crew.kim, point);
  await checkAll(parts());
  expect(await other()).toEqual([`${next.number} 4-…`]);
  await pass(1);
  await duty(crew.kim, false);
  await pass(5);
  await checkAll(parts());
  expect(await other()).toEqual([`${next.number} 4-8`]);
});

test("of several times that ended a moment ago only the last goes on, and none beside one that lasts", async () => {
  const began = world.now;
  await duty(crew.kim, true);
  const delivery = await crew.assigned();
  await steps(delivery, "collect", "succeed");
  await pass(10);
  await world.run(sql`
    insert into sighting (org_id, id, courier_id, delivery_id, began_at, ended_at)
    select org_id, ${randomUUID()}::uuid, courier_id, delivery_id, began_at, ${toIso(world.now)}::timestamptz
    from sighting where ended_at is null`);
  await checkAll(parts());
  const own = async () => (await seen(crew.kim, began)).filter((text) => text.startsWith(delivery.number));
  expect((await own()).toSorted()).toEqual([`${delivery.number} 0-10`, `${delivery.number} 0-…`]);
  await world.run(sql`update sighting set ended_at = ${toIso(world.now)}`);
  await checkAll(parts());
  expect((await own()).toSorted()).toEqual([`${delivery.number} 0-10`, `${delivery.number} 0-…`]);
});

test("whoever takes the work over is seen from then on, and who had it no longer", async () => {
  const began = world.now;
  await duty(crew.kim, true);
  await duty(crew.lee, true);
  const delivery = await crew.assigned();
  await pass(1);
  await steps(delivery, "collect", "succeed");
  await pass(4);
  const answer = await crew.bo.call(dispatchApi.editPlan, {
    edit: {
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      type: "assign",
      date: toIso(world.now).slice(0, 10),
      deliveryIds: [delivery.id],
      courierId: crew.lee.actor.courierId ?? "",
      beforeTaskId: null,
      handOver: [{ deliveryId: delivery.id, note: "At the bridge." }],
      seen: [],
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await pass(2);
  expect(await seen(crew.kim, began)).toEqual([`${delivery.number} 1-5`, "dispatch 0-…"]);
  await duty(crew.kim, false);
  await duty(crew.lee, false);
});

test("the record says of every delivery what its link shows at that moment", async () => {
  await duty(crew.kim, true);
  const deliveries = [await crew.assigned(), await crew.assigned(), await crew.assigned()];
  for (const one of deliveries) await steps(one, "collect", "succeed");
  const agree = async () => {
    await checkAll(parts());
    const open = await world.run(
      sql<{ id: string }>`select delivery_id as id from sighting where ended_at is null`,
    );
    const shown = await world.db.as({ orgId: world.orgId }, async (tx) => {
      const all: string[] = [];
      for (const { id } of deliveries)
        if (await courierForRecipient(tx, world.orgId, id, world.now)) all.push(id);
      return all;
    });
    const mine = new Set(deliveries.map(({ id }) => id));
    expect(
      open
        .map(({ id }) => id)
        .filter((id) => mine.has(id))
        .toSorted(),
    ).toEqual(shown.toSorted());
    return shown.length;
  };
  const counts = [await agree()];
  for (const one of deliveries) {
    await stand(crew.kim, one.dropoff.point);
    counts.push(await agree());
    await pass(1);
    good(await crew.handOver(one));
    counts.push(await agree());
  }
  expect(Math.max(...counts)).toBeGreaterThan(0);
  expect(counts.at(-1)).toBe(0);
  await duty(crew.kim, false);
});

test("the list is paged, the newest first, and only the courier's own", async () => {
  for (let n = 0; n < 3; n += 1) {
    await duty(crew.lee, true);
    await pass(1);
    await duty(crew.lee, false);
    await pass(1);
  }
  const one = good(await crew.lee.call(sightingsApi.listSightings, { limit: 2 }));
  const two = good(await crew.lee.call(sightingsApi.listSightings, { limit: 2, cursor: one.next ?? "" }));
  const starts = [...one.items, ...two.items].map(({ start }) => start);
  expect(one.items).toHaveLength(2);
  expect(starts).toEqual(starts.toSorted().toReversed());
  const kims = good(await crew.kim.call(sightingsApi.listSightings, { limit: 100 })).items;
  const lees = good(await crew.lee.call(sightingsApi.listSightings, { limit: 100 })).items;
  expect(kims.filter(({ id }) => lees.some((other) => other.id === id))).toEqual([]);
  const foreign = await crew.kim.call(sightingsApi.listSightings, { cursor: one.next ?? "" });
  expect(foreign.status).toBe(400);
});

test("a dispatcher, an administrator, a sender and a guest are refused", async () => {
  const admin = await world.person("Ada Admin", "org-admin");
  for (const who of [crew.bo, admin, crew.sam]) {
    const { status, body } = await who.call(sightingsApi.listSightings, {});
    expect({ status, code: body.code }).toEqual({ status: 403, code: "accounts.forbidden" });
  }
  expect((await world.guest().call(sightingsApi.listSightings, {})).status).toBe(401);
});

test("a time is listed and kept for 60 days, as long as the track", async () => {
  const began = world.now;
  await duty(crew.kim, true);
  const delivery = await crew.assigned();
  await steps(delivery, "collect", "succeed");
  await pass(3);
  good(await crew.handOver(delivery));
  await pass(1);
  await duty(crew.kim, false);
  const kept = async () =>
    (await world.run(sql`select from sighting where delivery_id = ${delivery.id}`)).length;
  world.now = began + 59 * DAY_MS;
  await forget(parts());
  expect([await kept(), (await seen(crew.kim, began)).length]).toEqual([1, 2]);
  world.now = began + 61 * DAY_MS;
  expect(await seen(crew.kim, began)).toEqual([]);
  await forget(parts());
  expect(await kept()).toBe(0);
});
