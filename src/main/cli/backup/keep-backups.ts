import { access } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Settings } from "#main/config/settings.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { isBucket } from "#server/backup/bucket/bucket.ts";
import { keptUntil, walFolder } from "#server/backup/wal/wal-shelf.ts";
import type { Log } from "#server/http/app.ts";
import type { RoomGauge } from "#server/metrics.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { says } from "./backup-command.ts";
import { type PlaceSettings, backUpTo, lastBackup, placeOf } from "./backup-place.ts";
import { optionsFor, sourceOf } from "./source.ts";
import { keepsWal } from "./wal-settings.ts";

const LOOK_EVERY_MS = 15 * SECOND_MS;
/** After one that failed. */
const AGAIN_MS = 5 * MINUTE_MS;

type BackupSettings = PlaceSettings &
  Pick<Settings, "diskReserve" | "backupTo" | "backupEvery" | "backupKeep">;

export interface KeptBackups {
  /** Ends one that is under way: nothing of it is left. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly connection: pg.ClientConfig;
  readonly root: string;
  readonly log: Pick<Log, "info" | "error">;
}

/** Backs up as often as the settings say while Waybill runs; a failure is an error in the log and tried again. */
export function keepBackups(settings: BackupSettings, parts: Parts): KeptBackups {
  const { backupTo: shelf, backupEvery: every } = settings;
  if (shelf === undefined || every === 0) return { close: () => Promise.resolve() };
  const ended = new AbortController();
  let running: Promise<void> | undefined;
  let notBefore = 0;
  const look = (): void => {
    if (running || ended.signal.aborted || Date.now() < notBefore) return;
    running = backUpIfDue()
      .catch((error: unknown) => {
        notBefore = Date.now() + Math.min(AGAIN_MS, every);
        if (!ended.signal.aborted) parts.log.error(faultOf(error), "the backup failed");
      })
      .finally(() => (running = undefined));
  };
  async function backUpIfDue(): Promise<void> {
    const last = await lastBackup(settings, Date.now());
    if (last !== undefined && Date.now() < last + every) return;
    await backUp(settings, shelf ?? "", { ...parts, signal: ended.signal });
    // A database whose clock is ahead dates its backups in the future.
    notBefore = Date.now() + every;
  }
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      ended.abort();
      await running;
    },
  };
}

/** A problem that an operator can mend is a sentence, a fault of ours an error with its trace. */
const faultOf = (error: unknown) => (error instanceof SetupProblem ? { says: error.message } : { error });

async function backUp(
  settings: BackupSettings,
  shelf: string,
  { connection, root, log, signal }: Parts & { readonly signal: AbortSignal },
): Promise<void> {
  // A folder that was there is mostly a disk that is not mounted: making it would fill the disk of the data.
  if (!isBucket(shelf))
    await access(shelf).catch(() => {
      throw new SetupProblem(`${shelf} is not there: mount its disk, or make the folder.`);
    });
  const source = sourceOf(connection, settings.data, root);
  const place = placeOf(shelf, settings);
  const options = { ...optionsFor(settings, place.folder, true), signal, rule: settings.backupKeep };
  const { taken, deleted } = await backUpTo(place, source, options);
  log.info({ bytes: taken.bytes, deleted: deleted.length }, "backed up");
  if (taken.manifest.missing.length > 0)
    log.error({ says: says(taken) }, "pictures are missing in the data folder");
}

/** Milliseconds that a scrape waits for a slow disk before it says what is known. */
const PATIENCE_MS = 1_000;

/** Says how old the last of something is, in seconds; one read at a time, however slow the disk is. */
function ageOf(timeOfLast: () => Promise<number | undefined>): () => Promise<number> {
  let last: number | undefined;
  let reading: Promise<void> | undefined;
  const look = async () => {
    last = await timeOfLast().catch(() => undefined);
    reading = undefined;
  };
  return async () => {
    reading ??= look();
    await Promise.race([reading, pause(PATIENCE_MS, undefined, { ref: false })]);
    return last === undefined ? Number.NaN : (Date.now() - last) / SECOND_MS;
  };
}

/** Ages of the last good backup and of the log for the operator's alarms; not a number where there is none. */
export function backupGauges(
  settings: Parameters<typeof keepsWal>[0] & Pick<Settings, "backupTo" | "data">,
): RoomGauge[] {
  const { backupTo: shelf } = settings;
  if (shelf === undefined) return [];
  const backup: RoomGauge = {
    name: "waybill_backup_age_seconds",
    help: "Age of the last good backup",
    read: ageOf(() => lastBackup(settings, Date.now())),
  };
  const log: RoomGauge = {
    name: "waybill_backup_log_age_seconds",
    help: "Age of the last kept piece of the database's log, up to which every minute can be restored",
    read: ageOf(() => keptUntil(walFolder(shelf))),
  };
  return keepsWal(settings) ? [backup, log] : [backup];
}
