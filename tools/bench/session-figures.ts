import { spawn } from "node:child_process";

/** Figures that the browser's journeys of the session print, as `figure: …: 1.23 s`. */
export interface SessionFigure {
  readonly what: string;
  /** With its unit. */
  readonly value: string;
}

const JOURNEYS = ["browser", "tabs", "end", "wake", "offline"].map(
  (name) => `test/e2e/session-${name}.test.ts`,
);
const FIGURE = /^figure: (.*): ([\d.]+ (?:s|ms))$/gm;

/** Runs the journeys of the session in a real browser and collects what they measured; needs a built client. */
export async function sessionFigures(chromium: string): Promise<SessionFigure[]> {
  const said: string[] = [];
  const journeys = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project", "browser", "--maxConcurrency=1", ...JOURNEYS],
    {
      env: { ...process.env, WAYBILL_TEST_CHROMIUM: chromium, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  journeys.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString("utf8")));
  const code = await new Promise((resolve) => journeys.on("close", resolve));
  if (code !== 0) throw new Error("the journeys of the session failed: what they measured is worth nothing");
  return [...said.join("").matchAll(FIGURE)].map(([, what = "", value = ""]) => ({ what, value }));
}
