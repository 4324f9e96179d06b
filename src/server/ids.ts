import { randomBytes } from "node:crypto";
import { uuidv7 } from "#kernel/id.ts";
import type { Instant } from "#kernel/instant.ts";

/** A new id, ordered by time. */
export const newId = (now: Instant): string => uuidv7(now, randomBytes(16));
