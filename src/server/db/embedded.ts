import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeFolder } from "../folder.ts";
import { DATABASE, type Place, SUPERUSER, createIfAbsent, placeIn } from "./embedded-create.ts";
import { takeLock } from "./embedded-lock.ts";
import { passwordOf } from "./embedded-password.ts";
import { type Runner, chooseRunner, findPrograms } from "./embedded-program.ts";
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
}

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
    const launcher: Launcher = { place, programs, runner, settings, watchdog, listenAddress, onOrphan };
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
