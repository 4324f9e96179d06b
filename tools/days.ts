// `npm run days -- --seeds N [--from S] [--seed S] [--without <guard>]… [--trace] [--postgres]`: days at the desk of two
// dispatchers, couriers, sender and recipient under stale screens, repeats and crashes; in memory, or through HTTP on a
// PostgreSQL of its own. Ctrl-C ends it with what was done so far.
import { parseArgs } from "node:util";
import { GUARDS, isGuard } from "#test/desk-model/guards.ts";
import { openProductDesk } from "#test/desk-model/product.ts";
import { type DeskReport, runDesk } from "#test/desk-model/run.ts";

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
if (without.length < values.without.length || (values.postgres && without.length > 0)) {
  say(`Known guards, in memory alone: ${GUARDS.join(", ")}.`);
  process.exit(2);
}
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const TELL_EVERY = values.postgres ? 100 : 10_000;
const SHOWN = 20;
const LANES = 4;

const ending = new AbortController();
process.on("SIGINT", () => {
  if (ending.signal.aborted) process.exit(130);
  ending.abort();
});
// A refusal is an everyday answer here: its stack is never read.
Error.stackTraceLimit = 0;
const product = values.postgres ? await openProductDesk(Math.min(count, LANES)) : undefined;
const postgres = product ? " --postgres" : "";
const began = performance.now();
const answers = new Map<string, number>();
let [done, bad, commands] = [0, 0, 0];
function* seeds(): Generator<number> {
  for (let seed = first; seed < first + count && !ending.signal.aborted; seed += 1) yield seed;
}

function tell(report: DeskReport): void {
  done += 1;
  commands += report.commands;
  for (const [name, n] of Object.entries(report.answers)) answers.set(name, (answers.get(name) ?? 0) + n);
  if (values.trace) say(report.lines.join("\n"));
  if (report.wrong.length > 0) {
    bad += 1;
    if (bad <= SHOWN)
      say(`npm run days -- --seed ${report.seed} --trace${postgres}: ${report.wrong.join("; ")}`);
  }
  if (done % TELL_EVERY === 0) say(`${done} of ${count} days, ${bad} bad`);
}

if (product) await product.run(seeds(), tell);
else
  for (const seed of seeds()) {
    tell(await runDesk(seed, without));
    // A day never waits for the outside: signals and what was said have their turn here.
    await new Promise((resolve) => void setImmediate(resolve));
  }
const seconds = (performance.now() - began) / 1000;
const told = [...answers].map(([name, n]) => `${n} ${name}`).join(", ");
say(`${done} days, ${commands} commands (${told}) in ${seconds.toFixed(0)} s: ${bad} bad`);
await product?.close();
process.exit(bad === 0 ? 0 : 1);
