import { type LocalDate, type LocalTime, localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import { type Fault, fault } from "./fault.ts";

interface Wished {
  readonly date: LocalDate;
  readonly from: LocalTime | null;
  readonly to: LocalTime | null;
}

interface Offered {
  readonly date: LocalDate;
  readonly window: Window;
}

/**
 * The first offered window of the day that begins at the wished time or later and, where an end is wished, ends by it.
 *
 * @param offered windows of one service level, in order
 */
export function chooseWindow<W extends Offered>(
  offered: readonly W[],
  { date, from, to }: Wished,
  zone: string,
): W | Fault<never> {
  const ofDay = offered.filter((one) => one.date === date);
  const starts = (one: W): LocalTime => localAt(one.window.start, zone).time;
  const ends = ({ window }: W): LocalTime => {
    const end = localAt(window.end, zone);
    return end.date > date ? "24:00" : end.time;
  };
  const chosen = ofDay.find(
    (one) => (from === null || starts(one) >= from) && (to === null || ends(one) <= to),
  );
  if (chosen) return chosen;
  const [first] = ofDay;
  const last = ofDay.at(-1);
  return first && last
    ? fault(from === null && to !== null ? "to" : "from", "no-window", {
        first: starts(first),
        last: ends(last),
      })
    : fault("date", "no-day");
}
