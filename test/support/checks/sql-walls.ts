import { ownerOf } from "./migrations.ts";
import type { SourceFile } from "./walls.ts";

/** Tables and views by the name that statements use, each with the room whose migration makes it. */
export interface Schema {
  readonly tables: ReadonlyMap<string, string>;
  readonly views: ReadonlyMap<string, string>;
  /** In reading order. */
  readonly rooms: readonly string[];
}

/** A room that reaches a table of another. */
export interface Crossing {
  readonly room: string;
  readonly table: string;
  readonly kind: "reads" | "writes";
  readonly file: string;
}

/** Tables of an engine that a migration of `src/server` makes. */
const OF_ENGINES: Readonly<Record<string, string>> = {
  "oidc.record": "demo-identity",
  "oidc.secret": "demo-identity",
};

const NAME = String.raw`(?:public\.)?((?:\w+\.)?\w+)`;
const WRITES = new RegExp(String.raw`\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?${NAME}`, "gi");
const READS = new RegExp(String.raw`\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?${NAME}`, "gi");
/** The second table of a list, which has an alias: `from payment p, sales_order o`. */
const LISTED = new RegExp(String.raw`,\s*${NAME}\s+(?:as\s+)?[a-z]{1,2}\b(?!\s*[(.])`, "gi");
/** A fragment that begins with a table and its alias. */
const OPENS = new RegExp(String.raw`\bsql(?:<[^>]*>)?\`\s*${NAME}\s+[a-z]{1,2}\b`, "g");
const TRUNCATES = /\btruncate\s+([\w\s.,]+)/gi;
const NAMED = /\bsql\.(?:table|ref|id)\(\s*["'](\w+)["']/g;

/**
 * Reads which room makes which table out of the migrations: `0011-payments.sql` is the room payments, as is each later file of it.
 *
 * @param rooms those that have a folder, in reading order
 */
export function schemaOf(migrations: readonly SourceFile[], rooms: readonly string[]): Schema {
  const made = (kind: string) =>
    new Map(
      migrations.flatMap(({ path, text }) =>
        [
          ...text.matchAll(new RegExp(String.raw`^create (?:or replace |unlogged )?${kind} (\S+)`, "gim")),
        ].map(([, name = ""]): [string, string] => [name, OF_ENGINES[name] ?? ownerOf(path) ?? ""]),
      ),
    );
  return { tables: made("table"), views: made("view"), rooms };
}

/** Names the room of a source file. */
function roomOf(file: string): string | undefined {
  const [, top, room] = file.split("/");
  return top === "features" || top === "engines" ? room : top;
}

/**
 * Every crossing of these files, each once a file. Tables of `src/server` may be read by all, and views by later rooms; no
 * view is written.
 */
export function crossingsOf(files: readonly SourceFile[], { tables, views, rooms }: Schema): Crossing[] {
  return files.flatMap(({ path, text }) => {
    const room = roomOf(path);
    if (room === undefined || /\.test\.tsx?$/.test(path)) return [];
    const isForeign = (owner: string | undefined): boolean => owner !== undefined && owner !== room;
    const isBefore = (owner = ""): boolean =>
      rooms.includes(room) && rooms.indexOf(room) < rooms.indexOf(owner);
    const { written, read } = namesIn(text);
    const writes = written.filter((name) => isForeign(tables.get(name) ?? views.get(name)));
    const reads = read.filter(
      (name) =>
        !writes.includes(name) &&
        ((isForeign(tables.get(name)) && tables.get(name) !== "server") || isBefore(views.get(name))),
    );
    const crossing = (kind: Crossing["kind"]) => (table: string) => ({ room, table, kind, file: path });
    return [...writes.map(crossing("writes")), ...reads.map(crossing("reads"))];
  });
}

/** Names that a file's statements write and read; a comment counts for nothing. */
function namesIn(text: string): Readonly<Record<"written" | "read", string[]>> {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$|^\s*--.*$/gm, "");
  const found = (...patterns: RegExp[]) => [
    ...new Set(patterns.flatMap((pattern) => [...bare.matchAll(pattern)].map(([, name = ""]) => name))),
  ];
  const emptied = found(TRUNCATES).flatMap((list) =>
    list.split(",").map((one) => one.trim().split(/\s/)[0] ?? ""),
  );
  return { written: [...found(WRITES), ...emptied], read: found(READS, LISTED, OPENS, NAMED) };
}
