import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/**
 * Personal data that is kept for a time of an organisation's own: who received, who sent and pictures of proofs, by their
 * delivery's end; tracks of couriers, messages to them and the log of notices, by their own age.
 */
export const KEPT_KINDS = ["recipient", "sender", "pictures", "tracks", "messages", "notices"] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** Days by kind; null for ever. */
export type Retention = Readonly<Record<Exclude<KeptKind, "tracks">, number | null>> & {
  readonly tracks: number;
};

interface Bounds {
  /** Fewest and most days that may be set. */
  readonly min: number;
  readonly max: number;
  /** May be kept for ever. */
  readonly forEver: boolean;
}

/**
 * Tracks of employees are kept for two months at most (`TRACK_KEPT_MS`). A phone may tell of a message weeks later. A notice holds
 * the link by which its reader switches notices off, for 90 days, and the costs of a month are counted from the log of them.
 */
export const KEEP: Readonly<Record<KeptKind, Bounds>> = {
  recipient: { min: 7, max: 3650, forEver: true },
  sender: { min: 7, max: 3650, forEver: true },
  pictures: { min: 7, max: 3650, forEver: true },
  tracks: { min: 1, max: 60, forEver: false },
  messages: { min: 30, max: 3650, forEver: true },
  notices: { min: 120, max: 3650, forEver: true },
};

/** Recipients did not choose us; a sender is a customer who may come again. */
export const DEFAULT_RETENTION: Retention = {
  recipient: 90,
  sender: 730,
  pictures: 400,
  tracks: 60,
  messages: 400,
  notices: 400,
};

/** Moment before which data of a kind is forgotten; undefined where it is kept for ever. */
export function forgetBefore(retention: Retention, kind: KeptKind, now: Instant): Instant | undefined {
  const days = retention[kind];
  return days === null ? undefined : now - days * DAY_MS;
}
