import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** Removes the packages of earlier runs from a folder: an image is built from the only one there. */
export function removeEarlier(folder: string): void {
  for (const name of readdirSync(folder)) if (/^waybill-.*\.tgz$/.test(name)) rmSync(path.join(folder, name));
}
