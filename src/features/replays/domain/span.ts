import { type LocalDate, addDays } from "#kernel/local-time.ts";

/** Months back from today, or days that are chosen. */
export const SPANS = ["1", "3", "12", "own"] as const;
export type Span = (typeof SPANS)[number];

/** Local days, both included. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The same day some months before, or the last of that month where it has no such day. */
function monthsBefore(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const at = year * 12 + (month - 1) - months;
  const first = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`;
  const last = addDays(addDays(first, 31).slice(0, 8) + "01", -1);
  const same = addDays(first, day - 1);
  return same > last ? last : same;
}

/** Days of a span that ends today. @param own the days that were chosen, for `own` */
export function daysOf(span: Span, today: LocalDate, own: Days): Days {
  if (span !== "own") return { from: addDays(monthsBefore(today, Number(span)), 1), to: today };
  const to = own.to || today;
  return { from: own.from || addDays(monthsBefore(to, 1), 1), to };
}
