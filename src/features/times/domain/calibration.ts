/** A promise's odds as they were given, and how it ended. */
export interface Forecast {
  readonly onTime: number;
  readonly wasOnTime: boolean;
  /** Whether the stop began within the predicted interval; null where nobody recorded the arrival. */
  readonly wasWithin: boolean | null;
}

/** Stops of about the same odds: how many were on time, beside how many should have been. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly stops: number;
  /** Mean of the odds that were given; null without stops. */
  readonly given: number | null;
  readonly kept: number | null;
}

export interface Calibration {
  readonly buckets: readonly Bucket[];
  /** Stops whose arrival is known. */
  readonly arrivals: number;
  /** Share of them within the predicted interval; 0.75 is meant. */
  readonly within: number | null;
}

/** Lower bounds of the buckets. */
const BOUNDS = [0, 0.5, 0.7, 0.85, 0.95] as const;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Compares the odds that were given with how the stops ended. */
export function calibrationOf(forecasts: readonly Forecast[]): Calibration {
  const known = forecasts.flatMap(({ wasWithin }) => (wasWithin === null ? [] : [Number(wasWithin)]));
  return {
    buckets: BOUNDS.map((from, nth) => {
      const to = BOUNDS[nth + 1] ?? 1;
      const some = forecasts.filter(({ onTime }) => onTime >= from && (onTime < to || to === 1));
      return {
        from,
        to,
        stops: some.length,
        given: mean(some.map(({ onTime }) => onTime)),
        kept: mean(some.map(({ wasOnTime }) => Number(wasOnTime))),
      };
    }),
    arrivals: known.length,
    within: mean(known),
  };
}
