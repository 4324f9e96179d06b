import { MS } from "#engines/roads/cost.ts";
import type { StateGraph } from "#engines/roads/states.ts";
import type { OnRoad } from "#engines/roads/search.ts";

/** The cost of a part of a directed edge, rounded as the engine rounds: milliseconds and decimetres each. */
type PartCost = (edge: number, share: number) => number;

/** Plain Dijkstra over the arcs of a graph, one source to everywhere. Shares no code with the hierarchy. */
export class Dijkstra {
  readonly #graph: StateGraph;
  readonly #part: PartCost;
  readonly #out: number[][] = [];
  readonly #into = new Map<number, number[]>();

  constructor(graph: StateGraph, part: PartCost) {
    this.#graph = graph;
    this.#part = part;
    for (let state = 0; state < graph.states; state++) this.#out.push([]);
    graph.from.forEach((from, arc) => {
      this.#out[from]?.push(arc);
      const edge = graph.edge[arc] ?? 0;
      this.#into.set(edge, [...(this.#into.get(edge) ?? []), arc]);
    });
  }

  /** Cost from a place to each state. */
  from({ segment, fraction }: OnRoad): Float64Array {
    const { cost, to, stateOf, states } = this.#graph;
    const dist = new Float64Array(states).fill(Infinity);
    const isDone = new Uint8Array(states);
    const queue: [number, number][] = [];
    for (const edge of [segment * 2, segment * 2 + 1]) {
      const state = stateOf[edge] ?? -1;
      const ahead = edge % 2 === 0 ? 1 - fraction : fraction;
      if (state >= 0) push(queue, [this.#part(edge, ahead), state]);
    }
    for (let next = pop(queue); next; next = pop(queue)) {
      const [sofar, state] = next;
      if (isDone[state] === 1) continue;
      isDone[state] = 1;
      dist[state] = sofar;
      for (const arc of this.#out[state] ?? []) {
        const target = to[arc] ?? 0;
        if (isDone[target] === 0) push(queue, [sofar + (cost[arc] ?? 0), target]);
      }
    }
    return dist;
  }

  /** Cost of a pair, from the distances of its source. */
  cost(dist: Float64Array, from: OnRoad, to: OnRoad): number {
    return Math.min(
      ...[to.segment * 2, to.segment * 2 + 1]
        .filter((edge) => (this.#graph.stateOf[edge] ?? -1) >= 0)
        .flatMap((edge) => [this.#entering(dist, edge, to), this.#staying(edge, from, to)]),
    );
  }

  #entering(dist: Float64Array, edge: number, to: OnRoad): number {
    const { cost, from } = this.#graph;
    const share = edge % 2 === 0 ? to.fraction : 1 - to.fraction;
    const ways = (this.#into.get(edge) ?? []).map((arc) => {
      const turn = Math.floor(((cost[arc] ?? 0) - this.#part(edge, 1)) / MS) * MS;
      return (dist[from[arc] ?? 0] ?? Infinity) + turn + this.#part(edge, share);
    });
    return Math.min(Infinity, ...ways);
  }

  #staying(edge: number, from: OnRoad, to: OnRoad): number {
    const ahead = (to.fraction - from.fraction) * (edge % 2 === 0 ? 1 : -1);
    return from.segment === to.segment && ahead >= 0 ? this.#part(edge, ahead) : Infinity;
  }
}

type Entry = [key: number, item: number];

function push(heap: Entry[], entry: Entry): void {
  heap.push(entry);
  for (let at = heap.length - 1; at > 0;) {
    const parent = (at - 1) >> 1;
    if ((heap[parent]?.[0] ?? 0) <= entry[0]) break;
    [heap[at], heap[parent]] = [heap[parent] ?? entry, entry];
    at = parent;
  }
}

function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (!top || !last || heap.length === 0) return top;
  heap[0] = last;
  for (let at = 0; ;) {
    const [left, right] = [at * 2 + 1, at * 2 + 2];
    const least = (heap[right]?.[0] ?? Infinity) < (heap[left]?.[0] ?? Infinity) ? right : left;
    const child = heap[least];
    if (!child || child[0] >= last[0]) break;
    [heap[at], heap[least]] = [child, last];
    at = least;
  }
  return top;
}
