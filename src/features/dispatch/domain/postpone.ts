import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";
import { type OpeningHours, openWindows } from "#features/places/domain/hours.ts";
import { type LocalDate, addDays } from "#kernel/local-time.ts";

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

/** Furthest look for a day that is open. */
const MOST_DAYS = 60;

/** The first day after this one on which it is open; the next one where it never is. */
export function nextOpenDay(hours: OpeningHours, zone: string, date: LocalDate): LocalDate {
  const days = Array.from({ length: MOST_DAYS }, (_, n) => addDays(date, n + 1));
  return days.find((day) => openWindows(hours, zone, day).length > 0) ?? addDays(date, 1);
}
