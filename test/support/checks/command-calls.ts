import { readFileSync } from "node:fs";
import path from "node:path";
import { Visitor, parseSync } from "vite";
import type { ESTree } from "vite";

interface Call {
  readonly callee: string;
  /** Texts among its arguments, those of constants of the same file too. */
  readonly words: ReadonlySet<string>;
  readonly names: readonly string[];
  readonly start: number;
}

interface Reading {
  readonly calls: readonly Call[];
  /** Local names by the module that they come from. */
  readonly imports: ReadonlyMap<string, string>;
  /** Begin and end of a name's value. */
  readonly values: ReadonlyMap<string, readonly [start: number, end: number]>;
  /** Lists of texts that stand by themselves, as steps of a tool do. */
  readonly lists: readonly ReadonlySet<string>[];
}

const known = new Map<string, Reading>();

function textsWithin(node: ESTree.Node): { texts: [string, number][]; names: string[] } {
  const [texts, names]: [[string, number][], string[]] = [[], []];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const one = value as { type?: string; value?: unknown; name?: unknown; start?: number };
    if (one.type === "Literal" && typeof one.value === "string") texts.push([one.value, one.start ?? 0]);
    if (one.type === "Identifier" && typeof one.name === "string") names.push(one.name);
    for (const part of Object.values(value)) walk(part);
  };
  walk(node);
  return { texts, names };
}

function readingOf(file: string): Reading {
  const before = known.get(file);
  if (before) return before;
  const imports = new Map<string, string>();
  const values = new Map<string, readonly [number, number]>();
  const constants = new Map<string, string[]>();
  const calls: { callee: string; node: ESTree.CallExpression }[] = [];
  const lists: ReadonlySet<string>[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      for (const { local } of specifiers) imports.set(local.name, source.value);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "Identifier" || !init) return;
      values.set(id.name, [init.start, init.end]);
      const told = textsWithin(init).texts.map(([text]) => text);
      constants.set(id.name, [...(constants.get(id.name) ?? []), ...told]);
    },
    FunctionDeclaration: ({ id, start, end }) => {
      if (id) values.set(id.name, [start, end]);
    },
    ArrayExpression: (node) => void lists.push(new Set(textsWithin(node).texts.map(([text]) => text))),
    CallExpression: (node) => {
      if (node.callee.type === "Identifier") calls.push({ callee: node.callee.name, node });
    },
  }).visit(parseSync(file, readFileSync(file, "utf8")).program);
  const read = calls.map(({ callee, node }): Call => {
    const found = node.arguments.map((argument) => textsWithin(argument));
    const texts = found.flatMap(({ texts: own }) => own.map(([text]) => text));
    const names = found.flatMap((one) => one.names);
    const far = names.flatMap((name) => constants.get(name) ?? []);
    return { callee, words: new Set([...texts, ...far]), names, start: node.start };
  });
  const reading = { calls: read, imports, values, lists };
  known.set(file, reading);
  return reading;
}

/** The file of a module of ours, none of a package. */
function fileOf(module: string, from: string): string | undefined {
  if (module.startsWith("#")) return module.replace(/^#test\//, "test/").replace(/^#(?!test)/, "src/");
  return module.startsWith(".") ? path.join(path.dirname(from), module) : undefined;
}

/** Whether calling this name of the file starts a process, itself or by what it calls. */
function startsProcess(file: string, name: string, deep = 0): boolean {
  const { imports, values, calls } = readingOf(file);
  const module = imports.get(name);
  if (module === "node:child_process") return true;
  const other = module === undefined ? undefined : fileOf(module, file);
  if (other !== undefined) return deep < 4 && startsProcess(other, name, deep + 1);
  const [start, end] = values.get(name) ?? [0, 0];
  const within = calls.filter((call) => call.start >= start && call.start < end);
  const isStarter = (one: string): boolean => imports.get(one) === "node:child_process";
  if (within.some(({ callee, names }) => callee === "promisify" && names.some(isStarter))) return true;
  return deep < 4 && within.some(({ callee }) => callee !== name && startsProcess(file, callee, deep + 1));
}

/** The word itself, or the program of a package that has its name. */
const says = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || [...words].some((one) => one.startsWith(`node_modules/${word}/`));

/** Whether the code of the file starts a process with all these words; comments and texts elsewhere count for nothing. */
export function startsWith(file: string, words: readonly string[]): boolean {
  return readingOf(file).calls.some(
    (call) => words.every((word) => says(call.words, word)) && startsProcess(file, call.callee),
  );
}

/** Whether a list of the file, as a step of a tool, has all these words. */
export const hasStep = (file: string, words: readonly string[]): boolean =>
  readingOf(file).lists.some((list) => words.every((word) => says(list, word)));

/** Whether the file imports this name from that module of ours and calls it. */
export function callsOf(file: string, name: string, module: string): boolean {
  const { calls, imports } = readingOf(file);
  return fileOf(imports.get(name) ?? "", file) === module && calls.some(({ callee }) => callee === name);
}
