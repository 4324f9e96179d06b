import { type Point, distanceM } from "#kernel/geo.ts";
import { SAME_PLACE_M } from "./limits.ts";

/** Whether two points are one address. */
export const isSamePlace = (a: Point, b: Point): boolean => distanceM(a, b) < SAME_PLACE_M;
