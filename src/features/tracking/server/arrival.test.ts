import { expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { predicted } from "#test/support/times/predicted.ts";
import { useWorld } from "#test/support/use-world.ts";
import { trackingApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true });

test("a recipient reads the rounded interval of their own drop-off, and no longer than it holds", async () => {
  const delivery = await crew.assigned();
  const { token } = good(await crew.sam.call(trackingApi.shareDelivery, { id: delivery.id }));
  const arrival = async () =>
    good(await world.guest().call(trackingApi.track, {}, { headers: { [HEADERS.trackingToken]: token } }))
      .arrival;
  const at = world.now + 30 * MINUTE_MS;
  await predicted(world, taskIdOf(delivery, "collect"), { at: world.now });
  expect(await arrival()).toBeNull();

  await predicted(world, taskIdOf(delivery, "deliver"), { at, status: "stale" });
  expect(await arrival()).toEqual({
    status: "stale",
    ahead: 1,
    window: { start: toIso(at - 5 * MINUTE_MS), end: toIso(at + 5 * MINUTE_MS) },
  });
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  good(await crew.step(crew.kim, delivery, "deliver", "arrive"));
  expect(await arrival()).toBeNull();

  const late = await crew.assigned();
  const other = good(await crew.sam.call(trackingApi.shareDelivery, { id: late.id }));
  await predicted(world, taskIdOf(late, "deliver"), { at: world.now - 10 * MINUTE_MS });
  const view = await world
    .guest()
    .call(trackingApi.track, {}, { headers: { [HEADERS.trackingToken]: other.token } });
  expect(good(view).arrival).toBeNull();
});
