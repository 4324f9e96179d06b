import type { Instant } from "#kernel/instant.ts";
import { type LocalDate, addDays, localAt, weekdayOf } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import { LEVEL_STEP_MS, BOOKED_AHEAD_MS, OFFERED_DAYS, OFFER_GRACE_MS } from "./limits.ts";
import { DEFAULT_LEVELS, isSoonest, type LevelTerms, type ServiceLevel } from "./service-levels.ts";

/** When and where: the area's opening hours and time zone, and the moment of asking. */
export interface When {
  readonly hours: OpeningHours;
  readonly zone: string;
  readonly now: Instant;
  /** How far ahead of now a window ends at most, in milliseconds; without it as far as any is offered. */
  readonly aheadMs?: number;
}

export interface OfferedWindow {
  readonly serviceLevel: ServiceLevel;
  /** The local date on which the window starts. */
  readonly date: LocalDate;
  readonly window: Window;
}

/** Whether today's last booking time has passed. */
export function isPastCutoff(level: LevelTerms, { zone, now }: When): boolean {
  return level.cutoff !== null && localAt(now, zone).time >= level.cutoff;
}

/** A soon-starting window on whole steps of the clock, if it ends before closing. */
function soonest(level: LevelTerms, open: Window, now: Instant): Window[] {
  const start = Math.ceil((now + level.leadMs) / level.stepMs) * level.stepMs;
  const window = { start, end: start + level.windowMs };
  return open.start <= now && window.end <= open.end ? [window] : [];
}

/** Windows step by step from opening on; each lasts exactly as long as promised, also when the clocks change. */
export function windowGrid(level: LevelTerms, open: Window): Window[] {
  const count = Math.floor((open.end - open.start - level.windowMs) / level.stepMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const start = open.start + i * level.stepMs;
    return { start, end: start + level.windowMs };
  });
}

function windowsOn(level: LevelTerms, date: LocalDate, when: When): Window[] {
  const open = openWindows(when.hours, when.zone, date);
  if (isSoonest(level)) return open.flatMap((one) => soonest(level, one, when.now));
  return open.flatMap((one) => windowGrid(level, one)).filter((window) => isInTime(level, window, when));
}

const isInTime = (level: LevelTerms, window: Window, when: When): boolean =>
  window.start >= when.now + level.leadMs && !isTooFarAhead(window, when);

/** Whether `windowGrid` has this window. */
const isOnGrid = (level: LevelTerms, open: Window, { start, end }: Window): boolean =>
  start >= open.start &&
  end <= open.end &&
  end - start === level.windowMs &&
  (start - open.start) % level.stepMs === 0;

/** The limit of `When` where cards are taken: none holds its price for longer. */
export const aheadOf = (takesCards: boolean): Pick<When, "aheadMs"> =>
  takesCards ? { aheadMs: BOOKED_AHEAD_MS } : {};

export const isTooFarAhead = ({ end }: Window, { now, aheadMs = Infinity }: When): boolean =>
  end > now + aheadMs;

const lastDayOf = (level: LevelTerms): number => Math.min(level.toDay, OFFERED_DAYS - 1);

/** The windows of one level that can be booked now, in order. */
export function windowsOf(level: LevelTerms, when: When): OfferedWindow[] {
  if (isPastCutoff(level, when)) return [];
  const today = localAt(when.now, when.zone).date;
  return daysOf(today, level.fromDay, lastDayOf(level))
    .filter((date) => isOnWeekday(level, date))
    .flatMap((date) =>
      windowsOn(level, date, when).map((window) => ({ serviceLevel: level.code, date, window })),
    );
}

const isOnWeekday = ({ weekdays }: LevelTerms, date: LocalDate): boolean =>
  weekdays.includes(weekdayOf(date));

const daysOf = (today: LocalDate, first: number, last: number): LocalDate[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => addDays(today, first + i));

/** Everything that can be booked now, level by level. */
export function offerableWindows(
  when: When,
  levels: readonly LevelTerms[] = DEFAULT_LEVELS,
): OfferedWindow[] {
  return levels.filter(({ isOn }) => isOn).flatMap((level) => windowsOf(level, when));
}

const same = (a: Window, b: Window): boolean => a.start === b.start && a.end === b.end;

/** Whether the window is offered now, or was within the last minutes: people need time to read. */
export function isOffered(level: LevelTerms, window: Window, when: When): boolean {
  const { date } = localAt(window.start, when.zone);
  const open = openWindows(when.hours, when.zone, date);
  for (let ago = 0; ago < OFFER_GRACE_MS + LEVEL_STEP_MS; ago += LEVEL_STEP_MS) {
    const now = when.now - Math.min(ago, OFFER_GRACE_MS);
    if (isAmong(level, { date, window, open }, { ...when, now })) return true;
  }
  return false;
}

interface Asked {
  readonly date: LocalDate;
  readonly window: Window;
  /** The openings of that date. */
  readonly open: readonly Window[];
}

/** Whether `windowsOf` has this window: asked for each quote, so none of the others is made. */
function isAmong(level: LevelTerms, { date, window, open }: Asked, when: When): boolean {
  const { date: today, time } = localAt(when.now, when.zone);
  if (level.cutoff !== null && time >= level.cutoff) return false;
  if (date < addDays(today, level.fromDay) || date > addDays(today, lastDayOf(level))) return false;
  if (!isOnWeekday(level, date)) return false;
  if (isSoonest(level))
    return open.some((one) => soonest(level, one, when.now).some((offered) => same(offered, window)));
  return isInTime(level, window, when) && open.some((one) => isOnGrid(level, one, window));
}
