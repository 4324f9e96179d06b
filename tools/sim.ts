// `npm run sim -- --seeds N [--seed S | --from S] [--without <safeguard>]… [--processes N] [--trace]`: the payment modules
// under crashes and a bad line. Ctrl-C ends it with what was done so far.
import { parseArgs } from "node:util";
import { SAFEGUARDS, type Safeguard } from "#features/payments/server/base/payment-deps.ts";
import { openCrew } from "#test/sim/crew.ts";
import { seedsFrom } from "#test/sim/seeds.ts";
import { endOnCtrlC } from "#test/support/seeds/end-on-ctrl-c.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    without: { type: "string", multiple: true, default: [] },
    processes: { type: "string" },
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
const seeds =
  values.seed === undefined ? seedsFrom(Number(values.from), Number(values.seeds)) : [Number(values.seed)];
const replay = (seed: number): string =>
  ["npm run sim -- --seed", seed, ...without.map((name) => `--without ${name}`)].join(" ");

const processes = values.processes === undefined ? undefined : Number(values.processes);
const TELL_EVERY = 250;
const SHOWN = 20;

const ending = endOnCtrlC();
const crew = await openCrew(seeds.length === 1 ? 1 : processes);
const began = performance.now();
const tally = new Map<string, number>();
let [bad, crashes, done] = [0, 0, 0];
const rate = (): string => (done / ((performance.now() - began) / 1_000)).toFixed(1);
ending.addEventListener("abort", () => {
  say("Ending with the runs that have begun…");
  crew.stop();
});
await crew.run(ending.aborted ? [] : seeds, {
  safeguards,
  tell: ({ seed, wrong, hash, lines, ...report }) => {
    done += 1;
    crashes += report.crashes;
    if (values.trace) say(lines.join("\n"));
    if (seeds.length === 1) say(`trace ${hash}, ${lines.length} lines`);
    if (done % TELL_EVERY === 0) say(`${done} of ${seeds.length} runs, ${bad} bad, ${rate()} a second`);
    if (wrong.length === 0) return;
    bad += 1;
    for (const what of wrong) tally.set(what, (tally.get(what) ?? 0) + 1);
    if (bad <= SHOWN) say(`BAD seed ${seed}: ${wrong.join("; ")}; trace ${hash}; ${replay(seed)}`);
  },
});
say(
  `${done} runs${ending.aborted ? ` of ${seeds.length}, cancelled` : ""}, ${bad} bad (${share(bad)} %), ` +
    `${(crashes / Math.max(done, 1)).toFixed(1)} crashes a run, ${rate()} runs a second`,
);
for (const [what, times] of tally) say(`  ${times} × ${what}`);
await crew.close();
process.exitCode = bad > 0 ? 1 : ending.aborted ? 130 : 0;

function share(part: number): string {
  return ((part / Math.max(done, 1)) * 100).toFixed(2);
}
