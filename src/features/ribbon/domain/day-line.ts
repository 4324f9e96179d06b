import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";

/** A stop that is still to come, as it is predicted; times in milliseconds. */
export interface StopAhead {
  readonly taskId: string;
  readonly at: Instant;
  readonly stay: number;
  /** On the road to it. */
  readonly way: number;
  readonly promisedEnd: Instant;
  /** The promise may be broken by what is predicted. */
  readonly isAtRisk: boolean;
}

/** A stop that was reached: it ended then, or runs since then. */
export interface StopReached {
  readonly taskId: string;
  readonly at: Instant;
  readonly isOver: boolean;
}

/** A break that begins between two moments. */
export interface Break {
  readonly earliest: Instant;
  readonly latest: Instant;
  readonly minutes: number;
}

export interface Shift extends Window {
  readonly breaks: readonly Break[];
}

export interface Day {
  readonly now: Instant;
  readonly shifts: readonly Shift[];
  readonly reached: readonly StopReached[];
  /** In any order. */
  readonly ahead: readonly StopAhead[];
}

export const PARTS = ["work", "drive", "wait", "free", "break", "past"] as const;
export type PartKind = (typeof PARTS)[number];

/** A span of a courier's day; time that no part covers lies outside of the shifts. */
export interface Part extends Window {
  readonly kind: PartKind;
  /** The stop that is worked on. */
  readonly taskId?: string;
}

/** How a stop stands to its promise. */
export type Mark = "tight" | "late";

export interface DayLine {
  /** In order, none over another. */
  readonly parts: readonly Part[];
  readonly marks: readonly { readonly taskId: string; readonly at: Instant; readonly mark: Mark }[];
  /** Breaks that are not over, as they are likely taken. */
  readonly breaks: readonly Window[];
}

/** A stop that was reached has no known length: it is drawn this long. */
const REACHED_MS = 3 * MINUTE_MS;
/** Predictions come in whole minutes, each rounded by itself. */
const SLACK_MS = 2 * MINUTE_MS;

const clamp = (at: Instant, { start, end }: Window): Instant => Math.min(end, Math.max(start, at));

/**
 * A day in parts: stops that were reached, the past between them, then by prediction the way to each stop, the wait before it and
 * its work. A break lies in the first gap between two stops that has room for it; what is left of the shifts is free.
 */
export function dayLine({ now, shifts, reached, ahead }: Day): DayLine {
  const stops = ahead.toSorted((a, b) => a.at - b.at);
  const left = shifts
    .flatMap(({ breaks }) => breaks)
    .filter(({ latest }) => latest > now)
    .toSorted((a, b) => a.earliest - b.earliest);
  const parts: Part[] = doneParts(reached, now);
  let free = beginOf(stops[0], shifts, now);
  for (const stop of stops) {
    const at = Math.max(free, stop.at);
    const rests: Window[] = [];
    for (let rest = left[0]; rest && hasRoom(rest, { start: free, end: at }, stop.way); rest = left[0]) {
      rests.push(restIn(rest, { start: rests.at(-1)?.end ?? free, end: at }));
      left.shift();
    }
    parts.push(...wayTo(stop, { start: free, end: at }, rests));
    free = at + Math.max(0, stop.stay);
    parts.push({ start: at, end: free, kind: "work", taskId: stop.taskId });
  }
  for (const { earliest, latest, minutes } of left) {
    if (free > latest) continue;
    const start = Math.max(free, earliest);
    free = start + minutes * MINUTE_MS;
    parts.push({ start, end: free, kind: "break" });
  }
  const sorted = parts
    .flatMap((part) => (part.kind === "wait" ? withinShifts(part, shifts) : [part]))
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start);
  return {
    parts: withRest(sorted, shifts, now),
    marks: stops.flatMap(({ taskId, at, promisedEnd, isAtRisk }) => {
      const mark: Mark | undefined = at >= promisedEnd ? "late" : isAtRisk ? "tight" : undefined;
      return mark ? [{ taskId, at, mark }] : [];
    }),
    breaks: sorted.filter(({ kind }) => kind === "break"),
  };
}

/** When the way to the first stop begins: now, or with the shift to come unless the stop asks for more. */
function beginOf(first: StopAhead | undefined, shifts: readonly Window[], now: Instant): Instant {
  const opens = shifts.find(({ end }) => end > now)?.start;
  const leaves = first ? first.at - Math.max(0, first.way) : now;
  return Math.max(now, Math.min(opens ?? leaves, first ? leaves : now));
}

/** Whether a break lies before a stop by its prediction: the gap holds both it and the way. */
const hasRoom = ({ earliest, minutes }: Break, { start, end }: Window, way: number): boolean => {
  const most = minutes * MINUTE_MS - SLACK_MS;
  return end - Math.max(start, earliest) >= most && end - start >= most + way;
};

/** A break within a gap, never longer than it. */
function restIn({ earliest, minutes }: Break, gap: Window): Window {
  const start = clamp(earliest, gap);
  return { start, end: Math.min(gap.end, start + minutes * MINUTE_MS) };
}

/** The way to a stop and the wait there, around the breaks in the gap. */
function wayTo(stop: StopAhead, gap: Window, rests: readonly Window[]): Part[] {
  let drive = Math.max(0, stop.way);
  let from = gap.start;
  const parts: Part[] = [];
  for (const rest of [...rests, { start: gap.end, end: gap.end }]) {
    const middle = Math.min(rest.start, from + drive);
    drive -= middle - from;
    parts.push(
      { start: from, end: middle, kind: "drive" },
      { start: middle, end: rest.start, kind: "wait" },
      { ...rest, kind: "break" },
    );
    from = rest.end;
  }
  return parts;
}

const withinShifts = (part: Part, shifts: readonly Window[]): Part[] =>
  shifts.length === 0
    ? [part]
    : shifts.map((shift) => ({ ...part, start: clamp(part.start, shift), end: clamp(part.end, shift) }));

/** Stops that were reached, one after the other; one that runs lasts until now. */
function doneParts(reached: readonly StopReached[], now: Instant): Part[] {
  let last = Number.NEGATIVE_INFINITY;
  return reached
    .toSorted((a, b) => a.at - b.at)
    .map(({ taskId, at, isOver }): Part => {
      const span = isOver ? { start: at - REACHED_MS, end: at } : { start: at, end: now };
      const start = Math.max(last, span.start);
      last = Math.max(start, Math.min(now, span.end));
      return { start, end: last, kind: "work", taskId };
    });
}

/** Fills what the shifts leave between parts: past before now, free after it. */
function withRest(parts: readonly Part[], shifts: readonly Window[], now: Instant): Part[] {
  const gaps = shifts.flatMap((shift) => {
    const found: Part[] = [];
    let from = shift.start;
    for (const part of parts) {
      if (part.end <= from || part.start >= shift.end) continue;
      found.push(...gap(from, part.start, now));
      from = Math.max(from, part.end);
    }
    return [...found, ...gap(from, shift.end, now)];
  });
  return [...parts, ...gaps].toSorted((a, b) => a.start - b.start);
}

function gap(start: Instant, end: Instant, now: Instant): Part[] {
  const cut = clamp(now, { start, end });
  const spans: Part[] = [
    { start, end: cut, kind: "past" },
    { start: cut, end, kind: "free" },
  ];
  return start < end ? spans.filter((span) => span.end > span.start) : [];
}

/** Whole hours around shifts and parts of all couriers, so that every ribbon has one axis; null where nothing is known. */
export function axisOf(spans: readonly Window[]): Window | null {
  if (spans.length === 0) return null;
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  const first = Math.floor(start / HOUR_MS) * HOUR_MS;
  return { start: first, end: Math.max(first + HOUR_MS, Math.ceil(end / HOUR_MS) * HOUR_MS) };
}

/** Place of a moment on an axis: 0 at its start, 1 at its end. */
export const shareOf = (at: Instant, axis: Window): number =>
  (clamp(at, axis) - axis.start) / (axis.end - axis.start);
