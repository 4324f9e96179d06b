import { intAt, numAt } from "#kernel/typed.ts";
import type { OsmMember, OsmRelation } from "#server/geo/osm.ts";
import { type Edges, segmentOf } from "./edges.ts";
import type { Network } from "./network.ts";
import { RULES, type Profile } from "./profiles.ts";

/** Directed edges that may not be driven one after the other. */
export type Ban = readonly number[];

/**
 * Turn restrictions of a profile as sequences of edges: from, any via, to. `only_*` bans every other way out.
 * Those with a condition (`restriction:conditional`) are left out: they hold at some hours only.
 */
export function bansOf(
  relations: readonly OsmRelation[],
  network: Network,
  edges: Edges,
  profile: Profile,
): Ban[] {
  const { restrictionKeys, exceptions } = RULES[profile];
  return relations.flatMap(({ tags = {}, members }) => {
    const key = restrictionKeys.find((name) => tags[name] !== undefined);
    const kind = key === undefined ? undefined : tags[key];
    if (kind === undefined || !/^(no|only)_/.test(kind)) return [];
    const lifted = (tags["except"] ?? "").split(";").map((name) => name.trim());
    if (key === "restriction" && lifted.some((name) => exceptions.includes(name))) return [];
    const found = sequences(members, network, edges);
    return kind.startsWith("no_") ? found : found.flatMap((sequence) => othersThan(sequence, edges));
  });
}

function othersThan(sequence: Ban, edges: Edges): Ban[] {
  const start = sequence.slice(0, -1);
  const allowed = sequence.at(-1);
  const junction = intAt(edges.head, start.at(-1) ?? 0);
  return leaving(edges, junction)
    .filter((edge) => edge !== allowed)
    .map((edge) => [...start, edge]);
}

const leaving = ({ first, leaving: all }: Edges, junction: number): number[] => [
  ...all.subarray(first[junction], first[junction + 1]),
];

/** Every usable from-via-to of a relation; `no_entry` and `no_exit` have several ways on one side. */
function sequences(members: readonly OsmMember[], network: Network, edges: Edges): Ban[] {
  const { junctionOf, segmentsOf } = network.names;
  const inRole = (role: string) => members.filter((member) => member.role === role);
  const segments = (list: readonly OsmMember[]) =>
    list.flatMap((member) => (member.type === "way" ? (segmentsOf.get(member.ref) ?? []) : []));
  const [from, via, to] = [segments(inRole("from")), inRole("via"), segments(inRole("to"))];
  const node = via.length === 1 && via[0]?.type === "node" ? via[0].ref : undefined;
  const chains = node === undefined ? viaChains(segments(via), edges) : [[]];
  const junction = node === undefined ? undefined : junctionOf.get(node);
  if (node !== undefined && junction === undefined) return [];
  const both = (list: readonly number[]) => list.flatMap((segment) => [segment * 2, segment * 2 + 1]);
  const usable = (edge: number) => numAt(edges.cost, edge) > 0;
  return chains.flatMap((chain) => {
    const start = junction ?? edges.tail[chain[0] ?? 0];
    const end = junction ?? edges.head[chain.at(-1) ?? 0];
    const into = both(from).filter((edge) => usable(edge) && edges.head[edge] === start);
    const out = both(to).filter((edge) => usable(edge) && edges.tail[edge] === end);
    return into.flatMap((first) => out.map((last) => [first, ...chain, last]));
  });
}

/** Longest chain of segments that a via may have: those of the real world have few. */
const MAX_VIA = 30;

/** Every run of edges through the via's segments that uses each at most once. */
function viaChains(segments: readonly number[], edges: Edges): number[][] {
  if (segments.length === 0 || segments.length > MAX_VIA) return [];
  const chains: number[][] = [];
  const follow = (chain: readonly number[]): void => {
    chains.push([...chain]);
    const head = edges.head[chain.at(-1) ?? 0];
    for (const segment of segments) {
      if (chain.some((edge) => segmentOf(edge) === segment)) continue;
      for (const next of [segment * 2, segment * 2 + 1])
        if (edges.tail[next] === head && numAt(edges.cost, next) > 0) follow([...chain, next]);
    }
  };
  for (const segment of segments)
    for (const edge of [segment * 2, segment * 2 + 1]) if (numAt(edges.cost, edge) > 0) follow([edge]);
  return chains;
}

/** A place in the tree of bans: the edges driven so far that begin one. */
export interface BanNode {
  readonly edge: number;
  /** Its end completes a ban. */
  isEnd: boolean;
  /** The longest shorter history that begins a ban too. */
  shorter: BanNode | undefined;
  readonly next: Map<number, BanNode>;
}

const banNode = (edge: number): BanNode => ({ edge, isEnd: false, shorter: undefined, next: new Map() });

/** The bans as a tree with links to shorter histories (Aho and Corasick), so that overlapping ones all hold. */
export function banTree(bans: readonly Ban[]): ReadonlyMap<number, BanNode> {
  const root = new Map<number, BanNode>();
  for (const ban of bans) {
    let level = root;
    let last: BanNode | undefined;
    for (const edge of ban) {
      last = level.get(edge) ?? banNode(edge);
      level.set(edge, last);
      level = last.next;
    }
    if (last) last.isEnd = true;
  }
  let row = [...root.values()];
  while (row.length > 0) {
    row = row.flatMap((node) =>
      [...node.next.values()].map((child) => {
        let shorter = node.shorter;
        while (shorter && !shorter.next.has(child.edge)) shorter = shorter.shorter;
        child.shorter = shorter ? shorter.next.get(child.edge) : root.get(child.edge);
        return child;
      }),
    );
  }
  return root;
}

/** Whether the next edge completes a ban; otherwise the history that remains. */
export function follow(
  node: BanNode,
  edge: number,
  root: ReadonlyMap<number, BanNode>,
): BanNode | "banned" | undefined {
  let found: BanNode | undefined;
  for (let at: BanNode | undefined = node; at; at = at.shorter) {
    const next = at.next.get(edge);
    if (next?.isEnd) return "banned";
    found ??= next;
  }
  return found ?? root.get(edge);
}
