import { canonical } from "#kernel/canonical.ts";
import type { SlotDay, SlotPlan, SlotRow } from "./plan.ts";

/** Names of the rows and dates of the days that differ between two plans. */
export function changesBetween(before: SlotPlan, after: SlotPlan): string[] {
  return [
    ...changedKeys(before.rows, after.rows, ({ id }) => id),
    ...changedKeys(before.days, after.days, ({ date }) => date),
  ];
}

function changedKeys<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): string[] {
  const was = new Map(before.map((one) => [keyOf(one), canonical(one)]));
  const is = new Map(after.map((one) => [keyOf(one), canonical(one)]));
  return [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
}

interface Own {
  readonly was: SlotPlan;
  readonly mine: SlotPlan;
}

/** Puts one's own changes of rows and days on top of what others made of them meanwhile. */
export function rebased({ was, mine }: Own, theirs: SlotPlan): SlotPlan {
  const own = new Set(changesBetween(was, mine));
  const rows = merged<SlotRow>(theirs.rows, mine.rows, (row) => own.has(row.id));
  const names = new Set(rows.map(({ id }) => id));
  const days = merged<SlotDay>(theirs.days, mine.days, (day) => own.has(day.date));
  return {
    rows,
    days: days.map((day) => ({
      ...day,
      places: Object.fromEntries(Object.entries(day.places).filter(([id]) => names.has(id))),
    })),
  };
}

const merged = <T>(theirs: readonly T[], mine: readonly T[], isOwn: (one: T) => boolean): T[] => [
  ...theirs.filter((one) => !isOwn(one)),
  ...mine.filter(isOwn),
];
