import { statSync } from "node:fs";
import { goodBackups, lastOf } from "#server/backup/shelf.ts";
import { freeBytes } from "#server/folder.ts";
import type { Installation } from "#server/room.ts";
import type { Settings } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Permissions of everybody but the owner and the group. */
const OTHERS = 0o007;

/** Variables of ours that name a file of a secret which others on the machine may read or write. */
export const openSecrets = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, file]) => {
    if (file === undefined || !/^(WAYBILL_\w+|DATABASE_URL)_FILE$/.test(name)) return [];
    const found = statSync(file, { throwIfNoEntry: false });
    return found && (found.mode & OTHERS) !== 0 ? [name] : [];
  });

function moneyOf({ payment, stripeSecretKey }: Settings): Installation["money"] {
  if (payment !== "stripe") return payment === "none" ? "none" : "pretended";
  return /^[a-z]+_live_/.test(stripeSecretKey ?? "") ? "real" : "tried";
}

/** Reads what administrators are told of the settings, without a secret among it. */
export const installationOf = (settings: Settings, environment: Environment): Installation => ({
  hasOwnProvider: !settings.embeddedProvider,
  money: moneyOf(settings),
  hasMailServer: settings.mailUrl !== undefined,
  trustsProxy: settings.trustProxy.length > 0,
  backsUp: settings.backupTo !== undefined && settings.backupEvery > 0,
  lastBackup: async () =>
    settings.backupTo === undefined
      ? undefined
      : lastOf(await goodBackups(settings.backupTo), Date.now())?.time,
  freeBytes: () => freeBytes(settings.data),
  openSecrets: () => openSecrets(environment),
});
