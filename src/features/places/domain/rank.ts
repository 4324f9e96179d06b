/** A place that may be meant. */
export interface Candidate {
  readonly kind: "address" | "street" | "poi";
  /** How much the words look like the name, 0…1, a little more where the name begins with them. */
  readonly closeness: number;
  readonly houseNumber: string | null;
  /** Metres from where the person is or looks, if known. */
  readonly distanceM: number | null;
}

/** Less alike than this, or than this part of the best, is noise. */
const LEAST = 0.3;
const LEAST_OF_BEST = 0.6;
/** A place this far away or farther loses the whole distance bonus. */
const FAR_M = 5000;
const NEARNESS = 0.1;

/**
 * Best first. With a house number: that house, then numbers that begin with it, then the street itself.
 * Without one: the street, then its houses. Points of interest follow unless their name fits better.
 */
export function rank<C extends Candidate>(candidates: readonly C[], number: string | null): C[] {
  const best = Math.max(0, ...candidates.map((c) => c.closeness));
  return candidates
    .filter((c) => c.closeness >= Math.max(LEAST, best * LEAST_OF_BEST))
    .map((candidate) => ({ candidate, score: scoreOf(candidate, number) }))
    .toSorted((a, b) => b.score - a.score || order(a.candidate) - order(b.candidate))
    .map(({ candidate }) => candidate);
}

function scoreOf(c: Candidate, number: string | null): number {
  const nearness = c.distanceM === null ? 0 : NEARNESS * (1 - Math.min(1, c.distanceM / FAR_M));
  return c.closeness + nearness + kindBonus(c, number);
}

function kindBonus(c: Candidate, number: string | null): number {
  if (number === null) return { street: 0.06, address: 0.03, poi: 0 }[c.kind];
  if (c.kind !== "address") return c.kind === "street" ? 0 : -0.1;
  return c.houseNumber?.toLowerCase() === number ? 0.35 : 0.1;
}

/** Houses of one street in the order of their numbers. */
const order = (c: Candidate): number => Number.parseInt(c.houseNumber ?? "0", 10) || 0;
