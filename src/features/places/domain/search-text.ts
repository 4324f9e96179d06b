/** Words that somebody typed, taken apart: a house number if there is one, and the words around it. */
export interface SearchText {
  readonly words: string;
  readonly number: string | null;
}

const MARKS = /\p{M}/gu;
const HOUSE_NUMBER = /^\d{1,4}[a-z]?$/;
/** Strassen are often shortened: "Lindenstr. 5". */
const SHORTENED = /(\p{L})str(?:\.|(?=\s|$))/gu;
/** Letters without a decomposition. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Lower case, no accents, single spaces, Western digits: both what is stored and what is typed. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßøłđæœı]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(SHORTENED, "$1strasse ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Finds the house number: the last short number, also glued to the street ("lindenstrasse12 a"). */
export function searchText(typed: string): SearchText {
  const spaced = fold(typed)
    .replace(/(\p{L}{3,})(\d)/gu, "$1 $2")
    .replace(/(^|\s)(\d{1,4}) ([a-z])(?=\s|$)/g, "$1$2$3");
  const tokens = spaced.split(" ").filter((token) => token !== "");
  const at = tokens.findLastIndex((token) => HOUSE_NUMBER.test(token));
  const number = tokens[at] ?? null;
  return { words: tokens.filter((_, i) => i !== at).join(" "), number };
}
