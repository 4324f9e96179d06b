import { readFileSync, statSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { lastBackup } from "#main/cli/backup/backup-place.ts";
import { freeBytes } from "#server/folder.ts";
import type { Looks, Installation, SettingShown } from "#server/room.ts";
import type { Setting } from "#server/config/setting.ts";
import { verifySmtp } from "#server/mail/mailer.ts";
import { SETTINGS, flagOf, variableOf } from "./schema.ts";
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
export const installationOf = (settings: Settings, environment: Environment, looks: Looks): Installation => ({
  looks,
  hasOwnProvider: !settings.embeddedProvider,
  money: moneyOf(settings),
  hasMailServer: settings.mailUrl !== undefined,
  trustsProxy: settings.trustProxy.length > 0,
  backsUp: settings.backupTo !== undefined && settings.backupEvery > 0,
  lastBackup: () => lastBackup(settings, Date.now()),
  freeBytes: () => freeBytes(settings.data),
  openSecrets: () => openSecrets(environment),
});

/** Finds the origin of a setting: a flag wins over the environment. */
function originOf(name: string, environment: Environment, args: readonly string[]): SettingShown["origin"] {
  const flag = flagOf(name);
  const isFlag = (said: string) =>
    said === flag || said === flag.replace("--", "--no-") || said.startsWith(`${flag}=`);
  if (args.some(isFlag)) return "flag";
  const variables = [variableOf(name), ...(name === "databaseUrl" ? ["DATABASE_URL"] : [])];
  if (variables.some((one) => environment[one] !== undefined)) return "environment";
  return variables.some((one) => environment[`${one}_FILE`] !== undefined) ? "file" : "default";
}

/** Every setting as operators see it, its origin beside it and no secret among it. */
export function settingsShown(
  settings: Settings,
  environment: Environment,
  args: readonly string[],
): SettingShown[] {
  const values = new Map<string, unknown>(Object.entries(settings));
  return Object.entries<Setting<unknown>>(SETTINGS).map(([name, { secret, kind }]) => {
    const value = values.get(name);
    const isSecret = secret === true;
    return {
      name: variableOf(name),
      value: isSecret || value === undefined ? null : kind.show(value),
      isSecret,
      origin: originOf(name, environment, args),
    };
  });
}

const PATIENCE_MS = 3_000;

/** Tells whether something answers well in time; a slow one does not. */
const answers = async (ask: () => Promise<unknown>): Promise<boolean> => {
  const late = new Promise<boolean>((done) => setTimeout(() => done(false), PATIENCE_MS).unref());
  const asked = ask().then(
    (said) => said !== false,
    () => false,
  );
  return Promise.race([asked, late]);
};

/** Gives the page of operators its looks. @param root folder of the program */
export const looksOf = (settings: Settings, environment: Environment, root: string): Looks => ({
  version: versionIn(root),
  settings: () => settingsShown(settings, environment, process.argv.slice(2)),
  totalBytes: () => {
    const disk = statfsSync(settings.data);
    return disk.blocks * disk.bsize;
  },
  reserveBytes: settings.diskReserve * 1e6,
  backupEveryMs: settings.backupEvery,
  providerAnswers: () =>
    answers(async () => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const said = await fetch(`${settings.oidcIssuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
        signal,
      });
      await said.body?.cancel();
      return said.ok;
    }),
  mailAnswers: () => {
    const { mailUrl } = settings;
    return mailUrl === undefined ? Promise.resolve(null) : answers(() => verifySmtp(mailUrl));
  },
});

/** Version of the program in this folder. */
export function versionIn(root: string): string {
  const said: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return said.version;
}
