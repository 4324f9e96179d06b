import { maybeWord } from "#web/i18n/words.ts";
import type { ImportRow, RowFault } from "../contract/api.ts";

/** The sentence about a fault with its cure; a row whose delivery was kept is not checked again. */
export const faultText = ({ code, facts }: RowFault, state?: ImportRow["state"]): string =>
  maybeWord("imports", state === "kept" ? `kept.${code}` : `fault.${code}`, facts) ??
  maybeWord("imports", `fault.${code}`, facts) ??
  code;
