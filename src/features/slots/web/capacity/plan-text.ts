import type { FormSchema } from "#web/forms/form-store.ts";
import type { SlotDay, SlotRow } from "../../contract/api.ts";
import { dayFaults, rowFaults, SLOT_LIMITS, type SlotFaultCode } from "../../domain/plan.ts";

/** A row as it is typed; blank places are not limited. */
export interface RowText {
  from: string;
  until: string;
  /** "all" for all levels together. */
  level: string;
  places: string[];
}

/** A day as it is typed; blank places are those of the week. */
export interface DayText {
  date: string;
  closed: boolean;
  reason: string;
  /** In the order of the rows. */
  places: string[];
}

const WEEK = 7;
const MIDNIGHT = "24:00";
const placesText = (places: number | null | undefined): string =>
  places === null || places === undefined ? "" : String(places);

/** An input for times knows no 24:00: the end of the day is its first minute there. */
export const textOfRow = (row: SlotRow | undefined): RowText => ({
  from: row?.from ?? "",
  until: (row?.until ?? "").replace(MIDNIGHT, "00:00"),
  level: row?.level ?? "all",
  places: Array.from({ length: WEEK }, (_, at) => placesText(row?.places[at])),
});

export const textOfDay = (day: SlotDay, rows: readonly SlotRow[]): DayText => ({
  date: day.date,
  closed: day.closed,
  reason: day.reason,
  places: rows.map(({ id }) => placesText(day.places[id])),
});

/** Words of the faults; a fault's own code is its word's. */
const wordOf = (code: SlotFaultCode) => `capacity.${code}`;
const MISSING = "required";

const placesOf = (text: string): number | null | undefined => {
  const typed = text.trim();
  if (typed === "") return null;
  const places = Number(typed);
  return /^\d+$/.test(typed) && places <= SLOT_LIMITS.places ? places : undefined;
};

const placeIssues = (places: readonly string[]) =>
  places.flatMap((text, at) =>
    placesOf(text) === undefined
      ? [{ path: ["places", at], message: "capacity.not-a-count", maximum: SLOT_LIMITS.places }]
      : [],
  );

/** Reads a typed row by the rules that the server checks. */
export const rowSchema = (id: string | undefined, others: readonly SlotRow[]): FormSchema<SlotRow> => ({
  safeParse(input) {
    // Safe: only this form, whose values are such texts, is parsed with it.
    const { from, until, level, places } = input as RowText;
    const row: SlotRow = {
      id: id ?? freeId(others),
      level: level === "all" ? null : level,
      from,
      until: until === "00:00" ? MIDNIGHT : until,
      places: places.map((text) => placesOf(text) ?? null),
    };
    const blank = (["from", "until"] as const)
      .filter((name) => row[name] === "")
      .map((name) => ({ path: [name], message: MISSING }));
    const faults = rowFaults(row, others).map(({ path, code }) => ({ path: [path], message: wordOf(code) }));
    const issues = [...placeIssues(places), ...(blank.length > 0 ? blank : faults)];
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: row };
  },
});

/** A name that no row has yet. */
function freeId(rows: readonly SlotRow[]): string {
  const names = new Set(rows.map(({ id }) => id));
  let n = rows.length + 1;
  while (names.has(`row-${n}`)) n += 1;
  return `row-${n}`;
}

/** Reads a typed day by the rules that the server checks. */
export const daySchema = (rows: readonly SlotRow[], others: readonly SlotDay[]): FormSchema<SlotDay> => ({
  safeParse(input) {
    // Safe: only this form, whose values are such texts, is parsed with it.
    const { date, closed, reason, places } = input as DayText;
    const typed = closed ? [] : places;
    const day: SlotDay = {
      date,
      closed,
      reason: reason.trim(),
      places: Object.fromEntries(
        rows.flatMap(({ id }, at) => {
          const read = placesOf(typed[at] ?? "");
          return read === null || read === undefined ? [] : [[id, read]];
        }),
      ),
    };
    const issues = [
      ...(date === "" ? [{ path: ["date"], message: MISSING }] : []),
      ...placeIssues(typed),
      ...dayFaults(day, others).map(({ path, code }) => ({ path: [path], message: wordOf(code) })),
    ];
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: day };
  },
});
