import { expect, test } from "vitest";
import { type Joinable, faultOf, partnersOf } from "./join.ts";

const given = (deliveryId: string, courierId = "kim"): Joinable => ({
  side: "given",
  courierId,
  parcels: { deliveryId },
});
const taken = (deliveryId: string | null, courierId = "lee"): Joinable => ({
  side: "taken",
  courierId,
  parcels: deliveryId === null ? null : { deliveryId },
});

test("halves of one code join by delivery, and typed digits join all that the giver named", () => {
  const all = [given("a"), given("b")];
  expect(partnersOf(taken("a"), all)).toEqual([given("a")]);
  expect(partnersOf(taken(null), all)).toEqual(all);
  expect(partnersOf(given("b"), [...all, taken(null)])).toEqual([taken(null)]);
  expect(partnersOf(taken("c"), all)).toEqual([]);
});

test("a code has one giver and one taker, and they are two", () => {
  expect(faultOf(given("b"), [given("a"), taken("a")])).toBeUndefined();
  expect(faultOf(taken("b"), [taken("a")])).toBeUndefined();
  expect(faultOf(given("a", "ana"), [given("a")])).toBe("custody.code-wrong");
  expect(faultOf(taken("a", "ana"), [taken("a")])).toBe("custody.code-used");
  expect(faultOf(taken("a", "kim"), [given("a")])).toBe("custody.own-code");
});
