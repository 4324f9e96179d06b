import type { ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import type { Instant } from "#kernel/instant.ts";
import { type LocalDate, type LocalTime, instantAt, localAt, weekdayOf } from "#kernel/local-time.ts";

/** A time of day in which windows start, with the places of each weekday. */
export interface SlotRow {
  /** Name among the rows of the plan. */
  readonly id: string;
  /** Null for all levels together. */
  readonly level: ServiceLevel | null;
  /** By the wall clock of the area, `[from, until)`. */
  readonly from: LocalTime;
  readonly until: LocalTime;
  /** From Monday on; null for no limit. */
  readonly places: readonly (number | null)[];
}

/** A date on which the weekly places do not count. */
export interface SlotDay {
  readonly date: LocalDate;
  readonly closed: boolean;
  /** Senders read it. */
  readonly reason: string;
  /** Other places, by the name of the row; null for no limit. Rows that are not named keep theirs. */
  readonly places: Readonly<Record<string, number | null>>;
}

export interface SlotPlan {
  readonly rows: readonly SlotRow[];
  readonly days: readonly SlotDay[];
}

/** A window as the plan sees it: its level and its start. */
export interface Slot {
  readonly level: ServiceLevel;
  readonly start: Instant;
}

/** Windows of one level and start that are taken. */
export interface Taken extends Slot {
  readonly count: number;
}

/** A row on one date. */
export interface RowOn {
  readonly row: SlotRow;
  /** Null for no limit. */
  readonly places: number | null;
  readonly start: Instant;
  readonly end: Instant;
}

export const dayOf = (plan: SlotPlan, date: LocalDate): SlotDay | undefined =>
  plan.days.find((day) => day.date === date);

/** The rows of a plan on a date, in their order. */
export function rowsOn(plan: SlotPlan, date: LocalDate, zone: string): RowOn[] {
  const day = dayOf(plan, date);
  const weekday = weekdayOf(date);
  return plan.rows.map((row) => {
    const other = day?.places[row.id];
    return {
      row,
      places: other === undefined ? (row.places[weekday - 1] ?? null) : other,
      start: instantAt(date, row.from, zone),
      end: instantAt(date, row.until, zone),
    };
  });
}

const fallsInto = ({ row, start, end }: RowOn, slot: Slot): boolean =>
  (row.level === null || row.level === slot.level) && slot.start >= start && slot.start < end;

/** How many of these fall into a row. */
export const countIn = (row: RowOn, taken: readonly Taken[]): number =>
  taken.reduce((sum, one) => (fallsInto(row, one) ? sum + one.count : sum), 0);

/** The room of a window. */
export type Room =
  | { readonly kind: "open" }
  | { readonly kind: "limited"; readonly left: number }
  | { readonly kind: "closed"; readonly reason: string };

/** Rows with a limit into which a window falls. */
function limitsOf(plan: SlotPlan, slot: Slot, zone: string): (RowOn & { readonly places: number })[] {
  const { date } = localAt(slot.start, zone);
  return rowsOn(plan, date, zone).flatMap((row) =>
    row.places !== null && fallsInto(row, slot) ? [{ ...row, places: row.places }] : [],
  );
}

/** Whether the plan says anything about the window. */
export const isPlanned = (plan: SlotPlan, slot: Slot, zone: string): boolean =>
  closedOn(plan, slot, zone) !== undefined || limitsOf(plan, slot, zone).length > 0;

const closedOn = (plan: SlotPlan, { start }: Slot, zone: string): SlotDay | undefined => {
  const day = dayOf(plan, localAt(start, zone).date);
  return day?.closed ? day : undefined;
};

/** The room of a window among those that are taken. */
export function roomOf(plan: SlotPlan, slot: Slot, taken: readonly Taken[], zone: string): Room {
  const closed = closedOn(plan, slot, zone);
  if (closed) return { kind: "closed", reason: closed.reason };
  const left = limitsOf(plan, slot, zone).map((row) => row.places - countIn(row, taken));
  return left.length === 0 ? { kind: "open" } : { kind: "limited", left: Math.max(0, Math.min(...left)) };
}

/** A window that is wanted, and the one that it leaves, where it had one. */
export interface Move {
  readonly to: Slot;
  readonly from?: Slot;
}

/** Reason against a move. */
export type NoPlace =
  | { readonly why: "closed"; readonly at: Slot; readonly reason: string }
  | { readonly why: "full"; readonly at: Slot; readonly places: number };

/**
 * The moves for which there is no place when all are made together. One that stays within a row takes nothing from it.
 *
 * @param others windows that are taken, without those that move
 */
export function withoutPlace(
  plan: SlotPlan,
  moves: readonly Move[],
  others: readonly Taken[],
  zone: string,
): NoPlace[] {
  const after = moves.map(({ to }): Taken => ({ ...to, count: 1 }));
  const before = moves.flatMap(({ from }): Taken[] => (from ? [{ ...from, count: 1 }] : []));
  const dateOf = ({ start }: Slot): LocalDate => localAt(start, zone).date;
  return moves.flatMap(({ to, from }): NoPlace[] => {
    const closed = closedOn(plan, to, zone);
    if (closed && !(from && dateOf(from) === dateOf(to)))
      return [{ why: "closed", at: to, reason: closed.reason }];
    const over = limitsOf(plan, to, zone).find((row) => {
      const arriving = countIn(row, after);
      return countIn(row, others) + arriving > row.places && arriving > countIn(row, before);
    });
    return over ? [{ why: "full", at: to, places: over.places }] : [];
  });
}

/** Most of a plan. */
export const SLOT_LIMITS = { rows: 40, days: 120, places: 10_000, reason: 120 } as const;

/** Faults of a plan, in English; people read them in their own language by code. */
export const SLOT_FAULTS = {
  "ends-before-start": "A row ends before it starts.",
  "covered-twice": "Two rows of a level overlap.",
  "same-name": "Two rows have the same name.",
  "same-date": "Two days that differ have the same date.",
  "unknown-row": "A day that differs names a row that is none.",
  "no-reason": "A closed day needs its reason.",
} as const;
export type SlotFaultCode = keyof typeof SLOT_FAULTS;

/** `path` is where to mark the form. */
export interface SlotFault {
  readonly path: string;
  readonly code: SlotFaultCode;
}

/** Everything wrong with a row among those before it. */
export function rowFaults(row: SlotRow, others: readonly SlotRow[]): SlotFault[] {
  if (row.until <= row.from) return [{ path: "until", code: "ends-before-start" }];
  const clashes = others.some(
    (one) => one.level === row.level && one.from < row.until && row.from < one.until,
  );
  return clashes ? [{ path: "from", code: "covered-twice" }] : [];
}

/** Everything wrong with a day that differs, among those before it. */
export function dayFaults(day: SlotDay, others: readonly SlotDay[]): SlotFault[] {
  return [
    ...(others.some(({ date }) => date === day.date) ? [{ path: "date", code: "same-date" } as const] : []),
    ...(day.closed && day.reason === "" ? [{ path: "reason", code: "no-reason" } as const] : []),
  ];
}

/** Everything wrong with a plan; empty when it may be sold by. */
export function checkPlan({ rows, days }: SlotPlan): SlotFault[] {
  const under = (path: string, faults: readonly SlotFault[]): SlotFault[] =>
    faults.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
  const names = new Set(rows.map(({ id }) => id));
  return [
    ...(names.size < rows.length ? [{ path: "rows", code: "same-name" } as const] : []),
    ...rows.flatMap((row, at) => under(`rows.${at}`, rowFaults(row, rows.slice(0, at)))),
    ...days.flatMap((day, at) => [
      ...under(`days.${at}`, dayFaults(day, days.slice(0, at))),
      ...(Object.keys(day.places).some((id) => !names.has(id))
        ? [{ path: `days.${at}.places`, code: "unknown-row" } as const]
        : []),
    ]),
  ];
}

/** Rows in the order in which people read them: by time, all levels before each one. */
export const inOrder = (rows: readonly SlotRow[]): SlotRow[] =>
  rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = ({ from, until, level }: SlotRow): string => `${from} ${until} ${level ?? ""}`;
