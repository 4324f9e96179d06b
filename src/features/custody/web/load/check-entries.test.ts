import { expect, test } from "vitest";
import { CUSTODY_BODIES } from "../../contract/commands.ts";
import { SYNC_LIMITS } from "#features/courier/contract/sync.ts";
import { checkEntries } from "./check-entries.ts";

const id = (n: number) => `01937c0e-0000-7000-8000-${String(n).padStart(12, "0")}`;
const stopOf = (n: number, codes: readonly string[]) => ({
  taskId: id(n),
  deliveryId: id(n + 1_000),
  kind: "deliver" as const,
  state: "assigned",
  blocked: false,
  custody: "courier",
  parcels: codes.map((code) => ({ code })),
});
const bodiesOf = (...given: Parameters<typeof checkEntries>) =>
  checkEntries(...given).map(({ body }) => ({
    ...CUSTODY_BODIES.load_checked.parse(body),
    length: JSON.stringify(body).length,
  }));

test("a load check names what is missing at each stop and what is not the courier's", () => {
  const stops = [stopOf(1, ["A-1", "A-2"]), stopOf(2, ["B-1"])];
  const [{ body } = { body: {} }, ...more] = checkEntries("2026-11-23", stops, ["A-1", "B-1"], ["C-1"]);
  expect(more).toEqual([]);
  expect(CUSTODY_BODIES.load_checked.parse(body)).toEqual({
    date: "2026-11-23",
    missing: [{ deliveryId: id(1_001), taskId: id(1), codes: ["A-2"] }],
    foreign: ["C-1"],
  });
});

test("a check in which nothing is wrong is a command too", () => {
  expect(bodiesOf("2026-11-23", [stopOf(1, ["A-1"])], ["A-1"], [])).toMatchObject([
    { missing: [], foreign: [] },
  ]);
});

test.each([
  ["stops with one parcel", 1],
  ["stops with the most parcels", 20],
])("no line of a hundred %s is left out, and each command can be sent", (_, parcels) => {
  const stops = Array.from({ length: 100 }, (_one, n) =>
    stopOf(
      n,
      Array.from({ length: parcels }, (_each, p) => `WB-${String(n).padStart(4, "0")}-0000-${p}`),
    ),
  );
  const strangers = Array.from({ length: 40 }, (_one, n) => `WB-9${String(n).padStart(3, "0")}-0000-1`);
  const bodies = bodiesOf("2026-11-23", stops.toReversed(), [], strangers);
  expect(bodies.flatMap(({ missing }) => missing.map(({ taskId }) => taskId))).toEqual(
    stops.map(({ taskId }) => taskId),
  );
  expect(bodies.flatMap(({ foreign }) => foreign)).toEqual(strangers);
  expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThanOrEqual(SYNC_LIMITS.body);
  // Every place belongs to exactly one command.
  expect(bodies.map(({ after }) => after)).toEqual([
    undefined,
    ...bodies.slice(0, -1).map(({ until }) => until),
  ]);
  expect(bodies.at(-1)?.until).toBeUndefined();
});
