import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { book, codeOf, good, head } from "#test/support/people/booking.ts";
import { bare, brokenStories } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller, CallOptions } from "#test/support/world.ts";
import { editsApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

async function aboard(): Promise<Delivery> {
  const delivery = await crew.give(await book(world, crew.sam), crew.kim);
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  return crew.read(crew.bo, delivery.id);
}
const agree = (
  { id, version }: Delivery,
  agreed = true,
  { caller = crew.bo, ...options }: CallOptions & { caller?: Caller } = {},
) => caller.call(editsApi.setDisposal, { id, version, agreed, reason: "said by telephone" }, options);
const dispose = ({ id }: Delivery) =>
  crew.bo.call(deliveriesApi.handleDelivery, {
    id,
    command: { ...head(world), type: "dispose", note: null },
  });

test("once the sender's word is noted the parcels can be disposed of, and the history says who said why", async () => {
  const before = await aboard();
  expect(before.actions).not.toContain("dispose");
  expect(codeOf(await dispose(before))).toBe("409 deliveries.wrong-state");
  const after = good(await agree(before));
  expect(after.actions).toContain("dispose");
  expect(good(await crew.bo.call(editsApi.readDisposal, { id: after.id })).agreed).toBe(true);
  expect(after.timeline.at(-1)).toMatchObject({
    type: "delivery.edited",
    changes: expect.arrayContaining([
      { field: "disposal", from: "return_to_sender", to: "dispose" },
      { field: "disposal-reason", from: null, to: "said by telephone" },
    ]),
  });
  expect(good(await dispose(after)).state).toBe("disposed");
  expect(codeOf(await agree(await crew.read(crew.bo, after.id)))).toBe("409 deliveries.wrong-state");
  expect(await brokenStories(world)).toEqual([]);
});

test("it is withdrawn, counts once, and holds for the delivery that was seen", async () => {
  const before = await aboard();
  const key = randomUUID();
  const agreed = good(await agree(before, true, { key }));
  expect(good(await agree(before, true, { key })).version).toBe(agreed.version);
  expect(codeOf(await agree(before, false))).toBe("409 deliveries.changed-meanwhile");
  const back = good(await agree(agreed, false));
  expect(back.actions).not.toContain("dispose");
  expect(codeOf(await dispose(back))).toBe("409 deliveries.wrong-state");
});

test("before the parcels are with us, without a reason and by others nothing is agreed", async () => {
  const booked = await book(world, crew.sam);
  expect(codeOf(await agree(booked))).toBe("409 deliveries.wrong-state");
  const taken = await aboard();
  const silent = { id: taken.id, version: taken.version, agreed: true, reason: " " };
  expect((await crew.bo.call(editsApi.setDisposal, silent)).status).toBe(400);
  for (const caller of [crew.kim, crew.sam])
    expect(codeOf(await agree(taken, true, { caller }))).toBe("403 accounts.forbidden");
  expect(codeOf(await dispose(taken))).toBe("409 deliveries.wrong-state");
});
