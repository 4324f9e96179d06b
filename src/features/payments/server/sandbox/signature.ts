import { createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/** How old, or how far ahead, a signature may be. */
const TOLERANCE_MS = 5 * MINUTE_MS;

const sign = (secret: string, seconds: number, body: string | Buffer): string =>
  createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");

/** The header that is put on a webhook: when it is sent, and one signature for each secret in use. */
export function signed(body: string | Buffer, secrets: readonly string[], now: Instant): string {
  const seconds = Math.floor(now / 1000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${sign(secret, seconds, body)}`)].join(",");
}

/** Whether one of these secrets signed these bytes within the last five minutes. */
export function isSigned(
  body: Buffer,
  header: string | undefined,
  secrets: readonly string[],
  now: Instant,
): boolean {
  const parts = (header ?? "").split(",").map((part) => part.split("="));
  const seconds = Number(parts.find(([name]) => name === "t")?.[1] ?? Number.NaN);
  if (!(Math.abs(now - seconds * 1000) <= TOLERANCE_MS)) return false;
  const given = parts.flatMap(([name, value]) => (name === "v1" && value ? [Buffer.from(value)] : []));
  return secrets.some((secret) => {
    const right = Buffer.from(sign(secret, seconds, body));
    return given.some((one) => one.length === right.length && timingSafeEqual(one, right));
  });
}
