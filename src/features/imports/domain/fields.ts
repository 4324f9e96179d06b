import { type PhonePlan, toE164 } from "#kernel/phone.ts";

/** Things that a row may say of a delivery, in the order of the template. */
export const FIELDS = [
  "reference",
  "senderName",
  "senderPhone",
  "pickup",
  "pickupDetail",
  "recipientName",
  "recipientPhone",
  "recipientEmail",
  "dropoff",
  "dropoffPostcode",
  "dropoffCity",
  "dropoffDetail",
  "note",
  "parcels",
  "size",
  "weight",
  "contents",
  "date",
  "from",
  "to",
  "service",
  "pay",
] as const;
export type Field = (typeof FIELDS)[number];

/** Fields without which no row is a delivery. */
export const REQUIRED: readonly Field[] = [
  "senderName",
  "senderPhone",
  "pickup",
  "recipientName",
  "recipientPhone",
  "dropoff",
  "date",
  "pay",
];

/** Text of each field of a row; a field that the file lacks is empty. */
export type Texts = Readonly<Record<Field, string>>;

/** Source of a field: a column by its name, or one value for all rows. */
export interface Use {
  readonly field: Field;
  readonly column: string | null;
  readonly value: string | null;
}

/** Day or month first, where a date has slashes. */
export type DateOrder = "dmy" | "mdy";

const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/**
 * Texts of a row by its mapping. A column that is empty in this row takes the value for all.
 *
 * @param columns names of the cells, in their order
 * @param changes corrections of this row, which go before its cells
 */
export function textsOf(
  uses: readonly Use[],
  columns: readonly string[],
  { cells, changes }: { readonly cells: readonly string[]; readonly changes: Partial<Texts> },
): Texts {
  const byField = new Map(uses.map((use) => [use.field, use]));
  const textOf = (field: Field): string => {
    const use = byField.get(field);
    const at = use?.column == null ? -1 : columns.indexOf(use.column);
    return changes[field] ?? (clean(cells[at] ?? "") || clean(use?.value ?? ""));
  };
  // Safe: every field is a key.
  return Object.fromEntries(FIELDS.map((field) => [field, textOf(field)])) as Texts;
}

/** Fields that say which delivery a row is: the way it is paid and carried may differ between two runs of a file. */
const TELLING: readonly Field[] = FIELDS.filter((field) => field !== "service" && field !== "pay");

/**
 * Text by which a row is known again in any later file: its reference with its sender's number, as every sender counts
 * for themselves; without a reference, all that it says. Corrections do not count, so that a second run of the same file
 * finds a corrected row; only a corrected reference does.
 */
export function identityOf(original: Texts, changes: Partial<Texts>, plan: PhonePlan | undefined): string {
  const reference = changes.reference ?? original.reference;
  return JSON.stringify(
    reference === ""
      ? TELLING.map((field) => original[field])
      : ["reference", reference, toE164(original.senderPhone, plan)],
  );
}
