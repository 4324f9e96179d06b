import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cursorAfter,
  NOTHING,
  type RowRef,
  select,
  type Selection,
  type SelectionChange,
} from "./selection.ts";

const rows: RowRef[] = ["a", "b", "c", "d", "e"].map((id) => ({ key: `d:${id}`, deliveryId: id }));
const route: RowRef[] = [
  { key: "c:1", courierId: "1" },
  { key: "s:a1", deliveryId: "a", taskId: "a1", courierId: "1" },
  { key: "s:a2", deliveryId: "a", taskId: "a2", courierId: "1" },
  { key: "c:2", courierId: "2" },
  { key: "s:b1", deliveryId: "b", taskId: "b1", courierId: "2" },
];
const go = (key: string, reach: "one" | "toggle" | "range" | "none" = "one"): SelectionChange => ({
  type: "go",
  pane: "unassigned",
  rows,
  key,
  reach,
});
const after = (...changes: SelectionChange[]): Selection => changes.reduce(select, NOTHING);
const ids = (selection: Selection): string => [...selection.ids].toSorted().join("");

describe("choosing deliveries", () => {
  test("a press chooses one, and another press chooses only that", () => {
    expect(ids(after(go("d:b")))).toBe("b");
    expect(ids(after(go("d:b"), go("d:d")))).toBe("d");
  });
  test("Ctrl and a press takes one more, or gives it back", () => {
    expect(ids(after(go("d:b"), go("d:d", "toggle")))).toBe("bd");
    expect(ids(after(go("d:b"), go("d:d", "toggle"), go("d:b", "toggle")))).toBe("d");
  });
  test("Shift and a press chooses everything between, in either direction", () => {
    expect(ids(after(go("d:b"), go("d:d", "range")))).toBe("bcd");
    expect(ids(after(go("d:d"), go("d:b", "range")))).toBe("bcd");
    expect(ids(after(go("d:d"), go("d:b", "range"), go("d:e", "range")))).toBe("de");
  });
  test("Ctrl and A chooses the whole list, Escape nothing", () => {
    const all = after({ type: "all", pane: "unassigned", rows });
    expect(ids(all)).toBe("abcde");
    expect(ids(select(all, { type: "clear" }))).toBe("");
  });
  test("a stop chooses its delivery, wherever its other stop is", () => {
    expect(ids(after({ type: "go", pane: "couriers", rows: route, key: "s:a2", reach: "one" }))).toBe("a");
  });
  test("a range over couriers passes their headings", () => {
    const range = after(
      { type: "go", pane: "couriers", rows: route, key: "s:a2", reach: "one" },
      { type: "go", pane: "couriers", rows: route, key: "s:b1", reach: "range" },
    );
    expect(ids(range)).toBe("ab");
  });
});

describe("walking with keys", () => {
  const step = (
    by: "up" | "down" | "first" | "last",
    reach: "one" | "range" | "none" = "one",
  ): SelectionChange => ({ type: "step", pane: "unassigned", rows, step: by, reach });
  test("arrows go to the neighbour and stop at the ends", () => {
    expect(after(step("down")).cursor.unassigned).toBe("d:a");
    expect(after(step("down"), step("down")).cursor.unassigned).toBe("d:b");
    expect(after(step("last"), step("down")).cursor.unassigned).toBe("d:e");
    expect(after(step("first"), step("up")).cursor.unassigned).toBe("d:a");
  });
  test("Shift and arrows stretch the range and shrink it again", () => {
    expect(ids(after(go("d:b"), step("down", "range"), step("down", "range")))).toBe("bcd");
    expect(ids(after(go("d:b"), step("down", "range"), step("down", "range"), step("up", "range")))).toBe(
      "bc",
    );
  });
  test("walking without choosing keeps what is chosen", () => {
    expect(ids(after(go("d:b"), step("down", "none")))).toBe("b");
  });
  test("each pane keeps its own cursor", () => {
    const both = after(go("d:b"), { type: "go", pane: "couriers", rows: route, key: "c:2", reach: "none" });
    expect(both.cursor).toEqual({ unassigned: "d:b", couriers: "c:2" });
    expect(ids(both)).toBe("b");
  });
});

test("what left the board is no longer chosen, the rest stays", () => {
  const some = after(go("d:b"), go("d:d", "toggle"));
  expect(ids(select(some, { type: "keep", known: new Set(["d"]) }))).toBe("d");
  expect(select(some, { type: "keep", known: new Set(["b", "d"]) })).toBe(some);
});

test("when the current line is planned, the line that took its place is next", () => {
  const without = rows.filter((row) => row.key !== "d:b");
  expect(cursorAfter(rows, without, "d:b")).toBe("d:c");
  expect(cursorAfter(rows, rows.slice(0, 3), "d:e")).toBe("d:c");
  expect(cursorAfter(rows, rows, "d:b")).toBe("d:b");
  expect(cursorAfter(rows, [], "d:b")).toBeUndefined();
});

test("whatever is pressed, only deliveries of the list are chosen and the cursor stands on a line", () => {
  const key = fc.constantFrom(...rows.map((row) => row.key), "gone");
  const reach = fc.constantFrom("one" as const, "toggle" as const, "range" as const, "none" as const);
  const change: fc.Arbitrary<SelectionChange> = fc.oneof(
    fc.record({
      type: fc.constant("go" as const),
      pane: fc.constant("unassigned" as const),
      rows: fc.constant(rows),
      key,
      reach,
    }),
    fc.record({
      type: fc.constant("step" as const),
      pane: fc.constant("unassigned" as const),
      rows: fc.constant(rows),
      step: fc.constantFrom(
        "up" as const,
        "down" as const,
        "first" as const,
        "last" as const,
        "page-up" as const,
        "page-down" as const,
      ),
      reach,
    }),
    fc.constant<SelectionChange>({ type: "all", pane: "unassigned", rows }),
    fc.constant<SelectionChange>({ type: "clear" }),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const end = changes.reduce(select, NOTHING);
      const known = new Set(rows.map((row) => row.deliveryId));
      expect([...end.ids].every((id) => known.has(id))).toBe(true);
      const { unassigned } = end.cursor;
      expect(unassigned === undefined || rows.some((row) => row.key === unassigned)).toBe(true);
    }),
  );
});

test("a courier's route is shown until it is pressed again, whatever is chosen or cleared meanwhile", () => {
  const press = (courier: string | undefined): SelectionChange => ({ type: "route", courier });
  const shown = select(NOTHING, press("carla"));
  expect(select(shown, { type: "clear" }).courier).toBe("carla");
  for (const reach of ["one", "toggle", "range", "none"] as const)
    expect(select(shown, go("d:b", reach)).courier).toBe("carla");
  expect(select(shown, press("carla")).courier).toBeUndefined();
  expect(select(shown, press("dmitri")).courier).toBe("dmitri");
  expect(select(shown, press(undefined)).courier).toBeUndefined();
});
