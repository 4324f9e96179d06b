import { createReadStream, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { Client, type ClientConfig } from "pg";
import * as z from "zod/mini";
import { sha256 } from "../../db/hash.ts";
import { failpoint } from "../../failpoint.ts";
import { freeBytes } from "../../folder.ts";
import { syncFolder } from "../../store-file.ts";
import { damaged } from "../manifest.ts";
import { checkPiece, diskFull, writeCopy, writePacked } from "../pieces.ts";
import { DRAFT } from "../shelf.ts";
import { type Segment, segmentAt } from "./segments.ts";
import { type Hashes, hashTar, unpackTar } from "./tar.ts";

const BASE_FORMAT = 1;
/** Begins the name of each base's folder. */
export const BASE = "base-";
export const BASE_FILE = "base.json";
/** Apart from what is read each minute: there may be 100,000. */
const PICTURES = "pictures.json";
const TAR = "base.tar.gz";
const FILES = "backup_manifest";
/** Folder that PostgreSQL writes into, beside its own. */
const WORK = "base-draft";
/** Pages and log beside the databases' own size. */
const ROOM = 1.3;

const Piece = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
const Base = z.object({
  format: z.literal(BASE_FORMAT),
  /** Version of Waybill. */
  program: z.string(),
  installation: z.string(),
  postgres: z.string(),
  /** From this instant on the database can be brought back. */
  takenAt: z.string(),
  timeline: z.number(),
  /** First segment of the log that it needs, as its number in the timeline. */
  first: z.number(),
  pieces: z.array(Piece),
});
/** A copy of the database's files, from which the log goes on. */
export type Base = z.infer<typeof Base>;

export interface BaseSource {
  readonly connection: ClientConfig;
  /** Folder of the embedded database. */
  readonly folder: string;
  readonly program: string;
  readonly installation: string;
  readonly pictures: readonly string[];
}

/** Names of the pictures that lay in the data folder when a base was taken. */
export const picturesOf = (folder: string): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(path.join(folder, PICTURES), "utf8")));

/** First segment that a base needs. */
export const firstOf = ({ timeline, first }: Base): Segment => ({ timeline, nth: first });

/** @throws SetupProblem (exit code 2) where it is not as it was written */
export function readBase(folder: string): Base {
  const read = Base.safeParse(JSON.parse(readFileSync(path.join(folder, BASE_FILE), "utf8")));
  if (!read.success) throw damaged(folder, BASE_FILE);
  return read.data;
}

/**
 * Copies the running embedded database as one base into a folder of bases. PostgreSQL writes beside its own files and
 * checks the sum of every page; the base has its name only once all was read back.
 *
 * @param reserve bytes that stay free on the disk of the data
 * @throws SetupProblem where either disk has no room, DatabaseError where a page is damaged
 */
export async function takeBase(source: BaseSource, shelf: string, reserve: number): Promise<string> {
  const work = path.join(source.folder, WORK);
  const draft = path.join(shelf, `${DRAFT}${randomBytes(4).toString("hex")}`);
  rmSync(work, { recursive: true, force: true });
  try {
    await needRoomFor(source, reserve);
    const { takenAt, postgres } = await copyDatabase(source.connection, work);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const target = { folder: draft, reserve: 0 };
    const pieces = [
      await writePacked(target, TAR, [createReadStream(path.join(work, "base.tar"))]),
      await writeCopy(target, FILES, path.join(work, FILES)),
    ];
    rmSync(work, { recursive: true, force: true });
    const { timeline, nth } = startOf(draft);
    const { program, installation, pictures } = source;
    const base: Base = {
      format: BASE_FORMAT,
      program,
      installation,
      postgres,
      takenAt,
      timeline,
      first: nth,
      pieces,
    };
    failpoint("base:written");
    for (const piece of pieces) await checkPiece(draft, piece);
    compareFiles(draft, await hashTar(path.join(draft, TAR)));
    writeFileSync(path.join(draft, PICTURES), JSON.stringify(pictures), { mode: 0o600, flush: true });
    writeFileSync(path.join(draft, BASE_FILE), JSON.stringify(base), { mode: 0o600, flush: true });
    await syncFolder(draft);
    const name = `${BASE}${takenAt.replaceAll(":", "-")}`;
    await rename(draft, path.join(shelf, name));
    await syncFolder(shelf);
    return name;
  } finally {
    rmSync(work, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function needRoomFor({ connection, folder }: BaseSource, reserve: number): Promise<void> {
  const bytes = await asking(connection, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      "select sum(pg_database_size(oid)) as bytes from pg_database",
    );
    return Number(rows[0]?.bytes ?? 0);
  });
  if (freeBytes(folder) < bytes * ROOM + reserve) throw diskFull(folder);
}

/** @returns an instant that lies in the log after the copy's end */
async function copyDatabase(
  connection: ClientConfig,
  work: string,
): Promise<{ readonly takenAt: string; readonly postgres: string }> {
  const target = `TARGET 'server', TARGET_DETAIL '${work.replaceAll("'", "''")}'`;
  const replication: ClientConfig & { replication: string } = { ...connection, replication: "true" };
  await asking(replication, (client) =>
    client.query(
      `BASE_BACKUP (LABEL 'waybill', CHECKPOINT 'fast', WAL, ${target}, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    ),
  );
  return asking(connection, async (client) => {
    const { rows } = await client.query<{ at: Date; version: string }>(
      "select clock_timestamp() as at, current_setting('server_version') as version",
    );
    return { takenAt: (rows[0]?.at ?? new Date()).toISOString(), postgres: rows[0]?.version ?? "" };
  });
}

async function asking<T>(connection: ClientConfig, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, statement_timeout: 0, query_timeout: 0 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL's own list of the files of a base, their hashes and the part of the log that it needs. */
interface FileList {
  readonly Files: readonly { readonly Path: string; readonly Checksum: string }[];
  readonly "WAL-Ranges": readonly [{ readonly Timeline: number; readonly "Start-LSN": string }];
  readonly "Manifest-Checksum": string;
}

/** @throws SetupProblem (exit code 2) where the list does not hash to what it says itself */
function readFileList(folder: string): FileList {
  const text = readFileSync(path.join(folder, FILES), "utf8");
  const list = JSON.parse(text) as FileList;
  const body = text.slice(0, text.indexOf('"Manifest-Checksum"'));
  if (sha256(body) !== list["Manifest-Checksum"]) throw damaged(folder, FILES);
  return list;
}

/** PostgreSQL's own number of the cluster that a base was taken of; 64 bits, so as text. */
export const systemOf = (folder: string): string | undefined =>
  /"System-Identifier": (\d+)/.exec(readFileSync(path.join(folder, FILES), "utf8"))?.[1];

function startOf(folder: string): Segment {
  const [range] = readFileList(folder)["WAL-Ranges"];
  return segmentAt(range.Timeline, range["Start-LSN"]);
}

/** @throws SetupProblem (exit code 2) where a file differs from what PostgreSQL read */
function compareFiles(folder: string, hashes: Hashes): void {
  for (const { Path: name, Checksum: hash } of readFileList(folder).Files)
    if (hashes.get(name) !== hash) throw damaged(folder, name);
}

/** Puts the files of a base into a new folder. @throws SetupProblem (exit code 2) where one is not as it was written */
export async function unpackBase(
  folder: string,
  into: string,
  owner: { readonly uid: number; readonly gid: number } | undefined,
): Promise<void> {
  for (const piece of readBase(folder).pieces) await checkPiece(folder, piece);
  compareFiles(folder, await unpackTar(path.join(folder, TAR), into, owner));
}
