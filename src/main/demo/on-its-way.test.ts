import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { demoApi } from "#contract/demo.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { DAY_MS, HOUR_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Route } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { good } from "#test/support/people/booking.ts";
import { buildStreets } from "#test/support/people/streets.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { onItsWayOf } from "./on-its-way.ts";
import type { OnItsWay } from "./on-its-way.ts";
import { openBusiness } from "./seed.ts";

let world: World;
let bo: Caller;

beforeAll(async () => {
  world = await openWorld();
  await buildStreets(world);
  await openBusiness(world.db, world.orgId, world.now);
  await world.db.owner((tx) => sql`update organization set demo = true`.execute(tx));
  bo = await world.person("A dispatcher", "dispatcher");
});
afterAll(() => world.close());

function opened(positionMs?: number, rooms = world.server.rooms): OnItsWay {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { db, orgId } = world;
  const made = onItsWayOf({ db, orgId, rooms, clock: () => world.now, log }, positionMs);
  onTestFinished(() => made.stop());
  return made;
}
/** The server's rooms, where an edit of the plan is refused at first so many times. */
const editedMeanwhile = (refusals: number): readonly Room[] => {
  let left = refusals;
  const refused = (route: Route): Route => ({
    ...route,
    handle: (input, context) => {
      left -= 1;
      return left < 0 ? route.handle(input, context) : Promise.reject(new Refusal("dispatch.conflict"));
    },
  });
  return world.server.rooms.map((room) => ({
    ...room,
    routes: room.routes.map((route) => (route.endpoint === dispatchApi.editPlan ? refused(route) : route)),
  }));
};
/** The server's rooms, where the sandbox bank declines every card. */
const declining = (): readonly Room[] =>
  world.server.rooms.map((room) => ({
    ...room,
    rawRoutes: (room.rawRoutes ?? []).map((route) =>
      route.id === "sandboxBankConfirm"
        ? { ...route, run: () => Promise.resolve({ status: 402, headers: {}, body: "" }) }
        : route,
    ),
  }));
const countDeliveries = async (): Promise<number> => {
  const { counts } = good(await bo.call(deliveriesApi.countStates, {}));
  return counts.reduce((sum, { count }) => sum + count, 0);
};
const seen = (at: number) =>
  world.db.owner((tx) =>
    sql`update person set last_seen_at = ${toIso(at)} where courier_id is not null`.execute(tx),
  );
const stateOf = async (id: string): Promise<string> =>
  good(await bo.call(deliveriesApi.readDelivery, { id })).state;
const positionOf = async (): Promise<unknown> => {
  const { couriers } = good(await bo.call(dispatchApi.readBoard, {}));
  return couriers.find(({ position }) => position !== null)?.position?.point;
};

test("a recipient finds a parcel on its way although nobody booked, and the courier comes nearer", async () => {
  const onItsWay = opened(10);
  const [id = "", same] = await Promise.all([onItsWay.find(), onItsWay.find()]);
  expect(same).toBe(id);
  expect(await stateOf(id)).toBe("out_for_delivery");
  const first = await positionOf();
  expect(first).toBeDefined();
  world.now += SECOND_MS;
  await expect.poll(positionOf).not.toEqual(first);
  expect(await onItsWay.find()).toBe(id);
  expect((await bo.call(deliveriesApi.countStates, {})).body.counts).toEqual([
    { state: "out_for_delivery", count: 1 },
  ]);
});

test("the door of the recipient leads to it", async () => {
  const { token } = good(await world.guest().call(demoApi.openTracking, {}));
  const tracked = await world.guest().call(trackingApi.track, {}, { headers: { "x-tracking-token": token } });
  expect(tracked.body).toMatchObject({ state: "on_its_way" });
});

test("on another day a courier sets off again", async () => {
  const before = await opened().find();
  world.now += DAY_MS;
  const id = (await opened().find()) ?? "";
  expect(id).not.toBe(before);
  expect(await stateOf(id)).toBe("out_for_delivery");
  expect(await stateOf(before ?? "")).toBe("delivered");
});

test("where every courier is a person, a parcel of theirs is shown, and one is sent out where they bring none", async () => {
  const theirs = await opened().find();
  await seen(world.now + HOUR_MS);
  expect(await opened().find()).toBe(theirs);
  world.now += DAY_MS;
  await seen(world.now);
  const id = (await opened().find()) ?? "";
  expect(id).not.toBe(theirs);
  expect(await stateOf(id)).toBe("out_for_delivery");
});

test("a plan that was edited meanwhile is tried again with the same parcel", async () => {
  world.now += DAY_MS;
  const before = await countDeliveries();
  const id = (await opened(undefined, editedMeanwhile(2)).find()) ?? "";
  expect(await stateOf(id)).toBe("out_for_delivery");
  expect(await countDeliveries()).toBe(before + 1);
});

test("where the bank refuses the neighbour's card, nobody sets off and nothing fails", async () => {
  world.now += DAY_MS;
  expect(await opened(undefined, declining()).find()).toBeUndefined();
});

test("held, nobody sets off; let go, they do", async () => {
  world.now += DAY_MS;
  const onItsWay = opened();
  const before = await countDeliveries();
  const goOn = await onItsWay.hold();
  expect(await onItsWay.find()).toBeUndefined();
  expect(await countDeliveries()).toBe(before);
  goOn();
  expect(await stateOf((await onItsWay.find()) ?? "")).toBe("out_for_delivery");
});
