import type { Formats } from "./format.ts";

/** How the reader's language writes a unit alone: "km", "كم", "%". */
export function unitSign(
  f: Formats,
  unit: "kilometer" | "kilogram" | "meter" | "minute" | "percent",
): string {
  return f.number(0, { style: "unit", unit, unitDisplay: "short" }).replace(/[\d\s]/g, "");
}
