import * as z from "zod/mini";
import { SlotDay, SlotRow, type Slots } from "../../contract/api.ts";
import { changesBetween, rebased } from "../../domain/plan-changes.ts";
import type { SlotPlan } from "../../domain/plan.ts";

/** A row or a day of the plan: both stand in one list, which is changed and saved as a whole. */
export const PlanItem = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("row"), row: SlotRow }),
  z.strictObject({ kind: z.literal("day"), day: SlotDay }),
]);
export type PlanItem = z.output<typeof PlanItem>;

type Plain = Pick<Slots, "rows" | "days">;

export const itemsOf = ({ rows, days }: Plain): PlanItem[] => [
  ...rows.map((row) => ({ kind: "row" as const, row })),
  ...days.map((day) => ({ kind: "day" as const, day })),
];

export const planOf = (items: readonly PlanItem[]): Plain => ({
  rows: items.flatMap((item) => (item.kind === "row" ? [item.row] : [])),
  days: items.flatMap((item) => (item.kind === "day" ? [item.day] : [])),
});

/** The rules return readonly lists, the contract's types are plain ones. */
const plain = ({ rows, days }: SlotPlan): Plain => ({
  rows: rows.map((row) => ({ ...row, places: [...row.places] })),
  days: days.map((day) => ({ ...day, places: { ...day.places } })),
});

/** Puts one's own changes on top of those of others. */
export const mergeItems = (
  base: readonly PlanItem[],
  mine: readonly PlanItem[],
  theirs: readonly PlanItem[],
): PlanItem[] => itemsOf(plain(rebased({ was: planOf(base), mine: planOf(mine) }, planOf(theirs))));

/** The rows and days that somebody else changed. */
export const changedOf = (base: readonly PlanItem[], theirs: Plain): readonly PlanItem[] => {
  const names = new Set(changesBetween(planOf(base), theirs));
  const all = new Map([...base, ...itemsOf(theirs)].map((item) => [keyOf(item), item]));
  return [...all].filter(([key]) => names.has(key)).map(([, item]) => item);
};

const keyOf = (item: PlanItem): string => (item.kind === "row" ? item.row.id : item.day.date);
