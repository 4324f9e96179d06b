import { expect, test } from "vitest";
import { heldByOthers, holderOf, unsaidOf } from "./holder.ts";

const task = (courierId: string | null, ...pastCourierIds: string[]) => ({ courierId, pastCourierIds });
const held = (...tasks: ReturnType<typeof task>[]) => holderOf({ custody: "courier", closedAs: null, tasks });

test.each([
  ["whoever collected them, while nobody is planned for the rest", [task("kim"), task(null)], "kim"],
  ["whoever has the stop", [task("kim"), task("lee", "kim")], "lee"],
  ["whoever had it, after it was taken back", [task("kim"), task(null, "kim", "lee")], "lee"],
  ["whoever tried last, while the next try has nobody", [task("kim"), task("lee", "kim"), task(null)], "lee"],
])("parcels on the road are with %s", (_who, tasks, courier) => {
  expect(held(...tasks)).toBe(courier);
});

test("parcels at the hub or of an ended delivery are in no courier's hands", () => {
  expect(holderOf({ custody: "hub", closedAs: null, tasks: [task("kim")] })).toBeNull();
  expect(holderOf({ custody: "courier", closedAs: "lost", tasks: [task("kim")] })).toBeNull();
});

const work = [
  { deliveryId: "a", holder: "carla" },
  { deliveryId: "b", holder: "dmitri" },
  { deliveryId: "c", holder: null },
];

test("parcels are handed over where another courier than the new one has them", () => {
  expect(heldByOthers(work, "carla").map(({ deliveryId }) => deliveryId)).toEqual(["b"]);
  expect(heldByOthers(work, "elif").map(({ holder }) => holder)).toEqual(["carla", "dmitri"]);
});

test("each of them is said on its own", () => {
  const held = heldByOthers(work, "elif");
  expect(unsaidOf(held).map(({ deliveryId }) => deliveryId)).toEqual(["a", "b"]);
  expect(unsaidOf(held, [{ deliveryId: "B" }]).map(({ deliveryId }) => deliveryId)).toEqual(["a"]);
});
