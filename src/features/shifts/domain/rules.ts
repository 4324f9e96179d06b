import { HOUR_MS, SECOND_MS } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { contains, isWindow, lengthMs, overlaps } from "#kernel/window.ts";
import type { Work } from "./shift.ts";

/** Rest between two working days, and the longest one: Directive 2003/88/EC, article 3 (24 − 11 hours). */
export const LEAST_REST_MS = 11 * HOUR_MS;
export const LONGEST_DAY_MS = 13 * HOUR_MS;
/** Work without any rest is not longer: article 4. It is said, not refused. */
const LONGEST_UNBROKEN_MS = 6 * HOUR_MS;

/** Why shifts of one courier cannot stand together. */
export type Fault =
  | { readonly code: "bad-times" | "overlap" | "break-outside"; readonly date: LocalDate }
  | { readonly code: "too-long"; readonly date: LocalDate; readonly hours: number }
  | { readonly code: "rest"; readonly date: LocalDate; readonly next: LocalDate; readonly hours: number };

/** Tenths of an hour. */
const hours = (ms: number): number => Math.round(ms / (HOUR_MS / 10)) / 10;

/** The first fault of a courier's shifts that lie near each other; nothing where they can be worked. */
export function faultOf(shifts: readonly Work[]): Fault | undefined {
  const sorted = shifts.toSorted((a, b) => a.window.start - b.window.start);
  return sorted.map(ownFault).find((fault) => fault !== undefined) ?? overlapOf(sorted) ?? restFault(sorted);
}

function ownFault({ date, window, rests }: Work): Fault | undefined {
  if (!isWindow(window)) return { code: "bad-times", date };
  const ends = rests.map(({ latest, seconds }) => latest + seconds * SECOND_MS);
  const isOutside = rests.some(
    ({ earliest, latest }, nth) =>
      latest < earliest || !contains(window, earliest) || (ends[nth] ?? 0) > window.end,
  );
  const isTwice = rests.some(({ earliest }, nth) => nth > 0 && earliest < (ends[nth - 1] ?? 0));
  return isOutside || isTwice ? { code: "break-outside", date } : undefined;
}

function overlapOf(sorted: readonly Work[]): Fault | undefined {
  const later = sorted.find(({ window }, nth) =>
    sorted.slice(0, nth).some((before) => overlaps(before.window, window)),
  );
  return later && { code: "overlap", date: later.date };
}

/** Working days in order: shifts of one date are one, whatever lies between them. */
function restFault(sorted: readonly Work[]): Fault | undefined {
  const days = new Map<LocalDate, { start: number; end: number }>();
  for (const { date, window } of sorted) {
    const { start = window.start, end = window.end } = days.get(date) ?? {};
    days.set(date, { start: Math.min(start, window.start), end: Math.max(end, window.end) });
  }
  let before: { date: LocalDate; end: number } | undefined;
  for (const [date, day] of [...days].toSorted(([a], [b]) => a.localeCompare(b))) {
    if (lengthMs(day) > LONGEST_DAY_MS) return { code: "too-long", date, hours: hours(lengthMs(day)) };
    if (before && day.start - before.end < LEAST_REST_MS)
      return { code: "rest", date: before.date, next: date, hours: hours(day.start - before.end) };
    before = { date, end: day.end };
  }
  return undefined;
}

/** Work of more than six hours without a break. */
export const lacksBreak = ({ window, rests }: Pick<Work, "window" | "rests">): boolean =>
  rests.length === 0 && lengthMs(window) > LONGEST_UNBROKEN_MS;
