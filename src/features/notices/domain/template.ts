import { type Notice, placeholdersOf } from "./notices.ts";

/** A notice as an organisation words it; a text message has no subject. */
export interface Template {
  readonly subject: string;
  readonly body: string;
}

const NAMES = /\{([^{}]*)\}/g;

const IN_BRACES = /\{[^{}]*\}|\{\w*|\}/g;

/** Parts with braces, as they were typed, that mean nothing in the template of this notice: a single brace, too. */
export const unknownPlaceholders = (notice: Notice, text: string): string[] => {
  const known = placeholdersOf(notice).map((name) => `{${name}}`);
  return [...text.matchAll(IN_BRACES)].map(([typed]) => typed).filter((typed) => !known.includes(typed));
};

/** Longest name that is put into a notice, in characters. */
const LONGEST = 40;

/**
 * Makes text that a stranger typed harmless: one line without control signs, and nothing in it that a phone or a mail
 * program would turn into a link or a number to call.
 */
export const defused = (typed: string): string => {
  const plain = typed
    .normalize("NFKC")
    .replaceAll(/[\p{C}\p{Z}@/\\#?&=]+/gu, " ")
    .replaceAll(/[<>"{}[\]()]/g, "")
    .replaceAll(/(?<!\p{L})(https?|www|mailto|tel|sms)(?!\p{L}):?/giu, "")
    .replaceAll(/[.。:]+(?=\S)/gu, " ")
    .replaceAll(/(\p{Nd}[^\p{L}\p{Nd}]*){6,}/gu, "… ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return Array.from(plain).slice(0, LONGEST).join("").trim();
};

export type Values = Readonly<Partial<Record<string, string>>>;

/** Puts values in the place of their names. A name without a value leaves nothing behind. */
export const filled = (text: string, values: Values): string =>
  text
    .replaceAll(NAMES, (_, name: string) => values[name] ?? "")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
