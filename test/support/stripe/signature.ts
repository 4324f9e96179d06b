import { createHmac } from "node:crypto";

/** The header that Stripe puts on a webhook: when, and one signature for each secret in use. Our own reckoning. */
export function signed(body: string, secrets: readonly string[], atMs: number): string {
  const at = Math.floor(atMs / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`,
  );
  return [`t=${at}`, ...signatures].join(",");
}
