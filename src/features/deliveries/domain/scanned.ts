import { Refusal } from "#kernel/refusal.ts";
import type { SucceedCommand } from "./command.ts";
import type { DeliveryState, Outcome } from "./delivery.ts";
import { codeParts, parseParcelCode } from "#kernel/parcel-code.ts";

type Given = Pick<SucceedCommand, "codes" | "notScanned"> & Partial<Pick<SucceedCommand, "offline">>;

/** True where the code of every parcel that changed hands was scanned, or somebody said why not. */
export const isScanned = (moved: readonly string[], { codes = [], notScanned }: Given): boolean =>
  notScanned !== undefined || moved.every((code) => codes.includes(code));

/**
 * Codes and reason as an outcome keeps them: each code once, as labels carry it.
 *
 * @throws Refusal `deliveries.code-unknown` for a code of no parcel of the delivery
 */
export function scannedOf(
  { parcelCodes = [] }: DeliveryState,
  { codes = [], notScanned, offline = false }: Given,
): Pick<Outcome, "codes" | "notScanned"> {
  const known = codes.flatMap((text) => {
    const code = parseParcelCode(text) ?? text;
    if (offline && isTakenOff(parcelCodes, code)) return [];
    if (!parcelCodes.includes(code))
      throw new Refusal("deliveries.code-unknown", { field: "command.codes", given: text });
    return [code];
  });
  return { ...(known.length > 0 && { codes: [...new Set(known)] }), ...(notScanned && { notScanned }) };
}

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
