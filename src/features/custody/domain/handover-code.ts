/** Digits of a handover's code; the last one is a check digit. */
export const CODE_DIGITS = 10;
/** Most deliveries of one handover: they and their addresses fit a code that a camera reads from a screen. */
export const MOST_DELIVERIES = 10;

/** Everything that a code stands for. Only the giver's phone knows the secret before both halves are sent. */
export interface HandoverTerms {
  /** Random, of the giver's phone. */
  readonly secret: string;
  /** UTC milliseconds by the giver's clock. */
  readonly at: number;
  readonly deliveryIds: readonly string[];
}

/** Text whose SHA-256 makes the code: another time, another parcel or another secret gives another one. */
export const termsText = ({ secret, at, deliveryIds }: HandoverTerms): string =>
  ["waybill handover", secret, String(at), ...deliveryIds.map((id) => id.toLowerCase()).toSorted()].join(
    "\n",
  );

/** Check digit of decimal digits, by Luhn: finds each wrong digit and nearly each swap of neighbours. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The code of terms. @param hash SHA-256 of `termsText`, in hex */
export function codeOfHash(hash: string): string {
  const digits = (BigInt(`0x${hash.slice(0, 16)}`) % 10n ** BigInt(CODE_DIGITS - 1)).toString();
  const padded = digits.padStart(CODE_DIGITS - 1, "0");
  return padded + checkDigit(padded);
}

/** A code as somebody typed it; undefined where a digit is wrong or missing. */
export function parseHandoverCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "");
  if (!/^\d{10}$/.test(code)) return undefined;
  return checkDigit(code.slice(0, -1)) === code.at(-1) ? code : undefined;
}

/** The code in groups that are read aloud: "123 456 789 0" is hard, "12345 67890" is not. */
export const shownCode = (code: string): string => `${code.slice(0, 5)} ${code.slice(5)}`;
