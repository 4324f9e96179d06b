import { isIP } from "node:net";
import { Refusal } from "#kernel/refusal.ts";
import { isPublicAddress } from "#server/sms/public-address.ts";
import { LONGEST_ENDPOINT } from "../domain/limits.ts";

/** A device as its browser describes it. */
export interface Given {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Bytes of a point of P-256 and of the secret beside it (RFC 8291). */
const LENGTHS = { p256dh: 65, auth: 16 } as const;

const bytesIn = (text: string): number =>
  /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, "base64url").length : 0;

function isCallable(endpoint: string, allowsPrivate: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || endpoint.length > LONGEST_ENDPOINT || url.username !== "" || url.password !== "") return false;
  if (allowsPrivate) return url.protocol === "https:" || url.protocol === "http:";
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  return url.protocol === "https:" && (isIP(host) === 0 || isPublicAddress(host));
}

/** A name of a private network is found out at the connection. @throws Refusal `push.address-refused` */
export function mustBeCallable({ endpoint, p256dh, auth }: Given, allowsPrivate: boolean): void {
  const isSound = bytesIn(p256dh) === LENGTHS.p256dh && bytesIn(auth) === LENGTHS.auth;
  if (!isSound || !isCallable(endpoint, allowsPrivate)) throw new Refusal("push.address-refused");
}
