import { parseArgs } from "node:util";
import { endOnCtrlC } from "./end-on-ctrl-c.ts";

/** The part of a report that every simulation has. */
export interface PlayedReport {
  readonly seed: number;
  readonly commands: number;
  readonly wrong: readonly string[];
  readonly lines: readonly string[];
}

interface OnPostgres<R, G> {
  readonly run: (seeds: Iterable<number>, tell: (report: R) => void, without: readonly G[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Played<R extends PlayedReport, G extends string> {
  /** `npm run days` plays days. */
  readonly name: string;
  readonly guards: readonly G[];
  /** Guards are taken away in memory alone. */
  readonly guardsInMemory: boolean;
  /** Seeds in memory between two lines of progress. */
  readonly tellEvery: number;
  readonly answersOf: (report: R) => Readonly<Record<string, number>>;
  readonly play: (seed: number, without: readonly G[]) => Promise<R>;
  readonly openOnPostgres: (lanes: number) => Promise<OnPostgres<R, G>>;
}

const SHOWN = 20;
const LANES = 4;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Reads the command line. Ends the process where it names a guard that cannot be taken away. */
function readCall<R extends PlayedReport, G extends string>({ guards, guardsInMemory }: Played<R, G>) {
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
  const { seed, postgres, trace } = values;
  const without = guards.filter((guard) => values.without.includes(guard));
  const areUnknown = values.without.some((name) => !guards.some((guard) => guard === name));
  if (areUnknown || (guardsInMemory && postgres && without.length > 0)) {
    say(`Known guards${guardsInMemory ? ", in memory alone" : ""}: ${guards.join(", ")}.`);
    process.exit(2);
  }
  const first = Number(seed ?? values.from);
  const count = seed === undefined ? Number(values.seeds) : 1;
  return { first, count, without, postgres, trace };
}

type Call<R extends PlayedReport, G extends string> = ReturnType<typeof readCall<R, G>>;

/** Counts reports; tells progress and the bad ones, each with how to play it again. */
function tallyOf<R extends PlayedReport, G extends string>(of: Played<R, G>, call: Call<R, G>) {
  const tellEvery = call.postgres ? 100 : of.tellEvery;
  const began = performance.now();
  const answers = new Map<string, number>();
  let [done, bad, commands] = [0, 0, 0];
  return {
    tell: (report: R): void => {
      done += 1;
      commands += report.commands;
      for (const [name, n] of Object.entries(of.answersOf(report)))
        answers.set(name, (answers.get(name) ?? 0) + n);
      if (call.trace) say(report.lines.join("\n"));
      if (report.wrong.length > 0) {
        bad += 1;
        const again = `npm run ${of.name} -- --seed ${report.seed} --trace${call.postgres ? " --postgres" : ""}`;
        if (bad <= SHOWN) say(`${again}: ${report.wrong.join("; ")}`);
      }
      if (done % tellEvery === 0) say(`${done} of ${call.count} ${of.name}, ${bad} bad`);
    },
    /** @returns the exit code */
    end: (isCancelled: boolean): number => {
      const seconds = (performance.now() - began) / 1000;
      const told = [...answers].map(([name, n]) => `${n} ${name}`).join(", ");
      const all = isCancelled ? ` of ${call.count}, cancelled` : "";
      say(`${done} ${of.name}${all}, ${commands} commands (${told}) in ${seconds.toFixed(0)} s: ${bad} bad`);
      return bad > 0 ? 1 : isCancelled ? 130 : 0;
    },
  };
}

/** Plays seeds as the command line asks, and ends the process: with 1 where one was bad. */
export async function playSeeds<R extends PlayedReport, G extends string>(of: Played<R, G>): Promise<never> {
  const call = readCall(of);
  const { first, count, without } = call;
  const ending = endOnCtrlC();
  // A refusal is an everyday answer here: its stack is read where one seed is looked at.
  if (count > 1) Error.stackTraceLimit = 0;
  const product = call.postgres ? await of.openOnPostgres(Math.min(count, LANES)) : undefined;
  const { tell, end } = tallyOf(of, call);
  function* seeds(): Generator<number> {
    for (let seed = first; seed < first + count && !ending.aborted; seed += 1) yield seed;
  }
  if (product) await product.run(seeds(), tell, without);
  else
    for (const seed of seeds()) {
      tell(await of.play(seed, without));
      // A run never waits for the outside: signals and what was said have their turn here.
      await new Promise((resolve) => void setImmediate(resolve));
    }
  const code = end(ending.aborted);
  await product?.close();
  process.exit(code);
}
