import { useEffect } from "react";
import { exponentOf } from "#kernel/currency.ts";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { LATER_KINDS } from "#features/quotes/domain/price-rule.ts";
import type { PriceListFault } from "#features/quotes/domain/check-price-list.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { wordOfFault } from "./fault-words.ts";
import { inputOf, ruleSchema } from "./read-rule.ts";
import { TableFields } from "./table-fields.tsx";
import { RuleReading } from "./rule-reading.tsx";
import { idFor, type Kind, NEW_RULE, type RuleText, textOfRule, type RuleForm } from "./rule-text.ts";
import { useTitles } from "#features/quotes/web/public-parts.ts";

const KINDS = [
  "flat",
  "perDistance",
  "band",
  "matrix",
  "perParcel",
  "surcharge",
  "percent",
  "discount",
  "minimum",
  "maximum",
  "extraAttempt",
  "return",
  "tax",
] as const satisfies readonly Kind[];

interface RuleDialogProps {
  /** Absent: a new one. */
  rule: PriceRule | undefined;
  taken: readonly string[];
  currency: string;
  faults: readonly PriceListFault[];
  onClose: () => void;
  onSave: (rule: PriceRule) => void;
}

/** One rule: what it does and when. */
export function RuleDialog({ rule, taken, currency, faults, onClose, onSave }: RuleDialogProps) {
  const t = useWords("prices");
  const titleOf = useTitles();
  const f = useFormat();
  const digits = exponentOf(currency);
  const mark = f.number(1.5).replace(/\d/g, "");
  const form: RuleForm = useForm<RuleText, PriceRule>({
    schema: ruleSchema(rule?.id ?? "new", digits),
    initial: rule ? textOfRule(rule, { digits, mark }) : NEW_RULE,
    onSubmit: (read) => onSave(rule ? read : { ...read, id: idFor(read.title, taken) }),
  });
  useEffect(() => {
    const known = faults.map(({ path, code }) => ({
      path: inputOf(path.split(".").slice(2)).join("."),
      code: wordOfFault(code),
    }));
    if (known.length > 0) form.setErrors(known);
    // The faults that stand when the dialog opens; later ones come from its own inputs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [form]);
  return (
    <FormDialog
      wide
      form={form}
      label={t("rule.edit-label")}
      title={rule ? titleOf(rule) : t("rule.new")}
      does={t("rule.done")}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="title"
        label={t("rule.title")}
        hint={t("rule.title-hint")}
        maxLength={80}
        required
      />
      <ComponentFields form={form} currency={currency} />
      <ConditionFields form={form} />
      <RuleReading form={form} currency={currency} digits={digits} />
    </FormDialog>
  );
}

function ComponentFields({ form, currency }: { form: RuleForm; currency: string }) {
  const t = useWords("prices");
  const f = useFormat();
  const kind = useValue(form, "kind");
  const isRate = isRateKind(kind);
  return (
    <div className="draft-fields">
      <div className="rule-kind">
        <FormSelect
          form={form}
          name="kind"
          label={t("rule.kind")}
          options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      {isTableKind(kind) ? (
        <TableFields form={form} kind={kind} currency={currency} />
      ) : isRate ? (
        <FormText
          form={form}
          name="rate"
          label={t("rule.rate")}
          inputMode="decimal"
          suffix={unitSign(f, "percent")}
          required
        />
      ) : (
        <FormText
          form={form}
          name="amount"
          label={t(AMOUNT_LABEL[kind])}
          inputMode="decimal"
          suffix={currency}
          required
        />
      )}
      {(kind === "percent" || kind === "discount") && (
        <FormSelect
          form={form}
          name="of"
          label={t("rule.of")}
          options={[
            { value: "running", label: t("of.running") },
            { value: "base", label: t("of.base") },
          ]}
        />
      )}
      {kind === "perDistance" && (
        <>
          <FormText
            form={form}
            name="step"
            label={t("rule.step")}
            inputMode="numeric"
            suffix={unitSign(f, "meter")}
            required
          />
          <FormText
            form={form}
            name="free"
            label={t("rule.free-distance")}
            inputMode="decimal"
            suffix={unitSign(f, "kilometer")}
            required
          />
        </>
      )}
      {kind === "perParcel" && (
        <FormText form={form} name="free" label={t("rule.free-parcels")} inputMode="numeric" required />
      )}
    </div>
  );
}

const isTableKind = (kind: Kind): kind is "band" | "matrix" => kind === "band" || kind === "matrix";

const RATES = ["percent", "discount", "tax", ...LATER_KINDS] as const;
type RateKind = (typeof RATES)[number];
const isRateKind = (kind: Kind): kind is RateKind => RATES.some((one) => one === kind);

const AMOUNT_LABEL = {
  flat: "rule.amount",
  surcharge: "rule.amount",
  minimum: "rule.least",
  maximum: "rule.most",
  perDistance: "rule.per-step",
  perParcel: "rule.per-parcel",
} as const satisfies Record<Exclude<Kind, RateKind | "band" | "matrix">, string>;
