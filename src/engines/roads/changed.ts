import { intAt, numAt } from "#kernel/typed.ts";
import type { RoadChanges, RoadClass } from "#server/geo/streets.ts";
import { ArcPool } from "./arc-pool.ts";
import { Contraction } from "./contraction.ts";
import { costOf, MS } from "./cost.ts";
import { reversed } from "./edges.ts";
import { edgeCost, type Hierarchy, sidesOf } from "./hierarchy.ts";
import type { Times } from "./network.ts";
import { type Profile, PROFILES, ROAD_CLASSES, RULES } from "./profiles.ts";
import type { RoadGraphs } from "./roads.ts";
import { segmentsAlong } from "./segments-along.ts";
import type { StateGraph } from "./states.ts";
import { TURN_ROUND_MS } from "./turns.ts";

/** The graph of a hierarchy as it was before it was contracted, its states numbered by their order. */
export function graphUnder(hierarchy: Hierarchy): StateGraph {
  const { stateOf, intoFirst, intoState, intoMs, intoTo, up } = hierarchy;
  const edge = new Int32Array(intoState.length);
  const cost = new Float64Array(intoState.length);
  for (let at = 0; at < stateOf.length; at++)
    for (let into = intAt(intoFirst, at); into < intAt(intoFirst, at + 1); into++) {
      edge[into] = at;
      cost[into] = isOpen(hierarchy, at)
        ? costOf(intAt(intoMs, into), 0) + edgeCost(hierarchy, at)
        : Infinity;
    }
  return { states: up.first.length - 1, from: intoState, to: intoTo, cost, edge, stateOf };
}

const isOpen = (hierarchy: Hierarchy, edge: number): boolean => edgeCost(hierarchy, edge) >= MS;

/** Contracts the roads of a map again in the order they have, with other times. Closed segments hold no place. */
export function changedGraphs(base: RoadGraphs, changes: RoadChanges, version: string): RoadGraphs {
  const found = changes.streets.map((change) => ({ ...change, segments: segmentsAlong(base, change.lines) }));
  const changed = (profile: Profile): Hierarchy => {
    const before = base.profiles[profile];
    const factors = factorsOf(base, changes.learned[profile] ?? {});
    for (const { segments, profiles, slower } of found)
      if (profiles.includes(profile))
        for (const segment of segments)
          factors[segment] = slower === null ? Infinity : numAt(factors, segment) * slower;
    return factors.every((factor) => factor === 1) ? before : contractedAgain(before, factors, profile);
  };
  const [car, bicycle, foot] = PROFILES.map(changed);
  if (!car || !bicycle || !foot) throw new Error("a profile is missing");
  return { ...base, version, profiles: { car, bicycle, foot } };
}

function factorsOf(
  { streets }: RoadGraphs,
  learned: Readonly<Partial<Record<RoadClass, number>>>,
): Float64Array {
  const byClass = ROAD_CLASSES.map((name) => learned[name] ?? 1);
  return Float64Array.from(streets.classOf, (name) => byClass[name] ?? 1);
}

/** Times of each segment times its factor; 0, which is no way, where the factor is infinite. */
function timesOf({ along, against }: Times, factors: Float64Array): Times {
  const scaled = (ms: number, segment: number): number => {
    const factor = numAt(factors, segment);
    return ms === 0 || factor === Infinity ? 0 : Math.max(1, Math.round(ms * factor));
  };
  return { along: along.map(scaled), against: against.map(scaled) };
}

function contractedAgain(before: Hierarchy, factors: Float64Array, profile: Profile): Hierarchy {
  const changed = { ...before, times: timesOf(before.times, factors) };
  const ground = RULES[profile].hasTurnCosts ? withTurnsAtClosures(changed) : changed;
  const graph = graphUnder(ground);
  const pool = new ArcPool(graph);
  const work = new Contraction(pool);
  const order = new Int32Array(graph.states);
  for (let state = 0; state < graph.states; state++) {
    order[state] = state;
    work.contract(state);
  }
  const stateOf = before.stateOf.map((state, edge) => (isOpen(ground, edge) ? state : -1));
  return { ...ground, stateOf, ...sidesOf({ pool, order }, order) };
}

/** Lets vehicles turn round where a closure leaves them no other way on: it made a dead end. */
function withTurnsAtClosures(hierarchy: Hierarchy): Hierarchy {
  const turns = turnsAtClosures(hierarchy);
  return turns.size === 0 ? hierarchy : withTurns(hierarchy, turns);
}

/** Edge → the states from which it is entered by turning round. */
type Turns = ReadonlyMap<number, readonly number[]>;

function turnsAtClosures(hierarchy: Hierarchy): Turns {
  const { stateOf, intoFirst, intoState, intoTo, up } = hierarchy;
  const states = up.first.length - 1;
  const [cameBy, ways] = [new Int32Array(states).fill(-1), new Uint8Array(states)];
  for (let edge = 0; edge < stateOf.length; edge++) {
    if (!isOpen(hierarchy, edge)) continue;
    for (let into = intAt(intoFirst, edge); into < intAt(intoFirst, edge + 1); into++) {
      cameBy[intAt(intoTo, into)] = edge;
      ways[intAt(intoState, into)] = 1;
    }
  }
  const turns = new Map<number, number[]>();
  for (let state = 0; state < states; state++) {
    const back = reversed(intAt(cameBy, state));
    if (ways[state] === 1 || intAt(cameBy, state) < 0 || intAt(stateOf, back) < 0) continue;
    if (isOpen(hierarchy, back)) turns.set(back, [...(turns.get(back) ?? []), state]);
  }
  return turns;
}

function withTurns(hierarchy: Hierarchy, turns: Turns): Hierarchy {
  const { stateOf, intoFirst, intoState, intoMs, intoTo } = hierarchy;
  const first = new Int32Array(intoFirst.length);
  const [from, ms, to]: [number[], number[], number[]] = [[], [], []];
  for (let edge = 0; edge < stateOf.length; edge++) {
    first[edge] = from.length;
    for (let into = intAt(intoFirst, edge); into < intAt(intoFirst, edge + 1); into++) {
      from.push(intAt(intoState, into));
      ms.push(intAt(intoMs, into));
      to.push(intAt(intoTo, into));
    }
    for (const state of turns.get(edge) ?? []) {
      from.push(state);
      ms.push(TURN_ROUND_MS);
      to.push(intAt(stateOf, edge));
    }
  }
  first[stateOf.length] = from.length;
  return {
    ...hierarchy,
    intoFirst: first,
    intoState: Int32Array.from(from),
    intoMs: Int32Array.from(ms),
    intoTo: Int32Array.from(to),
  };
}
