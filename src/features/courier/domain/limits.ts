import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";

/** How long raw tracks are kept: French data protection practice for employees is two months. */
export const TRACK_KEPT_MS = 60 * DAY_MS;
/** How long after a stop ended its courier still sees whom to call. */
export const CONTACT_KEPT_MS = 24 * HOUR_MS;
/** Recipients see the courier to about this many metres. */
export const RECIPIENT_SNAP_M = 50;
/** Recipients see the courier from this time before the arrival, or once their stop is next. */
export const RECIPIENT_AHEAD_S = 15 * 60;
/** A recipient's map never shows a courier where they were longer ago than this. */
export const RECIPIENT_POSITION_MS = 10 * MINUTE_MS;
/** A courier on duty with an open next stop is missed after this long without a position. */
export const NO_POSITION_MS = 15 * MINUTE_MS;
/** Such a courier who stays within `STOPPED_M` metres for this long, outside a stop, stopped moving. */
export const STOPPED_MS = 20 * MINUTE_MS;
export const STOPPED_M = 100;
/** Most bytes of one part of a proof. */
export const PART_MOST_BYTES = 131_072;
/** Most bytes of a proof: the largest photo of a phone. */
export const PROOF_MOST_BYTES = 6_000_000;
/** How long the parts of a proof wait for the rest. */
export const UPLOAD_KEPT_MS = 7 * DAY_MS;
/** How old a position may be that a phone kept without a network. */
export const POSITION_KEPT_MS = 48 * HOUR_MS;
/** Positions older than this are kept and not shown to those who watch. */
export const LIVE_POSITION_MS = 2 * MINUTE_MS;
