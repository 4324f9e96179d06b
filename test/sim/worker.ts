import type { Safeguards } from "#features/payments/server/base/payment-deps.ts";
import { openSimulation } from "./simulation.ts";

/** Messages to and from one process of the crew. */
export type Told =
  | { readonly kind: "run"; readonly seeds: readonly number[]; readonly safeguards: Partial<Safeguards> }
  | { readonly kind: "stop" };
export type Tells =
  | { readonly kind: "ready" }
  | { readonly kind: "result"; readonly result: SeedReport }
  | { readonly kind: "ran"; readonly error?: string };

export interface SeedReport {
  readonly seed: number;
  /** Faults at the end; empty in a good run. */
  readonly wrong: readonly string[];
  readonly crashes: number;
  readonly hash: string;
  readonly lines: readonly string[];
}

const tell = (what: Tells): void => void process.send?.(what);
// Ctrl-C reaches the whole group: whoever asked for the runs ends them.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit());

const simulation = await openSimulation();
let isStopped = false;

function* until(seeds: readonly number[]): Generator<number> {
  for (const seed of seeds) {
    if (isStopped) return;
    yield seed;
  }
}

process.on("message", (told: Told) => {
  if (told.kind === "stop") {
    isStopped = true;
    return;
  }
  isStopped = false;
  const ran = simulation.run(until(told.seeds), told.safeguards, ({ trace, ...result }) =>
    tell({ kind: "result", result: { ...result, hash: trace.hash(), lines: trace.lines } }),
  );
  ran.then(
    () => tell({ kind: "ran" }),
    (error: unknown) => tell({ kind: "ran", error: describe(error) }),
  );
});
tell({ kind: "ready" });

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack ?? error.message}${error.cause === undefined ? "" : `\n${describe(error.cause)}`}`;
}
