import { canonical } from "#kernel/canonical.ts";

/** SHA-256 in hex of a text. */
export type Hash = (text: string) => string;

/** A fact in its place: its hash depends on every fact before it. */
export interface Link<F = unknown> {
  /** Counts from 1. */
  readonly seq: number;
  /** Hash of the link before. */
  readonly before: string;
  readonly fact: F;
  readonly hash: string;
}

/** Stands before the first link. */
export const START = "0".repeat(64);

const hashOf = ({ seq, before, fact }: Omit<Link, "hash">, hash: Hash): string =>
  hash(canonical({ seq, before, fact }));

export function chainOf<F>(facts: readonly F[], hash: Hash): Link<F>[] {
  let before = START;
  return facts.map((fact, at) => {
    const link = { seq: at + 1, before, fact };
    before = hashOf(link, hash);
    return { ...link, hash: before };
  });
}

/** Hash of the last link: it stands for the whole chain. */
export const headOf = (chain: readonly Link[]): string => chain.at(-1)?.hash ?? START;

/** `order`: not the number that its place asks for; `link`: does not follow the one before; `fact`: not what was hashed. */
export interface ChainFault {
  readonly kind: "order" | "link" | "fact" | "head";
  /** Place in the file, from 1. */
  readonly at: number;
}

/** Every link that is not as it was made, and whether the chain ends where it says. None: nothing was changed. */
export function chainFaults(chain: readonly Link[], head: string, hash: Hash): ChainFault[] {
  const faults = chain.flatMap((link, at): ChainFault[] => {
    const found: ChainFault["kind"][] = [];
    if (link.seq !== at + 1) found.push("order");
    if (link.before !== (chain[at - 1]?.hash ?? START)) found.push("link");
    if (hashOf(link, hash) !== link.hash) found.push("fact");
    return found.map((kind) => ({ kind, at: at + 1 }));
  });
  return headOf(chain) === head ? faults : [...faults, { kind: "head", at: chain.length }];
}
