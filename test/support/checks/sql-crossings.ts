/**
 * Tables that a room still reaches past their own room; both lists only shrink. A room is entered by its public.ts, a
 * table is read through a view in its room's migration.
 */
export const CROSSINGS: Readonly<Record<"writes" | "reads", readonly string[]>> = {
  writes: [],
  reads: [],
};
