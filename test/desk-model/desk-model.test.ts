import { expect, test } from "vitest";
import { GUARDS } from "./guards.ts";
import { runDesk } from "./run.ts";

/** Fixed: what is red here is red everywhere. `WAYBILL_DESK_SEEDS` asks for fewer or more. */
const SEEDS = Number(process.env["WAYBILL_DESK_SEEDS"] ?? 300);
const MOST_TRIES = 300;

test(`${SEEDS} days of two dispatchers, couriers, sender and recipient break no invariant of the desk`, async () => {
  const bad: string[] = [];
  let done = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await runDesk(seed);
    done += report.answers["done"] ?? 0;
    if (report.wrong.length > 0)
      bad.push(`npm run days -- --seed ${seed} --trace: ${report.wrong.join("; ")}`);
  }
  expect(bad).toEqual([]);
  expect(done).toBeGreaterThan(SEEDS * 8);
});

test.each(GUARDS)("without %s a day goes wrong", async (guard) => {
  let isRed = false;
  for (let seed = 1; seed <= MOST_TRIES && !isRed; seed += 1)
    isRed = (await runDesk(seed, [guard])).wrong.length > 0;
  expect(isRed).toBe(true);
});

test("the same seed is the same day, line by line", async () => {
  const once = await runDesk(7);
  const again = await runDesk(7);
  expect(once.lines.length).toBeGreaterThan(20);
  expect(again.hash).toBe(once.hash);
});
