import { WORD_LOCALES, intlTag } from "#kernel/locale.ts";
import { FormChips } from "#web/drafts/form-chips.tsx";
import { TypedChips } from "#web/drafts/typed-chips.tsx";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useField, useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import type { LevelTerms } from "../../contract/levels.ts";
import { MAX_LEVEL_SKILLS, OFFERED_DAYS } from "../../domain/limits.ts";
import { isSoonest, LEVEL_PROOFS, LEVEL_VEHICLES } from "../../domain/service-levels.ts";
import { type LevelForm, levelSchema, textOfLevel } from "./level-text.ts";

interface LevelDialogProps {
  level: LevelTerms;
  /** Its name now; absent: a new one. */
  name: string | undefined;
  onClose: () => void;
  onSave: (level: LevelTerms) => void;
}

const DAYS = Array.from({ length: OFFERED_DAYS }, (_, n) => n);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The terms of one level: when it can be booked, and what it takes. */
export function LevelDialog({ level, name, onClose, onSave }: LevelDialogProps) {
  const t = useWords("levels");
  const f = useFormat();
  const locale = useLocale();
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
      title={name === undefined ? t("new") : t("edit", { name })}
      does={t("field.done")}
      onClose={onClose}
    >
      <Names form={form} />
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
      <Promises form={form} />
    </FormDialog>
  );
}

/** Name in each language of the product. */
function Names({ form }: { form: LevelForm }) {
  const t = useWords("levels");
  const languages = new Intl.DisplayNames(intlTag(useLocale()), { type: "language" });
  return (
    <fieldset className="draft-group">
      <legend className="field-label">{t("field.names")}</legend>
      <p className="quiet small">{t("field.names-hint")}</p>
      <div className="draft-fields">
        {WORD_LOCALES.map((locale) => (
          <FormText
            key={locale}
            form={form}
            name={`names.${locale}`}
            label={t("field.name", { language: languages.of(locale) ?? locale })}
            maxLength={60}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Skills that its courier must have. */
function Skills({ form }: { form: LevelForm }) {
  const t = useWords("levels");
  const { value, onChange } = useField(form, "skills", t("field.skills"));
  return (
    <TypedChips
      legend={t("field.skills")}
      values={value}
      onChange={(skills) => onChange([...skills])}
      most={MAX_LEVEL_SKILLS}
      words={{ label: t("field.skill"), hint: t("field.skill-hint"), add: t("field.skill-add") }}
    />
  );
}

/** Vehicles, skills, proofs and the fees of cancelling. */
function Promises({ form }: { form: LevelForm }) {
  const t = useWords("levels");
  const f = useFormat();
  const { currency } = useConfig();
  const percent = unitSign(f, "percent");
  return (
    <>
      <FormChips
        form={form}
        name="vehicles"
        label={t("field.vehicles")}
        options={LEVEL_VEHICLES.map((vehicle) => [vehicle, t(`vehicle.${vehicle}`)])}
      />
      <Skills form={form} />
      <FormChips
        form={form}
        name="proofs"
        label={t("field.proofs")}
        options={LEVEL_PROOFS.map((proof) => [proof, t(`proof.${proof}`)])}
      />
      <fieldset className="draft-group">
        <legend className="field-label">{t("field.cancel")}</legend>
        <p className="quiet small">{t("field.cancel-hint")}</p>
        <div className="draft-fields">
          <FormText
            form={form}
            name="onTheWay"
            label={t("field.on-the-way")}
            inputMode="numeric"
            suffix={percent}
          />
          <FormText form={form} name="least" label={t("field.least")} inputMode="numeric" suffix={currency} />
          <FormText
            form={form}
            name="atPickup"
            label={t("field.at-pickup")}
            inputMode="numeric"
            suffix={percent}
          />
        </div>
      </fieldset>
    </>
  );
}
