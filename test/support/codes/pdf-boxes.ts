import { inflateSync } from "node:zlib";

/** Rectangles `[x, y, width, height]` that each page of a document of our own fills, in points from its top left. */
export function boxesOfPages(pdf: Buffer): number[][][] {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: opening }) => index + opening.length);
  return streams.flatMap((from) => {
    const drawn = inflated(pdf.subarray(from, text.indexOf("endstream", from)));
    // Every page begins by turning its upper left corner into the origin; fonts and pictures do not.
    if (!drawn?.startsWith("1 0 0 -1 0 ")) return [];
    return [
      [...drawn.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re\b/g)].map((box) =>
        box.slice(1).map(Number),
      ),
    ];
  });
}

function inflated(bytes: Buffer): string | undefined {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    return undefined;
  }
}
