import type { Machine } from "#kernel/machine.ts";

/** A Markdown table; cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export const code = (text: string): string => `\`${text}\``;

/** The header of every generated page. */
export const page = (title: string, ...parts: readonly string[]): string =>
  `<!-- Written by \`npm run docs\` from the code. Change the code, not this page. -->\n\n# ${title}\n\n${parts.join("\n\n")}\n`;

/** A Mermaid state diagram of a lifecycle. */
export function diagram(machine: Machine<string, string>): string {
  const arrows = machine.transitions.flatMap((row) =>
    row.from.map((from) => `  ${from} --> ${row.to}: ${row.name}`),
  );
  const ends = machine.terminal.map((state) => `  ${state} --> [*]`);
  return ["```mermaid", "stateDiagram-v2", `  [*] --> ${machine.initial}`, ...arrows, ...ends, "```"].join(
    "\n",
  );
}
