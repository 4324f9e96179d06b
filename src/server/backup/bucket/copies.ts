import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { atMost } from "../../at-most.ts";
import { freeBytes } from "../../folder.ts";
import { SetupProblem } from "../../setup-problem.ts";
import { type KeepRule, keptOf } from "../keep.ts";
import { EXIT, MANIFEST, type Piece, damaged, manifestText, piecesOf, readManifest } from "../manifest.ts";
import { measure } from "../pieces.ts";
import { type Good, MARKER, ownerIn, timeOf } from "../shelf.ts";
import type { Bucket } from "./bucket.ts";

/** Whole backups in object storage. Pieces lie under their SHA-256, so what did not change is there once. */
export interface Copies {
  /**
   * Copies a backup that lies in a folder. It is named last, after each piece that was not there was read back.
   *
   * @throws SetupProblem where the bucket holds the backups of another installation, or the storage fails
   */
  add(folder: string, signal?: AbortSignal): Promise<void>;
  /** The newest first. */
  good(): Promise<Good[]>;
  /** Deletes those that the rule does not keep, and once a day the pieces that none names. @returns their names */
  prune(rule: KeepRule): Promise<string[]>;
  /**
   * Brings one into a new folder below `into`, the newest where no name is given.
   *
   * @throws SetupProblem where there is none, a piece is missing or not as it was written (exit code 2), or the disk is full (3)
   */
  bring(into: string, name?: string): Promise<string>;
}

const NAMED = "good/";
const PIECES = "files/";
/** Requests at the same time: pictures are many and small. */
const LANES = 4;
/** Pieces of a copy that was ended help the next one. */
const UNNAMED_KEPT_MS = 48 * HOUR_MS;

const keyOf = ({ sha256 }: Pick<Piece, "sha256">): string => `${PIECES}${sha256.slice(0, 2)}/${sha256}`;
const keyOfName = (name: string): string => `${NAMED}${name}.json`;

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const turns = atMost(LANES);
  await Promise.all(items.map((item) => turns.run(() => work(item))));
}

async function digestOf(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(bytes, hash);
  return hash.digest("hex");
}

export function openCopies(bucket: Bucket): Copies {
  const good = async (): Promise<Good[]> =>
    (await bucket.list(NAMED))
      .flatMap(({ key }) => {
        const name = key.slice(NAMED.length).replace(/\.json$/, "");
        const time = timeOf(name);
        return time === undefined ? [] : [{ name, time }];
      })
      .toSorted((a, b) => b.time - a.time);

  async function refuseOthers(installation: string): Promise<void> {
    const text = await bucket.text(MARKER);
    const owner = ownerIn(text);
    if (owner === undefined) return bucket.putText(MARKER, `${JSON.stringify({ installation })}\n`);
    if (owner !== installation)
      throw new SetupProblem(
        `The bucket's folder holds the backups of another installation: choose another folder. Where this one goes on in its place, delete ${MARKER} there.`,
      );
  }

  /** Leaves only what was read back: the next copy goes by the size of what is there. */
  async function send(folder: string, piece: Piece): Promise<void> {
    try {
      await bucket.put(keyOf(piece), path.join(folder, piece.file));
      const back = await bucket.open(keyOf(piece));
      if (back && (await digestOf(back)) === piece.sha256) return;
    } catch (error) {
      await bucket.remove([keyOf(piece)]).catch(() => undefined);
      throw error;
    }
    await bucket.remove([keyOf(piece)]);
    throw new SetupProblem(`The object storage did not keep ${piece.file} as it was sent: try again.`);
  }

  /** Pieces that no backup names and that are not new. */
  async function sweep(): Promise<void> {
    const named = new Set<string>();
    for (const { name } of await good()) for (const piece of await piecesNamed(name)) named.add(keyOf(piece));
    const old = Date.now() - UNNAMED_KEPT_MS;
    const gone = (await bucket.list(PIECES)).filter(
      ({ key, changedAt }) => !named.has(key) && changedAt.getTime() < old,
    );
    await bucket.remove(gone.map(({ key }) => key));
  }

  async function piecesNamed(name: string): Promise<Piece[]> {
    return piecesOf(readManifest(name, (await bucket.text(keyOfName(name))) ?? ""));
  }

  async function fetchPiece(folder: string, piece: Piece): Promise<void> {
    const place = path.join(folder, piece.file);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    const bytes = await bucket.open(keyOf(piece));
    if (!bytes) throw damaged(folder, piece.file);
    await pipeline(bytes, createWriteStream(place, { flags: "wx", mode: 0o600, flush: true }));
    if ((await measure(place))?.sha256 !== piece.sha256) throw damaged(folder, piece.file);
  }

  return {
    async add(folder, signal) {
      const manifest = readManifest(folder);
      await refuseOthers(manifest.installation ?? "");
      const there = new Map((await bucket.list(PIECES)).map(({ key, bytes }) => [key, bytes]));
      const pieces = new Map(piecesOf(manifest).map((piece) => [keyOf(piece), piece]));
      const fresh = [...pieces.values()].filter((piece) => there.get(keyOf(piece)) !== piece.bytes);
      await inLanes(fresh, async (piece) => {
        signal?.throwIfAborted();
        await send(folder, piece);
      });
      await bucket.putText(keyOfName(path.basename(folder)), manifestText(manifest));
    },
    good,
    async prune(rule) {
      const all = await good();
      const times = all.map(({ time }) => time);
      const kept = keptOf(times, rule);
      const gone = all.filter(({ time }) => !kept.has(time)).map(({ name }) => name);
      await bucket.remove(gone.map(keyOfName));
      const [newest = 0, before = 0] = times;
      if (Math.floor(newest / DAY_MS) !== Math.floor(before / DAY_MS)) await sweep();
      return gone;
    },
    async bring(into, wanted) {
      const name = wanted ?? (await good())[0]?.name;
      const text = name === undefined ? undefined : await bucket.text(keyOfName(name));
      if (name === undefined || text === undefined)
        throw new SetupProblem(
          `The bucket's folder holds no backup${wanted === undefined ? "" : ` ${wanted}`}: name a place that "waybill backup" wrote to.`,
        );
      const folder = path.join(into, name);
      const pieces = piecesOf(readManifest(folder, text));
      const need = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
      if (freeBytes(into) < need)
        throw new SetupProblem(
          `The disk that holds ${into} has no room for the backup: make ${Math.ceil(need / 1e6)} MB free.`,
          EXIT.full,
        );
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await inLanes(pieces, (piece) => fetchPiece(folder, piece));
      await writeFile(path.join(folder, MANIFEST), text, { mode: 0o600, flush: true });
      return folder;
    },
  };
}
