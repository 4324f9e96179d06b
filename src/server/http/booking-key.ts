import { isToken22 } from "#kernel/token.ts";
import { sha256 } from "../db/hash.ts";

/** Only this of a guest's booking key is kept; `undefined` for what is no key. */
export const bookingKeyHash = (key: string | undefined): string | undefined =>
  key !== undefined && isToken22(key) ? sha256(key) : undefined;
