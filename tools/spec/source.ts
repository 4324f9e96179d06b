import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** Every file of `src` whose name matches, from the root, in order. */
export const filesLike = (pattern: RegExp): string[] =>
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join("src", name.replaceAll("\\", "/")))
    .filter((name) => pattern.test(name))
    .toSorted();

export interface Limit {
  readonly file: string;
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** Exported numbers and texts in CAPITALS, with the comment above each: the business constants and limits. */
export async function limitsOf(file: string): Promise<Limit[]> {
  const module: Record<string, unknown> = await import(path.resolve(file));
  const text = readFileSync(file, "utf8");
  return Object.entries(module).flatMap(([name, value]) => {
    const isPlain = typeof value === "number" || typeof value === "string";
    const isTable =
      typeof value === "object" &&
      value !== null &&
      Object.keys(value).length > 0 &&
      Object.values(value).every((inner) => typeof inner === "number");
    if (!/^[A-Z][A-Z0-9_]+$/.test(name) || !(isPlain || isTable)) return [];
    const shown = isPlain
      ? withUnit(name, String(value))
      : Object.entries(value ?? {})
          .map(([key, inner]) => `${key} ${String(inner)}`)
          .join(", ");
    return [{ file, name, value: shown, meaning: commentAbove(text, name) }];
  });
}

function withUnit(name: string, value: string): string {
  const units: readonly [RegExp, string][] = [
    [/_MS$/, "ms"],
    [/_S$/, "s"],
    [/_M$/, "m"],
    [/_G$/, "g"],
    [/_BYTES?$|_BYTES_/, "bytes"],
    [/_PERCENT$/, "%"],
    [/_MINUTES$/, "min"],
  ];
  const unit = units.find(([pattern]) => pattern.test(name))?.[1];
  return unit ? `${value} ${unit}` : value;
}

function commentAbove(text: string, name: string): string {
  const at = text.indexOf(`export const ${name}`);
  const before = text.slice(0, at).trimEnd();
  if (!before.endsWith("*/")) return "";
  const comment = before.slice(before.lastIndexOf("/**"));
  return comment
    .replaceAll(/^\/\*\*|\s*\*\/$|^\s*\* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** English words of a room, of a part of the hall, or of the hall itself, as the browser shows them. */
export function englishWords(room: string): Record<string, string> {
  const files = [
    room === "hall" ? "src/web/words/en.json" : `src/web/${room}/words/en.json`,
    `src/features/${room}/web/words/en.json`,
  ];
  const file = files.find((one) => existsSync(one));
  return file === undefined ? {} : (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
}
