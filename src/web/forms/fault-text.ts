import { maybeWord, word } from "../i18n/words.ts";
import { refusalSentence } from "../api/refusal-text.ts";
import type { Fault } from "./form-store.ts";

/** The limit that a sentence names; a fault that arrives without it gets the general sentence. */
const NEEDS: Readonly<Record<string, string>> = {
  "too-few": "min",
  "too-short": "min",
  "too-small": "min",
  "too-large": "max",
  "too-long": "max",
  "too-many": "max",
};

/** The sentence under an input: a word of the `forms` catalogue, or a room's refusal. */
export function faultText({ code, facts }: Fault): string {
  if (code.includes(".")) return refusalSentence(code, facts) ?? word("hall", "forms.not-allowed");
  const limit = NEEDS[code];
  if (limit !== undefined && facts[limit] === undefined) return word("hall", "forms.not-allowed");
  return maybeWord("hall", `forms.${code}`, facts) ?? word("hall", "forms.not-allowed");
}
