import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ClientBase, ClientConfig } from "pg";
import type { Given } from "#main/config/read.ts";
import { differences, tablesBut } from "#server/backup/load.ts";
import { EXIT } from "#server/backup/manifest.ts";
import { exportTo } from "#server/backup/take-backup.ts";
import { draftIn, finishSwap, hasSwap } from "#server/backup/swap.ts";
import { earlierProgramsIn, fetchEarlierPrograms } from "#server/backup/earlier-programs.ts";
import { majorIn, placeIn } from "#server/db/embedded-create.ts";
import { takeLock } from "#server/db/embedded-lock.ts";
import { type Programs, findPrograms } from "#server/db/embedded-program.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/db/embedded.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { databaseFolder, refuseUnknown } from "../database.ts";
import { type Steps, printSteps } from "../steps.ts";
import { isDiskFull, noRoom, refuseLackOfRoom, stampNow, takeTheirPlace } from "./beside.ts";
import { type Backup, fillToday } from "./fill.ts";
import { optionsFor, sourceOf } from "./source.ts";

interface Upgrade {
  readonly data: string;
  readonly root: string;
  readonly stamp: string;
  readonly steps: Steps;
}

/**
 * `waybill upgrade [--programs=FOLDER]`: moves the embedded database to the major version of PostgreSQL that this Waybill
 * brings, by the rows as an export writes them. Files stay where they are. Ended at any moment, the old database stands
 * or the new one; the old one is kept beside it.
 */
export async function upgradeCommand({ settings, options }: Given, root: string): Promise<void> {
  const { data, databaseUrl } = settings;
  if (databaseUrl !== undefined)
    throw new SetupProblem(
      "DATABASE_URL names a database of your own: upgrade it with PostgreSQL's pg_upgrade, or make a new server and use “waybill export” and “waybill import”.",
    );
  const { database } = placeIn(databaseFolder(data));
  const [ours, steps] = [findPrograms(), printSteps((line) => process.stdout.write(`${line}\n`))];
  if (!existsSync(data)) throw nothingAt(data);
  const lock = takeLock(join(data, "waybill.lock"));
  try {
    await finishSwap(data);
    if (!existsSync(join(database, "PG_VERSION"))) throw nothingAt(data);
    const major = majorIn(database);
    if (Number(major) > Number(ours.major))
      throw new SetupProblem(
        `The data are PostgreSQL ${major}'s and this Waybill brings ${ours.major}: install the newer Waybill that wrote them.`,
        EXIT.newer,
      );
    if (major === ours.major) return say(`The data are PostgreSQL ${major}'s already: nothing to upgrade.`);
    const upgrade: Upgrade = { data, root, stamp: stampNow(), steps };
    const programs = await steps.run(`PostgreSQL ${major}'s programs are here`, async () =>
      programsOf(major, upgrade, options.get("--programs")),
    );
    const backup = await rowsOf(upgrade, programs, settings);
    const [before = ""] = await moveInto(upgrade, backup);
    say(
      `The data are PostgreSQL ${ours.major}'s now. The old ones are kept as ${before}: delete them when you miss nothing. Start Waybill.`,
    );
  } catch (error) {
    throw isDiskFull(error) ? noRoom(data) : error;
  } finally {
    if (!hasSwap(data)) await finishSwap(data);
    lock.release();
  }
}

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const nothingAt = (data: string): SetupProblem =>
  new SetupProblem(`There is no data at ${data}: nothing to upgrade.`);

const programsOf = (major: string, { data, stamp }: Upgrade, folder?: string): Promise<Programs> | Programs =>
  folder === undefined
    ? fetchEarlierPrograms(major, draftIn(data, "programs", stamp))
    : earlierProgramsIn(resolve(process.env["INIT_CWD"] ?? process.cwd(), folder), major);

/** All rows, written beside the data. */
async function rowsOf(
  { data, root, stamp, steps }: Upgrade,
  programs: Programs,
  settings: Given["settings"],
): Promise<Backup> {
  const write = async (connection: ClientConfig) => {
    await refuseUnknown(connection, root);
    const folder = draftIn(data, "rows", stamp);
    const source = { ...sourceOf(connection, data, root), named: () => Promise.resolve([]), folders: [] };
    return exportTo(source, folder, optionsFor(settings, folder, false));
  };
  const old = await startEmbeddedPostgres({ folder: databaseFolder(data), programs });
  return steps.run("Rows are written", () => using(old, write));
}

/** @returns the place of the database of before */
async function moveInto({ data, root, stamp, steps }: Upgrade, backup: Backup): Promise<string[]> {
  refuseLackOfRoom(data, backup.manifest);
  const server = await startEmbeddedPostgres({ folder: draftIn(data, "postgres", stamp) });
  const left = await steps.run("Rows are back and compared", () =>
    using(server, (connection) =>
      fillToday(connection, backup, root, (client, gone) => mustBeSame(client, backup, gone)),
    ),
  );
  if (left.length > 0) steps.say(`Left out, since they are not Waybill's: ${left.join(", ")}.`);
  return takeTheirPlace(data, { stamp, names: ["postgres"], aside: [] });
}

/** Before the new database counts: every table is what was written. @throws SetupProblem (exit code 2) */
async function mustBeSame(client: ClientBase, { manifest }: Backup, left: readonly string[]): Promise<void> {
  const wrong = await differences(client, tablesBut(manifest, left));
  if (wrong.length > 0)
    throw new SetupProblem(
      `The rows did not come over as they were: ${wrong.join(", ")} differ. Nothing was changed; please report it.`,
      EXIT.damaged,
    );
}

async function using<T>(
  server: EmbeddedPostgres,
  work: (connection: ClientConfig) => Promise<T>,
): Promise<T> {
  try {
    return await work(server.connection);
  } finally {
    await server.stop();
  }
}
