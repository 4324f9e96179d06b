// `npx tsx tools/bench/payment-figures.ts`: measures card payments on this machine and says a table for
// docs/performance.md. Needs a built client and Chromium.
import { spawn } from "node:child_process";
import { loadavg } from "node:os";
import { pathToFileURL } from "node:url";
import { findChromium } from "../chromium.mjs";
import { table } from "../spec/markdown.ts";

/** Name of a measurement, its value with its unit. */
export interface PaymentFigure {
  readonly what: string;
  readonly value: string;
}

const SEEDS = 500;
const FIGURE = /^figure: (.*): ([\d.]+ .+)$/gm;

async function heard(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const said: string[] = [];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString("utf8")));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0)
    throw new Error(`${args.join(" ")} failed: what it measured is worth nothing\n${said.join("")}`);
  return said.join("");
}

/** From a click to the runner, and the simulation. */
export async function paymentFigures(): Promise<PaymentFigure[]> {
  const bench = await heard(
    ["node_modules/vitest/vitest.mjs", "run", "--project", "bench", "--project", "bench-browser"],
    {
      WAYBILL_TEST_CHROMIUM: findChromium(),
    },
  );
  const simulation = await heard(["--import", "tsx", "tools/long-run.ts", "sim", "--seeds", String(SEEDS)]);
  const runs = /([\d.]+) runs a second/.exec(simulation)?.[1];
  if (runs === undefined) throw new Error(simulation);
  return [
    ...[...bench.matchAll(FIGURE)].map(([, what = "", value = ""]) => ({ what, value })),
    { what: `simulation of the payment modules, ${SEEDS} seeds`, value: `${runs} runs per second` },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const load = (): string => (loadavg()[0] ?? 0).toFixed(1);
  const before = load();
  const figures = await paymentFigures();
  const rows = figures.map(({ what, value }) => [what, value]);
  process.stdout.write(`load ${before} before, ${load()} after\n\n${table(["what", "figure"], rows)}\n`);
}
