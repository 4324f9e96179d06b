/** How far a prediction can be trusted. */
export const STATUSES = ["available", "not_started", "paused", "no_position", "stale"] as const;
export type Status = (typeof STATUSES)[number];
