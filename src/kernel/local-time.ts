import { DAY_MS, MINUTE_MS, type Instant } from "./instant.ts";

/** `YYYY-MM-DD` on the wall calendar of some zone. */
export type LocalDate = string;
/** `HH:mm` on the wall clock of some zone; `24:00` is the end of the day. */
export type LocalTime = string;

export interface Local {
  readonly date: LocalDate;
  readonly time: LocalTime;
  /** 1 = Monday … 7 = Sunday (ISO 8601) */
  readonly weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, format);
  return format;
}

/** From here on clocks change on whole minutes everywhere; Liberia's were the last that did not (IANA, 1972). */
const WHOLE_MINUTES_FROM = Date.UTC(1973, 0);
/** Milliseconds that wall clocks are ahead of UTC, by zone and minute: formatting takes some 10 µs. */
const offsets = new Map<string, Map<number, number>>();
/** About 50 bytes each. */
const MOST_OFFSETS = 5_000;

/** The zone's wall clock, written as if it were UTC milliseconds. */
function wallMs(instant: Instant, zone: string): number {
  if (!(instant >= WHOLE_MINUTES_FROM)) return readWallMs(instant, zone);
  const minute = Math.floor(instant / MINUTE_MS);
  const known = offsets.get(zone)?.get(minute);
  if (known !== undefined) return instant + known;
  const offset = readWallMs(minute * MINUTE_MS, zone) - minute * MINUTE_MS;
  const before = offsets.get(zone);
  if (before === undefined || before.size >= MOST_OFFSETS) offsets.set(zone, new Map([[minute, offset]]));
  else before.set(minute, offset);
  return instant + offset;
}

function readWallMs(instant: Instant, zone: string): number {
  const read: Record<string, number> = {};
  for (const part of formatFor(zone).formatToParts(instant)) read[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  const millisecond = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$|^24:00$/;

function dateMs(date: LocalDate): number {
  const ms = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Days that a month lacks are read as days of the next one.
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(date.slice(8))) {
    throw new RangeError(`not a date: ${date}`);
  }
  return ms;
}

/** Minutes since local midnight by the clock's face, 0 to 1440. @throws RangeError */
export function minutesOf(time: LocalTime): number {
  if (!TIME.test(time)) throw new RangeError(`not a time of day: ${time}`);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/**
 * The moment at which a zone's wall shows this date and time.
 * A time that the clocks skip moves forward by the gap; one that they show twice means the first.
 *
 * @throws RangeError on an unknown zone, date or time
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: string): Instant {
  const wall = dateMs(date) + minutesOf(time) * MINUTE_MS;
  const before = wallMs(wall - DAY_MS, zone) - (wall - DAY_MS);
  const after = wallMs(wall + DAY_MS, zone) - (wall + DAY_MS);
  const fits = [wall - before, wall - after].filter((instant) => wallMs(instant, zone) === wall);
  return fits.length > 0 ? Math.min(...fits) : wall - before;
}

/** Reads calendar and clock on the zone's wall; seconds are cut. @throws RangeError on an unknown zone */
export function localAt(instant: Instant, zone: string): Local {
  const wall = new Date(wallMs(instant, zone));
  const text = wall.toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16), weekday: weekdayOn(wall) };
}

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export function weekdayOf(date: LocalDate): number {
  return weekdayOn(new Date(dateMs(date)));
}

const weekdayOn = (wall: Date): number => ((wall.getUTCDay() + 6) % 7) + 1;

/** Calendar days, also across months and daylight-saving nights. */
export function addDays(date: LocalDate, n: number): LocalDate {
  return new Date(dateMs(date) + n * DAY_MS).toISOString().slice(0, 10);
}

/** Whether this names an IANA time zone ("Europe/Berlin"); bare offsets do not. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return formatFor(zone) !== undefined;
  } catch {
    return false;
  }
}
