import { join } from "node:path";
import type { Given } from "#main/config/read.ts";
import type { Settings } from "#main/config/settings.ts";
import { portsAfter, settle } from "#main/config/settle.ts";
import { lockHolder } from "#server/db/embedded-lock.ts";
import { openLog } from "#server/log.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { buildClientIfStale, clientFolder } from "./client.ts";
import { freePort, needSandboxPort } from "./ports.ts";
import { prepareDataFolder } from "./data-folder.ts";
import type { Waybill } from "./start-waybill.ts";
import { whenNpmEnds } from "./starter.ts";
import { type Steps, printSteps } from "./steps.ts";

export interface StartOptions {
  readonly root: string;
  /** False where another server serves the client (`--dev`). */
  readonly withClient: boolean;
}

const STOP_MS = 10_000;
/** A supervisor's SIGTERM leaves a load balancer this long to notice that `/readyz` says no; Ctrl-C does not wait. */
const NOT_READY_MS = 1000;
/** npm and the terminal both send Ctrl-C: two within this time are one. */
const TWICE_MS = 1500;

/** `waybill start`: runs until it is stopped. */
export async function start(given: Given, { root, withClient }: StartOptions): Promise<void> {
  const steps = printSteps((line) => process.stdout.write(`${line}\n`));
  refuseSecond(given.settings.data);
  const settings = await settleOnFreePorts(given, steps);
  prepareDataFolder(settings.data);
  const client = withClient ? ensureClient(root, steps) : Promise.resolve(undefined);
  client.catch(() => undefined);
  const log = openLog({ level: settings.logLevel, file: logFileOf(settings) });
  let waybill: Waybill | undefined;
  const ending = whenAsked(async (graceMs) => {
    log.info({}, "stopping");
    await waybill?.stop(graceMs);
    log.info({}, "stopped");
    await log.flush();
  });
  // Loaded only now: what a user must mend is said 2 s of processor time sooner.
  const { startWaybill } = await import("./start-waybill.ts");
  waybill = await startWaybill(settings, {
    log,
    steps,
    root,
    client,
    onDatabase: ({ state, said }) => {
      log[state === "back" ? "warn" : "error"]({ state, said }, "the embedded database");
      if (state === "ended")
        process.stderr.write(
          `The embedded database ended by itself and is started again: see ${join(settings.data, "postgres", "postgres.log")}.\n`,
        );
      if (state === "back") process.stderr.write("The embedded database is back.\n");
    },
  });
  if (ending.begun()) return;
  log.info({ origin: waybill.url }, "ready");
  process.stdout.write(`Waybill is ready at ${waybill.url}\n`);
}

/** Before anything is built: a second start on the same data is refused at once. */
function refuseSecond(data: string): void {
  const pid = lockHolder(join(data, "waybill.lock"));
  if (pid === undefined) return;
  throw new SetupProblem(
    `Waybill already runs on ${data} (process ${pid}): stop it first, or start this one with another --data folder.`,
  );
}

async function ensureClient(root: string, steps: Steps): Promise<string> {
  await steps.run("Client is built", () => buildClientIfStale(root));
  return clientFolder(root);
}

/**
 * Ports that are taken move to the next free ones; addresses that follow from them move along.
 *
 * @throws SetupProblem where the named port of the sandbox bank is taken: it does not move
 */
export async function settleOnFreePorts(given: Given, steps: Pick<Steps, "say">): Promise<Settings> {
  const wanted = settle(given.settings, process.env);
  const say = (what: string, from: number) => (holder: string, instead: number) =>
    steps.say(`Port ${from} is taken by ${holder}; ${what} uses ${instead} instead.`);
  const { providerPort: provider, metricsPort: metrics, sandboxPort: bank } = given.settings;
  if (bank !== undefined) await needSandboxPort(bank);
  const named = [provider, metrics, bank].filter((one) => one !== undefined);
  const port = await freePort(wanted.host, wanted.port, named, say("Waybill", wanted.port));
  const after = portsAfter(given.settings, port);
  const others = [port, metrics, bank].filter((one) => one !== undefined);
  const providerPort = wanted.embeddedProvider
    ? await freePort(wanted.host, after.providerPort, others, say("the sign-in service", after.providerPort))
    : after.providerPort;
  const metricsPort = await freePort(
    wanted.metricsHost,
    after.metricsPort,
    [port, providerPort, bank].filter((one) => one !== undefined),
    say("/metrics", after.metricsPort),
  );
  return settle({ ...given.settings, port, providerPort, metricsPort }, process.env);
}

const logFileOf = (settings: Settings): string =>
  settings.logFile ?? (settings.production ? "-" : join(settings.data, "waybill.log"));

/** Stops in order on Ctrl-C, SIGTERM or a closed terminal; a second Ctrl-C or ten seconds end it at once. */
function whenAsked(stop: (graceMs: number) => Promise<void>): {
  begin: (code: number, graceMs?: number) => Promise<void>;
  begun: () => boolean;
} {
  let since: number | undefined;
  const begin = async (code: number, graceMs = 0) => {
    since = performance.now();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await stop(graceMs);
    process.exit(code);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (since === undefined) void begin(0, signal === "SIGTERM" ? NOT_READY_MS : 0);
    else if (signal === "SIGINT" && performance.now() - since > TWICE_MS) process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  whenNpmEnds(() => onSignal("SIGHUP"));
  // A terminal or a reader that is gone is no reason to end at once.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return { begin, begun: () => since !== undefined };
}
