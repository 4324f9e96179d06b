import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { book, codeOf, good } from "#test/support/people/booking.ts";
import { bare, brokenStories } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller, CallOptions } from "#test/support/world.ts";
import { editsApi, type Leave } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const NEIGHBOUR = { how: "neighbour", place: "Frau Berg, 2nd floor" } as const;

const onRoute = async () => crew.give(await book(world, crew.sam), crew.kim);
const read = async ({ id }: Pick<Delivery, "id">): Promise<Leave> =>
  good(await crew.bo.call(editsApi.readLeave, { id }));
const set = (
  { id, version }: Delivery,
  leave: { how: "neighbour" | "safe_place"; place: string } | null,
  { caller = crew.bo, ...options }: CallOptions & { caller?: Caller } = {},
) => caller.call(editsApi.setLeave, { id, version, leave }, options);

/** Stop of the handover on the courier's phone. */
const stopOf = async ({ id }: Delivery) =>
  good(await crew.kim.call(courierApi.readDay, {})).stops.find(
    ({ deliveryId, kind }) => deliveryId === id && kind === "deliver",
  );

test("a neighbour whom the office agreed on stands at the courier's stop at once, and a photo takes the signature's place", async () => {
  const before = await onRoute();
  expect(await read(before)).toMatchObject({
    handover: null,
    options: [
      { how: "neighbour", why: null },
      { how: "safe_place", why: null },
    ],
    mayTakeBack: false,
  });
  const after = good(await set(before, NEIGHBOUR));
  expect(after).toMatchObject({ handover: NEIGHBOUR, version: before.version + 1 });
  expect(after.proofNeeds.deliver.succeed.required).toContain("photo");
  expect(after.proofNeeds.deliver.succeed.required).not.toContain("photo_or_signature");
  const stop = await stopOf(after);
  expect(stop).toMatchObject({ handover: NEIGHBOUR, changed: { fields: ["handover"] } });
  expect(after.timeline.at(-1)).toMatchObject({
    type: "delivery.edited",
    changes: [{ field: "handover", from: null, to: "neighbour Frau Berg, 2nd floor" }],
  });
  expect(after.total).toEqual(before.total);
  expect(await brokenStories(world)).toEqual([]);
});

test("it is taken back until the courier is at the door, and the proofs are as booked again", async () => {
  const before = await onRoute();
  const agreed = good(await set(before, { how: "safe_place", place: "Shed" }));
  expect((await read(agreed)).mayTakeBack).toBe(true);
  const back = good(await set(agreed, null));
  expect(back.handover).toBeUndefined();
  expect(back.proofNeeds).toEqual(before.proofNeeds);
  expect((await stopOf(back))?.handover).toBeUndefined();
  const again = good(await set(back, NEIGHBOUR));
  good(await crew.step(crew.kim, again, "collect", "succeed", bare));
  const there = good(await crew.step(crew.kim, await crew.read(crew.bo, again.id), "deliver", "arrive"));
  expect(await read(await crew.read(crew.bo, there.id))).toMatchObject({
    mayTakeBack: false,
    options: [{ why: "at-door" }, { why: "at-door" }],
  });
  expect(codeOf(await set(await crew.read(crew.bo, there.id), null))).toBe("409 deliveries.too-late-to-edit");
});

test("it counts once, on the delivery that was seen, and what stays the same is no change", async () => {
  const before = await onRoute();
  const key = randomUUID();
  const first = good(await set(before, NEIGHBOUR, { key }));
  expect(good(await set(before, NEIGHBOUR, { key })).version).toBe(first.version);
  expect(codeOf(await set(before, { how: "safe_place", place: "Shed" }))).toBe(
    "409 deliveries.changed-meanwhile",
  );
  expect(good(await set(first, NEIGHBOUR)).version).toBe(first.version);
});

test("parcels for adults are not left, and a wish of the recipient of another kind is not taken back here", async () => {
  const taken = await onRoute();
  await world.run(
    sql`update delivery set parcels = jsonb_set(parcels, '{0,ageRestricted}', 'true') where id = ${taken.id}`,
  );
  expect(await read(taken)).toMatchObject({ options: [{ why: "age" }, { why: "age" }] });
  expect((await set(taken, NEIGHBOUR)).body).toMatchObject({
    code: "choices.not-possible",
    facts: { kind: "neighbour", why: "age" },
  });
  await world.run(sql`update delivery set handover = '{"how":"hub","place":null}' where id = ${taken.id}`);
  expect(good(await set(taken, null)).handover).toEqual({ how: "hub", place: null });
});

test("couriers, senders and strangers agree on nothing", async () => {
  const before = await onRoute();
  for (const caller of [crew.kim, crew.sam])
    expect(codeOf(await set(before, NEIGHBOUR, { caller }))).toBe("403 accounts.forbidden");
  expect((await set(before, NEIGHBOUR, { caller: world.guest() })).status).toBe(401);
  expect((await crew.read(crew.bo, before.id)).version).toBe(before.version);
});
