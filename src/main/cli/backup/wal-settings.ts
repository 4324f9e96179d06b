import type { Settings } from "#main/config/settings.ts";
import { isBucket } from "#server/backup/bucket/bucket.ts";

export type WalSettings = Pick<
  Settings,
  "data" | "databaseUrl" | "diskReserve" | "backupTo" | "backupEveryMinute"
>;

/** Whether these settings ask for a log from which every minute is restored: the embedded database's alone, in a folder. */
export const keepsWal = ({
  databaseUrl,
  backupTo,
  backupEveryMinute = 0,
}: Pick<Settings, "databaseUrl"> & Partial<Pick<Settings, "backupTo" | "backupEveryMinute">>): boolean =>
  databaseUrl === undefined && backupTo !== undefined && !isBucket(backupTo) && backupEveryMinute > 0;
