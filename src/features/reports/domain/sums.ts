/** Counts and totals of a group of deliveries and tries; rates are computed from them at the end, so sums add up. */
export interface Sums {
  /** Deliveries by their promise; cancelled ones are in none. */
  readonly onTime: number;
  readonly late: number;
  readonly missed: number;
  readonly open: number;
  /** Tries to deliver, those that failed, the first ones, and the first ones that succeeded. */
  readonly tries: number;
  readonly failed: number;
  readonly firstTries: number;
  readonly firstKept: number;
  /** Tries of every kind. */
  readonly stops: number;
  /** Stops whose arrival was recorded, and the seconds spent at them. */
  readonly timedStops: number;
  readonly stopSeconds: number;
  /** Stops with one before them on the same courier's day, and the metres between. */
  readonly waysKnown: number;
  readonly metres: number;
  /** Seconds that couriers were on duty; 0 in groups that duty cannot be divided by. */
  readonly dutySeconds: number;
}

export const NO_SUMS: Sums = {
  onTime: 0,
  late: 0,
  missed: 0,
  open: 0,
  tries: 0,
  failed: 0,
  firstTries: 0,
  firstKept: 0,
  stops: 0,
  timedStops: 0,
  stopSeconds: 0,
  waysKnown: 0,
  metres: 0,
  dutySeconds: 0,
};

export const SUM_NAMES = Object.keys(NO_SUMS) as readonly (keyof Sums)[];

/** Ways to divide a period's deliveries and tries. `reason` divides failed tries alone. */
export const DIMENSIONS = ["all", "day", "courier", "area", "zone", "hour", "level", "reason"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Sums of some rows of one group; rows of several queries are added to one group. */
export interface SumRow {
  readonly part: "now" | "before";
  readonly by: Dimension;
  /** A date, an id, an area, a zone's code, an hour, a level or a reason; empty for `all`, and for what has none. */
  readonly key: string;
  readonly sums: Partial<Sums>;
}

export interface Group {
  readonly by: Dimension;
  readonly key: string;
  readonly now: Sums;
  readonly before: Sums;
}

export const addSums = (a: Sums, b: Partial<Sums>): Sums =>
  // Safe: every name of Sums is in SUM_NAMES.
  Object.fromEntries(SUM_NAMES.map((name) => [name, a[name] + (b[name] ?? 0)])) as unknown as Sums;

/** Brings the rows of all queries together, each group once; `all` is there even when there is nothing. */
export function groupsOf(rows: readonly SumRow[]): Group[] {
  const groups = new Map<string, Group>([["all ", { by: "all", key: "", now: NO_SUMS, before: NO_SUMS }]]);
  for (const { part, by, key, sums } of rows) {
    const name = `${by} ${key}`;
    const known = groups.get(name) ?? { by, key, now: NO_SUMS, before: NO_SUMS };
    groups.set(name, { ...known, [part]: addSums(known[part], sums) });
  }
  return [...groups.values()];
}
