import { SETTINGS, flagOf, variableOf } from "./schema.ts";
import type { Setting } from "#server/config/setting.ts";

/** The table of every setting for `docs/operating.md`, in Markdown. */
export function settingsTable(): string {
  const all: [string, Setting<unknown>][] = Object.entries(SETTINGS);
  const rows = all.map(([name, setting]) => `| ${rowOf(name, setting).map(cell).join(" | ")} |`);
  return [
    "| Setting | Default | What it does | Takes | Example |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function rowOf(name: string, setting: Setting<unknown>): string[] {
  const value = setting.default === undefined ? "" : `\`${setting.kind.show(setting.default)}\``;
  const marks = [
    setting.secret && `Secret: may come from the file \`${variableOf(name)}_FILE\` names.`,
    setting.browser && "Browsers see it.",
  ];
  return [
    `\`${flagOf(name)}\` \`${variableOf(name)}\``,
    value === "``" ? "none" : [value, setting.unit].filter(Boolean).join(" "),
    [setting.about, ...marks].filter(Boolean).join(" "),
    setting.kind.says,
    `\`${setting.example}\``,
  ];
}

const cell = (text: string) => text.replaceAll("|", "\\|");
