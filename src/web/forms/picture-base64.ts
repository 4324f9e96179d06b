/** Longest side of a picture that is sent, in pixels. */
const SIDE_PX = 1600;
const QUALITY = 0.85;

/** A picture from a file, made small enough to send, as base64 of a JPEG. @throws when the file is no picture */
export async function pictureBase64(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (context) {
    // A JPEG has no transparency: what a drawn signature leaves open would be black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
  return canvas.toDataURL("image/jpeg", QUALITY).replace(/^data:[^,]*,/, "");
}
