import { codeParts } from "#kernel/parcel-code.ts";

/**
 * Whether a code names a parcel that the delivery may have had before the office took one off. A phone without a network
 * still has its label, and its report is a fact.
 */
export function isTakenOff(parcelCodes: readonly string[], code: string): boolean {
  const last = parcelCodes.at(-1);
  if (last === undefined) return false;
  const [own, given] = [codeParts(last), codeParts(code)];
  return own.number === given.number && given.index > own.index;
}
