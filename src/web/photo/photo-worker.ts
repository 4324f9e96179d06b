/** Longest side of a photo that is sent, in pixels; the server keeps no larger one. */
const MOST_PX = 1600;
const MOST_BYTES = 400_000;
const QUALITIES = [0.8, 0.65, 0.5, 0.35] as const;

/** The photo in the best quality that fits; the lowest where none does. */
async function small(photo: Blob): Promise<Blob> {
  const whole = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const scale = Math.min(1, MOST_PX / Math.max(whole.width, whole.height));
  const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(whole, 0, 0, width, height);
  whole.close();
  let made = photo;
  for (const quality of QUALITIES) {
    made = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (made.size <= MOST_BYTES) break;
  }
  return made;
}

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  small(data).then(postMessage, () => postMessage(null));
});
