import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { addDays, instantAt, localAt, minutesOf } from "#kernel/local-time.ts";
import type { LocalDate, LocalTime } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";

/** A rest of a shift: it begins between two moments. */
export interface Rest {
  readonly earliest: Instant;
  readonly latest: Instant;
  readonly seconds: number;
}

/** Work on the date on which it begins. */
export interface Work {
  readonly date: LocalDate;
  readonly window: Window;
  readonly rests: readonly Rest[];
}

/** The same by the clock on the wall; an end that is not after the begin is on the next day. */
export interface Times {
  readonly from: LocalTime;
  readonly to: LocalTime;
  readonly breaks: readonly {
    readonly earliest: LocalTime;
    readonly latest: LocalTime;
    readonly minutes: number;
  }[];
}

/** The moments of a shift in its zone. Times that the clocks skip move forward, times shown twice mean the first. */
export function workAt(date: LocalDate, { from, to, breaks }: Times, zone: string): Work {
  /** Times before the shift's begin are on the next day. */
  const at = (time: LocalTime, isAfter: boolean): Instant => {
    const isNext = isAfter ? minutesOf(time) <= minutesOf(from) : minutesOf(time) < minutesOf(from);
    return instantAt(isNext ? addDays(date, 1) : date, time, zone);
  };
  return {
    date,
    window: { start: instantAt(date, from, zone), end: at(to, true) },
    rests: breaks
      .map(({ earliest, latest, minutes }) => ({
        earliest: at(earliest, false),
        latest: at(latest, false),
        seconds: (minutes * MINUTE_MS) / SECOND_MS,
      }))
      .toSorted((a, b) => a.earliest - b.earliest),
  };
}

/** A shift by the clock on the wall of its zone. */
export function timesOf({ date, window, rests }: Work, zone: string): Times {
  const clock = (at: Instant): LocalTime => localAt(at, zone).time;
  const to = localAt(window.end, zone);
  return {
    from: clock(window.start),
    to: to.time === "00:00" && to.date === addDays(date, 1) ? "24:00" : to.time,
    breaks: rests.map(({ earliest, latest, seconds }) => ({
      earliest: clock(earliest),
      latest: clock(latest),
      minutes: (seconds * SECOND_MS) / MINUTE_MS,
    })),
  };
}
