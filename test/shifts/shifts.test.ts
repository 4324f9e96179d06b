import { expect, test } from "vitest";
import { GUARDS, type Guard } from "./guards.ts";
import { runShift } from "./run.ts";

/** Fixed: what is red here is red everywhere. `WAYBILL_SHIFT_SEEDS` asks for fewer or more. */
const SEEDS = Number(process.env["WAYBILL_SHIFT_SEEDS"] ?? 1_000);
/** Seeds from which on each guard's absence shows within a few shifts; the others show at once. */
const FIRST_RED: Readonly<Partial<Record<Guard, number>>> = {
  "phone-hold": 65,
  "server-hold": 58,
  strict: 79,
};
const MOST_TRIES = 25;

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
  const first = FIRST_RED[guard] ?? 19;
  let isRed = false;
  for (let seed = first; seed < first + MOST_TRIES && !isRed; seed += 1)
    isRed = (await runShift(seed, [guard])).wrong.length > 0;
  expect(isRed).toBe(true);
});

test("the same seed is the same shift, line by line", async () => {
  const once = await runShift(7);
  const again = await runShift(7);
  expect(once.lines.length).toBeGreaterThan(50);
  expect(again.hash).toBe(once.hash);
});
