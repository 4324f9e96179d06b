import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unwrapWoff } from "./woff.ts";

/**
 * Fonts under the SIL Open Font License, which allows embedding, in parts of one script each. Plex draws every Arabic
 * letter as one glyph: with Noto, which puts dots on bare letters, the text could not be read back from the page.
 */
const PACKAGES = {
  "noto-sans": ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"],
  "ibm-plex-sans-arabic": ["arabic"],
} as const;

export type Weight = 400 | 700;

export interface FontPart {
  readonly name: string;
  readonly isArabic: boolean;
  readonly holds: (codePoint: number) => boolean;
  readonly bytes: (weight: Weight) => Buffer;
}

const require = createRequire(import.meta.url);
const read = (file: string): Buffer => readFileSync(require.resolve(`@fontsource/${file}`));

function parts(): FontPart[] {
  return Object.entries(PACKAGES).flatMap(([family, names]) => {
    const ranges = JSON.parse(read(`${family}/unicode.json`).toString("utf8")) as Record<string, string>;
    return names.map((name) => partOf(family, name, ranges[name] ?? ""));
  });
}

function partOf(family: string, name: string, ranges: string): FontPart {
  const spans = ranges.split(",").map((range) => range.slice(2).split("-"));
  const bounds = spans.map(([from = "", to = from]) => [parseInt(from, 16), parseInt(to, 16)] as const);
  const files = new Map<Weight, Buffer>();
  return {
    name: `${family}-${name}`,
    isArabic: name === "arabic",
    holds: (point) => bounds.some(([from, to]) => point >= from && point <= to),
    bytes(weight) {
      const known =
        files.get(weight) ?? unwrapWoff(read(`${family}/files/${family}-${name}-${weight}-normal.woff`));
      files.set(weight, known);
      return known;
    },
  };
}

let loaded: readonly FontPart[] | undefined;
/** Read when the first document is made, then kept: 1 MB. */
export const fontParts = (): readonly FontPart[] => (loaded ??= parts());
