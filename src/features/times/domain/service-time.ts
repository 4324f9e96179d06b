import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";

/** Seconds at a stop while nothing is learned: domain.md §3.5. */
const DEFAULT_S: Readonly<Record<TaskKind, number>> = { collect: 240, deliver: 180, return: 240 };
/** Seconds for each parcel after the first. */
const EXTRA_PARCEL_S = 60;
/** Fewest observed stops at one place, and with one kind of vehicle, before their median counts. */
export const ENOUGH_AT_PLACE = 5;
export const ENOUGH_WITH_VEHICLE = 20;

/** Origin of a service time, the narrowest first. */
export type ServiceSource = "place" | "vehicle" | "default";

/** Median of observed stops of one kind. */
export interface Observed {
  readonly medianS: number;
  readonly count: number;
}

/** Observations that may stand for a stop. */
export interface Learned {
  /** Of the same place, kind and vehicle. */
  readonly place?: Observed | undefined;
  /** Of the same kind and vehicle. */
  readonly vehicle?: Observed | undefined;
}

export interface ServiceTime {
  readonly seconds: number;
  readonly source: ServiceSource;
  /** Observed stops behind it; absent for a default. */
  readonly visits?: number;
}

/** Seconds that a stop takes: the median of its place, else of its kind and vehicle, else the default of its kind. */
export function serviceTimeOf(
  { kind, parcels }: { readonly kind: TaskKind; readonly parcels: number },
  { place, vehicle }: Learned = {},
): ServiceTime {
  if (place && place.count >= ENOUGH_AT_PLACE) return observedTime(place, "place");
  if (vehicle && vehicle.count >= ENOUGH_WITH_VEHICLE) return observedTime(vehicle, "vehicle");
  const extra = Math.max(0, parcels - 1);
  return { seconds: DEFAULT_S[kind] + extra * EXTRA_PARCEL_S, source: "default" };
}

const observedTime = ({ medianS, count }: Observed, source: ServiceSource): ServiceTime => ({
  seconds: medianS,
  source,
  visits: count,
});
