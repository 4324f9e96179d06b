import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { Refusal } from "#kernel/refusal.ts";
import { atMost } from "#server/at-most.ts";

/** Longer edge of a kept picture, in pixels. */
export const PICTURE_EDGE_PX = 1_600;
/** Pixels that a picture may have before it is made smaller: the largest photo of a phone. More would be a bomb. */
export const PICTURE_PIXELS = 8_192 * 6_144;
/** Pictures that are decoded at the same time, some 200 MB each at worst; the others queue. */
export const DECODED_AT_ONCE = 2;
/** The queue of decoding, one for the whole process. */
export const decoding = atMost(DECODED_AT_ONCE);
/** How the files of each format that we take begin: no other decoder ever sees what was sent. */
const isJpeg = (bytes: Buffer): boolean => bytes.readUIntBE(0, 3) === 0xff_d8_ff;
const isPng = (bytes: Buffer): boolean => bytes.toString("latin1", 1, 8) === "PNG\r\n\u001a\n";
const isWebp = (bytes: Buffer): boolean =>
  bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
const isTaken = (bytes: Buffer): boolean =>
  bytes.length > 16 && (isJpeg(bytes) || isPng(bytes) || isWebp(bytes));

export interface Picture {
  readonly bytes: Buffer;
  readonly sha256: string;
  /** Path inside the picture store: by content, so that the same picture is one file. */
  readonly file: string;
}

/**
 * Decodes a picture, queued, and writes it anew: upright, no larger than needed, without any metadata. A photo
 * becomes JPEG, a signature PNG.
 * @throws Refusal `deliveries.bad-picture`
 */
export const reencode = (base64: string, kind: "photo" | "signature"): Promise<Picture> =>
  decoding.run(() => reencodeNow(base64, kind));

async function reencodeNow(base64: string, kind: "photo" | "signature"): Promise<Picture> {
  try {
    const given = Buffer.from(base64, "base64");
    if (!isTaken(given)) throw new Refusal("deliveries.bad-picture", { field: "image" });
    const source = sharp(given, {
      limitInputPixels: PICTURE_PIXELS,
      failOn: "error",
    });
    const upright = source
      .autoOrient()
      .resize({ width: PICTURE_EDGE_PX, height: PICTURE_EDGE_PX, fit: "inside", withoutEnlargement: true });
    const bytes = await (
      kind === "photo"
        ? upright.flatten({ background: "#ffffff" }).jpeg({ quality: 82 })
        : upright.png({ compressionLevel: 9 })
    ).toBuffer();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const extension = kind === "photo" ? "jpg" : "png";
    return { bytes, sha256, file: `${sha256.slice(0, 2)}/${sha256}.${extension}` };
  } catch {
    throw new Refusal("deliveries.bad-picture", { field: "image" });
  }
}

/** Puts a picture into the store so that it survives a crash right after: written, synced, renamed, folder synced. */
export async function storePicture(folder: string, { bytes, file }: Picture): Promise<void> {
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
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
