import type { Instant } from "./instant.ts";

/** A span of time, half-open: `start` belongs to it, `end` does not. */
export interface Window {
  readonly start: Instant;
  readonly end: Instant;
}

/** Whole milliseconds and not empty. */
export function isWindow(w: Window): boolean {
  return Number.isSafeInteger(w.start) && Number.isSafeInteger(w.end) && w.start < w.end;
}

export function contains(w: Window, instant: Instant): boolean {
  return w.start <= instant && instant < w.end;
}

/** Windows that only touch do not overlap. */
export function overlaps(a: Window, b: Window): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Milliseconds. */
export function lengthMs(w: Window): number {
  return w.end - w.start;
}
