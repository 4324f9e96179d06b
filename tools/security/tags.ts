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

const BEGUN = /^[ \t]*(?:test|describe)((?:\.\w+)*)(?=[<(])/;
/** A test that is left out, or may be, holds nothing. */
const LEFT_OUT = /\.(?:skip|todo|skipIf|runIf|fails)\b/;
const TITLE = /^\(\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\$])*)`)/;

/** Name of the test that begins here, its own title alone; "" where none does that runs. */
function nameOf(text: string): string {
  const [begun, ways = ""] = BEGUN.exec(text) ?? [];
  if (begun === undefined) return /^[ \t]*tokenTable\(/.test(text) ? "every row of its table" : "";
  if (LEFT_OUT.test(ways)) return "";
  let call = text.slice(begun.length);
  if (call.startsWith("<")) call = behind(call, TYPES);
  if (/\.(?:each|for)$/.test(ways)) call = behind(call, VALUES);
  return (
    TITLE.exec(call)
      ?.slice(1)
      .find((title) => title !== undefined) ?? ""
  );
}

/** Brackets of a type argument; the arrow of a function type is none. */
const TYPES = /=>|[<>]/g;
/** Round brackets, and all that may hold some which do not count: texts, comments and patterns. */
const VALUES =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[^]*?\*\/|(?<=[(,:=[]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|[()]/g;

/** Text behind the bracket that closes the first one. */
function behind(text: string, tokens: RegExp): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === "(" || token === "<") depth += 1;
    if (token === ")" || token === ">") depth -= 1;
    if (depth === 0) return text.slice(index + 1);
  }
  return "";
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
