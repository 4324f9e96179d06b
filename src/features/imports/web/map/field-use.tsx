import { isolated } from "#kernel/isolated.ts";
import { useWords } from "#web/i18n/words.ts";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import type { Import } from "../../contract/api.ts";
import { IMPORT_WAYS } from "../../domain/cells.ts";
import type { Field } from "../../domain/fields.ts";
import type { MappingDraft } from "./mapping-draft.ts";

type Use = MappingDraft["fields"][Field];
/** Value of a select's first option, which an empty one would hide. */
const NONE = "-";

interface FieldUseProps {
  readonly field: Field;
  readonly use: Use;
  readonly columns: Import["columns"];
  readonly isMissing: boolean;
  readonly onChange: (use: Use) => void;
}

/** One field: its column, and the value of rows without one. */
export function FieldUse({ field, use, columns, isMissing, onChange }: FieldUseProps) {
  const t = useWords("imports");
  const name = t(`field.${field}`);
  const samples = columns.find((column) => column.name === use.column)?.samples ?? [];
  return (
    <div className="import-field" role="group" aria-label={name}>
      <span className="import-field-name strong">{name}</span>
      <Select
        label={t("map.column", { field: name })}
        value={use.column === "" ? NONE : columnValue(use.column)}
        options={[
          { value: NONE, label: t("map.no-column") },
          ...columns.map((column) => ({ value: columnValue(column.name), label: column.name })),
        ]}
        onChange={(chosen) => onChange({ ...use, column: chosen === NONE ? "" : chosen.slice(1) })}
        {...(samples.length > 0 && {
          hint: t("map.samples", { samples: samples.map(isolated).join(" · ") }),
        })}
        {...(isMissing && { error: t("fault.missing") })}
      />
      <ValueBox field={field} name={name} use={use} onChange={onChange} />
    </div>
  );
}

/** Told apart from no column, whatever the column is called. */
const columnValue = (name: string): string => `:${name}`;

function ValueBox({
  field,
  name,
  use,
  onChange,
}: Pick<FieldUseProps, "field" | "use" | "onChange"> & { readonly name: string }) {
  const label = useWords("imports")("map.value", { field: name });
  const choices = useChoices(field);
  const set = (value: string) => onChange({ ...use, value });
  if (!choices)
    return <TextField label={label} value={use.value} maxLength={200} autoComplete="off" onChange={set} />;
  const { none, options } = choices;
  return (
    <Select
      label={label}
      value={use.value === "" ? NONE : use.value}
      options={[{ value: NONE, label: none }, ...options]}
      onChange={(chosen) => set(chosen === NONE ? "" : chosen)}
    />
  );
}

/** Values of a field that has few. */
function useChoices(field: Field) {
  const t = useWords("imports");
  const { levels, nameOf } = useLevelNames();
  const none = t("map.no-value");
  if (field === "pay")
    return {
      none,
      options: IMPORT_WAYS.map((value) => ({ value: value as string, label: t(`pay.${value}`) })),
    };
  if (field === "service")
    return {
      none,
      options: levels.map(({ code }) => ({ value: code, label: nameOf(code) })),
    };
  if (field === "size")
    return {
      none,
      options: (["envelope", "small", "medium", "large"] as const).map((value) => ({
        value: value as string,
        label: t(`size.${value}`),
      })),
    };
  return undefined;
}
