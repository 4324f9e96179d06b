import { FormChips } from "#web/drafts/form-chips.tsx";
import { FormSelect, FormSwitch, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useField, useForm, useValue } from "#web/forms/use-form.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { Select } from "#web/ui/select.tsx";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import type { ProofRule } from "../contract/api.ts";
import { PROOF_ENDS, PROOF_PHASES, needsOfEnd } from "../domain/needs.ts";
import { SIZES } from "./condition-codes.ts";
import { type Level, NEW_RULE, type RuleForm, ruleSchema, textOfRule } from "./rule-text.ts";

interface RuleDialogProps {
  /** Absent: a new one. */
  rule: ProofRule | undefined;
  newId: string;
  onClose: () => void;
  onSave: (rule: ProofRule) => void;
}

/** One rule: at which end it asks, for which proofs, and for which deliveries. */
export function RuleDialog({ rule, newId, onClose, onSave }: RuleDialogProps) {
  const t = useWords("proofs");
  const f = useFormat();
  const { currency } = useConfig();
  const mark = f.number(1.5).replace(/\d/g, "");
  const form: RuleForm = useForm({
    schema: ruleSchema(rule?.id ?? newId, currency),
    initial: rule ? textOfRule(rule, mark, currency) : NEW_RULE,
    onSubmit: onSave,
  });
  return (
    <FormDialog
      wide
      form={form}
      label={t("rule.label")}
      title={t(rule ? "rule.change" : "rule.new")}
      does={t("rule.done")}
      onClose={onClose}
    >
      <div className="draft-fields">
        <FormSelect
          form={form}
          name="phase"
          label={t("rule.phase")}
          options={PROOF_PHASES.map((value) => ({ value, label: t(`phase.${value}`) }))}
        />
        <FormSelect
          form={form}
          name="end"
          label={t("rule.end")}
          options={PROOF_ENDS.map((value) => ({ value, label: t(`end.${value}`) }))}
        />
      </div>
      <LevelFields form={form} />
      <ConditionFields form={form} />
    </FormDialog>
  );
}

const CHOICES = ["required", "preferred", "none"] as const satisfies readonly Level[];

/** Each proof that the end can have: required, preferred or not asked for. */
function LevelFields({ form }: { form: RuleForm }) {
  const t = useWords("proofs");
  const phase = useValue(form, "phase");
  const end = useValue(form, "end");
  const { id, value, onChange, onBlur, error } = useField(form, "levels", t("rule.proofs"));
  const options = CHOICES.map((level) => ({ value: level, label: t(`ask.${level}`) }));
  return (
    <fieldset
      className="draft-group"
      id={id}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <legend className="field-label">{t("rule.proofs")}</legend>
      <div className="draft-fields">
        {needsOfEnd(phase, end).map((need) => (
          <Select<Level>
            key={need}
            label={t(`need.${need}`)}
            value={value[need]}
            options={options}
            onChange={(level) => onChange({ ...value, [need]: level })}
          />
        ))}
      </div>
      <FieldNote id={id} error={error} />
    </fieldset>
  );
}

/** Deliveries that the rule holds for; all of them where nothing is chosen. */
function ConditionFields({ form }: { form: RuleForm }) {
  const t = useWords("proofs");
  const f = useFormat();
  const { currency } = useConfig();
  const { levels, nameOf } = useLevelNames();
  return (
    <fieldset className="draft-group">
      <legend className="field-label">{t("rule.when")}</legend>
      <p className="quiet small">{t("rule.when-hint")}</p>
      <FormChips
        form={form}
        name="serviceLevels"
        label={t("rule.levels")}
        options={levels.map(({ code }) => [code, nameOf(code)])}
      />
      <FormChips
        form={form}
        name="sizes"
        label={t("rule.sizes")}
        options={SIZES.map((size) => [size, t(`size.${size}`)])}
      />
      <FormSwitch form={form} name="fragile" label={t("rule.fragile")} />
      <FormSwitch form={form} name="ageRestricted" label={t("rule.age")} />
      <FormText
        form={form}
        name="minKg"
        label={t("rule.min-mass")}
        hint={t("rule.min-mass-hint")}
        inputMode="decimal"
        suffix={unitSign(f, "kilogram")}
      />
      <FormText
        form={form}
        name="minValue"
        label={t("rule.min-value")}
        hint={t("rule.min-value-hint")}
        inputMode="decimal"
        suffix={currency}
      />
    </fieldset>
  );
}
