import type { SessionWord } from "../words.ts";

/** Faults of a token that a setting cures; each has a sentence of its own. */
const TOLD = [
  "opaque",
  "typ",
  "issuer",
  "audience",
  "client",
  "bound",
  "unbound",
  "proof-missing",
  "proof-address",
] as const;

/** The half sentence that says why our server refuses a token. `code` fills the gap of the others. */
export function faultWord(fault: unknown): SessionWord {
  const told = TOLD.find((name) => name === fault);
  if (told !== undefined) return `fault.${told}`;
  return typeof fault === "string" ? "fault.other" : "fault.unknown";
}
