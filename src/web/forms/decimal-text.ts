const EASTERN_ZERO = 0x0660;

/** Digits as people of every language type them, in ASCII; blanks gone. */
const plain = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? EASTERN_ZERO) - EASTERN_ZERO))
    .replace(/[\s\u200e\u200f\u061c]/g, "")
    .replace(/[,٫]/, ".");

/**
 * Parses typed text into the smallest unit, or undefined: "4,9" with 2 digits is 490. Read digit by digit, never
 * through a float; more digits than the unit has are refused, not rounded, and so are signs and thousands' marks.
 */
export function readDecimal(text: string, digits: number): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain(text));
  const [, whole = "", part = ""] = match ?? [];
  if (!match || part.length > digits) return undefined;
  const units = Number(whole + part.padEnd(digits, "0"));
  return Number.isSafeInteger(units) ? units : undefined;
}

/** The text that `readDecimal` reads back, with at least `least` digits after the mark. */
export function decimalText(units: number, digits: number, mark = ".", least = 0): string {
  const text = String(units).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const part = text
    .slice(text.length - digits)
    .replace(/0+$/, "")
    .padEnd(least, "0");
  return part === "" ? whole : `${whole}${mark}${part}`;
}
