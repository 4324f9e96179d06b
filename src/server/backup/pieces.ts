import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { Transform, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { freeBytes } from "../folder.ts";
import { SetupProblem, systemCode } from "../setup-problem.ts";
import { EXIT, type Piece, type Rows, damaged } from "./manifest.ts";

/** Third of nine: within a tenth of the best size at a fraction of its time. */
const GZIP_LEVEL = 3;
const LOOK_EVERY_BYTES = 16e6;
const NEWLINE = 10;

/** Folder that pieces are written into. */
export interface Target {
  readonly folder: string;
  /** Bytes of its disk that stay free: others need them. */
  readonly reserve: number;
  readonly signal?: AbortSignal;
}

/** Passes bytes on and measures them. */
class Meter extends Transform {
  readonly #hash = createHash("sha256");
  bytes = 0;
  lines = 0;
  /** SHA-256 in hex, once all has passed. */
  digest = "";
  readonly #onBytes: (bytes: number) => void;

  constructor(onBytes: (bytes: number) => void = () => undefined) {
    super();
    this.#onBytes = onBytes;
  }

  override _transform(
    chunk: Buffer,
    _: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.lines += 1;
    try {
      this.#onBytes(this.bytes);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.digest = this.#hash.digest("hex");
    done();
  }
}

/** Stops writing before the disk of others is full. */
function watchRoom({ folder, reserve }: Target): (bytes: number) => void {
  let next = 0;
  return (bytes) => {
    if (bytes < next) return;
    next = bytes + LOOK_EVERY_BYTES;
    if (freeBytes(folder) < reserve) throw diskFull(folder);
  };
}

export const diskFull = (folder: string): SetupProblem =>
  new SetupProblem(
    `The disk that holds ${folder} has no room for a backup: nothing is left of this one. Make room, or choose another disk.`,
    EXIT.full,
  );

/** Writes rows in COPY text format as a compressed piece, safe on the disk when it returns. */
export async function writeRows(target: Target, file: string, rows: Readable): Promise<Rows> {
  const text = new Meter();
  const piece = await writePacked(target, file, [rows, text]);
  return { rows: text.lines, text: text.digest, piece };
}

/** Compresses what streams say as a piece, safe on the disk when it returns. */
export async function writePacked(
  target: Target,
  file: string,
  from: readonly [Readable, ...Transform[]],
): Promise<Piece> {
  const packed = new Meter(watchRoom(target));
  const place = await placeFor(target, file);
  const gzip = createGzip({ level: GZIP_LEVEL });
  await pipeline([...from, gzip, packed, writeTo(place)], endOf(target));
  const { size } = await stat(place);
  if (size !== packed.bytes) throw diskFull(target.folder);
  return { file, bytes: packed.bytes, sha256: packed.digest };
}

/** Copies a file as a piece, safe on the disk when it returns. */
export async function writeCopy(target: Target, file: string, from: string): Promise<Piece> {
  const meter = new Meter(watchRoom(target));
  const place = await placeFor(target, file);
  await pipeline(createReadStream(from), meter, writeTo(place), endOf(target));
  return { file, bytes: meter.bytes, sha256: meter.digest };
}

/**
 * Takes a piece over from an earlier backup, without a second copy on the disk.
 *
 * @returns false where the disk knows no further names of a file, or the earlier piece is not there
 */
export async function linkPiece(target: Target, file: string, from: string): Promise<boolean> {
  const place = path.join(target.folder, file);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  return link(from, place).then(
    () => true,
    (error: unknown) => {
      if (systemCode(error) === "ENOSPC") throw error;
      return false;
    },
  );
}

async function placeFor({ folder }: Target, file: string): Promise<string> {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  return place;
}

/** A new file that is safe on the disk when the stream ends. */
const writeTo = (place: string) => createWriteStream(place, { flags: "wx", mode: 0o600, flush: true });

const endOf = ({ signal }: Target) => ({ ...(signal && { signal }) });

/** @throws SetupProblem (exit code 2) where a piece is missing or not as it was written */
export async function checkPiece(folder: string, piece: Piece, signal?: AbortSignal): Promise<void> {
  const found = await measure(path.join(folder, piece.file), signal);
  if (found?.bytes !== piece.bytes || found.sha256 !== piece.sha256) throw damaged(folder, piece.file);
}

/** Bytes and SHA-256 of a file; undefined where there is none. */
export async function measure(
  file: string,
  signal?: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string } | undefined> {
  const meter = new Meter();
  try {
    await pipeline(createReadStream(file, { ...(signal && { signal }) }), meter.resume());
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(systemCode(error))) return undefined;
    throw error;
  }
  return { bytes: meter.bytes, sha256: meter.digest };
}

/** Bytes, rows and SHA-256 of rows that somebody reads out. */
export async function measureRows(rows: Readable): Promise<Pick<Rows, "rows" | "text">> {
  const meter = new Meter();
  await pipeline(rows, meter.resume());
  return { rows: meter.lines, text: meter.digest };
}

/** Unpacks rows into a stream. @throws SetupProblem (exit code 2) where they are not those that were written */
export async function readRows(folder: string, { rows, text, piece }: Rows, into: Writable): Promise<void> {
  const meter = new Meter();
  await pipeline(createReadStream(path.join(folder, piece.file)), createGunzip(), meter, into);
  if (meter.lines !== rows || meter.digest !== text) throw damaged(folder, piece.file);
}

/** Copies a file out of a backup, safe on the disk when it returns. @throws SetupProblem (exit code 2) where it is not as it was written */
export async function takeOut(folder: string, piece: Piece, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(path.join(folder, piece.file), to);
  const handle = await open(to, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const found = await measure(to);
  if (found?.sha256 !== piece.sha256) throw damaged(folder, piece.file);
}
