import type { Given } from "#main/config/read.ts";
import { SETTINGS, flagOf } from "#main/config/schema.ts";
import type { Setting } from "#server/config/setting.ts";
import { settle } from "#main/config/settle.ts";
import { SetupProblem } from "#server/setup-problem.ts";

/** `waybill config check`: reading them was the check; this shows what they came to. */
export function configCommand(given: Given): Promise<void> {
  if (given.words[0] !== "check")
    throw new SetupProblem('Say "waybill config check", with the same flags and variables as for start.');
  const settings = settle(given.settings, process.env);
  const values = new Map<string, unknown>(Object.entries(settings));
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const mark = [...given.set].some((set) => set === name) ? "set" : "";
    process.stdout.write(`${mark.padEnd(4)}${flagOf(name).padEnd(28)}${shown(setting, values.get(name))}\n`);
  }
  process.stdout.write("The settings are valid.\n");
  return Promise.resolve();
}

function shown(setting: Setting<unknown>, value: unknown): string {
  if (value === undefined) return "-";
  return setting.secret ? "(secret)" : setting.kind.show(value) || "-";
}
