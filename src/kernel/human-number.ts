/** Crockford's base 32: no I, L, O, U, so that a number survives a phone call. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_CHARS = 7;

/** Doubles in the field of 32 elements (x⁵ + x² + 1). */
const doubled = (n: number): number => ((n << 1) ^ (n & 16 ? 0b100101 : 0)) & 31;

/**
 * The check character: Σ 2ⁱ·dᵢ in the field of 32 elements, the check itself weighing 1.
 * All eight weights are distinct and not zero, so every wrong character and every swap of two characters, adjacent
 * or not, is caught. Two or more independent wrong characters pass once in 32 (measured by the test beside).
 */
function checkOf(digits: readonly number[]): number {
  return digits.reduce((rest, digit) => doubled(rest ^ digit), 0);
}

/**
 * A number that people read out: `WB-7K4M-92QX`, 35 random bits and a check character.
 *
 * @param random at least 7 bytes from a cryptographic source
 * @throws RangeError with fewer
 */
export function humanNumber(random: Uint8Array): string {
  if (random.length < RANDOM_CHARS) throw new RangeError("humanNumber needs 7 random bytes");
  const digits = Array.from(random.subarray(0, RANDOM_CHARS), (byte) => byte & 31);
  return written([...digits, checkOf(digits)].map((digit) => ALPHABET.charAt(digit)).join(""));
}

const written = (eight: string): string => `WB-${eight.slice(0, 4)}-${eight.slice(4)}`;

/**
 * Reads a number as people type it: any case, spaces and dashes anywhere or nowhere, O for 0, I or L for 1, with or
 * without the WB.
 *
 * @returns the number as we write it, or `undefined` when it is none or its check character is wrong
 */
export function parseHumanNumber(text: string): string | undefined {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  const eight = plain.length === RANDOM_CHARS + 3 && plain.startsWith("WB") ? plain.slice(2) : plain;
  const digits = Array.from(eight, (char) => ALPHABET.indexOf(char));
  if (digits.length !== RANDOM_CHARS + 1 || digits.includes(-1)) return undefined;
  return checkOf(digits.slice(0, RANDOM_CHARS)) === digits[RANDOM_CHARS] ? written(eight) : undefined;
}
