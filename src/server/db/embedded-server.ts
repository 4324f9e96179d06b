import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Place, startFailure } from "./embedded-create.ts";
import { type Programs, type Runner, cleanEnvironment } from "./embedded-program.ts";
import type { Watchdog } from "./embedded-watchdog.ts";
import { commandOf, isAlive } from "./process-info.ts";

// Statements and row values stay out of the log: they hold personal data.
const ALWAYS = [
  "timezone=UTC",
  "log_timezone=UTC",
  "jit=off",
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "password_encryption=scram-sha-256",
];

/** All that a start of PostgreSQL needs. */
export interface Launcher {
  readonly place: Place;
  readonly programs: Programs;
  readonly runner: Runner;
  readonly settings: readonly string[];
  readonly watchdog: Watchdog;
  readonly listenAddress: ListenAddress;
  /** Longest wait until it takes connections. */
  readonly readyMs: number;
  /** Called when another process is found at work on these files, and is being ended. */
  readonly onOrphan?: () => void;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
}

/** @throws SetupProblem when it does not come up; then nothing of it is left running */
export async function launch(launcher: Launcher): Promise<Running> {
  const { place, listenAddress, watchdog } = launcher;
  await endOrphan(launcher);
  const listen =
    process.platform === "win32"
      ? ["listen_addresses=127.0.0.1"]
      : [
          "listen_addresses=",
          `unix_socket_directories=${listenAddress.host}`,
          "unix_socket_permissions=0700",
        ];
  const options = [...listen, `port=${listenAddress.port}`, ...ALWAYS, ...launcher.settings].flatMap(
    (setting) => ["-c", setting],
  );
  const until = Date.now() + launcher.readyMs;
  for (;;) {
    const child = spawnServer(launcher, options);
    watchdog.guard(child.pid);
    child.once("exit", () => watchdog.guard(undefined));
    const said = await becomesReady(child, place, until);
    if (said === undefined) return { child, pid: child.pid ?? 0 };
    await end(child, launcher, 1000);
    // After a kill -9 its workers need a moment to notice.
    if (!/pre-existing shared memory block/.test(said) || Date.now() > until) throw startFailure(said);
    await sleep(100);
  }
}

/** Our lock is held, so a PostgreSQL still on these files was left by a killed Waybill: wait for its end or stop it. */
async function endOrphan({ place, onOrphan }: Launcher): Promise<void> {
  const file = join(place.database, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const orphan = () => isAlive(pid) && commandOf(pid).includes(place.database);
  if (orphan()) {
    onOrphan?.();
    process.kill(pid, "SIGINT");
    for (let waited = 0; waited < 10_000 && orphan(); waited += 50) await sleep(50);
    if (orphan()) process.kill(pid, "SIGQUIT");
    for (let waited = 0; waited < 5000 && orphan(); waited += 50) await sleep(50);
  }
  // The id may meanwhile belong to another program, which would make PostgreSQL refuse.
  if (!orphan()) rmSync(file, { force: true });
}

function spawnServer({ place, programs, runner }: Launcher, options: string[]): ChildProcess {
  const call = runner.call(programs.postgres, ["-D", place.database, ...options]);
  const who =
    call.uid === undefined ? {} : { uid: call.uid, ...(call.gid === undefined ? {} : { gid: call.gid }) };
  const log = openSync(
    logFile(place),
    (statSync(logFile(place), { throwIfNoEntry: false })?.size ?? 0) > 5e6 ? "w" : "a",
    0o600,
  );
  // Its own session: Ctrl-C in the terminal must reach Waybill alone, which then stops it in order.
  const child = spawn(call.command, call.args, {
    env: cleanEnvironment(),
    stdio: ["ignore", log, log],
    detached: true,
    ...who,
  });
  closeSync(log);
  child.unref();
  return child;
}

/** Last words of PostgreSQL. */
export const lastSaid = (place: Place): string =>
  existsSync(logFile(place)) ? readFileSync(logFile(place), "utf8").slice(-2000) : "";

const logFile = (place: Place) => join(place.folder, "postgres.log");

/** Waits for "ready" in line 8 of postmaster.pid; the answer is what PostgreSQL said if it ended instead. */
async function becomesReady(child: ChildProcess, place: Place, until: number): Promise<string | undefined> {
  const before = statSync(logFile(place)).size;
  let failed: Error | undefined;
  child.once("error", (error) => (failed = error));
  while (Date.now() < until) {
    if (failed) return failed.message;
    if (child.exitCode !== null || child.signalCode !== null)
      return readFileSync(logFile(place), "utf8").slice(before);
    if (isReady(place, child.pid)) return undefined;
    await sleep(10);
  }
  return "it was not ready in time";
}

function isReady(place: Place, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(place.database, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

/** A socket path may have 107 bytes; a deep data folder gets a short one in the temporary folder. */
export async function chooseListenAddress(place: Place, runner: Runner): Promise<ListenAddress> {
  if (process.platform === "win32") return { host: "127.0.0.1", port: await freePort() };
  const inside = join(place.folder, "run");
  const name = createHash("sha256")
    .update(`${process.getuid?.()} ${place.folder}`)
    .digest("hex")
    .slice(0, 16);
  const host =
    Buffer.byteLength(`${inside}/.s.PGSQL.5432.lock`) <= 100 ? inside : join("/tmp", `waybill-${name}`);
  mkdirSync(host, { recursive: true, mode: 0o700 });
  chmodSync(host, 0o700);
  if (runner.owner) chownSync(host, runner.owner.uid, runner.owner.gid);
  return { host, port: 5432 };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  await new Promise((done) => server.close(done));
  return at !== null && typeof at === "object" ? at.port : 0;
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes a checkpoint and leaves a clean folder. */
export async function end(
  child: ChildProcess,
  { place, programs }: Pick<Launcher, "place" | "programs">,
  deadlineMs: number,
): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  if (process.platform === "win32") spawnSync(programs.pgCtl, ["stop", "-m", "fast", "-D", place.database]);
  else child.kill("SIGINT");
  const force = [
    setTimeout(() => child.kill("SIGQUIT"), deadlineMs),
    setTimeout(() => child.kill("SIGKILL"), deadlineMs + 1000),
  ];
  child.ref();
  await gone;
  force.forEach((timer) => clearTimeout(timer));
}
