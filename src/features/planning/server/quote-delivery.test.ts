import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { useWorld } from "#test/support/use-world.ts";
import { planningApi } from "../contract/api.ts";

const { world, bo, carla, dmitri } = useWorld({
  people: { bo: ["Bo", "dispatcher"], carla: ["Carla", "courier"], dmitri: ["Dmitri", "courier"] },
});
const TOMORROW = "2026-06-18";

test("an open delivery is quoted over all couriers of a day, and one that somebody has is not", async () => {
  const [held, open] = await bookMany(world, 2, { start: world.now + DAY_MS });
  if (!held || !open) throw new Error("nothing booked");
  const assigned = await bo.call(dispatchApi.editPlan, {
    edit: {
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      type: "assign",
      date: TOMORROW,
      deliveryIds: [held.id],
      courierId: carla.actor.courierId ?? "",
      beforeTaskId: null,
      seen: [],
    },
  });
  expect(assigned.status).toBe(200);
  const { status, body } = await bo.call(planningApi.quoteDelivery, { id: open.id, date: TOMORROW });
  expect(status, JSON.stringify(body)).toBe(200);
  const byCourier = new Map(body.quotes.map((quote) => [quote.courierId, quote]));
  const [hers, his] = [carla, dmitri].map((who) => byCourier.get(who.actor.courierId ?? ""));
  // She comes by both places anyway; he drives from one to the other for this delivery alone.
  expect(hers?.addedMetres).toBeLessThan(his?.addedMetres ?? 0);
  expect(his?.addedMetres).toBeGreaterThan(1000);
  expect(body).toMatchObject({ travel: "estimated", because: [] });
  expect(hers?.eta.slice(0, 10)).toBe(TOMORROW);
  for (const id of [held.id, randomUUID()])
    expect(await bo.call(planningApi.quoteDelivery, { id, date: TOMORROW })).toMatchObject({
      status: 409,
      body: { code: "planning.not-open" },
    });
});
