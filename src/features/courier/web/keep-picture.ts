/** Longest side of a photo that is sent, in pixels; the server keeps no larger one. */
export const PHOTO_MAX_PX = 1600;
const PHOTO_QUALITY = 0.8;

/** A photo as base64 JPEG, scaled down, upright, without the camera's metadata. @throws when it is no picture */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, PHOTO_MAX_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return base64Of(canvas.toDataURL("image/jpeg", PHOTO_QUALITY));
}

/** The part of a `data:` address after the comma. */
export const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(",") + 1);
