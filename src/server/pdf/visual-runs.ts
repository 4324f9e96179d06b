import bidiFactory from "bidi-js";

/** A stretch of text drawn at once, from left to right on the page. */
export interface Run {
  readonly text: string;
  readonly font: string;
}

/** The font of a letter; the letter before it, since spaces and signs stay with their neighbour where they can. */
interface Fonts {
  readonly fontOf: (codePoint: number, before: string | undefined) => string;
  /** Its letters are joined and set from right to left by the font itself. */
  readonly isJoined: (font: string) => boolean;
}

const bidi = bidiFactory();
/** They steer the order and are never drawn. */
const STEERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Drawn for what no font holds. */
const UNKNOWN = "\ufffd";
const hasArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text);

/**
 * One line in the order in which it is drawn, by the Unicode bidirectional algorithm, cut where the font or the
 * direction changes. Arabic stretches stay as written, since the font joins and turns them; their figures, which run
 * from left to right, are drawn one by one, since the font would turn them too.
 */
export function visualRuns(text: string, direction: "ltr" | "rtl", fonts: Fonts): Run[] {
  const levels = bidi.getEmbeddingLevels(text, direction);
  const fontAt = fontsOf(text, fonts);
  const order = bidi.getReorderedIndices(text, levels);
  const runs: { font: string; level: number; at: number[] }[] = [];
  for (const at of order) {
    const font = fontAt[at];
    if (font === undefined || STEERING.test(text.charAt(at))) continue;
    const level = levels.levels[at] ?? 0;
    const last = runs.at(-1);
    const isAlone = level % 2 === 0 && fonts.isJoined(font);
    if (last && last.font === font && last.level === level && !isAlone) last.at.push(at);
    else runs.push({ font, level, at: [at] });
  }
  return runs.map(({ font, level, at }) => ({ font, text: spelled(text, at, level, fonts.isJoined(font)) }));
}

/** The letters of a run, as its font wants them. */
function spelled(text: string, at: readonly number[], level: number, isJoined: boolean): string {
  const logical = at.toSorted((a, b) => a - b).map((index) => text.charAt(index));
  if (level % 2 === 0) return logical.join("");
  const mirrored = Array.from(logical.join(""), (letter) => bidi.getMirroredCharacter(letter) ?? letter);
  const isTurned = isJoined && hasArabic(mirrored.join(""));
  return isTurned ? mirrored.join("") : mirrored.toReversed().join("");
}

function fontsOf(text: string, { fontOf }: Fonts): string[] {
  const found: string[] = [];
  let before: string | undefined;
  for (const letter of text) {
    const font = fontOf(letter.codePointAt(0) ?? 0, before);
    for (let unit = 0; unit < letter.length; unit += 1) found.push(font);
    before = font;
  }
  return found;
}

/** Puts a replacement character for every letter that no font holds: nothing vanishes silently. */
export const drawable = (text: string, holds: (codePoint: number) => boolean): string =>
  Array.from(text, (letter) =>
    STEERING.test(letter) || holds(letter.codePointAt(0) ?? 0) ? letter : UNKNOWN,
  ).join("");
