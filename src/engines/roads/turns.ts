import { costOf } from "./cost.ts";
import { type Edges, isAlong, reversed, segmentOf } from "./edges.ts";
import { type Network, SIGNAL_MS } from "./network.ts";
import { intAt } from "#kernel/typed.ts";

export const TURN_ROUND_MS = 20_000;
/** Turns by their angle, in degrees and milliseconds. */
const BEND = { from: 35, ms: 2500 };
const SHARP = { from: 120, ms: 5000 };

/** Cost of turning from one edge into another by the angle between them, at lights, and round. */
export function turnCosts(network: Network, edges: Edges): (came: number, next: number) => number {
  const leave = new Float32Array(edges.count);
  const arrive = new Float32Array(edges.count);
  for (let edge = 0; edge < edges.count; edge++) {
    leave[edge] = bearing(network, edge, "tail");
    arrive[edge] = bearing(network, edge, "head");
  }
  return (came, next) => {
    if (next === reversed(came)) return costOf(TURN_ROUND_MS, 0);
    const junction = intAt(edges.head, came);
    if (intAt(edges.first, junction + 1) - intAt(edges.first, junction) <= 2) return 0;
    const angle = angleBetween(arrive[came] ?? 0, leave[next] ?? 0);
    const bend = angle >= SHARP.from ? SHARP.ms : angle >= BEND.from ? BEND.ms : 0;
    return costOf(bend + (network.signals[junction] === 1 ? SIGNAL_MS : 0), 0);
  };
}

/** Between two directions of travel: 0 straight on, 180 back. */
function angleBetween(came: number, next: number): number {
  const turned = Math.abs(next - came) % 360;
  return Math.min(turned, 360 - turned);
}

/** Direction of travel at one end of an edge, in degrees. */
function bearing({ shapeFirst, lon, lat }: Network, edge: number, end: "tail" | "head"): number {
  const segment = segmentOf(edge);
  const [low, high] = [intAt(shapeFirst, segment), intAt(shapeFirst, segment + 1) - 1];
  const [a, b] = isAlong(edge) === (end === "tail") ? [low, low + 1] : [high - 1, high];
  const squeeze = Math.cos(((intAt(lat, a) / 1e7) * Math.PI) / 180);
  const dx = (intAt(lon, b) - intAt(lon, a)) * squeeze;
  const along = (Math.atan2(dx, intAt(lat, b) - intAt(lat, a)) * 180) / Math.PI;
  return isAlong(edge) ? along : along + 180;
}
