import { linkText, NO_LINK, type SealedEntry } from "./link.ts";

/** One place of the chain as the database has it. */
export interface Place {
  readonly number: number;
  readonly link: string;
  /** Name of the entry that belongs there. */
  readonly entryId: string;
  readonly sealedAt: string;
  /** Null where there is no such entry. */
  readonly entry: SealedEntry | null;
}

export type FaultKind = "missing" | "no-entry" | "not-as-sealed";

/** A place of the chain that is not as it was sealed. */
export interface Fault {
  readonly number: number;
  readonly kind: FaultKind;
}

/** Part of a chain that was read so far. */
export interface Walk {
  readonly count: number;
  /** The link that the last place says; the next one is computed from it. */
  readonly head: string;
  readonly sealedAt: string | null;
  readonly faults: readonly Fault[];
  /** Whether a head that was written down before was passed. */
  readonly metHead: boolean;
}

export const START: Walk = { count: 0, head: NO_LINK, sealedAt: null, faults: [], metHead: false };

/** Faults that are named; a chain with more is broken enough. */
const MOST_NAMED = 100;

/**
 * Goes on along a chain, place by place in the order of their numbers.
 *
 * @param sha256 in hex
 * @param wanted a head that was written down before
 */
export function walkOn(
  walk: Walk,
  place: Place,
  sha256: (text: string) => string,
  wanted: string | undefined,
): Walk {
  const faults: Fault[] = [];
  for (let number = walk.count + 1; number < place.number && faults.length < MOST_NAMED; number += 1)
    faults.push({ number, kind: "missing" });
  const { number } = place;
  if (place.entry === null) faults.push({ number, kind: "no-entry" });
  else if (place.number === walk.count + 1 && sha256(linkText(walk.head, place.entry)) !== place.link)
    faults.push({ number, kind: "not-as-sealed" });
  return {
    count: place.number,
    head: place.link,
    sealedAt: place.sealedAt,
    faults: [...walk.faults, ...faults].slice(0, MOST_NAMED),
    metHead: walk.metHead || place.link === wanted,
  };
}
