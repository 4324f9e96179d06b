import { expect, test } from "vitest";
import { changesBetween, rebased } from "./coded-list.ts";

const item = (code: string, text = code) => ({ code, text });
const BASE = [item("a"), item("b"), item("c")];

test("changes are named by code, and the order by its name", () => {
  expect(changesBetween(BASE, BASE)).toEqual([]);
  expect(changesBetween(BASE, [item("a"), item("b", "B"), item("c")])).toEqual(["b"]);
  expect(changesBetween(BASE, [item("b"), item("a"), item("c")])).toEqual(["order"]);
  expect(changesBetween([{ code: "a", n: 1, m: 2 }], [{ m: 2, code: "a", n: 1 }])).toEqual([]);
});

test("what either side added or changed stays, in the order of whoever changed it", () => {
  const mine = [item("a"), item("b", "mine"), item("c"), item("x")];
  const theirs = [item("a", "theirs"), item("y"), item("b"), item("c")];
  expect(rebased(BASE, mine, theirs)).toEqual([
    item("a", "theirs"),
    item("y"),
    item("b", "mine"),
    item("c"),
    item("x"),
  ]);
  expect(rebased(BASE, [item("a", "mine"), item("b"), item("c")], theirs)).toEqual([
    item("a", "mine"),
    item("y"),
    item("b"),
    item("c"),
  ]);
});

test("what somebody else took away does not come back", () => {
  expect(rebased(BASE, [item("c"), item("b"), item("a", "mine")], [item("a"), item("c")])).toEqual([
    item("c"),
    item("a", "mine"),
  ]);
});

test("of an item that both changed each member stays as whoever changed it wrote it", () => {
  const was = { code: "a", fault: "recipient", names: { en: "Closed", de: "Zu" } };
  const mine = { ...was, names: { en: "Shut", de: "Zu" } };
  const theirs = { ...was, fault: "carrier", names: { en: "Closed", de: "Geschlossen" } };
  expect(rebased([was], [mine], [theirs])).toEqual([
    { code: "a", fault: "carrier", names: { en: "Shut", de: "Geschlossen" } },
  ]);
});

test("an item more is no other order", () => {
  expect(changesBetween(BASE, [item("a"), item("x"), item("b"), item("c")])).toEqual(["x"]);
  expect(rebased(BASE, [...BASE, item("x")], [item("c"), item("a"), item("b")])).toEqual([
    item("c"),
    item("a"),
    item("b"),
    item("x"),
  ]);
});
