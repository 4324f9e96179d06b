import { type FontPart, type Weight, fontParts } from "./fonts.ts";
import { drawable, visualRuns } from "./visual-runs.ts";
import { isolated } from "#kernel/isolated.ts";

export interface Style {
  /** Points. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly grey?: boolean;
  /** White, for text on a dark ground. */
  readonly light?: boolean;
}

/** Place of one line: between two edges, at its start or end side, its top at `y`. Points. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly side: "start" | "end";
  readonly y: number;
}

const ISOLATED = /^\u2068([^\u2068\u2069]*)\u2069$/u;

export const SIZE = 10;
const LEADING = 1.45;
export const INK = { plain: "#161616", grey: "#595959", rule: "#b0b0b0", light: "#ffffff" } as const;

export const heightOf = ({ size = SIZE }: Style): number => size * LEADING;

/** `features` keeps the library from cutting text at spaces, which would set Arabic words in the wrong order. */
const WHOLE = { features: [], lineBreak: false };

/** Measures, breaks and draws lines of text in a document, in any script that the fonts hold. */
export function textLines(doc: PDFKit.PDFDocument, direction: "ltr" | "rtl") {
  const fonts = fontParts();
  const byName = new Map(fonts.map((part) => [part.name, part]));
  const plain = fonts[0]?.name ?? "";
  const fontOf = (point: number, before: string | undefined): string => {
    const isSpace = point === 0x20 || point === 0xa0;
    if (before !== undefined && (isSpace || byName.get(before)?.holds(point))) return before;
    return fonts.find((part) => part.holds(point))?.name ?? plain;
  };
  const isJoined = (name: string): boolean => byName.get(name)?.isArabic ?? false;
  const registered = new Set<string>();
  const choose = (name: string, { size = SIZE, bold = false, grey, light }: Style) => {
    const weight: Weight = bold ? 700 : 400;
    const id = `${name}-${weight}`;
    const part: FontPart | undefined = byName.get(name);
    if (part && !registered.has(id)) doc.registerFont(id, part.bytes(weight));
    registered.add(id);
    return doc
      .font(id)
      .fontSize(size)
      .fillColor(light ? INK.light : grey ? INK.grey : INK.plain);
  };
  const runsOf = (text: string) =>
    visualRuns(
      drawable(text.replaceAll("\u202f", "\u00a0"), (point) => fonts.some((part) => part.holds(point))),
      direction,
      { fontOf, isJoined },
    );
  const measured = new Map<string, number>();
  /** Word by word, since a word is measured many times while its line is sought: shaping Arabic costs 1 ms a word. */
  const widthOf = (text: string, style: Style): number =>
    text.split(/(?<= )/).reduce((all, word) => all + widthOfWord(word, style), 0);
  const widthOfWord = (word: string, style: Style): number => {
    const key = `${style.size} ${style.bold} ${word}`;
    const width =
      measured.get(key) ??
      runsOf(word).reduce((all, run) => all + choose(run.font, style).widthOfString(run.text, WHOLE), 0);
    measured.set(key, width);
    return width;
  };
  return {
    widthOf,
    /**
     * Cut between words so that each line fits, and within a word that is too long for any line. Each line of a text
     * with a direction of its own keeps it.
     */
    broken(given: string, style: Style, width: number): string[] {
      const [, inner] = ISOLATED.exec(given) ?? [];
      const text = inner ?? given;
      const found: string[] = [];
      let line = "";
      const fits = (part: string) => widthOf(part, style) <= width;
      for (const word of text.split(/[ \n\t]+/).flatMap((one) => cut(one, fits))) {
        const longer = line === "" ? word : `${line} ${word}`;
        if (line !== "" && !fits(longer)) {
          found.push(line);
          line = word;
        } else line = longer;
      }
      found.push(line);
      return inner === undefined ? found : found.map(isolated);
    },
    draw(text: string, style: Style, { from, to, side, y }: Place): void {
      const isLeft = (side === "start") === (direction === "ltr");
      let x = isLeft ? from : to - widthOf(text, style);
      for (const run of runsOf(text)) {
        const font = choose(run.font, style);
        font.text(run.text, x, y + (style.size ?? SIZE), { ...WHOLE, baseline: "alphabetic" });
        x += font.widthOfString(run.text, WHOLE);
      }
    },
  };
}

function cut(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts = [""];
  for (const letter of word) {
    const last = parts.at(-1) ?? "";
    if (last === "" || fits(last + letter)) parts[parts.length - 1] = last + letter;
    else parts.push(letter);
  }
  return parts;
}
