import { readFileSync } from "node:fs";
import { closest } from "fastest-levenshtein";
import { SetupProblem } from "#server/setup-problem.ts";
import { type RawSettings, SETTINGS, type SettingName, flagOf, variableOf } from "./schema.ts";
import type { Setting } from "#server/config/setting.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Texts of the command line and the environment. */
export interface Given {
  readonly settings: RawSettings;
  /** The names that were set, the others have their defaults. */
  readonly set: ReadonlySet<SettingName>;
  /** Switches of the command itself, such as `--plan`. */
  readonly switches: ReadonlySet<string>;
  /** Values of the command's own flags, such as `--at`. */
  readonly options: ReadonlyMap<string, string>;
  /** Arguments that are no flags. */
  readonly words: readonly string[];
}

const NAMES = Object.keys(SETTINGS) as SettingName[];
const settingOf = (name: SettingName): Setting<unknown> => SETTINGS[name];
const BY_FLAG = new Map(NAMES.map((name) => [flagOf(name), name]));
const BY_VARIABLE = new Map(NAMES.map((name) => [variableOf(name), name]));

/**
 * Reads settings: a flag wins over the environment, which wins over the default. Every fault is reported at once.
 *
 * @param own flags that the command knows besides the settings; one that ends with "=" takes a value
 * @throws SetupProblem with one line per fault
 */
export function readSettings(
  environment: Environment,
  args: readonly string[],
  own: readonly string[] = [],
): Given {
  const faults: string[] = [];
  const values = new Map<SettingName, unknown>();
  const take = (name: SettingName, from: string, text: string) => {
    const { kind } = settingOf(name);
    const value = kind.parse(text);
    if (value === undefined) faults.push(`${from} must be ${kind.says}${shown(name, text)}.`);
    else values.set(name, value);
  };
  fromEnvironment(environment, take, faults);
  const { options, rest } = takeOptions(args, own, faults);
  const ownSwitches = own.filter((flag) => !flag.endsWith("="));
  const { switches, words } = fromArguments(rest, ownSwitches, take, faults);
  if (faults.length > 0) throw new SetupProblem(faults.join("\n"));
  const settings = Object.fromEntries(
    NAMES.map((name) => [name, values.get(name) ?? settingOf(name).default]),
  );
  return { settings: settings as RawSettings, set: new Set(values.keys()), switches, options, words };
}

/** A secret is never repeated. */
const shown = (name: SettingName, text: string) =>
  settingOf(name).secret ? "" : `, not "${text.slice(0, 100)}"`;

type Take = (name: SettingName, from: string, text: string) => void;

function fromEnvironment(environment: Environment, take: Take, faults: string[]): void {
  const general = secretFrom(environment, "DATABASE_URL", faults);
  if (general) take("databaseUrl", "DATABASE_URL", general);
  for (const variable of Object.keys(environment).filter(isOurs)) {
    const plain = variable.replace(/_FILE$/, "");
    const name = BY_VARIABLE.get(variable) ?? BY_VARIABLE.get(plain);
    if (!name || (variable !== variableOf(name) && !settingOf(name).secret)) {
      faults.push(
        `${variable} is not a setting of Waybill; the nearest is ${closest(variable, [...BY_VARIABLE.keys()])}.`,
      );
      continue;
    }
    const value = secretFrom(environment, variableOf(name), faults);
    if (value !== undefined) take(name, variableOf(name), value);
  }
}

/** `WAYBILL_TEST_*` and `WAYBILL_DEV_*` belong to the tools of those who work on Waybill. */
const isOurs = (variable: string) => /^WAYBILL_(?!TEST_|DEV_)/.test(variable);

/** The variable itself, or the first line of the file that `<variable>_FILE` names. */
function secretFrom(environment: Environment, variable: string, faults: string[]): string | undefined {
  const file = environment[`${variable}_FILE`];
  if (environment[variable] !== undefined || file === undefined) return environment[variable];
  try {
    return readFileSync(file, "utf8").split(/\r?\n/)[0];
  } catch {
    faults.push(`${variable}_FILE names ${file}, which cannot be read.`);
    return undefined;
  }
}

/** Takes the command's own flags with a value out: `--at TIME` or `--at=TIME`. */
function takeOptions(args: readonly string[], own: readonly string[], faults: string[]) {
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [flag, inline] = splitAt(args[at] ?? "");
    if (!own.includes(`${flag}=`)) {
      rest.push(args[at] ?? "");
      continue;
    }
    const value = inline ?? args[++at];
    if (value === undefined) faults.push(`${flag} needs a value.`);
    else options.set(flag, value);
  }
  return { options, rest };
}

function fromArguments(
  args: readonly string[],
  ownSwitches: readonly string[],
  take: Take,
  faults: string[],
) {
  const switches = new Set<string>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? "";
    if (!/^-./.test(argument)) {
      words.push(argument);
      continue;
    }
    if (ownSwitches.includes(argument)) {
      switches.add(argument);
      continue;
    }
    at += takeFlag({ argument, next: args[at + 1] }, ownSwitches, take, faults);
  }
  return { switches, words };
}

/** Takes one flag and says how many arguments after it were its value: `--port 1`, `--port=1`, `--demo`, `--no-demo`. */
function takeFlag(
  { argument, next }: { readonly argument: string; readonly next: string | undefined },
  known: readonly string[],
  take: Take,
  faults: string[],
): number {
  const [flag, inline] = splitAt(argument);
  const name = BY_FLAG.get(flag);
  if (name === undefined) {
    const negated = BY_FLAG.get(flag.replace(/^--no-/, "--"));
    if (negated !== undefined && isYesNo(negated) && inline === undefined) take(negated, flag, "no");
    else faults.push(`${flag} is not known; the nearest is ${closest(flag, [...BY_FLAG.keys(), ...known])}.`);
    return 0;
  }
  const value = inline ?? following(name, next);
  if (value !== undefined) take(name, flag, value);
  else if (isYesNo(name)) take(name, flag, "yes");
  else faults.push(`${flag} needs a value: ${settingOf(name).kind.says}.`);
  return inline === undefined && value !== undefined ? 1 : 0;
}

/** The next argument if it is this flag's value: after `--demo` only a yes or no, otherwise anything but a flag. */
function following(name: SettingName, next: string | undefined): string | undefined {
  if (next === undefined || settingOf(name).kind.parse(next) !== undefined) return next;
  return isYesNo(name) || next.startsWith("--") ? undefined : next;
}

const isYesNo = (name: SettingName) => settingOf(name).kind.says === "yes or no";

function splitAt(argument: string): [string, string | undefined] {
  const at = argument.indexOf("=");
  return at === -1 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}
