import { intAt, numAt } from "#kernel/typed.ts";
import { NEVER, type Problem } from "./problem.ts";

/** Windows of the nodes, and the price of a moment. */
export class Windows {
  readonly #open: Int32Array;
  readonly #close: Int32Array;
  readonly #many: Int32Array;
  readonly #list: Problem["nodes"]["windows"];
  readonly #nodes: Problem["nodes"];

  constructor({ nodes }: Problem) {
    this.#nodes = nodes;
    this.#open = nodes.open;
    this.#close = nodes.close;
    this.#many = nodes.many;
    this.#list = nodes.windows;
  }

  /** First moment from `arrive` on at which the node may begin; `NEVER` after its last window. */
  start(node: number, arrive: number): number {
    if (arrive > intAt(this.#close, node)) return NEVER;
    if (intAt(this.#many, node) === 0) return Math.max(arrive, intAt(this.#open, node));
    for (const [from, to] of this.#list[node] ?? []) if (arrive <= to) return Math.max(arrive, from);
    return NEVER;
  }

  /** Last moment up to `by` at which the node may begin; before every time where there is none. */
  last(node: number, by: number): number {
    if (by < intAt(this.#open, node)) return -NEVER;
    if (intAt(this.#many, node) === 0) return Math.min(by, intAt(this.#close, node));
    const list = this.#list[node] ?? [];
    for (let at = list.length - 1; at >= 0; at--) {
      const [from, to] = list[at] ?? [0, 0];
      if (by >= from) return Math.min(by, to);
    }
    return -NEVER;
  }

  /** Price of beginning at a moment: lateness, too little margin, and the distance from what is published. */
  price(node: number, start: number): number {
    if (intAt(this.#nodes.isTimed, node) === 0) return 0;
    return (
      numAt(this.#nodes.lateCost, node) * Math.max(0, start - intAt(this.#nodes.due, node)) +
      numAt(this.#nodes.tightCost, node) * Math.max(0, start - intAt(this.#nodes.tight, node)) +
      numAt(this.#nodes.etaCost, node) * Math.abs(start - intAt(this.#nodes.eta, node))
    );
  }
}
