import { createHash, randomBytes } from "node:crypto";
import { UUID_RANDOM_BYTES, uuidv7 } from "#kernel/id.ts";
import type { Instant } from "#kernel/instant.ts";

/** Asking for random bytes takes 1.5 µs, as many as these take no longer. */
const ASKED_BYTES = 4_096;
let random = randomBytes(0);

/** Random bytes, each given once. */
function freshBytes(): Uint8Array {
  if (random.length < UUID_RANDOM_BYTES) random = randomBytes(ASKED_BYTES);
  const fresh = random.subarray(0, UUID_RANDOM_BYTES);
  random = random.subarray(UUID_RANDOM_BYTES);
  return fresh;
}

/** A new id, ordered by time. */
export const newId = (now: Instant): string => uuidv7(now, freshBytes());

/** The id of a command that follows from another one: the same every time (version 8 UUID, RFC 9562). */
export function derivedId(commandId: string, of: string): string {
  const bytes = createHash("sha256").update(`${commandId} ${of}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
