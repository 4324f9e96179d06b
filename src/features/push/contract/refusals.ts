import type { RefusalTable } from "#contract/problem.ts";

export const PUSH_REFUSALS = {
  "push.address-refused": [422, "The address that the browser gave cannot be called.", "contact"],
  "push.unknown-device": [404, "No device has the old address and its secret.", "mend"],
  "push.too-many": [409, "There are as many devices as a person may have.", "mend"],
} as const satisfies RefusalTable;
