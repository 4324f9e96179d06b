import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#main/config/settings.ts";
import { chooseRunner, findPrograms } from "#server/db/embedded-program.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import type { BatchProgress } from "#server/db/migrating/batches.ts";
import { freeBytes, nearestFolder } from "#server/folder.ts";
import {
  OLDEST_MAJOR,
  type DatabaseFacts,
  databaseFolder,
  checkDatabase,
  migrationsIn,
  openDatabase,
} from "../database.ts";
import type { FenceFault } from "../fences.ts";
import { saysOf } from "../keep-batches.ts";
import { freePort } from "../ports.ts";
import { type Check, type Result, bad, careful, good } from "./finding.ts";

const NEED_BYTES = 300e6;
const SOON_BYTES = 2e9;
const OFFSET_MS = 30_000;

/**
 * Checks of this machine.
 * @param running the process that runs on this data
 * @param root folder of the program
 */
export const machineChecks = (settings: Settings, running: number | undefined, root: string): Check[] => [
  ["node", checkNode],
  ["platform", () => checkPlatform(settings)],
  ["folder", () => checkFolder(settings.data)],
  ["disk", () => checkDisk(settings.data)],
  [
    "running",
    () =>
      running === undefined
        ? good("no Waybill runs on this data")
        : good(`Waybill runs on this data as process ${running}`),
  ],
  ["ports", () => (running === undefined ? checkPorts(settings) : good("in use by the running Waybill"))],
  ["database", () => checkOwnDatabase(settings, running, root)],
  ...(settings.publicUrl.startsWith("https:") ? [["proxy", () => checkProxy(settings)] as const] : []),
];

function checkNode(): Result {
  const major = Number(process.versions.node.split(".")[0]);
  const says = `Node ${process.versions.node}`;
  return major >= 22
    ? good(says)
    : careful(`${says} runs Waybill but no longer gets security fixes`, "Use Node 24 in production.");
}

function checkPlatform(settings: Settings): Result {
  const name = `${process.platform} ${process.arch}`;
  if (settings.databaseUrl !== undefined) return good(`${name}, with a database of your own`);
  const { major } = findPrograms();
  chooseRunner();
  return good(`${name} runs the embedded PostgreSQL ${major}`);
}

function checkFolder(data: string): Result {
  const nearest = nearestFolder(data);
  try {
    accessSync(nearest, constants.W_OK);
  } catch {
    return bad(
      `${nearest} may not be written`,
      "Give this user write access, or choose another place with --data.",
    );
  }
  return good(nearest === data ? `${data} is there and may be written` : `${data} will be made`);
}

function checkDisk(data: string): Result {
  const free = freeBytes(data);
  const says = `${Math.round(free / 1e6)} MB free for ${data}`;
  if (free < NEED_BYTES) return bad(says, `Free ${NEED_BYTES / 1e6} MB, or choose another disk with --data.`);
  return free < SOON_BYTES
    ? careful(says, "Make room soon, or choose another disk with --data.")
    : good(says);
}

async function checkPorts(settings: Settings): Promise<Result> {
  const taken: string[] = [];
  for (const port of [settings.port, settings.providerPort, settings.metricsPort]) {
    await freePort(settings.host, port, [], (holder, instead) =>
      taken.push(`${port} is taken by ${holder}, ${instead} is free`),
    );
  }
  return taken.length === 0
    ? good(`${settings.port}, ${settings.providerPort} and ${settings.metricsPort} are free`)
    : careful(taken.join("; "), "Nothing to do: a start takes the free ones, or choose others with --port.");
}

/** Waybill speaks no TLS itself: where people come by https, a proxy stands before it. */
function checkProxy({ publicUrl, trustProxy }: Settings): Result {
  return trustProxy.length > 0
    ? good(`callers' addresses are believed of ${trustProxy.join(", ")}`)
    : careful(
        `people come by ${publicUrl} and no proxy is trusted, so all of them count as one address`,
        "Name the proxy's own address with --trust-proxy: calls and declined cards are limited by address.",
      );
}

async function checkOwnDatabase(
  settings: Settings,
  running: number | undefined,
  root: string,
): Promise<Result> {
  if (settings.databaseUrl !== undefined)
    return judge(await checkDatabase({ connectionString: settings.databaseUrl }, migrationsIn(root)));
  const folder = databaseFolder(settings.data);
  const version = join(folder, "pg", "PG_VERSION");
  if (!existsSync(version)) return good("the embedded one is made at the first start");
  const major = readFileSync(version, "utf8").trim();
  const ours = findPrograms().major;
  if (major !== ours)
    return bad(
      `the data are of PostgreSQL ${major}, this Waybill brings ${ours}`,
      Number(major) < Number(ours)
        ? 'Stop Waybill and run "waybill upgrade".'
        : "Install the newer Waybill that made the data, or choose another folder with --data.",
    );
  const facts = await factsOfEmbedded(settings, running, root);
  if (facts?.trouble) return bad(facts.trouble.says, facts.trouble.cure);
  const [batches] = facts?.batches ?? [];
  if (batches) return underWay(batches);
  return good(`embedded PostgreSQL ${major}, ${running === undefined ? "stopped" : "running"}`);
}

/** Starts a stopped embedded database for the look; one that a Waybill is just starting is left alone. */
async function factsOfEmbedded(
  settings: Settings,
  running: number | undefined,
  root: string,
): Promise<DatabaseFacts | undefined> {
  const connection = runningDatabase(databaseFolder(settings.data));
  if (connection) return checkDatabase(connection, migrationsIn(root));
  if (running !== undefined) return undefined;
  const database = await openDatabase(settings);
  try {
    return await checkDatabase(database.connection, migrationsIn(root));
  } finally {
    await database.stop();
  }
}

/** Batches of a migration: their fault is said by what ran into it. */
function underWay(batches: BatchProgress): Result {
  const says = `rows are brought up to date: ${saysOf(batches)}`;
  return batches.trouble === null
    ? careful(says, "Nothing to do: it goes on while Waybill runs, and after a stop where it was.")
    : bad(
        `${says}; the last batch failed: ${batches.trouble}`,
        "Report this with the log; it is tried again while Waybill runs.",
      );
}

function judgeFences(faults: readonly FenceFault[]): Result {
  const tablesOf = (kind: FenceFault["kind"]) =>
    faults.filter((fault) => fault.kind === kind).map(({ table }) => table);
  const [open, hidden] = [tablesOf("open"), tablesOf("hidden")];
  const says = [
    ...(open.length > 0 ? [`row-level security does not hold in ${open.join(", ")}`] : []),
    ...(hidden.length > 0 ? [`background jobs see no rows in ${hidden.join(", ")}`] : []),
  ];
  const who = hidden.length > 0 ? "an administrator of the database" : "the owner of the tables";
  return bad(says.join("; "), `Run as ${who}: ${faults.map(({ cure }) => cure).join("; ")}.`);
}

function judge(check: DatabaseFacts): Result {
  if (check.major < OLDEST_MAJOR)
    return bad(`PostgreSQL ${check.major}`, `Upgrade it to PostgreSQL ${OLDEST_MAJOR} or newer.`);
  if (Math.abs(check.clockOffsetMs) > OFFSET_MS)
    return bad(
      `its clock differs from this machine's by ${Math.round(check.clockOffsetMs / 1000)} s`,
      "Set both clocks by NTP.",
    );
  if (check.trouble) return bad(check.trouble.says, check.trouble.cure);
  const [batches] = check.batches;
  if (batches) return underWay(batches);
  const faults = check.fences ?? [];
  if (faults.length > 0) return judgeFences(faults);
  const says = `PostgreSQL ${check.major}, ${check.fences === undefined ? "not migrated yet" : "every table fenced by organisation"}`;
  if (check.superuser || check.bypassesFences)
    return careful(
      `${says}; its user is more than an owner`,
      "Let a plain role own the database and name that one in DATABASE_URL.",
    );
  return good(says);
}
