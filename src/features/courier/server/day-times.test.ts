import { expect, test } from "vitest";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { predicted } from "#test/support/times/predicted.ts";
import { useWorld } from "#test/support/use-world.ts";
import { courierApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true });

test("a courier's day has the prediction of their own stops ahead", async () => {
  const delivery = await crew.assigned();
  const task = taskIdOf(delivery, "collect");
  const arrival = async () =>
    good(await crew.kim.call(courierApi.readDay, {})).stops.find(({ taskId }) => taskId === task)?.arrival;
  expect(await arrival()).toBeUndefined();
  const at = world.now + 30 * MINUTE_MS;
  await predicted(world, task, { at, riskSince: world.now });
  expect(await arrival()).toEqual({
    at: toIso(at),
    earliest: toIso(at - 5 * MINUTE_MS),
    latest: toIso(at + 5 * MINUTE_MS),
    risk: true,
  });
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  expect(await arrival()).toBeUndefined();
});
