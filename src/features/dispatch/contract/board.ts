import type { Point, Window } from "#contract/schemas.ts";
import type { StopArrival } from "#features/times/domain/stop-arrival.ts";
import { type Instant, MINUTE_MS } from "#kernel/instant.ts";
import type { BoardSheet } from "./api.ts";

type Name<K extends keyof BoardSheet["names"]> = BoardSheet["names"][K][number];
type SheetCourier = BoardSheet["couriers"][number];
type SheetStops = SheetCourier["route"]["stops"];
type Names = BoardSheet["names"];

/** A delivery as the board shows it. */
export interface BoardDelivery {
  readonly id: string;
  readonly number: string;
  readonly state: Name<"state">;
  readonly serviceLevel: Name<"serviceLevel">;
  readonly window: Window;
  readonly pickupLabel: string;
  readonly dropoffLabel: string;
  readonly pickup: Point;
  readonly dropoff: Point;
  readonly recipientName: string;
  readonly massG: number;
  readonly parcels: number;
  /** No plan moves it. */
  readonly pinned?: true;
  /** Courier in whose hands its parcels are; absent where no courier has them. */
  readonly heldBy?: string;
  /** Its money is not safe; absent where it is. */
  readonly money?: BoardSheet["money"][number]["problem"];
}

export interface BoardStop {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly number: string;
  readonly kind: Name<"taskKind">;
  readonly state: Name<"taskState">;
  readonly label: string;
  readonly point: Point;
  readonly window: Window;
  readonly arrival?: StopArrival;
  /** When a stop that was reached began or, where it is over, ended. */
  readonly reached?: Instant;
  readonly pinned?: true;
  readonly money?: BoardDelivery["money"];
}

export interface BoardCourier extends Omit<SheetCourier, "route"> {
  readonly route: {
    readonly id: string | null;
    readonly revision: number;
    readonly ackRevision: number;
    readonly times: SheetCourier["route"]["times"];
    readonly stops: readonly BoardStop[];
  };
}

/** A day as screens and the demo know it. */
export interface Board {
  readonly date: string;
  readonly timezone: string;
  /** Ids of the deliveries with work that has no courier yet. */
  readonly unassigned: readonly string[];
  readonly couriers: readonly BoardCourier[];
  readonly deliveries: readonly BoardDelivery[];
}

/** The deliveries without a courier, in the board's order. */
export function unassignedOf({ unassigned, deliveries }: Board): BoardDelivery[] {
  const ids = new Set(unassigned);
  return deliveries.filter((one) => ids.has(one.id));
}

/** Reads the board of a sheet that its schema has passed. */
export function boardOf(sheet: BoardSheet): Board {
  const { names, places, windows } = sheet;
  const spots = places.label.map((label, n) => ({
    label,
    point: { lon: at(places.lon, n), lat: at(places.lat, n) },
  }));
  const spans = windows.start.map((start, n) => ({ start, end: at(windows.end, n) }));
  const deliveries = deliveriesOf(sheet, spots, spans);
  return {
    date: sheet.date,
    timezone: sheet.timezone,
    unassigned: sheet.unassigned.map((n) => at(deliveries, n).id),
    couriers: sheet.couriers.map(({ route, ...courier }) => {
      const { stops: _, ...plan } = route;
      return { ...courier, route: { ...plan, stops: stopsOf(route, { deliveries, spans, names }) } };
    }),
    deliveries,
  };
}

interface Spot {
  readonly label: string;
  readonly point: Point;
}

function deliveriesOf(
  { deliveries: rows, names, ...sheet }: BoardSheet,
  spots: readonly Spot[],
  spans: readonly Window[],
): BoardDelivery[] {
  const pinned = new Set(sheet.pinned);
  const held = new Map(sheet.held.delivery.map((delivery, n) => [delivery, at(sheet.held.courier, n)]));
  const money = new Map(sheet.money.map(({ delivery, problem }) => [delivery, problem]));
  return rows.id.map((id, n) => {
    const [pickup, dropoff] = [at(spots, at(rows.pickup, n)), at(spots, at(rows.dropoff, n))];
    const masses = at(rows.massesG, n);
    const [problem, heldBy] = [money.get(n), held.get(n)];
    return {
      id,
      number: at(rows.number, n),
      state: at(names.state, at(rows.state, n)),
      serviceLevel: at(names.serviceLevel, at(rows.serviceLevel, n)),
      window: at(spans, at(rows.window, n)),
      pickupLabel: pickup.label,
      dropoffLabel: dropoff.label,
      pickup: pickup.point,
      dropoff: dropoff.point,
      recipientName: at(rows.recipientName, n),
      massG: masses.reduce((sum, massG) => sum + massG, 0),
      parcels: masses.length,
      ...(pinned.has(n) && { pinned: true as const }),
      ...(heldBy !== undefined && { heldBy }),
      ...(problem && { money: problem }),
    };
  });
}

interface ReadSheet {
  readonly deliveries: readonly BoardDelivery[];
  readonly spans: readonly Window[];
  readonly names: Names;
}

function stopsOf(
  { stops }: Pick<SheetCourier["route"], "stops">,
  { deliveries, spans, names }: ReadSheet,
): BoardStop[] {
  return stops.taskId.map((taskId, n) => {
    const delivery = at(deliveries, at(stops.delivery, n));
    const kind = at(names.taskKind, at(stops.kind, n));
    return {
      taskId,
      deliveryId: delivery.id,
      number: delivery.number,
      kind,
      state: at(names.taskState, at(stops.state, n)),
      label: kind === "deliver" ? delivery.dropoffLabel : delivery.pickupLabel,
      point: kind === "deliver" ? delivery.dropoff : delivery.pickup,
      window: at(spans, at(stops.window, n)),
      ...arrivalOf(stops.arrival[n]),
      ...(delivery.pinned && { pinned: true as const }),
      ...(delivery.money && { money: delivery.money }),
    };
  });
}

function arrivalOf(
  minutes: SheetStops["arrival"][number] | undefined,
): Pick<BoardStop, "arrival" | "reached"> {
  if (minutes === null || minutes === undefined) return {};
  if (typeof minutes === "number") return { reached: minutes * MINUTE_MS };
  const [at = 0, earliest = 0, latest = 0, planned = 0, stay = 0, way = 0] = minutes.map(
    (minute) => minute * MINUTE_MS,
  );
  return { arrival: { at, earliest, latest, planned, stay, way } };
}

/** @throws Error where a list is shorter than a number in it says: the schema does not pass such a sheet */
function at<T>(list: readonly T[], n: number): T {
  const found = list[n];
  if (found === undefined) throw new Error(`a sheet holds nothing at ${n}`);
  return found;
}
