import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Given } from "#main/config/read.ts";
import { settleOnFreePorts } from "./start.ts";
import { freePort } from "./ports.ts";
import { whenNpmEnds } from "./starter.ts";

const SETTLE_MS = 200;
/** Files that only the browser runs: Vite replaces them in place. */
const BROWSER_ONLY =
  /(^|[\\/])(web|words)[\\/]|\.test\.tsx?$|web\.tsx$|main[\\/]track[\\/]|pages\.ts$|\.(css|md|json)$/;

/** Paths that the server answers; everything else is the client's. */
const SERVER_PATHS = [
  "/api",
  "/config.json",
  "/docs/openapi.json",
  "/livez",
  "/map/",
  "/readyz",
  "/sandbox-bank",
  "/webhooks",
];
const PATIENCE_MS = 120_000;

/** `waybill start --dev`: Vite serves the client and replaces it in place; the server starts again on a change. */
export async function startDev(given: Given, root: string): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const settings = await settleOnFreePorts(given, { say });
  const { port, providerPort, metricsPort, sandboxPort = 0 } = settings;
  const apiPort = await freePort(settings.host, port + 3, [port, providerPort, metricsPort, sandboxPort]);
  const apiUrl = `http://localhost:${apiPort}`;
  const api = keepRunning(root, [
    ...process.argv.slice(3).filter((argument) => argument !== "--dev"),
    "--api-only",
    `--port=${apiPort}`,
    `--provider-port=${providerPort}`,
    `--metrics-port=${metricsPort}`,
    `--public-url=${settings.publicUrl}`,
  ]);
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    server: {
      host: settings.host,
      port,
      strictPort: true,
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, apiUrl])),
    },
    clearScreen: false,
  });
  await untilUp(apiUrl);
  await vite.listen();
  const watcher = watch(join(root, "src"), { recursive: true }, (_event, file) => {
    if (file !== null && !BROWSER_ONLY.test(file)) api.restart();
  });
  const stop = async () => {
    watcher.close();
    await Promise.all([vite.close(), api.stop()]);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void stop());
  whenNpmEnds(() => void stop());
  say(`Waybill is ready at ${settings.publicUrl}`);
}

/** Waits for the first start, so that the ready line is true; a server that fails has said why by then. */
async function untilUp(url: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 200) {
    const answer = await fetch(`${url}/livez`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
}

/** A server process that is started again when asked; one that failed waits for the next change. */
function keepRunning(root: string, args: string[]) {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    child = spawn(process.execPath, [join(root, "bin", "waybill.mjs"), "start", ...args], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  const stop = () =>
    new Promise<void>((done) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        done();
        return;
      }
      child.once("exit", () => done());
      // As Ctrl-C does: SIGTERM would wait for a load balancer.
      child.kill("SIGINT");
    });
  begin();
  return {
    stop,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void stop().then(begin), SETTLE_MS);
    },
  };
}
