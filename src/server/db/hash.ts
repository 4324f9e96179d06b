import { hash } from "node:crypto";
import { canonical } from "#kernel/canonical.ts";

/** SHA-256 in hex of a value's canonical JSON: the order of keys does not matter. */
export const hashOf = (value: unknown): string => sha256(canonical(value));

/** SHA-256 in hex of a text or bytes. */
export const sha256 = (input: string | Uint8Array): string => hash("sha256", input, "hex");
