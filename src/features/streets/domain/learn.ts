/** How somebody travels, and the classes of road that share a speed. */
export const CLASSES = ["fast", "main", "side"] as const;
export type RoadClass = (typeof CLASSES)[number];

/** A finished way from stop to stop. */
export interface Leg {
  readonly profile: string;
  /** Seconds by the map on each class of road. */
  readonly byMap: Readonly<Record<RoadClass, number>>;
  /** Seconds that it took. */
  readonly took: number;
}

export interface Learned {
  readonly profile: string;
  readonly class: RoadClass;
  /** Times as long as by the map. */
  readonly factor: number;
  readonly legs: number;
}

/** Fewer legs tell of one courier's morning, not of a class of road. */
export const ENOUGH_LEGS = 40;
/** A leg speaks of a class that is at least this part of it. */
const LEAST_SHARE = 0.25;
/** Beyond this a courier took a break, or was recorded late: it is kept out of what is learned. */
const MOST_RATIO = 4;
const BOUNDS = { least: 0.6, most: 2 };
/** Factors are kept to this grain: less is noise, and would have the roads made anew each night. */
const GRAIN = 0.05;
const ROUNDS = 30;

const sumOf = (byMap: Leg["byMap"]): number => CLASSES.reduce((sum, name) => sum + byMap[name], 0);

/**
 * Learns how much longer than by the map each class of road took: for each class the median over its legs, weighted by
 * the seconds spent there, of the time that the other classes leave for it; so many rounds that they agree. A median lets
 * a long stop or a lost phone among the legs say nothing.
 */
export function learnSpeeds(legs: readonly Leg[]): Learned[] {
  const profiles = [...new Set(legs.map(({ profile }) => profile))].toSorted();
  return profiles.flatMap((profile) => learnProfile(profile, legs));
}

function learnProfile(profile: string, all: readonly Leg[]): Learned[] {
  const legs = all.filter(({ byMap, took, profile: own }) => {
    const byMapS = sumOf(byMap);
    return own === profile && byMapS > 0 && took > 0 && took / byMapS <= MOST_RATIO;
  });
  const speaking = new Map(
    CLASSES.map((name) => [name, legs.filter(({ byMap }) => byMap[name] >= LEAST_SHARE * sumOf(byMap))]),
  );
  const factors: Record<RoadClass, number> = { fast: 1, main: 1, side: 1 };
  const known = CLASSES.filter((name) => (speaking.get(name)?.length ?? 0) >= ENOUGH_LEGS);
  for (let round = 0; round < ROUNDS; round++)
    for (const name of known) factors[name] = medianOf(name, speaking.get(name) ?? [], factors);
  return known.map((name) => ({
    profile,
    class: name,
    factor: Math.round(Math.round(factors[name] / GRAIN) * GRAIN * 100) / 100,
    legs: speaking.get(name)?.length ?? 0,
  }));
}

function medianOf(
  name: RoadClass,
  legs: readonly Leg[],
  factors: Readonly<Record<RoadClass, number>>,
): number {
  const said = legs
    .map(({ byMap, took }) => {
      const others = CLASSES.reduce((sum, o) => (o === name ? sum : sum + byMap[o] * factors[o]), 0);
      return { factor: (took - others) / byMap[name], weight: byMap[name] };
    })
    .toSorted((a, b) => a.factor - b.factor);
  const half = said.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sofar = 0;
  for (const { factor, weight } of said) {
    sofar += weight;
    if (sofar >= half) return Math.min(BOUNDS.most, Math.max(BOUNDS.least, factor));
  }
  return 1;
}
