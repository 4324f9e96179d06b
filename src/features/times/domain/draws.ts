/** Days that are drawn for one route. */
export const DRAWS = 200;

/** FNV-1a, 32 bit. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x0100_0193);
  return hash >>> 0;
}

/** Numbers from 0 to 1, both excluded, the same for the same seed (mulberry32). */
function uniform(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

/**
 * Factors of median 1 whose logarithm has this spread, one for each drawn day. They hang on the text alone: a stop keeps
 * its luck when others before it end, so that a prediction moves by news and never by dice.
 */
export function factorsOf(text: string, sigma: number): Float64Array {
  const roll = uniform(hashOf(text));
  return Float64Array.from({ length: DRAWS }, () =>
    Math.exp(sigma * Math.sqrt(-2 * Math.log(roll())) * Math.cos(2 * Math.PI * roll())),
  );
}

/** The value below which this share of the numbers lies. */
export function quantile(values: Float64Array, share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
