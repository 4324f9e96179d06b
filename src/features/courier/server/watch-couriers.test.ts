import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { openCrew, type Crew } from "#test/support/people/crew.ts";
import { openWorld, type World } from "#test/support/world.ts";
import { courierApi } from "../contract/api.ts";
import { watchCouriers } from "./watch-couriers.ts";

let world: World;
let crew: Crew;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  crew = await openCrew(world);
  const delivery = await crew.assigned();
  good(await crew.step(crew.kim, delivery, "collect", "start"));
  good(await duty(true));
});
afterAll(() => world.close());

const duty = (onDuty: boolean) =>
  crew.kim.call(courierApi.keepShift, { commandId: randomUUID(), occurredAt: toIso(world.now), onDuty });

/** The minute's check after so many minutes; `lon` where Kim's phone says where it is. */
async function after(minutes: number, lon?: number): Promise<string[]> {
  world.now += minutes * MINUTE_MS;
  const point = lon === undefined ? undefined : { lon, lat: 52.5 };
  if (point)
    good(
      await crew.kim.call(courierApi.sendPositions, {
        positions: [{ at: toIso(world.now), point, accuracyM: 5, speedMps: null, headingDeg: null }],
      }),
    );
  await watchCouriers(world.db, world.now);
  const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, {}));
  return items.map(({ kind, courier }) => `${courier?.name} ${kind}`);
}

test("a courier who stands still outside a stop opens one exception, which ends when they move", async () => {
  expect(await after(1, 13.4)).toEqual([]);
  for (let minute = 1; minute < 20; minute += 1) expect(await after(1, 13.4005)).toEqual([]);
  expect(await after(1, 13.4)).toEqual(["Kim Kurier stopped_moving"]);
  expect(await after(1, 13.4)).toEqual(["Kim Kurier stopped_moving"]);
  expect(await after(1, 13.41)).toEqual([]);
});

test("a phone without positions is missed after 15 minutes until it comes back", async () => {
  expect(await after(14)).toEqual([]);
  expect(await after(1)).toEqual(["Kim Kurier no_position"]);
  expect(await after(HOUR_MS / MINUTE_MS)).toEqual(["Kim Kurier no_position"]);
  expect(await after(1, 13.42)).toEqual([]);
  expect(await after(15)).toEqual(["Kim Kurier no_position"]);
});

test("dismissed, it stays so until there is news; off duty nobody is watched", async () => {
  const [row] = good(await crew.bo.call(exceptionsApi.listExceptions, {})).items;
  good(
    await crew.bo.call(exceptionsApi.resolveException, {
      id: row?.id ?? "",
      resolution: "called",
      note: null,
    }),
  );
  expect(await after(5)).toEqual([]);
  expect(await after(1, 13.43)).toEqual([]);
  expect(await after(16)).toEqual(["Kim Kurier no_position"]);
  good(await duty(false));
  expect(await after(1)).toEqual([]);
});
