import type { Instant } from "#kernel/instant.ts";
import {
  type LocalDate,
  type LocalTime,
  addDays,
  instantAt,
  localAt,
  minutesOf,
  weekdayOf,
} from "#kernel/local-time.ts";
import { type Window, contains, isWindow } from "#kernel/window.ts";

/** One opening on every such weekday; times are those of the wall clock, `closes` up to `24:00`. */
export interface OpeningRule {
  /** 1 = Monday … 7 = Sunday */
  readonly weekday: number;
  readonly opens: LocalTime;
  readonly closes: LocalTime;
}

/** Exception on one date: closed, or open at these times instead of the weekly ones. */
export interface OpeningException {
  readonly date: LocalDate;
  readonly closed: boolean;
  readonly opens: LocalTime | null;
  readonly closes: LocalTime | null;
  readonly note: string;
}

export interface OpeningHours {
  readonly weekly: readonly OpeningRule[];
  readonly exceptions: readonly OpeningException[];
}

/** Fault in opening hours, and its place: `weekly.2.closes`. */
export interface HoursFault {
  readonly path: string;
  readonly code: "bad-time" | "ends-before-start" | "overlaps" | "times-missing" | "closed-and-open";
}

interface Opening {
  readonly path: string;
  readonly day: string;
  readonly opens: LocalTime;
  readonly closes: LocalTime;
}

function openingsOn(hours: OpeningHours, date: LocalDate): { opens: LocalTime; closes: LocalTime }[] {
  const special = hours.exceptions.filter((exception) => exception.date === date);
  if (special.some((exception) => exception.closed)) return [];
  if (special.length === 0) {
    const weekday = weekdayOf(date);
    return hours.weekly.filter((rule) => rule.weekday === weekday);
  }
  return special.flatMap(({ opens, closes }) =>
    opens === null || closes === null ? [] : [{ opens, closes }],
  );
}

/** Moments of opening by the hours' object and by date and zone: three conversions of a wall clock each. */
const opened = new WeakMap<OpeningHours, Map<string, readonly Window[]>>();
/** Days of a year and some. */
const MOST_DAYS = 500;

/**
 * When it is open on a date, as moments in order. Wall-clock times that the clocks skip move forward, times that they
 * show twice mean the first; an opening that lies wholly in the skipped hour vanishes.
 */
export function openWindows(hours: OpeningHours, zone: string, date: LocalDate): readonly Window[] {
  const days = opened.get(hours);
  const key = `${date} ${zone}`;
  const known = days?.get(key);
  if (known) return known;
  const found = readOpenWindows(hours, zone, date);
  if (days && days.size < MOST_DAYS) days.set(key, found);
  else opened.set(hours, new Map([[key, found]]));
  return found;
}

function readOpenWindows(hours: OpeningHours, zone: string, date: LocalDate): readonly Window[] {
  return openingsOn(hours, date)
    .map(({ opens, closes }) => ({ start: instantAt(date, opens, zone), end: instantAt(date, closes, zone) }))
    .filter(isWindow)
    .sort((a, b) => a.start - b.start);
}

/** Whether it is open at that moment. */
export function isOpen(hours: OpeningHours, zone: string, instant: Instant): boolean {
  return openWindows(hours, zone, localAt(instant, zone).date).some((window) => contains(window, instant));
}

function minutes(time: LocalTime): number | undefined {
  try {
    return minutesOf(time);
  } catch {
    return undefined;
  }
}

function timeFaults({ path, opens, closes }: Opening): HoursFault[] {
  const [from, to] = [minutes(opens), minutes(closes)];
  if (from === undefined) return [{ path: `${path}.opens`, code: "bad-time" }];
  if (to === undefined) return [{ path: `${path}.closes`, code: "bad-time" }];
  return from < to ? [] : [{ path: `${path}.closes`, code: "ends-before-start" }];
}

function overlapFaults(openings: readonly Opening[]): HoursFault[] {
  const clash = (a: Opening, b: Opening): boolean =>
    a.day === b.day && a.opens < b.closes && b.opens < a.closes;
  return openings
    .filter((opening, i) => openings.slice(0, i).some((earlier) => clash(earlier, opening)))
    .map(({ path }) => ({ path: `${path}.opens`, code: "overlaps" }));
}

function exceptionFaults(hours: OpeningHours): HoursFault[] {
  const closed = new Set(hours.exceptions.filter((one) => one.closed).map((one) => one.date));
  return hours.exceptions.flatMap((one, i): HoursFault[] => {
    if (one.closed) return [];
    if (closed.has(one.date)) return [{ path: `exceptions.${i}.date`, code: "closed-and-open" }];
    return one.opens === null || one.closes === null
      ? [{ path: `exceptions.${i}.opens`, code: "times-missing" }]
      : [];
  });
}

/** Everything wrong with opening hours; empty when they can be used. Openings of a day may touch, not overlap. */
export function checkHours(hours: OpeningHours): HoursFault[] {
  const weekly = hours.weekly.map((rule, i) => ({ ...rule, path: `weekly.${i}`, day: String(rule.weekday) }));
  const dated = hours.exceptions.flatMap(({ date, closed, opens, closes }, i) =>
    closed || opens === null || closes === null
      ? []
      : [{ path: `exceptions.${i}`, day: date, opens, closes }],
  );
  const openings = [...weekly, ...dated];
  return [...exceptionFaults(hours), ...openings.flatMap(timeFaults), ...overlapFaults(openings)];
}

/** Furthest look for a day that is open. */
const LOOK_DAYS = 60;

/** The first day after this one on which it is open; the next one where it never is. */
export function nextOpenDay(hours: OpeningHours, zone: string, date: LocalDate): LocalDate {
  const days = Array.from({ length: LOOK_DAYS }, (_, n) => addDays(date, n + 1));
  return days.find((day) => openWindows(hours, zone, day).length > 0) ?? addDays(date, 1);
}
