import { code128 as drawCode128 } from "bwip-js/node";
import { encode } from "uqr";

/** A barcode as dark rectangles `[x, y, width, height]`, in modules; the quiet zone is the caller's. */
export interface Symbol {
  readonly width: number;
  readonly height: number;
  readonly dark: readonly (readonly [number, number, number, number])[];
}

/** Draws a text as Code 128 (ISO/IEC 15417): bars of height 1. Its quiet zone is 10 modules at each side. */
export function code128(text: string): Symbol {
  const dark: [number, number, number, number][] = [];
  let width = 0;
  drawCode128(
    { bcid: "code128", text, scale: 1 },
    {
      ...NOTHING,
      init: (given) => void (width = given),
      // The library names the middle of a bar, rounded up.
      line: (...[x, , , , bar]) => void dark.push([x - Math.ceil(bar / 2), 0, bar, 1]),
      end: () => undefined,
    },
  );
  return { width, height: 1, dark };
}

/** Parts of a drawing that Code 128 without its text has no use for. */
const NOTHING = {
  scale: () => null,
  measure: () => ({ width: 0, ascent: 0, descent: 0 }),
  polygon: () => undefined,
  hexagon: () => undefined,
  ellipse: () => undefined,
  fill: () => undefined,
  text: () => undefined,
} as const;

/** Draws a text as a QR code that survives 25 % of damage. Its quiet zone is 4 modules at each side. */
export function qrCode(text: string): Symbol {
  const { data, size } = encode(text, { ecc: "Q", border: 0 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x): [number, number, number, number][] => (isDark ? [[x, y, 1, 1]] : [])),
  );
  return { width: size, height: size, dark };
}
