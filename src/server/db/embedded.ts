import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolder } from "../folder.ts";
import { DATABASE, type Place, SUPERUSER, createIfAbsent, placeIn, startFailure } from "./embedded-create.ts";
import { takeLock } from "./embedded-lock.ts";
import {
  type Programs,
  type Runner,
  chooseRunner,
  cleanEnvironment,
  findPrograms,
} from "./embedded-program.ts";
import { type Watchdog, watchOver } from "./embedded-watchdog.ts";
import { commandOf, isAlive } from "./process-look.ts";

export interface Connection {
  /** A folder (unix socket) or a loopback address. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface EmbeddedPostgres {
  /** For `pg`: `postgresql://…?host=<socket folder>`. Holds the password: never log it. */
  readonly url: string;
  readonly connection: Connection;
  readonly pid: number;
  /** True when this start made the database. */
  readonly fresh: boolean;
  /** Fast shutdown; force after `deadlineMs` (8 s). */
  readonly stop: (deadlineMs?: number) => Promise<void>;
}

export interface EmbeddedOptions {
  /** Made if absent; everything of the database is inside. */
  readonly folder: string;
  readonly onProgress?: (step: "creating" | "recovering" | "starting") => void;
  /** Called when PostgreSQL ends without being asked. */
  readonly onCrash?: (said: string) => void;
}

const DURABLE = ["shared_buffers=128MB", "max_connections=100"];
const FOR_TESTS = [
  "shared_buffers=128MB",
  "max_connections=400",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  "max_wal_size=4GB",
];
// Statements and row values stay out of the log: they hold personal data.
const ALWAYS = [
  "timezone=UTC",
  "log_timezone=UTC",
  "jit=off",
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "password_encryption=scram-sha-256",
];
const READY_MS = 60_000;

/**
 * Starts the PostgreSQL that npm brought, on a folder of its own. It ends with this process, however that ends.
 *
 * @throws SetupProblem with the cure: folder in use, disk full, not writable, platform without programs
 */
export function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return start(placeIn(resolve(options.folder)), options, DURABLE, "");
}

/** A throw-away server for tests: no fsync, in the temporary folder, removed when it stops. */
export function startTestPostgres(): Promise<EmbeddedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-test-"));
  return start(placeIn(folder), { folder }, FOR_TESTS, folder);
}

async function start(
  place: Place,
  options: EmbeddedOptions,
  settings: string[],
  removeAfter: string,
): Promise<EmbeddedPostgres> {
  const programs = findPrograms();
  const runner = chooseRunner();
  ownFolder(place.folder, runner);
  const lock = takeLock(join(place.folder, "lock"));
  const watchdog = watchOver(place.database, programs.pgCtl, removeAfter);
  const giveUp = () => {
    watchdog.end();
    lock.release();
    if (removeAfter !== "") rmSync(removeAfter, { recursive: true, force: true });
  };
  try {
    if (!existsSync(join(place.database, "PG_VERSION"))) options.onProgress?.("creating");
    const fresh = await createIfAbsent(place, programs, runner, removeAfter === "", watchdog.guard);
    await endOrphan(place, options);
    options.onProgress?.("starting");
    const server = await launch(place, programs, runner, settings, watchdog);
    watchForCrash(server, place, options);
    return {
      ...address(server.door, readFileSync(place.passwordFile, "utf8")),
      pid: server.pid,
      fresh,
      stop: async (deadlineMs = 8000) => {
        server.stopping = true;
        await end(server.child, place, programs, deadlineMs);
        giveUp();
      },
    };
  } catch (error) {
    giveUp();
    throw error;
  }
}

function ownFolder(folder: string, runner: Runner): void {
  makeFolder(folder);
  chmodSync(folder, 0o700);
  if (runner.owner) chownSync(folder, runner.owner.uid, runner.owner.gid);
}

/** Our lock is held, so a PostgreSQL still on these files was left by a killed Waybill: wait for its end or stop it. */
async function endOrphan(place: Place, options: EmbeddedOptions): Promise<void> {
  const file = join(place.database, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const orphan = () => isAlive(pid) && commandOf(pid).includes(place.database);
  if (orphan()) {
    options.onProgress?.("recovering");
    process.kill(pid, "SIGINT");
    for (let waited = 0; waited < 10_000 && orphan(); waited += 50) await sleep(50);
    if (orphan()) process.kill(pid, "SIGQUIT");
    for (let waited = 0; waited < 5000 && orphan(); waited += 50) await sleep(50);
  }
  // The id may meanwhile belong to another program, which would make PostgreSQL refuse.
  if (!orphan()) rmSync(file, { force: true });
}

interface Door {
  readonly host: string;
  readonly port: number;
}
interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly door: Door;
  stopping: boolean;
}

async function launch(
  place: Place,
  programs: Programs,
  runner: Runner,
  settings: string[],
  watchdog: Watchdog,
): Promise<Running> {
  const door = await chooseDoor(place, runner);
  const listen =
    process.platform === "win32"
      ? ["listen_addresses=127.0.0.1"]
      : ["listen_addresses=", `unix_socket_directories=${door.host}`, "unix_socket_permissions=0700"];
  const options = [...listen, `port=${door.port}`, ...ALWAYS, ...settings].flatMap((setting) => [
    "-c",
    setting,
  ]);
  const until = Date.now() + READY_MS;
  for (;;) {
    const child = spawnServer(place, programs, runner, options);
    watchdog.guard(child.pid);
    child.once("exit", () => watchdog.guard(undefined));
    const said = await becomesReady(child, place, until);
    if (said === undefined) return { child, pid: child.pid ?? 0, door, stopping: false };
    // After a kill -9 its workers need a moment to notice.
    if (!/pre-existing shared memory block/.test(said) || Date.now() > until) throw startFailure(said);
    await sleep(100);
  }
}

function spawnServer(place: Place, programs: Programs, runner: Runner, options: string[]): ChildProcess {
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
  child.kill("SIGQUIT");
  return `it was not ready after ${READY_MS / 1000} s`;
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
async function chooseDoor(place: Place, runner: Runner): Promise<Door> {
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

function address(door: Door, password: string): Pick<EmbeddedPostgres, "url" | "connection"> {
  const host = door.host.startsWith("/") ? `localhost:${door.port}` : `${door.host}:${door.port}`;
  const query = door.host.startsWith("/") ? `?host=${encodeURIComponent(door.host)}` : "";
  return {
    url: `postgresql://${SUPERUSER}:${password}@${host}/${DATABASE}${query}`,
    connection: { host: door.host, port: door.port, user: SUPERUSER, password, database: DATABASE },
  };
}

function watchForCrash(server: Running, place: Place, options: EmbeddedOptions): void {
  server.child.once("exit", () => {
    if (!server.stopping) options.onCrash?.(readFileSync(logFile(place), "utf8").slice(-2000));
  });
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes a checkpoint and leaves a clean folder. */
async function end(child: ChildProcess, place: Place, programs: Programs, deadlineMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
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
