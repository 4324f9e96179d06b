import type { SourceFile } from "./walls.ts";

/** Tables and views by the name that statements use, each with the room whose migration makes it. */
export interface Schema {
  readonly tables: ReadonlyMap<string, string>;
  readonly views: ReadonlyMap<string, string>;
}

/** A room that reaches a table of another. */
export interface Crossing {
  readonly room: string;
  readonly table: string;
  readonly kind: "reads" | "writes";
  readonly file: string;
}

/** Migrations of no room of their own: every room may read the tables of `src/server`. */
const HOMES: Readonly<Record<string, string>> = { core: "server", identity: "server" };
/** Parts of payments until they have a folder of their own. */
const TO_BE_CUT: ReadonlySet<string> = new Set(["receipts", "debts", "books"]);

const NAME = String.raw`(?:public\.)?((?:\w+\.)?\w+)`;
const WRITES = new RegExp(
  String.raw`\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?${NAME}`,
  "gi",
);
const READS = new RegExp(String.raw`\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?${NAME}`, "gi");
/** The second table of a list, which has an alias: `from payment p, sales_order o`. */
const LISTED = new RegExp(String.raw`,\s*${NAME}\s+(?:as\s+)?[a-z]{1,2}\b(?!\s*[(.])`, "gi");
const NAMED = /\bsql\.(?:table|ref|id)\(\s*["'](\w+)["']/g;

/**
 * Reads which room makes which table out of the migrations: `0007-payments.sql` is the room payments.
 *
 * @param rooms those that have a folder
 */
export function schemaOf(migrations: readonly SourceFile[], rooms: readonly string[]): Schema {
  const made = (kind: string) =>
    new Map(
      migrations.flatMap(({ path, text }) =>
        [...text.matchAll(new RegExp(String.raw`^create (?:unlogged )?${kind} (\S+)`, "gim"))].map(
          ([, name = ""]): [string, string] => [name, ownerOf(path, rooms)],
        ),
      ),
    );
  return { tables: made("table"), views: made("view") };
}

function ownerOf(migration: string, rooms: readonly string[]): string {
  const name = /\d{4}-([a-z-]+)\.sql$/.exec(migration)?.[1] ?? "";
  return TO_BE_CUT.has(name) && !rooms.includes(name) ? "payments" : (HOMES[name] ?? name);
}

/** Names the room of a source file. */
function roomOf(file: string): string | undefined {
  if (file.startsWith("src/features/payments/server/sandbox/")) return "sandbox-bank";
  const [, top, room] = file.split("/");
  return top === "features" || top === "engines" ? room : top;
}

/** Every crossing of these files, each once a file. Tables of `src/server` may be read by all, views too; no view is written. */
export function crossingsOf(files: readonly SourceFile[], { tables, views }: Schema): Crossing[] {
  return files.flatMap(({ path, text }) => {
    const room = roomOf(path);
    if (room === undefined || /\.test\.tsx?$/.test(path)) return [];
    const bare = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$|^\s*--.*$/gm, "");
    const named = (...patterns: RegExp[]) =>
      new Set(patterns.flatMap((pattern) => [...bare.matchAll(pattern)].map(([, name = ""]) => name)));
    const foreign = (name: string, owner = tables.get(name)) => owner !== undefined && owner !== room;
    const writes = [...named(WRITES)].filter((name) => foreign(name) || foreign(name, views.get(name)));
    const reads = [...named(READS, LISTED, NAMED)].filter(
      (name) => foreign(name) && tables.get(name) !== "server" && !writes.includes(name),
    );
    return [
      ...writes.map((table): Crossing => ({ room, table, kind: "writes", file: path })),
      ...reads.map((table): Crossing => ({ room, table, kind: "reads", file: path })),
    ];
  });
}
