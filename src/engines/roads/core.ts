import { intAt, numAt } from "#kernel/typed.ts";
import { grouped } from "./edges.ts";
import { IntList, NumberList } from "./flat/lists.ts";
import type { StateGraph } from "./states.ts";

/**
 * Keeps the largest part of a graph in which every state reaches every other. Edges that only lead into it or out of it
 * go too, so that a point on a kept edge is reached and left.
 */
export function coreOf(graph: StateGraph): StateGraph {
  const { states, renumbered } = largestPart(graph);
  const [from, to, edge] = [new IntList(), new IntList(), new IntList()];
  const cost = new NumberList();
  const isEntered = new Uint8Array(graph.stateOf.length);
  for (let arc = 0; arc < graph.from.length; arc++) {
    const [tail, head] = [intAt(renumbered, intAt(graph.from, arc)), intAt(renumbered, intAt(graph.to, arc))];
    if (tail < 0 || head < 0) continue;
    from.push(tail);
    to.push(head);
    edge.push(intAt(graph.edge, arc));
    cost.push(numAt(graph.cost, arc));
    isEntered[intAt(graph.edge, arc)] = 1;
  }
  return {
    states,
    from: from.done(),
    to: to.done(),
    cost: cost.done(),
    edge: edge.done(),
    stateOf: graph.stateOf.map((state, one) =>
      state >= 0 && isEntered[one] === 1 ? intAt(renumbered, state) : -1,
    ),
  };
}

/** States of the largest strongly connected part, numbered anew; −1 for the others. */
function largestPart(graph: StateGraph): { states: number; renumbered: Int32Array } {
  const { part, sizes } = new StrongParts(graph).find();
  const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0));
  const renumbered = new Int32Array(graph.states).fill(-1);
  let states = 0;
  for (let state = 0; state < graph.states; state++)
    if (intAt(part, state) === largest) renumbered[state] = states++;
  return { states, renumbered };
}

/** Strongly connected parts (Tarjan, with a stack of its own instead of recursion). */
class StrongParts {
  readonly #to: Int32Array;
  readonly #arcs: { first: Int32Array; items: Int32Array };
  readonly #next: Int32Array;
  readonly #part: Int32Array;
  readonly #index: Int32Array;
  readonly #low: Int32Array;
  readonly #open: number[] = [];
  readonly #path: number[] = [];
  readonly #sizes: number[] = [];
  #count = 0;

  constructor({ states, from, to }: StateGraph) {
    this.#to = to;
    this.#arcs = grouped(from, states, () => true);
    this.#next = this.#arcs.first.slice(0, states);
    this.#part = new Int32Array(states).fill(-1);
    this.#index = new Int32Array(states).fill(-1);
    this.#low = new Int32Array(states);
  }

  /** The number of each state's part, and how many states each part has. */
  find(): { part: Int32Array; sizes: readonly number[] } {
    for (let root = 0; root < this.#part.length; root++) {
      if (intAt(this.#index, root) >= 0) continue;
      this.#enter(root);
      for (let state = this.#path.at(-1); state !== undefined; state = this.#path.at(-1)) this.#step(state);
    }
    return { part: this.#part, sizes: this.#sizes };
  }

  #enter(state: number): void {
    this.#index[state] = this.#count;
    this.#low[state] = this.#count++;
    this.#open.push(state);
    this.#path.push(state);
  }

  #lower(state: number, low: number): void {
    this.#low[state] = Math.min(intAt(this.#low, state), low);
  }

  #step(state: number): void {
    const at = intAt(this.#next, state);
    if (at === intAt(this.#arcs.first, state + 1)) return this.#leave(state);
    this.#next[state] = at + 1;
    const target = intAt(this.#to, intAt(this.#arcs.items, at));
    if (intAt(this.#index, target) < 0) this.#enter(target);
    else if (intAt(this.#part, target) < 0) this.#lower(state, intAt(this.#index, target));
  }

  #leave(state: number): void {
    this.#path.pop();
    const parent = this.#path.at(-1);
    if (parent !== undefined) this.#lower(parent, intAt(this.#low, state));
    if (intAt(this.#low, state) !== intAt(this.#index, state)) return;
    const part = this.#sizes.push(0) - 1;
    for (let member = this.#open.pop(); member !== undefined; member = this.#open.pop()) {
      this.#part[member] = part;
      this.#sizes[part] = (this.#sizes[part] ?? 0) + 1;
      if (member === state) return;
    }
  }
}
