import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readFileSync,
  readdirSync,
} from "node:fs";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NEWER, SetupProblem, fileProblem } from "../setup-problem.ts";
import { type Programs, type Runner, cleanEnvironment } from "./embedded-program.ts";
import type { Watchdog } from "./embedded-watchdog.ts";

export const SUPERUSER = "waybill";
export const DATABASE = "waybill";
const DRAFTS_GONE_MS = 10_000;

export interface Place {
  /** Holds everything of the embedded database. */
  readonly folder: string;
  /** PostgreSQL's own folder, inside `folder`. */
  readonly database: string;
  readonly passwordFile: string;
}

export function placeIn(folder: string): Place {
  return { folder, database: join(folder, "pg"), passwordFile: join(folder, "password") };
}

export interface Creation {
  readonly place: Place;
  readonly programs: Programs;
  readonly runner: Runner;
  readonly durable: boolean;
  /** Watches each program at work, so that none outlives us. */
  readonly guard: Watchdog["guard"];
}

/**
 * Makes a new cluster in a side folder and renames it, so that an interrupted first start leaves nothing that looks
 * like a database (19 of 20 interrupted initdb runs leave PG_VERSION in an unusable folder).
 *
 * @throws SetupProblem when the folder holds another PostgreSQL version or half a database, or the disk is full
 */
export async function createIfAbsent(creation: Creation): Promise<boolean> {
  const { place, programs, runner, durable } = creation;
  if (existsSync(join(place.database, "PG_VERSION"))) {
    refuseOtherMajor(place, programs);
    return false;
  }
  refuseHalf(place);
  await removeDrafts(place.folder);
  const draft = `${place.database}.new-${randomBytes(4).toString("hex")}`;
  try {
    writePassword(place, runner, newPassword());
    mkdirSync(draft, { mode: 0o700 });
    if (runner.owner) chownSync(draft, runner.owner.uid, runner.owner.gid);
    await initialise(draft, creation);
    renameSync(draft, place.database);
    if (durable) syncFolder(place.folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw fileProblem(error, place.folder);
  }
  return true;
}

export const newPassword = (): string => randomBytes(24).toString("base64url");

/** Only this user reads it, and PostgreSQL when it is run as another. */
export function writePassword(place: Place, runner: Runner, password: string): void {
  writeFileSync(place.passwordFile, password, { mode: 0o600 });
  if (runner.owner) chownSync(place.passwordFile, runner.owner.uid, runner.owner.gid);
}

function refuseHalf(place: Place): void {
  if (!existsSync(place.database) || readdirSync(place.database).length === 0) return;
  throw new SetupProblem(
    `${place.database} holds files but no PG_VERSION, so it is no whole database: put ${place.folder} back from your backup, or move it away to begin with an empty database.`,
  );
}

function refuseOtherMajor(place: Place, programs: Programs): void {
  const found = majorIn(place.database);
  if (found === programs.major) return;
  const written = `The data in ${place.folder} were written by PostgreSQL ${found} and this Waybill brings PostgreSQL ${programs.major}`;
  if (Number(found) > Number(programs.major))
    throw new SetupProblem(`${written}: install the newer Waybill that wrote them.`, NEWER);
  throw new SetupProblem(`${written}: run "waybill upgrade" once, then start again.`);
}

/** Major version of PostgreSQL that a cluster is of. */
export const majorIn = (cluster: string): string => readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();

/** PostgreSQL's own number of a cluster, another one for each that is made: the first 8 bytes of its control file. */
export const systemIn = (cluster: string): string =>
  readFileSync(join(cluster, "global", "pg_control"))
    .readBigUInt64LE(0)
    .toString();

async function initialise(
  draft: string,
  { place, programs, runner, durable, guard }: Creation,
): Promise<void> {
  // The builtin provider sorts the same on every system and after every system upgrade.
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  // The password is 192 random bits: stretching it would only slow each connection down.
  const safety = ["--auth=scram-sha-256", `--pwfile=${place.passwordFile}`, "--set", "scram_iterations=1"];
  const sync = durable ? [] : ["--no-sync"];
  const cluster = ["-D", draft, "-U", SUPERUSER, "--no-instructions", ...locale, ...safety, ...sync];
  await runToEnd({ runner, guard, program: programs.initdb, args: cluster });
  const single = ["--single", "-F", "-D", draft, "-c", "log_min_messages=error", "postgres"];
  await runToEnd({
    runner,
    guard,
    program: programs.postgres,
    args: single,
    input: `create database ${DATABASE}\n`,
  });
}

/**
 * The initdb of a killed Waybill is told to end and may for a moment still write what is removed here: gone is what
 * stays gone. What cannot be removed costs disk alone, as each draft has a name of its own.
 */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = () => readdirSync(folder).filter((name) => name.startsWith("pg.new-"));
  for (let waited = 0; waited < DRAFTS_GONE_MS && drafts().length > 0; waited += 100) {
    try {
      for (const name of drafts()) rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Written to at this moment: next time.
    }
    await sleep(100);
  }
}

interface Call {
  readonly runner: Runner;
  /** Told while the program is at work, so that it does not outlive us. */
  readonly guard: Watchdog["guard"];
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** Runs one of PostgreSQL's programs to its end. @throws SetupProblem with what it said when it failed */
export async function runToEnd({ runner, guard, program, args, input = "" }: Call): Promise<void> {
  const call = runner.call(program, args);
  const who =
    call.uid === undefined ? {} : { uid: call.uid, ...(call.gid === undefined ? {} : { gid: call.gid }) };
  const child = spawn(call.command, call.args, {
    env: cleanEnvironment(),
    stdio: "pipe",
    detached: true,
    ...who,
  });
  guard(child.pid);
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((done, fail) =>
    child.once("error", fail).once("close", done),
  ).finally(() => guard(undefined));
  if (code !== 0 || /^(FATAL|PANIC)|ERROR: {2}/m.test(said)) throw startFailure(said);
}

/** Chooses the sentence for what PostgreSQL said when it did not come up. */
export function startFailure(said: string): SetupProblem {
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return new SetupProblem(
      "The disk that holds the data folder is full: free at least 300 MB and start again, or choose another place with --data.",
    );
  }
  if (/Permission denied|Read-only file system|could not access/.test(said)) {
    return new SetupProblem(
      `The embedded PostgreSQL may not read or write its files (${lastLine(said)}): give the user write access to the data folder, or choose another place with --data.`,
    );
  }
  if (/error while loading shared libraries|Library not loaded/.test(said)) {
    return new SetupProblem(
      `The embedded PostgreSQL does not run on this system (${lastLine(said)}): install that library, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
    );
  }
  return new SetupProblem(
    `The embedded PostgreSQL did not start (${lastLine(said)}): run "npx waybill doctor", or set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
  );
}

function lastLine(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|error|cannot|could not/.test(line));
  return (telling.at(-1) ?? lines.at(-1) ?? "it said nothing").trim();
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
