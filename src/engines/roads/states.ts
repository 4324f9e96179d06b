import { type Edges, reversed } from "./edges.ts";
import { IntList, NumberList } from "./flat/lists.ts";
import type { Network } from "./network.ts";
import { PROFILES, RULES, type Profile } from "./profiles.ts";
import { type Ban, type BanNode, banTree, follow } from "./restrictions.ts";
import { turnCosts } from "./turns.ts";
import { intAt, numAt } from "#kernel/typed.ts";

/**
 * The graph that is searched. A state is "arrived at a junction": by one certain edge where what comes next depends on
 * it (turn costs, bans, barriers), by any edge elsewhere. An arc drives one edge from a state to the next.
 */
export interface StateGraph {
  readonly states: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Turn and edge. */
  readonly cost: Float64Array;
  /** The directed edge that an arc drives. */
  readonly edge: Int32Array;
  /** Edge → the state at its end, −1 where the profile may not go. */
  readonly stateOf: Int32Array;
}

interface Parts {
  readonly network: Network;
  readonly edges: Edges;
  readonly profile: Profile;
  readonly bans: readonly Ban[];
}

/** Builds the graph of a profile with its turn costs, bans and barriers. */
export function statesOf(parts: Parts): StateGraph {
  return new StateDraft(parts).finish();
}

/** An arrival at a junction, with the way by which a vehicle came where that matters. */
interface Arrived {
  readonly junction: number;
  /** The edge by which it came; absent where any may have been it. */
  readonly edge?: number;
  /** The edges driven lately, where a ban may begin with them. */
  readonly history?: BanNode | undefined;
}

class StateDraft {
  readonly #edges: Edges;
  readonly #hasTurnCosts: boolean;
  readonly #turn: (came: number, next: number) => number;
  readonly #blocked: Uint8Array;
  readonly #blockedBit: number;
  readonly #root: ReadonlyMap<number, BanNode>;
  readonly #histories = new Map<BanNode, number>();
  /** Junction → 1 where a state is needed for each edge that ends there. */
  readonly #split: Uint8Array;
  readonly #stateOf: Int32Array;
  /** State → its junction, and the edge by which it is reached, −1 where any may have been it. */
  readonly #junction = new IntList();
  readonly #came = new IntList();
  readonly #begun = new Map<number, BanNode>();
  readonly #from = new IntList();
  readonly #to = new IntList();
  readonly #cost = new NumberList();
  readonly #edge = new IntList();

  constructor({ network, edges, profile, bans }: Parts) {
    this.#edges = edges;
    this.#hasTurnCosts = RULES[profile].hasTurnCosts;
    this.#turn = this.#hasTurnCosts ? turnCosts(network, edges) : () => 0;
    this.#blocked = network.blocked;
    this.#blockedBit = 1 << PROFILES.indexOf(profile);
    this.#root = banTree(bans);
    this.#split = this.#splitJunctions(network.junctions, bans);
    this.#stateOf = this.#numberStates(network.junctions);
  }

  finish(): StateGraph {
    const [junctions, came] = [this.#junction.done(), this.#came.done()];
    for (let state = 0; state < junctions.length; state++) {
      const edge = intAt(came, state);
      const history = this.#begun.get(state);
      this.#driveOn(state, { junction: intAt(junctions, state), ...(edge >= 0 && { edge }), history });
    }
    return {
      states: junctions.length,
      from: this.#from.done(),
      to: this.#to.done(),
      cost: this.#cost.done(),
      edge: this.#edge.done(),
      stateOf: this.#stateOf,
    };
  }

  #splitJunctions(junctions: number, bans: readonly Ban[]): Uint8Array {
    const split = new Uint8Array(junctions);
    for (let junction = 0; junction < junctions; junction++)
      split[junction] = this.#hasTurnCosts || this.#isBlocked(junction) ? 1 : 0;
    for (const ban of bans) for (const edge of ban.slice(0, -1)) split[intAt(this.#edges.head, edge)] = 1;
    return split;
  }

  #numberStates(junctions: number): Int32Array {
    const { head, cost, count } = this.#edges;
    const stateAt = new Int32Array(junctions).fill(-1);
    const stateOf = new Int32Array(count).fill(-1);
    for (let edge = 0; edge < count; edge++) {
      if (numAt(cost, edge) === 0) continue;
      const junction = intAt(head, edge);
      if (this.#split[junction] === 1)
        stateOf[edge] = this.#arrive({ junction, edge, history: this.#root.get(edge) });
      else {
        if (intAt(stateAt, junction) < 0) stateAt[junction] = this.#arrive({ junction });
        stateOf[edge] = intAt(stateAt, junction);
      }
    }
    for (const node of this.#root.values())
      for (const history of laterNodes(node)) {
        if (history.isEnd) continue;
        const { edge } = history;
        this.#histories.set(history, this.#arrive({ junction: intAt(head, edge), edge, history }));
      }
    return stateOf;
  }

  #arrive({ junction, edge = -1, history }: Arrived): number {
    const state = this.#junction.push(junction);
    this.#came.push(edge);
    if (history) this.#begun.set(state, history);
    return state;
  }

  #driveOn(state: number, arrived: Arrived): void {
    const { first, leaving } = this.#edges;
    const { junction } = arrived;
    for (let at = intAt(first, junction); at < intAt(first, junction + 1); at++) {
      const next = intAt(leaving, at);
      if (!this.#isPassable(arrived, next)) continue;
      const { history } = arrived;
      const then = history ? follow(history, next, this.#root) : this.#root.get(next);
      if (then === "banned") continue;
      this.#from.push(state);
      this.#to.push((then && this.#histories.get(then)) ?? intAt(this.#stateOf, next));
      const turn = arrived.edge === undefined ? 0 : this.#turn(arrived.edge, next);
      this.#cost.push(turn + numAt(this.#edges.cost, next));
      this.#edge.push(next);
    }
  }

  /** A barrier lets nobody through but back; who has turn costs turns round at dead ends only. */
  #isPassable({ junction, edge }: Arrived, next: number): boolean {
    const isRound = edge !== undefined && next === reversed(edge);
    if (this.#isBlocked(junction)) return isRound;
    if (!isRound || !this.#hasTurnCosts) return true;
    const { first } = this.#edges;
    return intAt(first, junction + 1) - intAt(first, junction) === 1;
  }

  #isBlocked(junction: number): boolean {
    return ((this.#blocked[junction] ?? 0) & this.#blockedBit) !== 0;
  }
}

const laterNodes = (node: BanNode): BanNode[] =>
  [...node.next.values()].flatMap((child) => [child, ...laterNodes(child)]);
