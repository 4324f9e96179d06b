import type { LocalDate } from "#kernel/local-time.ts";
import { localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import type { KeptDay } from "./agenda.ts";
import { type Open, placeOf, type Schedule } from "./occurrence.ts";
import { daysOf } from "./pattern.ts";

/** A kept day with the window that it was made or tried with. */
export interface PlacedDay extends KeptDay {
  readonly window: Window | null;
}

export interface CalendarDay {
  readonly day: LocalDate;
  readonly state: KeptDay["state"];
  readonly window: Window | null;
  readonly movedBy: "person" | "closure" | null;
}

export interface Span {
  readonly first: LocalDate;
  readonly last: LocalDate;
  /** Days before that have nothing to say unless they are kept. */
  readonly today: LocalDate;
  /** Days that are not made yet are made one day. */
  readonly isOpen: boolean;
}

/** Days of a standing order as people see them, in the order of the rule's own days. */
export function calendarOf(
  schedule: Schedule & { readonly countedFrom: LocalDate },
  kept: readonly PlacedDay[],
  { first, last, today, isOpen }: Span,
  open: Open,
): CalendarDay[] {
  const byDay = new Map(kept.map((one) => [one.day, one]));
  const begin = [first, today, schedule.countedFrom].toSorted().at(-1) ?? first;
  const own = isOpen ? daysOf(schedule, begin, last) : [];
  const days = [...new Set([...kept.map(({ day }) => day), ...own])]
    .filter((day) => day >= first && day <= last)
    .toSorted();
  return days.flatMap((day) => {
    const known = byDay.get(day);
    if (known && known.state !== "planned") return [settledDay(known, open)];
    if (!isOpen) return [];
    const moved = known?.moved ?? null;
    const place = placeOf(schedule, day, open, moved);
    if (place === "closed")
      return [{ day, state: "closed" as const, window: null, movedBy: moved && ("person" as const) }];
    const movedBy = moved ? "person" : place.date === day ? null : "closure";
    return [{ day, state: "planned" as const, window: place.window, movedBy }];
  });
}

function settledDay({ day, state, window, moved }: PlacedDay, { zone }: Open): CalendarDay {
  const isElsewhere = window !== null && localAt(window.start, zone).date !== day;
  return { day, state, window, movedBy: moved ? "person" : isElsewhere ? "closure" : null };
}
