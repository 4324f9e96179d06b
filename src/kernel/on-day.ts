import type { Instant } from "./instant.ts";
import { type Local, type LocalDate, addDays, instantAt, localAt } from "./local-time.ts";
import type { Window } from "./window.ts";

/** The same hours on the wall clock on another day; a window across midnight stays one. */
export function onDay(window: Window, date: LocalDate, zone: string): Window {
  const [start, end] = [localAt(window.start, zone), localAt(window.end, zone)];
  const lastDate = end.date > start.date ? addDays(date, 1) : date;
  // A wall clock is read in minutes.
  const moved = (at: Instant, from: Local, to: LocalDate): Instant =>
    at - instantAt(from.date, from.time, zone) + instantAt(to, from.time, zone);
  return { start: moved(window.start, start, date), end: moved(window.end, end, lastDate) };
}
