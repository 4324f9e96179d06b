import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(m?js|css|html|svg|json|webmanifest|wasm)$/;
/** Below this, the headers cost more than compression saves. */
const WORTH_BYTES = 512;
/** Beside the other caches, by what was compressed. */
const CACHE = "node_modules/.cache/compressed";

const ways = {
  gz: (raw: Buffer) => gzipSync(raw, { level: 9 }),
  br: (raw: Buffer) => brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
};

/**
 * Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses while it serves. A file
 * that the build before had too is not compressed again: all of them take 20 s of processor time, a third of a build.
 */
export function compress(): Plugin {
  let out = "dist";
  let cache = CACHE;
  return {
    name: "waybill:compress",
    apply: "build",
    configResolved: (config) => {
      out = config.build.outDir;
      cache = resolve(config.root, CACHE);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: () => compressFolder(out, cache),
    },
  };
}

/** Compresses all of a folder, through a cache that afterwards holds this folder's files alone. */
export function compressFolder(out: string, cache: string): void {
  mkdirSync(cache, { recursive: true });
  const used = new Set<string>();
  for (const file of readdirSync(out, { recursive: true, encoding: "utf8" })) {
    const path = join(out, file);
    if (!TEXT.test(file) || !statSync(path).isFile() || statSync(path).size < WORTH_BYTES) continue;
    const raw = readFileSync(path);
    for (const [ending, way] of Object.entries(ways)) {
      const name = `${nameOf(raw)}.${ending}`;
      used.add(name);
      writeFileSync(
        `${path}.${ending}`,
        kept(join(cache, name), () => way(raw)),
      );
    }
  }
  for (const name of readdirSync(cache)) if (!used.has(name)) rmSync(join(cache, name), { force: true });
}

/** Another release of Node may compress to other bytes. */
const nameOf = (raw: Buffer): string =>
  createHash("sha256").update(`${process.version}\0`).update(raw).digest("hex");

/** The first 32 bytes of a file in the cache are the hash of the rest: one that was cut short is made anew. */
function kept(file: string, make: () => Buffer): Buffer {
  const sealed = readIfThere(file);
  const [seal, body] = [sealed.subarray(0, SEAL_BYTES), sealed.subarray(SEAL_BYTES)];
  if (seal.length === SEAL_BYTES && sealOf(body).equals(seal)) return body;
  const made = make();
  writeFileSync(file, Buffer.concat([sealOf(made), made]));
  return made;
}

/** Another build may clear the cache meanwhile. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

const SEAL_BYTES = 32;
const sealOf = (body: Buffer): Buffer => createHash("sha256").update(body).digest();
