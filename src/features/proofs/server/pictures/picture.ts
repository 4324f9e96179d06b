import { Refusal } from "#kernel/refusal.ts";
import { atMost } from "#server/at-most.ts";
import { sha256 as hashOf } from "#server/db/hash.ts";
import type { StoredFile } from "#server/store-file.ts";

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

/** A picture written anew; its file is named by content, so that the same picture is one. */
export interface Picture extends StoredFile {
  readonly sha256: string;
}

/**
 * Decodes a picture, queued, and writes it anew: upright, no larger than needed, without any metadata. A photo
 * becomes JPEG, a signature PNG.
 * @throws Refusal `deliveries.bad-picture`
 */
export const reencode = (given: Buffer, kind: "photo" | "signature"): Promise<Picture> =>
  decoding.run(() => reencodeNow(given, kind));

async function reencodeNow(given: Buffer, kind: "photo" | "signature"): Promise<Picture> {
  try {
    if (!isTaken(given)) throw new Refusal("deliveries.bad-picture", { field: "image" });
    // Loaded with the first picture: it brings 16 MB of native code.
    const { default: sharp } = await import("sharp");
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
    const sha256 = hashOf(bytes);
    const extension = kind === "photo" ? "jpg" : "png";
    return { bytes, sha256, file: `${sha256.slice(0, 2)}/${sha256}.${extension}` };
  } catch {
    throw new Refusal("deliveries.bad-picture", { field: "image" });
  }
}

/** Longer edge of a picture that is drawn on a page, in pixels: 9 cm at 200 dots an inch. */
const PAPER_EDGE_PX = 700;

/** A kept picture as a small JPEG for a page, queued. */
export const forPaper = (kept: Buffer): Promise<Buffer> =>
  decoding.run(async () => {
    const { default: sharp } = await import("sharp");
    return sharp(kept, { limitInputPixels: PICTURE_PIXELS })
      .resize({ width: PAPER_EDGE_PX, height: PAPER_EDGE_PX, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 75 })
      .toBuffer();
  });
