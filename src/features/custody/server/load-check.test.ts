import { sql } from "kysely";
import { expect, test } from "vitest";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { parcelCode } from "#kernel/parcel-code.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { book, good } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew } = useWorld({ crew: true });

interface Found {
  readonly id: string;
  readonly kind: string;
  readonly deliveryId: string | null;
  readonly codes: string;
  readonly isOpen: boolean;
}
const found = () =>
  world.run(
    sql<Found>`select id, kind, delivery_id as "deliveryId", facts ->> 'codes' as codes, resolved_at is null as "isOpen"
               from exception where kind in ('missing_parcel', 'foreign_parcel') order by kind desc`,
  );

test("the office sees what a load check missed and found too many, until a later check finds it right", async () => {
  const phone = openPhone(world, crew.kim);
  const mine = await crew.collected();
  const theirs = await crew.collected();
  const stranger = await crew.give(await book(world, crew.sam), crew.lee);
  const line = (delivery: typeof mine) => ({
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "deliver"),
    codes: [parcelCode({ number: delivery.number, index: 1 })],
  });
  const [code] = line(theirs).codes;
  const check = (missing: object[], foreign: unknown[]) =>
    phone.tap("load_checked", { date: "2026-11-23", missing, foreign });
  check([line(mine), { ...line(stranger), taskId: line(mine).taskId }], [code, "no code"]);
  expect(good(await phone.send()).results).toMatchObject([{ verdict: "accepted", facts: { missing: 2 } }]);
  await phone.sendAgain();
  const [missing, ...others] = await found();
  expect([missing, ...others]).toMatchObject([
    { kind: "missing_parcel", deliveryId: mine.id, codes: line(mine).codes[0], isOpen: true },
    { kind: "foreign_parcel", deliveryId: theirs.id, codes: code, isOpen: true },
  ]);
  const id = missing?.id ?? "";
  const { resolutions } = good(await crew.bo.call(exceptionsApi.readException, { id }));
  expect(resolutions).toEqual(["called", "keep-at-hub", "mark-lost", "dismiss"]);

  world.now += MINUTE_MS;
  check([], [code]);
  await phone.send();
  expect((await found()).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
    ["missing_parcel", false],
    ["foreign_parcel", true],
  ]);
  world.now += MINUTE_MS;
  check([line(mine)], []);
  await phone.send();
  good(await crew.bo.call(exceptionsApi.resolveException, { id, resolution: "mark-lost", note: null }));
  expect((await crew.read(crew.bo, mine.id)).state).toBe("lost");
});

test("a check in several commands keeps open what each of them found, and a later one closes all of it", async () => {
  const phone = openPhone(world, crew.kim);
  const mine = [await crew.collected(), await crew.collected()];
  const lines = mine
    .map((delivery) => ({
      deliveryId: delivery.id,
      taskId: taskIdOf(delivery, "deliver"),
      codes: [parcelCode({ number: delivery.number, index: 1 })],
    }))
    .toSorted((a, b) => (a.taskId < b.taskId ? -1 : 1));
  const [first, second] = lines;
  const check = (body: object) =>
    phone.tap("load_checked", { date: "2026-11-23", missing: [], foreign: [], ...body });
  const stillOpen = async () =>
    (await found()).filter((one) => one.isOpen && mine.some(({ id }) => id === one.deliveryId)).length;
  check({ missing: [first], until: first?.taskId });
  check({ missing: [second], after: first?.taskId });
  await phone.send();
  expect(await stillOpen()).toBe(2);
  world.now += MINUTE_MS;
  check({});
  await phone.send();
  expect(await stillOpen()).toBe(0);
});

test("of checks that come together after hours without a network the last one holds", async () => {
  const phone = openPhone(world, crew.kim);
  const theirs = await crew.collected();
  const code = parcelCode({ number: theirs.number, index: 1 });
  const check = (foreign: string[]) =>
    phone.tap("load_checked", { date: "2026-11-23", missing: [], foreign });
  const isOpen = async () => (await found()).some((one) => one.codes === code && one.isOpen);
  for (const foreign of [[code], [], [code]]) {
    check(foreign);
    world.now += MINUTE_MS;
  }
  await phone.send();
  expect(await isOpen()).toBe(true);
  for (const foreign of [[], [code], []]) {
    check(foreign);
    world.now += MINUTE_MS;
  }
  await phone.send();
  expect(await isOpen()).toBe(false);
});
