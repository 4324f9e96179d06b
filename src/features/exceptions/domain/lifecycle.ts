import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Severity } from "./kinds.ts";

/** Stored state of a key that was opened before. */
export interface Known {
  readonly resolvedAt: Instant | null;
}

/**
 * Says what opening a key does: `opened` the first time, `reopened` for what happened after the key was resolved, and
 * nothing while it is open or for what happened before it was resolved.
 */
export function openingOf(known: Known | undefined, happenedAt: Instant): "opened" | "reopened" | null {
  if (!known) return "opened";
  return known.resolvedAt !== null && happenedAt > known.resolvedAt ? "reopened" : null;
}

/** Orders the queue as text: the worst first, then the oldest. */
export const rankOf = (severity: Severity, openedAt: Instant): string => `${severity} ${toIso(openedAt)}`;
