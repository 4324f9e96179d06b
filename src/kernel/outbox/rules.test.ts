import fc from "fast-check";
import { expect, test } from "vitest";
import { backOffMs } from "./back-off.ts";
import { countsOf } from "./counts.ts";
import type { Op } from "./op.ts";
import { ripeIn, takeBatch, undoable } from "./take-batch.ts";
import { type Fix, isWorthKeeping, nextPositions } from "./thin-positions.ts";

const op = (seq: number, more: Partial<Op> = {}): Op => ({
  command: { id: `${seq}`, seq, type: "start", v: 1, body: "{}", wall: 0, mono: 0, life: "l" },
  deliveryId: "a",
  taskId: "t",
  label: "",
  fileIds: [],
  state: "waiting",
  notBefore: 0,
  tries: 0,
  verdict: null,
  code: null,
  facts: {},
  endedAt: null,
  isSeen: false,
  ...more,
});
const seqs = (ops: readonly Op[]) => ops.map(({ command }) => command.seq);
const NOTHING = new Set<string>();

test.each([
  ["in the order of their numbers", [op(2), op(1)], [1, 2]],
  ["without what is done", [op(1, { state: "done" }), op(2)], [2]],
  [
    "without what may still be undone and what follows it",
    [op(1, { notBefore: 9 }), op(2), op(3, { deliveryId: "b" })],
    [3],
  ],
  [
    "at most fifty",
    Array.from({ length: 60 }, (_, at) => op(at + 1)),
    Array.from({ length: 50 }, (_, at) => at + 1),
  ],
])("a batch takes commands %s", (_title, ops, expected) => {
  expect(seqs(takeBatch(ops, { now: 5, held: NOTHING }))).toEqual(expected);
});

test("the newest tap can be taken back until its time is over, all of its commands together", () => {
  const at = (seq: number, wall: number, more: Partial<Op> = {}) => {
    const one = op(seq, { notBefore: wall + 8_000, ...more });
    return { ...one, command: { ...one.command, wall } };
  };
  const ops = [at(1, 1_000), at(2, 4_000), at(3, 4_000), op(4)];
  expect(seqs(undoable(ops, 5_000))).toEqual([2, 3]);
  expect(seqs(undoable(ops, 12_000))).toEqual([]);
  expect(seqs(undoable([at(1, 4_000, { tries: 1 })], 5_000))).toEqual([]);
  // A clock that was set back.
  expect(seqs(undoable([at(1, 3_600_000)], 0))).toEqual([]);
});

test("a clock that was set back after the tap holds nothing up for longer than the undo time", () => {
  const ops = [op(1, { notBefore: 3_608_000 }), op(2)];
  expect(seqs(takeBatch(ops, { now: 0, held: NOTHING }))).toEqual([1, 2]);
  expect(ripeIn(ops, 0)).toBeUndefined();
});

test("a batch holds 64 kB of bodies, and one body that is larger goes alone", () => {
  const large = (seq: number, bytes: number) =>
    op(seq, { command: { ...op(seq).command, body: "x".repeat(bytes) } });
  expect(
    seqs(takeBatch([large(1, 40_000), large(2, 20_000), large(3, 5_000)], { now: 0, held: NOTHING })),
  ).toEqual([1, 2]);
  expect(seqs(takeBatch([large(1, 70_000), large(2, 1)], { now: 0, held: NOTHING }))).toEqual([1]);
});

test("the next command that waits for its undo time is known", () => {
  expect(ripeIn([op(1, { notBefore: 12 }), op(2, { notBefore: 9 })], 4)).toBe(5);
  expect(ripeIn([op(1)], 4)).toBeUndefined();
});

test("waits between tries grow to a minute and never end", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const wait = backOffMs(failures, random);
      return wait >= 500 && wait <= 60_000;
    }),
  );
  expect([1, 2, 3, 7, 5_000].map((failures) => backOffMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 60_000, 60_000,
  ]);
});

test("counts tell what waits and what needs a look", () => {
  const ops = [
    op(1),
    op(2, { state: "look", verdict: "refused" }),
    op(3, { state: "done", verdict: "conflict" }),
    op(4, { state: "done", verdict: "conflict", isSeen: true }),
  ];
  expect(countsOf({ ops, files: [] })).toEqual({ commands: 1, files: 0, looks: 2 });
});

const fix = (seconds: number, metres: number, accuracyM = 10): Fix => ({
  at: seconds * 1000,
  point: { lon: 0, lat: metres / 111_195 },
  accuracyM,
});

test.each([
  ["the first", undefined, fix(0, 0), true],
  ["one that moved after 15 s", fix(0, 0), fix(15, 30), true],
  ["one that came too soon", fix(0, 0), fix(14, 300), false],
  ["one that stayed", fix(0, 0), fix(60, 20), false],
  ["one that stayed for two minutes", fix(0, 0), fix(120, 0), true],
  ["one within its own accuracy", fix(0, 0), fix(20, 50, 60), false],
  ["one that is not accurate", undefined, fix(0, 0, 101), false],
])("a position is kept or not: %s", (_title, last, next, kept) => {
  expect(isWorthKeeping(last, next)).toBe(kept);
});

test("the newest positions go first, and none older than 48 hours", () => {
  const track = Array.from({ length: 600 }, (_, at) => fix(at * 20, at * 30));
  const sent = nextPositions(track, 600 * 20_000);
  expect(sent).toHaveLength(500);
  expect(sent[0]).toBe(track[599]);
  expect(nextPositions([fix(0, 0)], 48 * 3_600_000 + 1)).toEqual([]);
});
