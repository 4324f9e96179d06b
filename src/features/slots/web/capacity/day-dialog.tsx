import { weekdayOf } from "#kernel/local-time.ts";
import { FormSwitch, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import type { SlotDay, SlotRow } from "../../contract/api.ts";
import { SLOT_LIMITS } from "../../domain/plan.ts";
import { daySchema, textOfDay } from "./plan-text.ts";
import { usePlanWords } from "./plan-words.ts";

interface DayDialogProps {
  day: SlotDay;
  isNew: boolean;
  rows: readonly SlotRow[];
  others: readonly SlotDay[];
  onClose: () => void;
  onSave: (day: SlotDay) => void;
}

/** A date that is closed, or that has other places, with the reason that senders read. */
export function DayDialog({ day, isNew, rows, others, onClose, onSave }: DayDialogProps) {
  const t = useWords("capacity");
  const { rowName, places } = usePlanWords();
  const form = useForm({
    schema: daySchema(rows, others),
    initial: textOfDay(day, rows),
    onSubmit: onSave,
  });
  const isClosed = useValue(form, "closed");
  const date = useValue(form, "date");
  const usual = (row: SlotRow) => (date === "" ? null : (row.places[weekdayOf(date) - 1] ?? null));
  return (
    <FormDialog
      form={form}
      label={t("day.label")}
      title={t(isNew ? "day.add" : "day.change")}
      does={t("done")}
      onClose={onClose}
    >
      <FormText form={form} name="date" label={t("field.date")} type="date" />
      <FormSwitch form={form} name="closed" label={t("field.closed")} />
      <FormText
        form={form}
        name="reason"
        label={t("field.reason")}
        hint={t("field.reason-hint")}
        maxLength={SLOT_LIMITS.reason}
      />
      {!isClosed && rows.length === 0 && <p className="quiet">{t("day.no-rows")}</p>}
      {!isClosed &&
        rows.map((row, at) => (
          <FormText
            key={row.id}
            form={form}
            name={`places.${at}`}
            label={rowName(row)}
            hint={t("field.usual", { places: places(usual(row)) })}
            inputMode="numeric"
          />
        ))}
    </FormDialog>
  );
}
