import path from "node:path";
import { Visitor, parseSync } from "vite";
import type { ESTree } from "vite";
import type { SourceFile } from "./walls.ts";

/** Types in a file: its own, those that it imports by their file, and those of the rows it reads. */
interface Types {
  readonly own: ReadonlyMap<string, ESTree.Node>;
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly rows: readonly ESTree.Node[];
}

const SENDS = new Set(["sql", "query", "statement", "fixed"]);

/** Names of columns that statements return as the database calls them, each with its file: none is aliased to our name. */
export function unaliasedColumns(files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map((file) => [file.path, file]));
  const read = new Map<string, Types | undefined>();
  const typesIn = (file: string): Types | undefined => {
    const source = texts.get(file);
    if (source && !read.has(file)) read.set(file, typesOf(source));
    return read.get(file);
  };
  const speaking = files.filter(({ text }) => READS_ROWS.test(text));
  const found = speaking.flatMap(({ path: file }) =>
    (typesIn(file)?.rows ?? []).flatMap((row) => [...wordsOf(row, file, typesIn, new Set())]),
  );
  return [...new Set(found)].toSorted();
}

/** A statement that says which rows it returns. */
const READS_ROWS = /\b(?:sql|query|statement|fixed)</;

/** Reads the types of a file that speaks to the database, or is imported by one. */
function typesOf({ path: file, text }: SourceFile): Types {
  const own = new Map<string, ESTree.Node>();
  const imported = new Map<string, { file: string; name: string }>();
  const rows: ESTree.Node[] = [];
  const takeRows = (callee: ESTree.Node, given: ESTree.TSTypeParameterInstantiation | null | undefined) => {
    const name = callee.type === "MemberExpression" ? callee.property : callee;
    if (given && name.type === "Identifier" && SENDS.has(name.name)) rows.push(...given.params);
  };
  new Visitor({
    TSInterfaceDeclaration: (node) => void own.set(node.id.name, node),
    TSTypeAliasDeclaration: (node) => void own.set(node.id.name, node),
    ImportDeclaration: (node) => {
      for (const one of node.specifiers)
        if (one.type === "ImportSpecifier" && one.imported.type === "Identifier")
          imported.set(one.local.name, { file: fileOf(file, node.source.value), name: one.imported.name });
    },
    TaggedTemplateExpression: (node) => takeRows(node.tag, node.typeArguments),
    CallExpression: (node) => takeRows(node.callee, node.typeArguments),
  }).visit(parseSync(file, text).program);
  return { own, imported, rows };
}

const fileOf = (from: string, name: string): string =>
  name.startsWith("#") ? `src/${name.slice(1)}` : path.posix.join(path.posix.dirname(from), name);

/** The names of more than one word in a type, followed into the types that it is made of. */
function wordsOf(
  type: ESTree.Node,
  file: string,
  typesIn: (file: string) => Types | undefined,
  seen: Set<ESTree.Node>,
): Set<string> {
  const words = new Set<string>();
  if (seen.has(type)) return words;
  seen.add(type);
  const follow = (name: string): void => {
    const types = typesIn(file);
    const from = types?.imported.get(name);
    const [there, next] = from
      ? [from.file, typesIn(from.file)?.own.get(from.name)]
      : [file, types?.own.get(name)];
    if (next) for (const word of wordsOf(next, there, typesIn, seen)) words.add(word);
  };
  visitType(type, {
    onKey: (key) => key.includes("_") && words.add(`${file}: ${key}`),
    onName: follow,
  });
  return words;
}

interface OnType {
  readonly onKey: (key: string) => unknown;
  readonly onName: (name: string) => void;
}

/** Visits the keys of a type's members, not those of what a member holds, and the names of the types it is made of. */
function visitType(type: unknown, on: OnType): void {
  if (Array.isArray(type)) for (const one of type) visitType(one, on);
  if (typeof type !== "object" || type === null || !("type" in type)) return;
  const node = type as ESTree.Node;
  if (node.type === "TSPropertySignature") {
    if (node.key.type === "Identifier") on.onKey(node.key.name);
    return;
  }
  const name = nameOf(node);
  if (name?.type === "Identifier") on.onName(name.name);
  for (const part of Object.values(node)) visitType(part, on);
}

/** Name of a type that another one is made of. */
function nameOf(node: ESTree.Node): ESTree.Node | undefined {
  if (node.type === "TSTypeReference") return node.typeName;
  return node.type === "TSInterfaceHeritage" ? node.expression : undefined;
}
