import type { Instant } from "./instant.ts";

/** Each byte in hexadecimal. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Random bytes that `uuidv7` uses. */
export const UUID_RANDOM_BYTES = 10;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * A version 7 UUID (RFC 9562): 48 bits of time, then 74 random bits. Sorts by time to the millisecond.
 *
 * @param random at least 10 bytes from a cryptographic source
 * @throws RangeError with fewer, or a moment outside 1970 to 10889
 */
export function uuidv7(now: Instant, random: Uint8Array): string {
  if (random.length < UUID_RANDOM_BYTES) throw new RangeError("uuidv7 needs 10 random bytes");
  if (!Number.isSafeInteger(now) || now < 0 || now >= 2 ** 48)
    throw new RangeError(`no 48-bit moment: ${now}`);
  const byte = (nth: number): string => HEX[random[nth] ?? 0] ?? "";
  const time = now.toString(16).padStart(12, "0");
  const version = `${HEX[0x70 | ((random[0] ?? 0) & 0x0f)]}${byte(1)}`;
  const variant = `${HEX[0x80 | ((random[2] ?? 0) & 0x3f)]}${byte(3)}`;
  const tail = `${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${tail}`;
}

/** The moment that a version 7 UUID was made at; nothing for other ids. */
export function madeAt(id: string): Instant | undefined {
  return isUuid(id) && id[14] === "7" ? Number.parseInt(id.replace("-", "").slice(0, 12), 16) : undefined;
}
