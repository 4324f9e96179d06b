// `npm run sim -- --seeds N [--seed S] [--without <safeguard>]…`: the payment modules under crashes and a bad line.
import { parseArgs } from "node:util";
import { SAFEGUARDS } from "#features/payments/server/safeguards.ts";
import type { Safeguard } from "#features/payments/server/safeguards.ts";
import { openSimulation } from "#test/sim/simulation.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    seed: { type: "string" },
    without: { type: "string", multiple: true, default: [] },
    trace: { type: "boolean", default: false },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const isSafeguard = (name: string): name is Safeguard => SAFEGUARDS.some((known) => known === name);

const without = values.without.filter(isSafeguard);
const unknown = values.without.find((name) => !isSafeguard(name));
if (unknown !== undefined) {
  say(`There is no safeguard ${unknown}. Known: ${SAFEGUARDS.join(", ")}.`);
  process.exit(2);
}
const safeguards = Object.fromEntries(without.map((name) => [name, false]));
const first = Number(values.seed ?? 1);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const replay = (seed: number): string =>
  ["npm run sim -- --seed", seed, ...without.map((name) => `--without ${name}`)].join(" ");

const simulation = await openSimulation();
const began = performance.now();
const tally = new Map<string, number>();
let [bad, crashes, done] = [0, 0, 0];
await simulation.run(
  Array.from({ length: count }, (_, n) => first + n),
  {
    safeguards,
    tell: ({ seed, wrong, trace, ...result }) => {
      done += 1;
      crashes += result.crashes;
      if (values.trace) say(trace.lines.join("\n"));
      if (count === 1) say(`trace ${trace.hash()}, ${trace.lines.length} lines`);
      if (done % 1_000 === 0) say(`${done} runs, ${bad} bad, ${rate()} a second`);
      if (wrong.length === 0) return;
      bad += 1;
      for (const what of wrong) tally.set(what, (tally.get(what) ?? 0) + 1);
      if (bad <= 10) say(`BAD seed ${seed}: ${wrong.join("; ")}; trace ${trace.hash()}; ${replay(seed)}`);
    },
  },
);
function rate(): string {
  return (done / ((performance.now() - began) / 1_000)).toFixed(1);
}
say(
  `${count} runs, ${bad} bad (${((bad / count) * 100).toFixed(2)} %), ${(crashes / count).toFixed(1)} crashes a run, ` +
    `${rate()} runs a second`,
);
for (const [what, times] of tally) say(`  ${times} × ${what}`);
await simulation.close();
process.exitCode = bad === 0 ? 0 : 1;
