import { Refusal } from "#kernel/refusal.ts";
import type { SucceedCommand } from "./command.ts";
import type { DeliveryState, Outcome } from "./delivery.ts";
import { parseParcelCode } from "#kernel/parcel-code.ts";

type Given = Pick<SucceedCommand, "codes" | "notScanned">;

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
  { codes = [], notScanned }: Given,
): Pick<Outcome, "codes" | "notScanned"> {
  const known = codes.map((text) => {
    const code = parseParcelCode(text) ?? text;
    if (!parcelCodes.includes(code))
      throw new Refusal("deliveries.code-unknown", { field: "command.codes", given: text });
    return code;
  });
  return { ...(known.length > 0 && { codes: [...new Set(known)] }), ...(notScanned && { notScanned }) };
}
