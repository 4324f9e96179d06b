import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Symbol } from "#server/pdf/symbols.ts";

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** A picture in grey, a byte a pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Draws a symbol on white. @param edge modules of quiet zone, and pixels a module */
export function pixelsOf(symbol: Symbol, edge: { readonly quiet: number; readonly scale: number }): Pixels {
  const { quiet, scale } = edge;
  const width = (symbol.width + 2 * quiet) * scale;
  const height = (symbol.height + 2 * quiet) * scale;
  const boxes = symbol.dark.map(([x, y, w, h]) => [
    (x + quiet) * scale,
    (y + quiet) * scale,
    w * scale,
    h * scale,
  ]);
  return painted({ width, height }, boxes);
}

/** Paints dark boxes `[x, y, width, height]` on white. */
export function painted(
  { width, height }: Pick<Pixels, "width" | "height">,
  boxes: readonly (readonly number[])[],
): Pixels {
  const grey = new Uint8Array(width * height).fill(255);
  for (const [x = 0, y = 0, w = 0, h = 0] of boxes)
    for (let row = Math.round(y); row < Math.round(y + h); row += 1)
      grey.fill(0, row * width + Math.round(x), row * width + Math.round(x + w));
  return { width, height, grey };
}

/** Everything that the phone's decoder reads from a picture, in the order of the texts. */
export function decodedFrom({ width, height, grey }: Pixels): Promise<Decoded[]> {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [at, shade] of grey.entries()) data.set([shade, shade, shade, 255], at * 4);
  return decoded({ width, height, data, colorSpace: "srgb" });
}

/** As `decodedFrom`, from the bytes of a PNG or JPEG. */
export const decodedFromFile = (bytes: Uint8Array): Promise<Decoded[]> => decoded(bytes);

interface Decoded {
  readonly format: string;
  readonly text: string;
}

async function decoded(picture: Parameters<typeof readBarcodes>[0]): Promise<Decoded[]> {
  const found = await readBarcodes(picture, { formats: ["Code128", "QRCode"], tryHarder: true });
  return found
    .map(({ format, text }) => ({ format, text }))
    .toSorted((a, b) => a.format.localeCompare(b.format));
}
