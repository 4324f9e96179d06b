import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import type { SlotRow } from "../../contract/api.ts";
import { rowSchema, textOfRow } from "./plan-text.ts";

interface RowDialogProps {
  /** Absent for a new one. */
  row: SlotRow | undefined;
  others: readonly SlotRow[];
  onClose: () => void;
  onSave: (row: SlotRow) => void;
}

/** The times of a row, its service, and its places of each weekday. */
export function RowDialog({ row, others, onClose, onSave }: RowDialogProps) {
  const t = useWords("capacity");
  const { levels: known, nameOf } = useLevelNames();
  const locale = useLocale();
  const form = useForm({ schema: rowSchema(row?.id, others), initial: textOfRow(row), onSubmit: onSave });
  const levels = [
    { value: "all", label: t("all-levels") },
    ...known.map(({ code }) => ({ value: code, label: nameOf(code) })),
  ];
  return (
    <FormDialog
      wide
      form={form}
      label={t("row.label")}
      title={t(row ? "row.change" : "row.add")}
      does={t("done")}
      onClose={onClose}
    >
      <div className="draft-fields">
        <FormText form={form} name="from" label={t("field.from")} hint={t("field.from-hint")} type="time" />
        <FormText
          form={form}
          name="until"
          label={t("field.until")}
          hint={t("field.until-hint")}
          type="time"
        />
        <FormSelect form={form} name="level" label={t("field.level")} options={levels} />
      </div>
      <fieldset className="capacity-week">
        <legend className="field-label">{t("field.places")}</legend>
        <p className="quiet small">{t("field.places-hint")}</p>
        <div className="capacity-days">
          {WEEK.map((at) => (
            <FormText
              key={at}
              form={form}
              name={`places.${at}`}
              label={weekdayName(at + 1, locale, "short")}
              inputMode="numeric"
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}

/** Places of the weekdays in a row, from Monday on. */
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;
