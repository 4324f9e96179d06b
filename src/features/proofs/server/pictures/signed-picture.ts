import { Refusal } from "#kernel/refusal.ts";
import { isSignedPicture } from "#kernel/drawn-signature.ts";
import type { InkOnPicture } from "#kernel/drawn-signature.ts";
import { decoding } from "./picture.ts";
import type { Picture } from "./picture.ts";

/** Grey below this is ink: a pen is dark on a light field. */
const INK_BELOW = 140;
/** Longer edge of the copy that is examined. A thin line stays visible, and the check takes some milliseconds. */
const LOOK_PX = 800;

/** @throws Refusal `deliveries.signature-empty` for a picture without a signature */
export async function mustBeSigned(picture: Picture): Promise<void> {
  const ink = await decoding.run(() => inkOn(picture.bytes));
  if (!isSignedPicture(ink)) throw new Refusal("deliveries.signature-empty", { field: "image" });
}

async function inkOn(bytes: Buffer): Promise<InkOnPicture> {
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(bytes)
    .flatten({ background: "#ffffff" })
    .resize({ width: LOOK_PX, height: LOOK_PX, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  let count = 0;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < width * height; at += 1) {
    if ((data[at * channels] ?? 255) >= INK_BELOW) continue;
    const x = at % width;
    const y = Math.floor(at / width);
    count += 1;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return {
    ink: count / (width * height),
    width: Math.max(0, right - left + 1) / width,
    height: Math.max(0, bottom - top + 1) / height,
  };
}
