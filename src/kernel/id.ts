import type { Instant } from "./instant.ts";

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
  const bytes = Array.from(random.subarray(0, UUID_RANDOM_BYTES));
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const tail = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const hex = now.toString(16).padStart(12, "0") + tail;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The moment that a version 7 UUID was made at; nothing for other ids. */
export function madeAt(id: string): Instant | undefined {
  return isUuid(id) && id[14] === "7" ? Number.parseInt(id.replace("-", "").slice(0, 12), 16) : undefined;
}
