import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { hashOf } from "../db/hash.ts";
import { NEWER, SetupProblem, systemCode } from "../setup-problem.ts";

/** Version of the format that this program writes; it reads this one and those before. */
export const FORMAT = 1;
export const MANIFEST = "manifest.json";

/** Exit codes of the commands for backups, for scripts; anything else that must be mended first ends with 1. */
export const EXIT = { damaged: 2, full: 3, newer: NEWER } as const;

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Count = z.number().check(z.int(), z.nonnegative());
/** Path within the backup, with slashes; never out of it. */
const Inside = z.string().check(
  z.regex(/^[\w.-]+(\/[\w.-]+)*$/),
  z.refine((name) => !name.split("/").includes("..")),
);

/** A file of the backup: its bytes as they lie on the disk. */
const Piece = z.object({ file: Inside, bytes: Count, sha256: Sha256 });
export type Piece = z.infer<typeof Piece>;

/** Rows in PostgreSQL's COPY text format, compressed by gzip; `text` is the SHA-256 of that text. */
const Rows = z.object({ rows: Count, text: Sha256, piece: Piece });
export type Rows = z.infer<typeof Rows>;

const Table = z.extend(Rows, { schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type Table = z.infer<typeof Table>;

const Sequence = z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() });
export type Sequence = z.infer<typeof Sequence>;

const Manifest = z.object({
  format: Count,
  /** Version of Waybill that wrote it. */
  program: z.string(),
  /** Id of the installation that it was taken of. */
  installation: z.optional(z.string()),
  postgres: z.string(),
  /** The point in time of all rows. */
  takenAt: z.string(),
  /** The schema: what these migrations make, by name and SHA-256. */
  migrations: z.array(z.object({ name: z.string(), hash: Sha256 })),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  jobs: z.optional(Rows),
  /** Files of the data folder, by their path in it. */
  files: z.array(z.object({ path: Inside, bytes: Count, sha256: Sha256 })),
  /** Pictures that the rows name and that were missing or damaged when it was taken. */
  missing: z.array(z.string()),
  /** Folders that never stood still while they were copied: their files may be of several moments. */
  unsteady: z.optional(z.array(z.string())),
});
export type Manifest = z.infer<typeof Manifest>;

/** Place of a file of the data folder in the backup. */
export const placeOfFile = (name: string): string => `files/${name}`;

/** Every piece of a backup. */
export const piecesOf = ({ tables, jobs, files }: Manifest): Piece[] => [
  ...[...tables, ...(jobs ? [jobs] : [])].map(({ piece }) => piece),
  ...files.map(({ path: name, bytes, sha256 }) => ({ file: placeOfFile(name), bytes, sha256 })),
];

/** The manifest as a text that carries its own SHA-256. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, seal: hashOf(manifest) }, null, 1)}\n`;

/**
 * Reads the manifest of a backup.
 *
 * @param text where it does not lie in the folder
 * @throws SetupProblem where there is none, it was changed (exit code 2), or a newer Waybill wrote it (4)
 */
export function readManifest(folder: string, text = textIn(folder)): Manifest {
  const found = parse(text, folder);
  const { seal, ...content } = found;
  const format = content["format"];
  if (typeof format === "number" && format > FORMAT)
    throw new SetupProblem(
      `The backup ${folder} has format ${format} and this Waybill reads up to ${FORMAT}: use the Waybill that wrote it, or a newer one.`,
      EXIT.newer,
    );
  const read = Manifest.safeParse(content);
  if (!read.success || seal !== hashOf(content)) throw damaged(folder, MANIFEST);
  return read.data;
}

function textIn(folder: string): string {
  try {
    return readFileSync(path.join(folder, MANIFEST), "utf8");
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes(systemCode(error))) throw error;
    throw new SetupProblem(`${folder} holds no backup: name a folder that "waybill backup" made.`);
  }
}

function parse(text: string, folder: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw damaged(folder, MANIFEST);
}

export const damaged = (folder: string, piece: string): SetupProblem =>
  new SetupProblem(
    `The backup ${folder} is damaged: ${piece} is not as it was written. Nothing was changed; use another backup.`,
    EXIT.damaged,
  );
