/**
 * A cost holds milliseconds and decimetres in one exact number, `ms · 2²⁴ + dm`: costs add and compare as plain numbers,
 * the quicker way wins and of two equally quick ones the shorter. Holds for ways up to 1,677 km and 6 days.
 */
export const MS = 2 ** 24;

/** Marks a pair without a way in whole seconds and metres; never 0. */
export const UNREACHABLE = 0x7fff_ffff;

export const costOf = (ms: number, dm: number): number => ms * MS + dm;

/** Whole seconds, rounded up: sums of legs are then never shorter than the whole. */
export const secondsOf = (cost: number): number =>
  cost === Infinity ? UNREACHABLE : Math.ceil(Math.floor(cost / MS) / 1000);

/** Whole metres, rounded up like the seconds. */
export const metresOf = (cost: number): number =>
  cost === Infinity ? UNREACHABLE : Math.ceil((cost - Math.floor(cost / MS) * MS) / 10);

/** The part of a cost, rounded to whole milliseconds and decimetres. @param fraction 0 to 1 */
export function partOf(cost: number, fraction: number): number {
  const ms = Math.floor(cost / MS);
  return costOf(Math.round(ms * fraction), Math.round((cost - ms * MS) * fraction));
}
