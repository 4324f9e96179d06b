import { randomBytes } from "node:crypto";
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
