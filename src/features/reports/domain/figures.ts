import type { Sums } from "./sums.ts";

/** Deliveries that a figure or a part of a group is made of. */
export const BEHIND = [
  "promised",
  "decided",
  "delivered",
  "on_time",
  "late",
  "missed",
  "open",
  "tries",
  "failed",
  "first_tries",
  "first_failed",
  "stops",
] as const;
export type Behind = (typeof BEHIND)[number];

export const FIGURES = [
  "on-time",
  "delivered",
  "missed",
  "first-try",
  "tries",
  "failed",
  "duty-per-stop",
  "time-at-stop",
  "way-per-stop",
  "stops",
] as const;
export type FigureName = (typeof FIGURES)[number];

export interface Figure {
  readonly unit: "share" | "count" | "seconds" | "metres";
  /** Direction of an improvement; null where more is neither. */
  readonly better: "up" | "down" | null;
  readonly behind: Behind;
  /** Null where there is nothing to divide by. */
  readonly of: (sums: Sums) => number | null;
}

/** A share or a mean; null without anything to divide by. */
export const per = (total: number, count: number): number | null => (count === 0 ? null : total / count);

/** Deliveries whose promise is decided: those that are open and still in time are not. */
export const decided = ({ onTime, late, missed }: Sums): number => onTime + late + missed;

/** Every figure, defined once: the page, the file and the mail read it here. */
export const FIGURE: Readonly<Record<FigureName, Figure>> = {
  "on-time": { unit: "share", better: "up", behind: "decided", of: (s) => per(s.onTime, decided(s)) },
  delivered: { unit: "count", better: "up", behind: "delivered", of: (s) => s.onTime + s.late },
  missed: { unit: "count", better: "down", behind: "missed", of: (s) => s.missed },
  "first-try": {
    unit: "share",
    better: "up",
    behind: "first_tries",
    of: (s) => per(s.firstKept, s.firstTries),
  },
  tries: { unit: "count", better: null, behind: "tries", of: (s) => s.tries },
  failed: { unit: "count", better: "down", behind: "failed", of: (s) => s.failed },
  "duty-per-stop": {
    unit: "seconds",
    better: "down",
    behind: "stops",
    of: (s) => (s.dutySeconds === 0 ? null : per(s.dutySeconds, s.stops)),
  },
  "time-at-stop": {
    unit: "seconds",
    better: "down",
    behind: "stops",
    of: (s) => per(s.stopSeconds, s.timedStops),
  },
  "way-per-stop": { unit: "metres", better: "down", behind: "stops", of: (s) => per(s.metres, s.waysKnown) },
  stops: { unit: "count", better: null, behind: "stops", of: (s) => s.stops },
};
