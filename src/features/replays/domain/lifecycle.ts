/** A replay runs until every order was looked at, or somebody cancels it, or it fails. */
export const REPLAY_STATES = ["running", "done", "cancelled", "failed"] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** Orders of one kind in their order: the greatest difference first, or the newest. */
export const REPLAY_KINDS = ["all", "more", "less", "same", "unpriced"] as const;
export type ReplayKind = (typeof REPLAY_KINDS)[number];
