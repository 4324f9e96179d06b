const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 22;
/** 4 × 62: bytes from here on are thrown away, so that every character is equally likely. */
const FIRST_REJECTED = 248;

/** Random bytes to hand to `token22`: too few left after the throwing away has a chance below 10⁻²⁷. */
export const TOKEN_RANDOM_BYTES = 48;

/**
 * A secret of 22 characters 0-9A-Za-z, 131 random bits, each character equally likely.
 *
 * @param random at least `TOKEN_RANDOM_BYTES` (48) bytes from a cryptographic source
 * @throws RangeError with fewer
 */
export function token22(random: Uint8Array): string {
  if (random.length < TOKEN_RANDOM_BYTES) throw new RangeError("token22 needs 48 random bytes");
  const kept = [...random].filter((byte) => byte < FIRST_REJECTED).slice(0, LENGTH);
  if (kept.length < LENGTH) throw new RangeError("these are no random bytes");
  return kept.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
}

export function isToken22(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}
