import { expect, test } from "vitest";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { predicted } from "#test/support/times/predicted.ts";
import { useWorld } from "#test/support/use-world.ts";
import { dispatchApi } from "../contract/api.ts";
import { boardOf } from "../contract/board.ts";

const { world, crew } = useWorld({ crew: true });

const route = async () => {
  const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, {})));
  return board.couriers.find(({ id }) => id === crew.kim.actor.courierId)?.route;
};

test("the board has each stop's prediction with its interval and plan, until the stop begins", async () => {
  const delivery = await crew.assigned();
  const [collect, deliver] = [taskIdOf(delivery, "collect"), taskIdOf(delivery, "deliver")];
  expect(await route()).toMatchObject({ times: null });
  const at = world.now + 30 * MINUTE_MS;
  await predicted(world, collect, {
    at,
    status: "stale",
    plannedAt: at - 20 * MINUTE_MS,
    riskSince: world.now,
  });
  const { times, stops = [] } = (await route()) ?? {};
  expect(times).toEqual({ status: "stale", computedAt: toIso(world.now) });
  const [first, second] = [
    stops.find(({ taskId }) => taskId === collect),
    stops.find(({ taskId }) => taskId === deliver),
  ];
  expect(first).toMatchObject({
    arrival: {
      at,
      earliest: at - 5 * MINUTE_MS,
      latest: at + 5 * MINUTE_MS,
      planned: at - 20 * MINUTE_MS,
      stay: 3 * MINUTE_MS,
    },
  });
  expect(second).not.toHaveProperty("arrival");
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  const over = (await route())?.stops[0];
  expect(over).not.toHaveProperty("arrival");
  expect(over?.reached).toBe(Math.floor(world.now / MINUTE_MS) * MINUTE_MS);
});
