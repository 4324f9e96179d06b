import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/** Days for which something may be kept. */
export const KEEP = { min: 7, max: 3650 } as const;

/** Personal data that is kept for a time of an organisation's own: who received, who sent, and pictures of proofs. */
export const KEPT_KINDS = ["recipient", "sender", "pictures"] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** Days after the end by kind; null for ever. */
export type Retention = Readonly<Record<KeptKind, number | null>>;

/** Recipients did not choose us; a sender is a customer who may come again. */
export const DEFAULT_RETENTION: Retention = { recipient: 90, sender: 730, pictures: 400 };

/** Moment before which data of a kind is forgotten; undefined where it is kept for ever. */
export function forgetBefore(retention: Retention, kind: KeptKind, now: Instant): Instant | undefined {
  const days = retention[kind];
  return days === null ? undefined : now - days * DAY_MS;
}
