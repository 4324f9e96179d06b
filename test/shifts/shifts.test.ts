import { expect, test } from "vitest";
import { GUARDS } from "./guards.ts";
import { runShift } from "./run.ts";

/** Fixed: what is red here is red everywhere. `WAYBILL_SHIFT_SEEDS` asks for fewer or more. */
const SEEDS = Number(process.env["WAYBILL_SHIFT_SEEDS"] ?? 300);
const MOST_TRIES = 120;

test(`${SEEDS} shifts under kills, power cuts, bad lines, wrong clocks and restores lose and double nothing`, async () => {
  const bad: string[] = [];
  let commands = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await runShift(seed);
    commands += report.commands;
    if (report.wrong.length > 0)
      bad.push(`npm run shifts -- --seed ${seed} --trace: ${report.wrong.join("; ")}`);
  }
  expect(bad).toEqual([]);
  expect(commands).toBeGreaterThan(SEEDS * 30);
});

test.each(GUARDS)("without %s a shift goes wrong", async (guard) => {
  let isRed = false;
  for (let seed = 1; seed <= MOST_TRIES && !isRed; seed += 1)
    isRed = (await runShift(seed, [guard])).wrong.length > 0;
  expect(isRed).toBe(true);
});

test("a picture of a stop that a restore forgot is shown on the phone where its end counts as evidence alone", async () => {
  // Found by 3,000 and by 6,000 seeds more than the suite plays; in the second its end could not be read.
  expect((await runShift(27_115_333)).wrong).toEqual([]);
  expect((await runShift(2_005_997)).wrong).toEqual([]);
});

test("a handover that waits for one that waits itself is decided after it", async () => {
  expect((await runShift(3_017_314)).wrong).toEqual([]);
});

test("typed digits of parcels that a correction brought back are left to the office", async () => {
  expect((await runShift(4_101_706)).wrong).toEqual([]);
});

test("a picture of a door replaces an upload that began for another of its stops", async () => {
  expect((await runShift(9_001_631)).wrong).toEqual([]);
});

test("a handover that comes while phones read their day is known to those that read later", async () => {
  expect((await runShift(9_107_992)).wrong).toEqual([]);
});

test("the same seed is the same shift, line by line", async () => {
  const once = await runShift(7);
  const again = await runShift(7);
  expect(once.lines.length).toBeGreaterThan(50);
  expect(again.hash).toBe(once.hash);
});
