import { resolve } from "node:path";
import { closest } from "fastest-levenshtein";
import { type Given, readSettings } from "#main/config/read.ts";
import { SetupProblem, fileProblem } from "#server/setup-problem.ts";
import { COMMANDS } from "./commands.ts";

/** Runs one command of the command line. What the user can mend is one sentence; only a bug shows a stack. */
export async function main(args: readonly string[], root: string): Promise<void> {
  const [name = "", ...rest] = args;
  for (const out of [process.stdout, process.stderr]) out.on("error", ignoreClosedPipe);
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw unknownCommand(name);
    const given = readSettings(process.env, inFull(rest, command.short), command.switches);
    const extra = given.words[command.words ?? 0];
    if (extra !== undefined)
      throw new SetupProblem(`"waybill ${name}" does not know what to do with "${extra}": leave it out.`);
    await command.run(withFullPaths(given), root);
  } catch (error) {
    const code = error instanceof SetupProblem ? error.exitCode : 1;
    process.exitCode = code;
    process.stderr.write(`${sentenceOf(error)}\n`);
    // Whatever a failed start left running must not keep the process alive.
    setTimeout(() => process.exit(code), 500).unref();
  }
}

/** Goes on where nobody reads the output any more, as after `| head`: a backup is not given up for that. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** Flags of a command as the settings that they stand for. */
const inFull = (args: readonly string[], short: Readonly<Record<string, string>> = {}): string[] =>
  args.map((argument) => {
    const [flag = "", ...value] = argument.split("=");
    return Object.hasOwn(short, flag) ? [short[flag], ...value].join("=") : argument;
  });

function unknownCommand(name: string): SetupProblem {
  const says = name.startsWith("-")
    ? `A command comes first, such as "waybill start ${name}".`
    : `"${name}" is no command of Waybill; the nearest is "${closest(name, Object.keys(COMMANDS))}".`;
  return new SetupProblem(`${says} "waybill --help" lists them.`);
}

/** Relative folders count from where the command was called; npm says where that was. */
function withFullPaths(given: Given): Given {
  const full = (place: string) => resolve(process.env["INIT_CWD"] ?? process.cwd(), place);
  const { data, backupTo } = given.settings;
  const backups = backupTo === undefined ? {} : { backupTo: full(backupTo) };
  return { ...given, settings: { ...given.settings, data: full(data), ...backups } };
}

function sentenceOf(error: unknown): string {
  const known = fileProblem(error, "its data folder");
  if (known instanceof SetupProblem) return known.message;
  return `Waybill stopped because of a fault of its own; please report it with these lines:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
