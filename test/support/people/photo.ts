import sharp from "sharp";

/** A small photo as base64. */
export async function photo(width = 40, height = 30): Promise<string> {
  const drawn = sharp({ create: { width, height, channels: 3, background: "#a33" } });
  return (await drawn.jpeg().toBuffer()).toString("base64");
}
