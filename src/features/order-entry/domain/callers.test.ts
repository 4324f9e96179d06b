import fc from "fast-check";
import { expect, test } from "vitest";
import { phoneDigits } from "#kernel/phone.ts";
import { callersIn } from "./callers.ts";

const MOST = { callers: 8, last: 3 };
const order = (phone: string, place: string, id: number, goal = place) => ({
  phone,
  place,
  goal,
  order: { id, place },
});

test("the orders of a number are one caller, with the place that most of them were collected at", () => {
  const callers = callersIn(
    [order("+491", "Shop", 4), order("+492", "Home", 3), order("+491", "Hall", 2), order("+491", "Hall", 1)],
    MOST,
  );
  expect(callers).toEqual([
    {
      last: [
        { id: 4, place: "Shop" },
        { id: 2, place: "Hall" },
      ],
      usual: { id: 2, place: "Hall" },
      count: 3,
    },
    { last: [{ id: 3, place: "Home" }], usual: { id: 3, place: "Home" }, count: 1 },
  ]);
});

test("of places that were used equally often the last one is the usual one", () => {
  const [caller] = callersIn([order("+491", "Shop", 2), order("+491", "Hall", 1)], MOST);
  expect(caller?.usual.place).toBe("Shop");
});

test("the last orders of a caller are one for each goal, three at most", () => {
  const goals = ["Rita", "Rita", "Bo", "Rita", "Cy", "Di"];
  const [caller] = callersIn(
    goals.map((goal, at) => order("+491", "Shop", 9 - at, goal)),
    MOST,
  );
  expect(caller?.last.map(({ id }) => id)).toEqual([9, 7, 5]);
});

test("every order belongs to one caller, and none is shown twice", () => {
  const orders = fc.array(fc.tuple(fc.constantFrom("+491", "+492", "+493"), fc.constantFrom("a", "b")));
  fc.assert(
    fc.property(orders, (list) => {
      const callers = callersIn(
        list.map(([phone, place], id) => order(phone, place, id)),
        MOST,
      );
      expect(callers.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
      expect(new Set(callers.map(({ last }) => last[0]?.id)).size).toBe(callers.length);
    }),
  );
});

test.each([
  ["4567", "4567"],
  ["030 123-456", "30123456"],
  ["+49 (30) 1234", "49301234"],
  ["0030", undefined],
  ["12", undefined],
  ["Bakery 24", undefined],
  ["Ada", undefined],
])("%s is looked up as the digits %s", (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});
