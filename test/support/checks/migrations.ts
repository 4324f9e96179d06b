import { ROOMS, type SourceFile } from "./walls.ts";
import type { Schema } from "./sql-walls.ts";

/** Those that have tables: rooms, and engines and the server, which have no folder among the rooms. */
export const OWNERS: readonly string[] = [...ROOMS, "server", "sandbox-bank"];

/** Version of Waybill, and the files that it brought along, each with its SHA-256. */
export type Released = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface MigrationFile extends SourceFile {
  /** SHA-256 of its text. */
  readonly hash: string;
}

const NAMED = /(?:^|\/)(\d{4})-([a-z0-9-]+?)(?:\.batches)?\.sql$/;

/**
 * The room that a migration belongs to: `0011-payments.sql` and `0057-payments-fees.sql` are files of payments. Of several rooms
 * whose name it begins with it is the longest: `0060-courier-phone-marks.sql` belongs to courier-phone, never to courier.
 *
 * @returns undefined where it begins with no room
 */
export function ownerOf(path: string, owners: readonly string[] = OWNERS): string | undefined {
  const subject = NAMED.exec(path)?.[2] ?? "";
  return owners
    .filter((one) => subject === one || subject.startsWith(`${one}-`))
    .toSorted((one, other) => other.length - one.length)[0];
}

const nameOf = (path: string): string => path.split("/").at(-1) ?? path;
const numberOf = (path: string): string => NAMED.exec(path)?.[1] ?? "";

const INSTEAD =
  "databases have run it as it was: put it back, and change the tables in a new file with the next number (CONTRIBUTING.md, Changing tables)";

/** A sentence for each fault of what was released, and of the files that came after it. */
export function releaseFaults(files: readonly MigrationFile[], released: Released): string[] {
  const frozen = new Map(
    Object.entries(released).flatMap(([version, of]) =>
      Object.entries(of).map(([name, hash]) => [name, { version, hash }]),
    ),
  );
  const last = [...frozen.keys()].map(numberOf).toSorted().at(-1) ?? "";
  const faults: string[] = [];
  for (const [name, { version, hash }] of frozen) {
    const file = files.find(({ path }) => nameOf(path) === name);
    if (!file) faults.push(`${name} was released with ${version} and is gone; ${INSTEAD}`);
    else if (file.hash !== hash)
      faults.push(`${name} was released with ${version} and was edited; ${INSTEAD}`);
  }
  const numbers = files.map(({ path }) => numberOf(path));
  for (const { path } of files) {
    const name = nameOf(path);
    if (numberOf(path) === "")
      faults.push(`${name} is no name of a migration: 0057-payments-fees.sql is one`);
    else if (ownerOf(path) === undefined) faults.push(`${name} begins with the name of no room`);
    else if (!frozen.has(name) && numberOf(path) <= last)
      faults.push(`${name} is new and would run before ${last}, which was released: give it a higher number`);
    if (numbers.filter((one) => one === numberOf(path)).length > 1) faults.push(`${name} shares its number`);
  }
  return faults;
}

const NAME = String.raw`(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?(?:public\.)?((?:\w+\.)?\w+)`;
const CHANGES = [
  String.raw`\b(?:alter|drop)\s+(?:table|view)\s+${NAME}`,
  String.raw`\b(?:insert\s+into|update|delete\s+from|truncate)\s+${NAME}`,
  String.raw`\bcreate\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?\w+\s+on\s+${NAME}`,
  String.raw`\bcreate\s+(?:or\s+replace\s+)?trigger\s+\w+[^;]*?\son\s+${NAME}`,
  String.raw`\bcreate\s+or\s+replace\s+view\s+${NAME}`,
  String.raw`\bcreate\s+policy\s+\w+\s+on\s+${NAME}`,
].map((text) => new RegExp(text, "gi"));

/** A sentence for each table or view that a migration changes and that a file of another room made. */
export function foreignChanges(files: readonly SourceFile[], { tables, views }: Schema): string[] {
  return files.flatMap(({ path, text }) => {
    const bare = text.replaceAll(/--.*$/gm, "").replaceAll(/\$\$[\s\S]*?\$\$/g, "");
    const room = ownerOf(path);
    const changed = new Set(CHANGES.flatMap((one) => [...bare.matchAll(one)].map(([, name = ""]) => name)));
    return [...changed].flatMap((name) => {
      const made = tables.get(name) ?? views.get(name);
      const owner = made === "demo-identity" ? "server" : made;
      return owner === undefined || owner === room
        ? []
        : [`${nameOf(path)} changes ${name}, which a file of ${owner} made: let a file of ${owner} do it`];
    });
  });
}
