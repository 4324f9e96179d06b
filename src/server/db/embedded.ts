import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { HOUR_MS } from "#kernel/instant.ts";
import { makeFolder } from "../folder.ts";
import { DATABASE, type Place, SUPERUSER, createIfAbsent, placeIn } from "./embedded-create.ts";
import { takeLock } from "./embedded-lock.ts";
import { passwordOf } from "./embedded-password.ts";
import { type Programs, type Runner, chooseRunner, readyPrograms } from "./embedded-program.ts";
import { type ListenAddress, type Launcher, chooseListenAddress, launch } from "./embedded-server.ts";
import { type DatabaseNews, supervise } from "./embedded-supervisor.ts";
import { watchOver } from "./embedded-watchdog.ts";

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
  /** Another one after each restart. */
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
  /** Called when PostgreSQL ends without being asked, and when it is back. */
  readonly onNews?: (news: DatabaseNews) => void;
  /** Hands each finished segment of the log over in the folder `walOut` names; at least one a minute while there is work. */
  readonly archive?: boolean;
  /** Goes through the log that lies in the folder up to an instant, or to its end, before anybody may connect. */
  readonly recovery?: { readonly until: Date | undefined };
  /** Of another major version than the one that npm brought. */
  readonly programs?: Programs;
}

/** Folder in which PostgreSQL hands over finished segments of its log. */
export const walOut = (folder: string): string => join(folder, "wal-out");

const archiveTo = (folder: string): string[] => [
  "archive_mode=on",
  "archive_library=basic_archive",
  `basic_archive.archive_directory=${folder}`,
  "archive_timeout=60s",
];

/** The command finds nothing, so that PostgreSQL reads its own folder, without a path in a shell. */
const recoverTo = (until: Date | undefined): string[] => [
  "restore_command=exit 1",
  "recovery_target_action=promote",
  "recovery_target_timeline=current",
  "hot_standby=off",
  // PostgreSQL 18 refuses the form with T and Z at its start.
  ...(until ? [`recovery_target_time=${until.toISOString().replace("T", " ").replace("Z", "+00")}`] : []),
];

const READY_MS = 60_000;
/** The log of a day takes minutes. */
const RECOVERED_MS = 4 * HOUR_MS;
const DURABLE = ["shared_buffers=128MB", "max_connections=100"];
const FOR_TESTS = [
  "shared_buffers=128MB",
  "max_connections=400",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  "max_wal_size=1GB",
];

/**
 * Starts the PostgreSQL that npm brought, on a folder of its own. It is started again when it ends by
 * itself, and it ends with this process, however that ends.
 *
 * @throws SetupProblem with the cure: folder in use, disk full, not writable, platform without programs
 */
export function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = placeIn(resolve(options.folder));
  const { archive = false, recovery } = options;
  const settings = [
    ...DURABLE,
    ...(archive ? archiveTo(walOut(place.folder)) : []),
    ...(recovery ? recoverTo(recovery.until) : []),
  ];
  return start(place, options, settings, "");
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
  const programs = readyPrograms(options.programs);
  const runner = chooseRunner();
  ownFolder(place.folder, runner);
  if (options.archive === true) ownFolder(walOut(place.folder), runner);
  const lock = takeLock(join(place.folder, "lock"));
  const watchdog = watchOver(place.database, programs.pgCtl, removeAfter);
  const giveUp = () => {
    watchdog.end();
    lock.release();
    if (removeAfter !== "") rmSync(removeAfter, { recursive: true, force: true });
  };
  try {
    if (!existsSync(place.database)) options.onProgress?.("creating");
    const fresh = await createIfAbsent({
      place,
      programs,
      runner,
      durable: removeAfter === "",
      guard: watchdog.guard,
    });
    const password = await passwordOf(place, programs, runner, watchdog.guard);
    const listenAddress = await chooseListenAddress(place, runner);
    const onOrphan = () => options.onProgress?.("recovering");
    options.onProgress?.("starting");
    const readyMs = options.recovery ? RECOVERED_MS : READY_MS;
    const launcher: Launcher = {
      place,
      programs,
      runner,
      settings,
      watchdog,
      listenAddress,
      onOrphan,
      readyMs,
    };
    const server = supervise(await launch(launcher), launcher, options.onNews);
    return {
      ...address(listenAddress, password),
      get pid() {
        return server.pid();
      },
      fresh,
      stop: async (deadlineMs = 8000) => {
        await server.stop(deadlineMs);
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

function address(
  listenAddress: ListenAddress,
  password: string,
): Pick<EmbeddedPostgres, "url" | "connection"> {
  const host = listenAddress.host.startsWith("/")
    ? `localhost:${listenAddress.port}`
    : `${listenAddress.host}:${listenAddress.port}`;
  const query = listenAddress.host.startsWith("/") ? `?host=${encodeURIComponent(listenAddress.host)}` : "";
  return {
    url: `postgresql://${SUPERUSER}:${password}@${host}/${DATABASE}${query}`,
    connection: {
      host: listenAddress.host,
      port: listenAddress.port,
      user: SUPERUSER,
      password,
      database: DATABASE,
    },
  };
}
