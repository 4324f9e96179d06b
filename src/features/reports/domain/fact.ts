import { type ZoneSet, zoneAt } from "#features/zones/domain/zone.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import { type LocalDate, localAt } from "#kernel/local-time.ts";

/** Longest stay at a stop that is believed, in ms: beyond it the arrival was forgotten, not waited for. */
const LONGEST_STOP_MS = 4 * 3_600_000;

interface End {
  readonly postcode: string | null;
  readonly city: string | null;
  readonly point: Point;
}

/** A task that ended, as its last correction says. */
export interface EndedTask {
  readonly id: string;
  readonly kind: "collect" | "deliver" | "return";
  readonly state: "succeeded" | "failed";
  readonly courierId: string | null;
  readonly arrivedAt: Instant | null;
  /** Null where it is not known; such a task is not counted. */
  readonly endedAt: Instant | null;
  readonly reason: string | null;
}

/** A delivery as facts are made of it. */
export interface CountedDelivery {
  readonly id: string;
  readonly orderId: string;
  readonly version: number;
  readonly state: string;
  readonly windowStart: Instant;
  /** The promise: handed over before. */
  readonly windowEnd: Instant;
  readonly level: string;
  readonly pickup: End;
  readonly dropoff: End;
  readonly priceMinor: number;
  readonly currency: string;
  /** Ended ones in their order. */
  readonly tasks: readonly EndedTask[];
}

export const PROMISES = ["on_time", "late", "missed", "open", "cancelled"] as const;
export type Promised = (typeof PROMISES)[number];

export interface DeliveryFact {
  readonly deliveryId: string;
  readonly orderId: string;
  readonly version: number;
  readonly timezone: string;
  readonly day: LocalDate;
  readonly hour: number;
  readonly promisedEnd: Instant;
  /** `open` is missed once `promisedEnd` is over. */
  readonly promise: Promised;
  readonly deliveredAt: Instant | null;
  readonly courierId: string | null;
  readonly area: string;
  /** Code of the zone that holds the place; empty outside all of them. */
  readonly zone: string;
  readonly zonesVersion: number;
  readonly level: string;
  readonly priceMinor: number;
  readonly currency: string;
}

export interface TryFact {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly kind: EndedTask["kind"];
  readonly nth: number;
  readonly day: LocalDate;
  readonly hour: number;
  readonly endedAt: Instant;
  readonly courierId: string | null;
  readonly area: string;
  readonly zone: string;
  readonly level: string;
  readonly result: EndedTask["state"];
  readonly reason: string | null;
  /** Seconds; null where nobody recorded the arrival. */
  readonly stopS: number | null;
  readonly lon: number;
  readonly lat: number;
}

const LONGEST_AREA = 60;

/** Cut between characters: half of a pair of UTF-16 units cannot be stored. */
const areaOf = ({ postcode, city }: End): string =>
  Array.from((postcode ?? city ?? "").trim())
    .slice(0, LONGEST_AREA)
    .join("");

const dayAndHour = (at: Instant, timezone: string): { day: LocalDate; hour: number } => {
  const { date, time } = localAt(at, timezone);
  return { day: date, hour: Number(time.slice(0, 2)) };
};

/** How a delivery stands to its promise, whatever the time is now. */
function promiseOf({ state, windowEnd }: CountedDelivery, deliveredAt: Instant | null): Promised {
  if (state === "cancelled") return "cancelled";
  if (state === "delivered") return deliveredAt !== null && deliveredAt < windowEnd ? "on_time" : "late";
  return ["returned", "lost", "disposed"].includes(state) ? "missed" : "open";
}

/** Time zone of days and hours, and zones of places. */
export interface CountedBy {
  readonly timezone: string;
  readonly zones: ZoneSet;
}

type Placed = Pick<TryFact, "area" | "zone" | "lon" | "lat">;

const placed = (end: End, { zones }: ZoneSet): Placed => ({
  area: areaOf(end),
  zone: zoneAt(zones, end.point)?.code ?? "",
  lon: end.point.lon,
  lat: end.point.lat,
});

/** Facts of one delivery and of its tries. */
export function factsOf(
  delivery: CountedDelivery,
  { timezone, zones }: CountedBy,
): { delivery: DeliveryFact; tries: TryFact[] } {
  const { id, orderId, version, windowStart, windowEnd, level, priceMinor, currency } = delivery;
  const [pickup, dropoff] = [placed(delivery.pickup, zones), placed(delivery.dropoff, zones)];
  const last = delivery.tasks.findLast(({ kind }) => kind === "deliver");
  const deliveredAt = delivery.state === "delivered" ? (last?.endedAt ?? null) : null;
  return {
    delivery: {
      deliveryId: id,
      orderId,
      version,
      timezone,
      ...dayAndHour(windowStart, timezone),
      promisedEnd: windowEnd,
      promise: promiseOf(delivery, deliveredAt),
      deliveredAt,
      courierId: last?.courierId ?? null,
      area: dropoff.area,
      zone: dropoff.zone,
      zonesVersion: zones.version,
      level,
      priceMinor,
      currency,
    },
    tries: triesOf(delivery, timezone, (kind) => (kind === "deliver" ? dropoff : pickup)),
  };
}

function triesOf(
  { id, level, tasks }: CountedDelivery,
  timezone: string,
  placeOf: (kind: EndedTask["kind"]) => Placed,
): TryFact[] {
  const counts = { collect: 0, deliver: 0, return: 0 };
  return tasks.flatMap((task) => {
    const { kind, endedAt } = task;
    if (endedAt === null) return [];
    counts[kind] += 1;
    return {
      taskId: task.id,
      deliveryId: id,
      kind,
      nth: counts[kind],
      ...dayAndHour(endedAt, timezone),
      endedAt,
      courierId: task.courierId,
      ...placeOf(kind),
      level,
      result: task.state,
      reason: task.state === "failed" ? task.reason : null,
      stopS: stopSeconds(task.arrivedAt, endedAt),
    };
  });
}

/** A skipped arrival is filled in with the time of the end: then nobody knows how long it took. */
function stopSeconds(arrivedAt: Instant | null, endedAt: Instant): number | null {
  const ms = arrivedAt === null ? 0 : endedAt - arrivedAt;
  return ms >= 1_000 && ms <= LONGEST_STOP_MS ? Math.round(ms / 1_000) : null;
}
