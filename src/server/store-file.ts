import { randomUUID } from "node:crypto";
import { access, mkdir, open, rename } from "node:fs/promises";
import path from "node:path";

export interface StoredFile {
  readonly bytes: Buffer;
  /** Path inside its folder. */
  readonly file: string;
}

/** Puts a file into a folder so that it survives a crash right after: written, synced, renamed, folder synced. */
export async function storeFile(folder: string, { bytes, file }: StoredFile): Promise<void> {
  const target = path.join(folder, file);
  if (await exists(target)) return;
  const shelf = path.dirname(target);
  await mkdir(shelf, { recursive: true });
  const draft = `${target}.${randomUUID()}.part`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, target);
  await syncFolder(shelf);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Windows cannot open a folder; there the rename itself is all there is. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
