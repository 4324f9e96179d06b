// `npm run shifts -- --seeds N [--from S] [--seed S] [--without <guard>]… [--trace] [--postgres]`: couriers' shifts under
// kills, power cuts, bad lines, wrong clocks and restores; in memory, or through HTTP on a PostgreSQL of its own. Ctrl-C
// ends it with what was done so far.
import { parseArgs } from "node:util";
import { GUARDS, isGuard } from "#test/shifts/guards.ts";
import { runShift, type ShiftReport } from "#test/shifts/run.ts";
import { openWireShifts } from "#test/shifts/wire/shifts.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    without: { type: "string", multiple: true, default: [] },
    postgres: { type: "boolean", default: false },
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
const TELL_EVERY = values.postgres ? 100 : 1_000;
const SHOWN = 20;
const LANES = 4;

const ending = new AbortController();
process.on("SIGINT", () => {
  if (ending.signal.aborted) process.exit(130);
  ending.abort();
});
// A refusal is an everyday answer here: its stack is never read.
Error.stackTraceLimit = 0;
const wire = values.postgres ? await openWireShifts(Math.min(count, LANES)) : undefined;
const postgres = wire ? " --postgres" : "";
const began = performance.now();
const verdicts = new Map<string, number>();
let [done, bad, commands] = [0, 0, 0];
function* seeds(): Generator<number> {
  for (let seed = first; seed < first + count && !ending.signal.aborted; seed += 1) yield seed;
}

function tell(report: ShiftReport): void {
  done += 1;
  commands += report.commands;
  for (const [name, n] of Object.entries(report.verdicts)) verdicts.set(name, (verdicts.get(name) ?? 0) + n);
  if (values.trace) say(report.lines.join("\n"));
  if (report.wrong.length > 0) {
    bad += 1;
    if (bad <= SHOWN)
      say(`npm run shifts -- --seed ${report.seed} --trace${postgres}: ${report.wrong.join("; ")}`);
  }
  if (done % TELL_EVERY === 0) say(`${done} of ${count} shifts, ${bad} bad`);
}

if (wire) await wire.run(seeds(), tell, without);
else
  for (const seed of seeds()) {
    tell(await runShift(seed, without));
    // A shift never waits for the outside: signals and what was said have their turn here.
    await new Promise((resolve) => void setImmediate(resolve));
  }
const seconds = (performance.now() - began) / 1000;
const told = [...verdicts].map(([name, n]) => `${n} ${name}`).join(", ");
say(`${done} shifts, ${commands} commands (${told}) in ${seconds.toFixed(0)} s: ${bad} bad`);
await wire?.close();
process.exit(bad === 0 ? 0 : 1);
