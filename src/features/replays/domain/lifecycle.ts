/** A replay runs until every order was looked at, or somebody cancels it, or it fails. */
export const REPLAY_STATES = ["running", "done", "cancelled", "failed"] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];
