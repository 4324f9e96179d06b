import type { Verdict } from "#main/cli/doctor/finding.ts";
import type { Oddness } from "../sign-in/plain-provider.ts";

/** Oddities of providers, each with what doctor says of it. */
export type DoctorRow = [
  says: string,
  odd: Oddness,
  about: string,
  verdict: Verdict,
  said: RegExp,
  cure: RegExp,
  /** Words of the command line. */
  ...string[],
];

/** A provider whose description of itself differs in this. */
export const offering = (changes: Readonly<Record<string, unknown>>): Oddness => ({
  metadata: () => changes,
});
