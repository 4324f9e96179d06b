import { expect, test } from "vitest";
import { newestFirst, pageBy } from "./page.ts";

const ID = "00000000-0000-7000-8000-000000000001";
const rows = [
  { id: ID.replace("1", "3"), at: 3000 },
  { id: ID.replace("1", "2"), at: 2000 },
  { id: ID, at: 1000 },
];
const LIST = { list: "things" };
const byTime = (cursor?: string, list: unknown = LIST) =>
  newestFirst(list, { cursor, limit: 2 }, ["at", "id"]);

test("a page shows its rows and names the place of its last one while there are more", () => {
  const first = byTime().of(
    rows,
    (row) => [row.at, row.id],
    (row) => row.at,
  );
  expect(first.items).toEqual([3000, 2000]);
  const second = byTime(first.next ?? "").of(
    rows.slice(2),
    (row) => [row.at, row.id],
    (row) => row.at,
  );
  expect(second).toEqual({ items: [1000], next: null });
});

test("a cursor of another list, of another order or of no list is refused", () => {
  const cursor = byTime().next(3, [2000, ID]) ?? "";
  expect(() => byTime(cursor)).not.toThrow();
  expect(() => byTime(cursor, { list: "others" })).toThrow("http.bad-input");
  expect(() =>
    pageBy(LIST, { cursor, limit: 2 }, { column: "name", id: "id", type: "text", direction: "asc" }),
  ).toThrow("http.bad-input");
  expect(() => byTime(byTime().next(3, [2000, "no id"]) ?? "")).toThrow("http.bad-input");
  expect(() => byTime("bm9wZQ")).toThrow("http.bad-input");
});
