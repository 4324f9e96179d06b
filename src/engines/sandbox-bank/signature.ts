import { createHmac } from "node:crypto";
import type { Instant } from "#kernel/instant.ts";

const sign = (secret: string, seconds: number, body: string | Buffer): string =>
  createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");

/** The header that is put on a webhook: when it is sent, and one signature for each secret in use. */
export function signed(body: string | Buffer, secrets: readonly string[], now: Instant): string {
  const seconds = Math.floor(now / 1000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${sign(secret, seconds, body)}`)].join(",");
}
