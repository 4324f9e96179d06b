/** Upper ends of the bands of distance in metres; the last band is open. */
export const DISTANCE_BANDS = [2_000, 5_000, 10_000, 20_000] as const;

/** Number of the band in which a distance lies, from 0. */
export function bandOf(distanceM: number): number {
  const at = DISTANCE_BANDS.findIndex((below) => distanceM < below);
  return at < 0 ? DISTANCE_BANDS.length : at;
}

/** Most bars on either side of "no change". */
const SIDE = 6;

/**
 * Width of a bar of differences in minor units: 1, 2 or 5 times a power of ten, so that the usual differences fit on
 * both sides. @param usual the greatest difference but for the rarest, without its sign
 */
export function barWidth(usual: number): number {
  const least = Math.max(1, Math.ceil(usual / SIDE));
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((width) => width >= least) ?? least;
}

/** Ends of a bar in minor units; null where it is open. */
export interface BarEnds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Bars from the greatest saving to the greatest rise; bar 0 is "no change", `(0, width]` is bar 1, `[-width, 0)` bar -1. */
export const BARS: readonly number[] = Array.from({ length: 2 * SIDE + 3 }, (_, at) => at - SIDE - 1);

/** The bar of a difference. */
export function barOf(difference: number, width: number): number {
  const steps = Math.ceil(Math.abs(difference) / width);
  return Math.sign(difference) * Math.min(steps, SIDE + 1);
}

export function endsOf(bar: number, width: number): BarEnds {
  const [inner, outer] = [(Math.abs(bar) - 1) * width, Math.abs(bar) * width];
  if (bar === 0) return { from: 0, to: 0 };
  const open = Math.abs(bar) > SIDE ? null : outer;
  return bar > 0 ? { from: inner, to: open } : { from: open === null ? null : -open, to: -inner };
}
