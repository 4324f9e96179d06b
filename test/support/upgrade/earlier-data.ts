import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, constants } from "node:zlib";
import type { Manifest } from "#server/backup/manifest.ts";

const KEPT = "test/released";

/** Versions of which a data folder is kept; `tools/release/release.ts` makes one. */
export const releasedVersions = (): string[] =>
  readdirSync(KEPT)
    .filter((name) => !name.endsWith(".json"))
    .toSorted();

const unpacked = (version: string, name: string): Buffer =>
  brotliDecompressSync(readFileSync(path.join(KEPT, version, name)), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });

/** Puts the data folder that this version left into a new folder, as it lay on its disk. */
export function takeEarlierData(version: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["x", "-C", folder, "--no-same-owner"], { input: unpacked(version, "data.tar.br") });
}

/** Rows and files of that data folder, as an export by that version listed them. */
export const earlierManifest = (version: string): Manifest =>
  JSON.parse(readFileSync(path.join(KEPT, version, "manifest.json"), "utf8"));

/** How that version described its API. */
export const earlierApi = (version: string): unknown =>
  JSON.parse(unpacked(version, "api.json.br").toString());
