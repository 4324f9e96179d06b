import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";

/** SHA-256 of each file in a compressed tar. */
export type Hashes = ReadonlyMap<string, string>;

/** Reads a compressed tar through without unpacking it. */
export const hashTar = (file: string): Promise<Hashes> =>
  readTar(file, () => Promise.resolve(new Writable({ write: (_chunk, _encoding, done) => done() })));

/**
 * Unpacks a compressed tar into a folder of its own. Whoever the tar says owns a file does not count: as root PostgreSQL
 * could not read it.
 */
export async function unpackTar(
  file: string,
  into: string,
  owner: { readonly uid: number; readonly gid: number } | undefined,
): Promise<Hashes> {
  const folder = async (name: string): Promise<void> => {
    const place = within(into, name);
    await mkdir(place, { recursive: true, mode: 0o700 });
    if (owner) await chown(place, owner.uid, owner.gid);
  };
  await folder(".");
  return readTar(
    file,
    async (name) => {
      const place = within(into, name);
      const out = createWriteStream(place, { flags: "wx", mode: 0o600 });
      if (owner) out.once("close", () => void chown(place, owner.uid, owner.gid));
      return out;
    },
    folder,
  );
}

function within(folder: string, name: string): string {
  const place = path.resolve(folder, name);
  if (place !== folder && !place.startsWith(folder + path.sep)) throw new Error(`${name} lies outside`);
  return place;
}

async function readTar(
  file: string,
  openFor: (name: string) => Promise<Writable>,
  onFolder: (name: string) => Promise<void> = () => Promise.resolve(),
): Promise<Hashes> {
  const hashes = new Map<string, string>();
  const source = createReadStream(file);
  const packed = createGunzip();
  // A fault of the disk reaches the decoder as one of the stream that it reads.
  source.once("error", (error) => packed.destroy(error));
  const entries = Readable.toWeb(source.pipe(packed)).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    if (header.type === "directory") {
      await onFolder(header.name);
      await body.cancel();
    } else if (header.type === "file") {
      const hash = createHash("sha256");
      const measure = new Transform({
        transform: (chunk: Buffer, _encoding, done) => done(null, (hash.update(chunk), chunk)),
      });
      await pipeline(Readable.fromWeb(body), measure, await openFor(header.name));
      hashes.set(path.posix.normalize(header.name), hash.digest("hex"));
    } else throw new Error(`${header.name} is a ${header.type}, which no base holds`);
  }
  return hashes;
}
