/** How far a prediction can be trusted; `manual` is somebody's own word. */
export const STATUSES = ["available", "not_started", "paused", "no_position", "stale", "manual"] as const;
export type Status = (typeof STATUSES)[number];
