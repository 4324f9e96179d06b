import { createHash } from "node:crypto";

/** The id of a command that follows from another one: the same every time (version 8 UUID, RFC 9562). */
export function derivedId(commandId: string, of: string): string {
  const bytes = createHash("sha256").update(`${commandId} ${of}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
