import { fromIso } from "#kernel/instant.ts";
import { type LocalDate, localAt } from "#kernel/local-time.ts";
import type { Sighting } from "../contract/api.ts";

interface DayTimes {
  readonly date: LocalDate;
  readonly times: readonly Sighting[];
}

/** Times by the local day on which they began, in the order in which they come. */
export function byDay(times: readonly Sighting[], zone: string): DayTimes[] {
  const days = new Map<LocalDate, Sighting[]>();
  for (const time of times) {
    const { date } = localAt(fromIso(time.start), zone);
    days.set(date, [...(days.get(date) ?? []), time]);
  }
  return [...days].map(([date, ofDay]) => ({ date, times: ofDay }));
}
