import type { Import, Mapping } from "../../contract/api.ts";
import { type Field, FIELDS, REQUIRED } from "../../domain/fields.ts";

/** A mapping while it is being settled: each field has a column or none, and a value for the rest. */
export interface MappingDraft {
  readonly fields: Readonly<Record<Field, { readonly column: string; readonly value: string }>>;
  readonly dateOrder: Mapping["dateOrder"];
  readonly pickup: Mapping["pickup"];
  readonly payer: Mapping["payer"];
}

export function draftOf({ uses, dateOrder, pickup, payer }: Mapping): MappingDraft {
  const known = new Map(uses.map((use) => [use.field, use]));
  const entries = FIELDS.map((field) => {
    const use = known.get(field);
    return [field, { column: use?.column ?? "", value: use?.value ?? "" }] as const;
  });
  // Safe: every field is a key.
  return { fields: Object.fromEntries(entries) as MappingDraft["fields"], dateOrder, pickup, payer };
}

export const mappingOf = ({ fields, ...rest }: MappingDraft): Mapping => ({
  ...rest,
  uses: FIELDS.flatMap((field) => {
    const { column, value } = fields[field];
    const text = value.trim();
    return column === "" && text === ""
      ? []
      : [{ field, column: column === "" ? null : column, value: text === "" ? null : text }];
  }),
});

/** Needed fields that have neither a column nor a value. */
export const missingIn = ({ fields, pickup }: MappingDraft): Field[] =>
  REQUIRED.filter(
    (field) =>
      fields[field].column === "" &&
      fields[field].value.trim() === "" &&
      !(field === "pickup" && pickup !== null),
  );

/** Dates of the column that can be read in two ways; none where somebody need not be asked. */
export const unclearDates = (
  { fields }: MappingDraft,
  columns: Import["columns"],
): readonly string[] | undefined => {
  const column = columns.find(({ name }) => name === fields.date.column);
  return column?.asksDateOrder ? column.samples : undefined;
};
