import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";
import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import type { Instant } from "#kernel/instant.ts";
import { type Local, type LocalDate, addDays, instantAt, localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";

/** States in which work waits and nobody stands at a door. */
const POSTPONABLE: ReadonlySet<DeliveryStateName> = new Set([
  "created",
  "assigned",
  "en_route_to_pickup",
  "collected",
  "at_hub",
  "out_for_delivery",
]);

export const mayPostpone = (state: DeliveryStateName): boolean => POSTPONABLE.has(state);

/** The same hours on the wall clock on another day; a window across midnight stays one. */
export function onDay(window: Window, date: LocalDate, zone: string): Window {
  const [start, end] = [localAt(window.start, zone), localAt(window.end, zone)];
  const lastDate = end.date > start.date ? addDays(date, 1) : date;
  // A wall clock is read in minutes.
  const moved = (at: Instant, from: Local, to: LocalDate): Instant =>
    at - instantAt(from.date, from.time, zone) + instantAt(to, from.time, zone);
  return { start: moved(window.start, start, date), end: moved(window.end, end, lastDate) };
}

/** Furthest look for a day that is open. */
const MOST_DAYS = 60;

/** The first day after this one on which it is open; the next one where it never is. */
export function nextOpenDay(hours: OpeningHours, zone: string, date: LocalDate): LocalDate {
  const days = Array.from({ length: MOST_DAYS }, (_, n) => addDays(date, n + 1));
  return days.find((day) => openWindows(hours, zone, day).length > 0) ?? addDays(date, 1);
}
