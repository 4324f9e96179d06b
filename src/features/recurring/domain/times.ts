import { addDays, type LocalDate, type LocalTime, minutesOf } from "#kernel/local-time.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { OpeningHours } from "#features/places/domain/hours.ts";
import { levelOf, type LevelTerms, type ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import { type Open, placeOf, type Schedule, windowAt } from "./occurrence.ts";
import { daysOf } from "./pattern.ts";

const clockOf = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** End of a level's window that begins then. */
export const endOf = ({ windowMs }: Pick<LevelTerms, "windowMs">, time: LocalTime): LocalTime =>
  clockOf(minutesOf(time) + windowMs / MINUTE_MS);

/** Begins of a level's windows between opening and closing, in minutes of the day. */
function beginsOf(
  { windowMs, stepMs, weekdays }: LevelTerms,
  { weekday, opens, closes }: OpeningHours["weekly"][number],
): number[] {
  if (!weekdays.includes(weekday)) return [];
  const [from, to] = [minutesOf(opens), minutesOf(closes)];
  const count = Math.floor((to - from - windowMs / MINUTE_MS) / (stepMs / MINUTE_MS)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => from + n * (stepMs / MINUTE_MS));
}

type Week = Pick<Open, "hours" | "levels">;

/** Begins of a level's windows on these days of the week, in order; on all days where none is chosen. */
export function timesOf(
  level: ServiceLevel,
  weekdays: readonly number[],
  { hours, levels }: Week,
): LocalTime[] {
  const terms = levelOf(levels, level);
  const times = hours.weekly
    .filter(({ weekday }) => weekdays.length === 0 || weekdays.includes(weekday))
    .flatMap((one) => beginsOf(terms, one).map(clockOf));
  return [...new Set(times)].toSorted();
}

/** The chosen days of the week on which no window of the level has this time. */
export function daysWithout(
  { serviceLevel, weekdays, time }: Pick<Schedule, "serviceLevel" | "weekdays" | "time">,
  { hours, levels }: Week,
): number[] {
  const terms = levelOf(levels, serviceLevel);
  const at = minutesOf(time);
  const has = (weekday: number): boolean =>
    hours.weekly.some(
      (one) =>
        one.weekday === weekday &&
        beginsOf(terms, one).some((begin) => at >= begin && at < begin + terms.windowMs / MINUTE_MS),
    );
  return weekdays.filter((weekday) => !has(weekday));
}

/** Begins of a level's windows on a date. */
export const timesOn = (level: ServiceLevel, date: LocalDate, open: Open): LocalTime[] =>
  timesOf(level, [], open).filter((time) => windowAt(level, { date, time }, open) !== undefined);

/** Days that are shown in advance, and dates among which they are looked for. */
const [SHOWN, WITHIN] = [5, 70];

/** The next dates of a schedule that is being typed, with those on which it would be closed. */
export function nextDates(
  schedule: Schedule,
  today: LocalDate,
  open: Open,
): { readonly date: LocalDate; readonly isClosed: boolean }[] {
  const first = schedule.from > today ? schedule.from : today;
  return daysOf(schedule, first, addDays(first, WITHIN))
    .slice(0, SHOWN)
    .map((day) => {
      const place = placeOf(schedule, day, open);
      return place === "closed" ? { date: day, isClosed: true } : { date: place.date, isClosed: false };
    });
}
