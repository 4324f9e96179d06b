import { expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { predicted } from "#test/support/times/predicted.ts";
import { useWorld } from "#test/support/use-world.ts";
import { exceptionsApi } from "../contract/api.ts";
import { checkLate } from "./check-late.ts";

const { world, crew } = useWorld({ crew: true });

const opened = async (delivery: Delivery) => {
  const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, { limit: 100 }));
  return items.filter((row) => row.delivery?.id === delivery.id);
};
const check = () => checkLate(world.db, (world.now += MINUTE_MS));
const AT_RISK = 30 * MINUTE_MS;

test("a promise in danger is a late delivery before it is broken, once, until it is safe", async () => {
  const delivery = await crew.assigned();
  const task = taskIdOf(delivery, "collect");
  const at = world.now + AT_RISK;
  await predicted(world, task, { at });
  await check();
  expect(await opened(delivery)).toEqual([]);

  const first = world.now;
  await predicted(world, task, { at, riskSince: first });
  await check();
  await check();
  const [row, ...more] = await opened(delivery);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ kind: "late", happenedAt: toIso(first), task: { kind: "collect" } });
  const { facts } = good(await crew.bo.call(exceptionsApi.readException, { id: row?.id ?? "" }));
  expect(facts).toEqual({ expected: toIso(at) });

  await predicted(world, task, { at });
  await check();
  expect(await opened(delivery)).toEqual([]);

  world.now += MINUTE_MS;
  await predicted(world, task, { at, riskSince: world.now });
  await check();
  expect(await opened(delivery)).toMatchObject([{ id: row?.id, happenedAt: toIso(world.now - MINUTE_MS) }]);
});

test("a danger that a person has dealt with stays dealt with", async () => {
  const delivery = await crew.assigned();
  const task = taskIdOf(delivery, "deliver");
  await predicted(world, task, { at: world.now + AT_RISK, riskSince: world.now });
  await check();
  const [row] = await opened(delivery);
  good(
    await crew.bo.call(exceptionsApi.resolveException, {
      id: row?.id ?? "",
      resolution: "called",
      note: null,
    }),
  );
  await predicted(world, task, { at: world.now + AT_RISK, riskSince: world.now + 1 });
  await check();
  expect(await opened(delivery)).toEqual([]);
});
