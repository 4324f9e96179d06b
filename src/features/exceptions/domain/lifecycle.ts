import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Severity } from "./kinds.ts";

/** Stored state of a key that was opened before. */
export interface Known {
  readonly resolvedAt: Instant | null;
  /** Waybill closed it; no person judged it. */
  readonly isByItself: boolean;
}

/**
 * Says what opening a key does: `opened` the first time, `reopened` for what happened after the key was resolved, and
 * nothing while it is open or for what happened before it was resolved.
 *
 * @param isLatest reopens what Waybill closed by itself whenever it happened: a phone that was offline tells of it later
 */
export function openingOf(
  known: Known | undefined,
  happenedAt: Instant,
  isLatest = false,
): "opened" | "reopened" | null {
  if (!known) return "opened";
  if (known.resolvedAt === null) return null;
  return happenedAt > known.resolvedAt || (isLatest && known.isByItself) ? "reopened" : null;
}

/** Orders the queue as text: the worst first, then the oldest. */
export const rankOf = (severity: Severity, openedAt: Instant): string => `${severity} ${toIso(openedAt)}`;
