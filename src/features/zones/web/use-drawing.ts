import { useState } from "react";
import type { Point } from "#kernel/geo.ts";
import type { Zone } from "../domain/zone.ts";
import { ZONE_LIMITS } from "../domain/zone-faults.ts";
import { cornersOf, polygonOf } from "./corners.ts";
import type { Draft } from "./zones-draft.ts";

/** Degrees by which a corner stands beside one that is there already, some 300 m. */
const BESIDE = 0.004;

export interface Drawing {
  /** The zone that is edited. */
  readonly zone: Zone | undefined;
  readonly corners: readonly Point[];
  /** Place of the chosen corner. */
  readonly corner: number | undefined;
  /** Each press on the map adds a corner. */
  readonly isAdding: boolean;
  /** The pin with which corners are added; undefined before the map is known. */
  readonly cursor: Point | undefined;
  readonly choose: (code: string | undefined) => void;
  /** Chooses a new zone, to add corners. */
  readonly begin: (code: string) => void;
  readonly setAdding: (isAdding: boolean) => void;
  readonly setCursor: (point: Point) => void;
  readonly chooseCorner: (at: number | undefined) => void;
  readonly setCorners: (corners: readonly Point[]) => void;
  /** Adds a corner at the end. */
  readonly add: (point: Point) => void;
}

/** The zone and the corner that are worked on. */
export function useDrawing(
  { items: zones, set }: Draft,
  centre: readonly [number, number] | undefined,
): Drawing {
  const [code, setCode] = useState<string>();
  const [corner, setCorner] = useState<number>();
  const [isAdding, setAdding] = useState(false);
  const [cursor, setCursor] = useState<Point>();
  const zone = zones.find((one) => one.code === code);
  const corners = zone ? cornersOf(zone) : [];
  const setCorners = (next: readonly Point[]) =>
    zone && set(zones.map((one) => (one === zone ? { ...zone, polygon: polygonOf(next) } : one)));
  const open = (next: string | undefined, adding: boolean) => {
    setCode(next);
    setCorner(undefined);
    setCursor(undefined);
    setAdding(adding);
  };
  const middle = centre && { lon: centre[0], lat: centre[1] };
  return {
    zone,
    corners,
    corner: corner !== undefined && corner < corners.length ? corner : undefined,
    isAdding,
    cursor: cursor ?? corners.at(-1) ?? middle,
    choose: (next) => open(next, false),
    begin: (next) => open(next, true),
    setAdding: (adding) => {
      setAdding(adding);
      setCorner(undefined);
    },
    setCursor,
    chooseCorner: (at) => {
      setCorner(at);
      setAdding(false);
    },
    setCorners,
    add: (point) => {
      if (corners.length >= ZONE_LIMITS.corners) return;
      const isTaken = corners.some(({ lon, lat }) => lon === point.lon && lat === point.lat);
      const free = isTaken ? { lat: point.lat, lon: Math.round((point.lon + BESIDE) * 1e6) / 1e6 } : point;
      setCursor(free);
      setCorners([...corners, free]);
    },
  };
}
