import { addDays, type LocalDate } from "#kernel/local-time.ts";
import { MOVED_DAYS } from "./limits.ts";
import { type At, daysAhead, type Open, type Place, placeOf, type Schedule } from "./occurrence.ts";
import { daysOf } from "./pattern.ts";

/**
 * planned: a person wants it, at its own time or another; skipped: a person does not; closed: it was closed then; made: it
 * is an order; failed: it could not be made.
 */
export const KEPT_STATES = ["planned", "skipped", "closed", "made", "failed"] as const;
export type KeptState = (typeof KEPT_STATES)[number];

/** A day as it is kept. Days without anything to say are not kept. */
export interface KeptDay {
  readonly day: LocalDate;
  readonly state: KeptState;
  readonly moved: At | null;
}

export interface Agenda {
  /** To be made now. */
  readonly due: readonly { readonly day: LocalDate; readonly place: Exclude<Place, "closed"> }[];
  /** Days that are over, with what became of them. */
  readonly past: readonly { readonly day: LocalDate; readonly as: "closed" | "missed" }[];
  /** Days before that are settled. */
  readonly countedFrom: LocalDate;
}

/**
 * Says what a standing order needs today. Every day from `countedFrom` on is considered until it is settled, so that a
 * server that stood still loses none silently.
 *
 * @param kept everything kept of days from `countedFrom` on, and every day that is `planned`
 */
export function agendaOf(
  schedule: Schedule & { readonly countedFrom: LocalDate },
  kept: readonly KeptDay[],
  today: LocalDate,
  open: Open,
): Agenda {
  const horizon = addDays(today, daysAhead(schedule, open));
  const byDay = new Map(kept.map((one) => [one.day, one]));
  const planned = kept.flatMap(({ day, state }) => (state === "planned" ? [day] : []));
  // A delivery may have been moved to before its day.
  const own = daysOf(schedule, schedule.countedFrom, addDays(horizon, MOVED_DAYS));
  const days = [...new Set([...planned, ...own])].toSorted();
  const unsettled = days.filter((day) => (byDay.get(day)?.state ?? "planned") === "planned");
  const due: Agenda["due"][number][] = [];
  const past: Agenda["past"][number][] = [];
  let countedFrom = today;
  for (const day of unsettled) {
    const moved = byDay.get(day)?.moved ?? null;
    const place = placeOf(schedule, day, open, moved);
    const date = place === "closed" ? (moved?.date ?? day) : place.date;
    if (date < today) past.push({ day, as: place === "closed" ? "closed" : "missed" });
    else {
      if (day < countedFrom) countedFrom = day;
      if (place !== "closed" && date <= horizon) due.push({ day, place });
    }
  }
  return { due, past, countedFrom };
}
