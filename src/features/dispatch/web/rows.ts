import {
  unassignedOf,
  type Board,
  type BoardCourier,
  type BoardDelivery,
  type BoardStop,
} from "../contract/board.ts";
import type { LateWork } from "#features/lateness/domain/late-day.ts";
import { routeHues } from "#web/map/routes/route-hues.ts";
import type { Hue } from "#web/map/map-view.tsx";
import type { RowRef } from "./selection.ts";

export interface DeliveryLine extends RowRef {
  readonly deliveryId: string;
  readonly delivery: BoardDelivery;
  /** Name of the courier who has its parcels although nobody is planned for it. */
  readonly holder?: string | undefined;
}

/** Figures of a route in its courier's heading. */
export interface Load {
  readonly total: number;
  readonly done: number;
}

export interface CourierLine extends RowRef {
  readonly kind: "courier";
  readonly courierId: string;
  readonly courier: BoardCourier;
  readonly load: Load;
  /** Colour of the route on the map. */
  readonly hue: Hue | undefined;
  readonly open: boolean;
  /** 1 to 9: the digit that picks this courier; 0 for the others. */
  readonly digit: number;
  /** Its place among the couriers shown, from 1, and how many there are. */
  readonly place: number;
  readonly of: number;
}

export interface StopLine extends RowRef {
  readonly kind: "stop";
  readonly courierId: string;
  readonly deliveryId: string;
  readonly taskId: string;
  readonly stop: BoardStop;
  /** Its place on the route, from 1. */
  readonly place: number;
  readonly of: number;
}

export type RouteLine = CourierLine | StopLine;

export interface Filter {
  readonly search: string;
  /** The late work, while nothing else is shown. */
  readonly late: LateWork | undefined;
  readonly level: string;
  /** Also the stops that are done. */
  readonly done: boolean;
}

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether every word that was typed occurs in one of the texts, whatever the accents and capitals. */
export function matches(search: string, texts: readonly string[]): boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const hay = fold(texts.join(" \n ")).replace(/-/g, "");
  return words.every((word) => hay.includes(word.replace(/-/g, "")));
}

function passes(delivery: BoardDelivery, filter: Filter): boolean {
  if (filter.late && !filter.late.deliveries.has(delivery.id)) return false;
  if (filter.level !== "" && delivery.serviceLevel !== filter.level) return false;
  return matches(filter.search, [
    delivery.number,
    delivery.pickupLabel,
    delivery.dropoffLabel,
    delivery.recipientName,
  ]);
}

export const isFiltered = (filter: Filter): boolean =>
  filter.search.trim() !== "" || filter.late !== undefined || filter.level !== "";

export function deliveryLines(board: Board, filter: Filter): DeliveryLine[] {
  const names = new Map(board.couriers.map(({ id, name }) => [id, name]));
  return unassignedOf(board)
    .filter((one) => passes(one, filter))
    .map((delivery) => ({
      key: `d:${delivery.id}`,
      deliveryId: delivery.id,
      delivery,
      ...(delivery.heldBy !== undefined && { holder: names.get(delivery.heldBy) }),
    }));
}

export const isDone = (stop: BoardStop): boolean => stop.state === "succeeded" || stop.state === "failed";

const loads = new WeakMap<BoardCourier, Load>();

/** The same courier gives the same object, so that an unchanged heading is not rendered again. */
export function loadOf(courier: BoardCourier): Load {
  const known = loads.get(courier);
  if (known) return known;
  const { stops } = courier.route;
  const load = { total: stops.length, done: stops.filter(isDone).length };
  loads.set(courier, load);
  return load;
}

/**
 * Every courier with the stops of an open route below. A filter leaves the stops that fit and the couriers who have
 * some, unless their name was typed.
 */
export function routeLines(board: Board, filter: Filter, closed: ReadonlySet<string>): RouteLine[] {
  const byId = new Map(board.deliveries.map((one) => [one.id, one]));
  const filtered = isFiltered(filter);
  const hues = routeHues(board.couriers);
  const fits = (stop: BoardStop): boolean => {
    const delivery = byId.get(stop.deliveryId);
    if (!filter.done && filter.search.trim() === "" && isDone(stop)) return false;
    if (filter.late && !filter.late.stops.has(stop.taskId)) return false;
    if (filter.level !== "" && delivery?.serviceLevel !== filter.level) return false;
    return matches(filter.search, [stop.number, stop.label, delivery?.recipientName ?? ""]);
  };
  const shown = board.couriers.flatMap((courier, at) => {
    const named = filter.search.trim() !== "" && matches(filter.search, [courier.name]);
    const stops = courier.route.stops
      .map((stop, n) => ({ stop, place: n + 1 }))
      .filter(({ stop }) => named || fits(stop));
    return filtered && !named && stops.length === 0 ? [] : [{ courier, at, stops }];
  });
  return shown.flatMap(({ courier, at, stops }, n): RouteLine[] => {
    const open = filtered || !closed.has(courier.id);
    const head: CourierLine = {
      key: `c:${courier.id}`,
      kind: "courier",
      courierId: courier.id,
      courier,
      load: loadOf(courier),
      hue: hues.get(courier.id),
      open,
      digit: at < 9 ? at + 1 : 0,
      place: n + 1,
      of: shown.length,
    };
    const lines = open ? stops.map(({ stop, place }) => stopLine(courier, stop, place)) : [];
    return [head, ...lines];
  });
}

const stopLine = (courier: BoardCourier, stop: BoardStop, place: number): StopLine => ({
  key: `s:${stop.taskId}`,
  kind: "stop",
  courierId: courier.id,
  deliveryId: stop.deliveryId,
  taskId: stop.taskId,
  stop,
  place,
  of: courier.route.stops.length,
});
