import path, { join } from "node:path";
import { placeOfFile } from "#server/backup/manifest.ts";
import { measure, takeOut } from "#server/backup/pieces.ts";
import { syncFolder } from "#server/store-file.ts";
import type { Backup } from "./fill.ts";

/** Takes the files of a backup out. @returns the folders of the data folder that they belong to */
export async function takeFilesOut(
  { folder, manifest }: Backup,
  placeOf: (name: string) => string,
): Promise<string[]> {
  const tops = new Set<string>();
  const touched = new Set<string>();
  for (const { path: name, bytes, sha256 } of manifest.files) {
    const [top = "", ...rest] = name.split("/");
    tops.add(top);
    const to = join(placeOf(top), ...rest);
    touched.add(path.dirname(to));
    if ((await measure(to))?.sha256 === sha256) continue;
    await takeOut(folder, { file: placeOfFile(name), bytes, sha256 }, to);
  }
  for (const one of touched) await syncFolder(one);
  return [...tops];
}
