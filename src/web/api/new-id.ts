import { uuidv7 } from "#kernel/id.ts";

/** A fresh id made on this device: for commands, drafts and idempotency keys. */
export const newId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
