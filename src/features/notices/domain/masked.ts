import type { Way } from "./notices.ts";

/** An address so far that whoever knows it recognises it; null where a person's own devices are told. */
export function masked(way: Way, address: string): string | null {
  if (way === "push") return null;
  if (way === "sms") return `${address.slice(0, 3)}…${address.slice(-2)}`;
  const [name = "", host = ""] = address.split("@");
  return `${name.slice(0, 1)}…@${host}`;
}
