import { FormChips } from "#web/drafts/form-chips.tsx";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import type { LevelTerms } from "../../contract/levels.ts";
import { OFFERED_DAYS } from "../../domain/limits.ts";
import { isSoonest } from "../../domain/service-levels.ts";
import { type LevelForm, levelSchema, textOfLevel } from "./level-text.ts";
import { useLevelName } from "./level-words.ts";

interface LevelDialogProps {
  level: LevelTerms;
  onClose: () => void;
  onSave: (level: LevelTerms) => void;
}

const DAYS = Array.from({ length: OFFERED_DAYS }, (_, n) => n);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The terms of one level: when it can be booked, and what it takes. */
export function LevelDialog({ level, onClose, onSave }: LevelDialogProps) {
  const t = useWords("levels");
  const f = useFormat();
  const locale = useLocale();
  const name = useLevelName()(level.code);
  const mark = f.number(1.5).replace(/\d/g, "");
  const form: LevelForm = useForm({
    schema: levelSchema(level),
    initial: textOfLevel(level, mark),
    onSubmit: onSave,
  });
  const minute = unitSign(f, "minute");
  const days = DAYS.map((n) => ({ value: String(n), label: t("day", { n }) }));
  return (
    <FormDialog
      wide
      form={form}
      label={t("field.terms")}
      title={t("edit", { name })}
      does={t("field.done")}
      onClose={onClose}
    >
      <div className="draft-fields">
        <FormText form={form} name="lead" label={t("field.lead")} inputMode="numeric" suffix={minute} />
        <FormText form={form} name="window" label={t("field.window")} inputMode="numeric" suffix={minute} />
        <FormText
          form={form}
          name="step"
          label={t("field.step")}
          hint={t("field.step-hint")}
          inputMode="numeric"
          suffix={minute}
        />
        <FormText
          form={form}
          name="cutoff"
          label={t("field.cutoff")}
          hint={t("field.cutoff-hint")}
          type="time"
        />
        {!isSoonest(level) && (
          <>
            <FormSelect form={form} name="fromDay" label={t("field.from-day")} options={days} />
            <FormSelect form={form} name="toDay" label={t("field.to-day")} options={days} />
          </>
        )}
      </div>
      <FormChips
        form={form}
        name="weekdays"
        label={t("field.weekdays")}
        options={WEEKDAYS.map((day) => [day, weekdayName(day, locale, "short")])}
      />
      <div className="draft-fields">
        <FormText
          form={form}
          name="maxKm"
          label={t("field.distance")}
          inputMode="decimal"
          suffix={unitSign(f, "kilometer")}
        />
        <FormText
          form={form}
          name="maxKg"
          label={t("field.mass")}
          inputMode="decimal"
          suffix={unitSign(f, "kilogram")}
        />
        <FormText form={form} name="maxParcels" label={t("field.parcels")} inputMode="numeric" />
      </div>
    </FormDialog>
  );
}
