// `npm run bench:package -- FOLDER`: how long an installed package (FOLDER/node_modules/waybill) takes to start on an empty
// folder and again on the same, beside this clone, which is built before. Ratios of one run, not verdicts.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildClientIfStale } from "#main/cli/client.ts";
import { environment } from "#test/support/processes/bare-environment.ts";
import { freePortRows } from "#test/support/processes/free-ports.ts";
import { median } from "./bench/figure.ts";

interface Start {
  readonly seconds: number;
  /** Of Waybill's own process, without PostgreSQL's. */
  readonly processorSeconds: number;
}

interface Both {
  readonly first: Start;
  readonly later: Start;
}

const LONGEST_MS = 240_000;
const [place, times = "3"] = process.argv.slice(2);
if (place === undefined) throw new Error("Name the folder into which the package was installed.");
const PROGRAMS = {
  package: path.join(place, "node_modules", "waybill", "bin", "waybill.mjs"),
  clone: path.resolve("bin", "waybill.mjs"),
};

/** The kernel counts in hundredths. */
function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function startOnce(program: string, data: string): Promise<Start> {
  const [port = 0] = await freePortRows(1);
  const began = performance.now();
  const args = [program, "start", "--no-demo", "--data", data, "--port", String(port)];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: environment(),
  });
  const ended = new Promise((done) => child.once("close", done));
  try {
    await new Promise<void>((ready, fail) => {
      let said = "";
      const late = setTimeout(() => fail(new Error(`${program} is not ready:\n${said}`)), LONGEST_MS);
      child.stdout.on("data", (part: Buffer) => {
        said += part.toString();
        if (!said.includes("Waybill is ready at")) return;
        clearTimeout(late);
        ready();
      });
      child.once("close", () => fail(new Error(`ended:\n${said}`)));
    });
    const processorSeconds = processorSecondsOf(child.pid ?? 0);
    return { seconds: (performance.now() - began) / 1000, processorSeconds };
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** A start on an empty folder, and one more on what it made. */
async function bothStarts(program: string): Promise<Both> {
  const data = mkdtempSync(path.join(tmpdir(), "waybill-bench-package-"));
  try {
    return { first: await startOnce(program, data), later: await startOnce(program, data) };
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Round {
  readonly package: Both;
  readonly clone: Both;
}

// A start of the clone would build what is older than its sources.
await buildClientIfStale(".");

const rounds: Round[] = [];
for (let round = 0; round < Number(times); round += 1)
  rounds.push({ package: await bothStarts(PROGRAMS.package), clone: await bothStarts(PROGRAMS.clone) });

const line = (title: string, which: "first" | "later", what: keyof Start): string => {
  const [ours, clones] = (["package", "clone"] as const).map((name) =>
    median(rounds.map((round) => round[name][which][what])),
  ) as [number, number];
  return `| ${title} | ${ours.toFixed(2)} | ${clones.toFixed(2)} | ${(ours / clones).toFixed(2)} |`;
};
const lines = [
  "| start, without the demo | package | built clone | ratio |",
  "| --- | --- | --- | --- |",
  line("empty folder, s", "first", "seconds"),
  line("empty folder, s of processor time", "first", "processorSeconds"),
  line("again, s", "later", "seconds"),
  line("again, s of processor time", "later", "processorSeconds"),
];
process.stdout.write(`${lines.join("\n")}\n`);
