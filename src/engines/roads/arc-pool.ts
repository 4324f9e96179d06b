import { intAt, numAt } from "#kernel/typed.ts";
import { type Arc, ArcLists } from "./arc-lists.ts";
import type { StateGraph } from "./states.ts";

/** A graph that changes: at most one arc from a state to another, kept at its start and at its end. */
export class ArcPool {
  readonly states: number;
  readonly out: ArcLists;
  readonly in: ArcLists;

  constructor(graph: StateGraph) {
    this.states = graph.states;
    this.out = new ArcLists(graph.states, graph.from);
    this.in = new ArcLists(graph.states, graph.to);
    for (let arc = 0; arc < graph.from.length; arc++) {
      const [from, to, cost] = [intAt(graph.from, arc), intAt(graph.to, arc), numAt(graph.cost, arc)];
      if (from === to || cost === Infinity) continue;
      this.offer(from, to, { cost, via: -1 - intAt(graph.edge, arc), hops: 1 });
    }
  }

  /** Adds an arc, or lowers the one that is there. */
  offer(from: number, to: number, arc: Arc): void {
    const known = this.out.find(from, to);
    if (known < 0) {
      this.out.add(from, to, arc);
      this.in.add(to, from, arc);
    } else if (arc.cost < numAt(this.out.cost, known)) {
      this.out.write(known, arc);
      this.in.write(this.in.find(to, from), arc);
    }
  }

  /** Takes a state and its arcs out. */
  detach(state: number): void {
    const firstIn = intAt(this.in.first, state);
    const firstOut = intAt(this.out.first, state);
    for (let at = 0; at < intAt(this.in.count, state); at++)
      this.out.remove(intAt(this.in.other, firstIn + at), state);
    for (let at = 0; at < intAt(this.out.count, state); at++)
      this.in.remove(intAt(this.out.other, firstOut + at), state);
    this.in.drop(state);
    this.out.drop(state);
  }
}
