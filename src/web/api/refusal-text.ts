import { maybeWord, word } from "../i18n/words.ts";
import { isProblem } from "./problem.ts";

/** The sentence of a code `room.reason` in the room's words (or the hall's, for `http.*` and `accounts.*`). */
export function refusalSentence(
  code: string,
  facts: Readonly<Record<string, string | number>> = {},
): string | undefined {
  const [room = "", reason = ""] = code.split(".", 2);
  return maybeWord(room, `refusal.${reason}`, facts) ?? maybeWord("hall", `refusal.${code}`, facts);
}

/** Sentence about a failure: the refusal's own, or that it is our fault. */
export function refusalText(error: unknown): string {
  const general = word("hall", "refusal.http.internal");
  return isProblem(error) ? (refusalSentence(error.code, error.facts) ?? general) : general;
}
