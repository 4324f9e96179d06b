// `npm run shifts -- --seeds N [--from S] [--seed S] [--without <guard>]… [--trace]`: couriers' shifts under kills, power
// cuts, bad lines, wrong clocks and restores. Ctrl-C ends it with what was done so far.
import { parseArgs } from "node:util";
import { GUARDS, isGuard } from "#test/shifts/guards.ts";
import { runShift } from "#test/shifts/run.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    without: { type: "string", multiple: true, default: [] },
    trace: { type: "boolean", default: false },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const without = values.without.filter(isGuard);
if (without.length < values.without.length) {
  say(`Known guards: ${GUARDS.join(", ")}.`);
  process.exit(2);
}
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const TELL_EVERY = 1_000;
const SHOWN = 20;

const ending = new AbortController();
process.on("SIGINT", () => {
  if (ending.signal.aborted) process.exit(130);
  ending.abort();
});
// A refusal is an everyday answer here: its stack is never read.
Error.stackTraceLimit = 0;
const began = performance.now();
const verdicts = new Map<string, number>();
let [done, bad, commands] = [0, 0, 0];
for (let seed = first; seed < first + count && !ending.signal.aborted; seed += 1) {
  const report = await runShift(seed, without);
  done += 1;
  commands += report.commands;
  for (const [name, n] of Object.entries(report.verdicts)) verdicts.set(name, (verdicts.get(name) ?? 0) + n);
  if (values.trace) say(report.lines.join("\n"));
  if (report.wrong.length > 0) {
    bad += 1;
    if (bad <= SHOWN) say(`npm run shifts -- --seed ${seed} --trace: ${report.wrong.join("; ")}`);
  }
  if (done % TELL_EVERY === 0) say(`${done} of ${count} shifts, ${bad} bad`);
}
const seconds = (performance.now() - began) / 1000;
const told = [...verdicts].map(([name, n]) => `${n} ${name}`).join(", ");
say(`${done} shifts, ${commands} commands (${told}) in ${seconds.toFixed(0)} s: ${bad} bad`);
process.exit(bad === 0 ? 0 : 1);
