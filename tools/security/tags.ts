import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A test that holds items: where it stands and its name. */
export interface Holder {
  readonly file: string;
  readonly name: string;
  readonly numbers: readonly string[];
}

const TAG = /^[ \t]*\/\/ (v5\.0\.0-[\d.]+(?:, v5\.0\.0-[\d.]+)*)$/gm;

/** Tests of a text that bear a tag such as `// v5.0.0-3.4.3, v5.0.0-14.2.3` in the line above them. */
export function holdersIn(file: string, text: string): Holder[] {
  return [...text.matchAll(TAG)].map((found) => ({
    file,
    name: nameOf(text.slice(found.index + found[0].length + 1)),
    numbers: (found[1] ?? "").split(", ").map((tag) => tag.slice("v5.0.0-".length)),
  }));
}

/** Name of the test that begins here; "" where none does. */
function nameOf(text: string): string {
  const [begun = ""] = /^[ \t]*(?:test|describe)[\w.]*(?=[<(])/.exec(text) ?? [];
  if (begun === "") return /^[ \t]*tokenTable\(/.test(text) ? "every row of its table" : "";
  const pattern = begun.endsWith(".each") ? /\)\(\s*"([^"]+)"/ : /\(\s*"([^"]+)"/;
  return pattern.exec(text)?.[1] ?? "";
}

/** Every tagged test of the house, by file. */
export function holders(): Holder[] {
  const files = ["src", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name.replaceAll("\\", "/"))),
  );
  return files.toSorted().flatMap((file) => holdersIn(file, readFileSync(file, "utf8")));
}
