import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "#server/db/db.ts";

/** Folder of the halves of pictures that phones are sending. */
export const uploadFolder = (dataFolder: string): string => path.join(dataFolder, "uploads");
const fileOf = (dataFolder: string, id: string): string => path.join(uploadFolder(dataFolder), `${id}.part`);

/** Bytes of an upload that are here so far. */
export async function bytesHere(dataFolder: string, id: string): Promise<number> {
  try {
    return (await stat(fileOf(dataFolder, id))).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}

/** Writes a part at its place. The same part twice writes the same bytes. */
export async function writePart(
  dataFolder: string,
  id: string,
  { offset, bytes }: { readonly offset: number; readonly bytes: Buffer },
): Promise<void> {
  await mkdir(uploadFolder(dataFolder), { recursive: true });
  const handle = await open(fileOf(dataFolder, id), offset === 0 ? "w" : "r+", 0o600);
  try {
    await handle.write(bytes, 0, bytes.length, offset);
  } finally {
    await handle.close();
  }
}

export const readUpload = (dataFolder: string, id: string): Promise<Buffer> =>
  readFile(fileOf(dataFolder, id));

export const dropUpload = (dataFolder: string, id: string): Promise<void> =>
  rm(fileOf(dataFolder, id), { force: true });
