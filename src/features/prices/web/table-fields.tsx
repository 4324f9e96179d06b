import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { BAND_FACTS } from "#features/quotes/domain/price-rule.ts";
import type { RuleForm } from "./rule-text.ts";
import { useZoneNames } from "./use-zone-names.ts";

/** Most steps of a table of bands. */
const STEPS_MAX = 40;

interface TableFieldsProps {
  form: RuleForm;
  kind: "band" | "matrix";
  currency: string;
}

/** A table of amounts: by bands of a number, or by the zones of both ends. */
export function TableFields({ form, kind, currency }: TableFieldsProps) {
  const t = useWords("prices");
  return (
    <>
      <FormSelect
        form={form}
        name="asBase"
        label={t("rule.counts-as")}
        options={[
          { value: "base", label: t("kind.flat") },
          { value: "extra", label: t("kind.surcharge") },
        ]}
      />
      {kind === "band" ? (
        <Bands form={form} currency={currency} />
      ) : (
        <Matrix form={form} currency={currency} />
      )}
    </>
  );
}

type PartProps = Omit<TableFieldsProps, "kind">;
const UNIT_OF = { distanceM: "kilometer", massG: "kilogram" } as const;

function Bands({ form, currency }: PartProps) {
  const t = useWords("prices");
  const f = useFormat();
  const by = useValue(form, "by");
  const steps = useValue(form, "steps");
  const suffix = by === "parcels" ? {} : { suffix: unitSign(f, UNIT_OF[by]) };
  return (
    <>
      <FormSelect
        form={form}
        name="by"
        label={t("rule.by")}
        options={BAND_FACTS.map((value) => ({ value, label: t(`fact.${value}`) }))}
      />
      <fieldset className="rule-when draft-group trial-wide">
        <legend className="field-label">{t("rule.steps")}</legend>
        <p className="quiet small">{t("rule.steps-hint")}</p>
        {steps.map((_, at) => (
          <div className="rule-condition" key={at}>
            <div className="rule-ends">
              <FormText
                form={form}
                name={`steps.${at}.below`}
                label={t("rule.below")}
                inputMode="decimal"
                {...suffix}
              />
              <FormText
                form={form}
                name={`steps.${at}.amount`}
                label={t("rule.amount")}
                inputMode="decimal"
                suffix={currency}
              />
            </div>
            {steps.length > 1 && (
              <IconButton
                icon="close"
                label={t("rule.drop-step", { n: at + 1 })}
                onClick={() => form.set("steps", steps.toSpliced(at, 1))}
              />
            )}
          </div>
        ))}
        {steps.length < STEPS_MAX && (
          <Button icon="add" onClick={() => form.set("steps", [...steps, { below: "", amount: "" }])}>
            {t("rule.add-step")}
          </Button>
        )}
      </fieldset>
    </>
  );
}

/** One amount for each pair of zones; a pair without one has no amount. */
function Matrix({ form, currency }: PartProps) {
  const t = useWords("prices");
  const names = useZoneNames();
  const cells = useValue(form, "cells");
  const zones = [...(names ?? new Map<string, string>()), ["", t("try.no-zone")] as const];
  const nameOf = new Map(zones);
  const known = new Set(cells.map(({ from, to }) => `${from} ${to}`));
  const missing = zones.flatMap(([from]) =>
    zones.flatMap(([to]) => (known.has(`${from} ${to}`) ? [] : [{ from, to, amount: "" }])),
  );
  const show = (code: string): string => nameOf.get(code) ?? t("rule.unknown-zone", { code });
  return (
    <fieldset className="rule-when draft-group trial-wide">
      <legend className="field-label">{t("rule.cells")}</legend>
      <p className="quiet small">{t("rule.cells-hint")}</p>
      <div className="rule-ends">
        {cells.map(({ from, to }, at) => (
          <FormText
            key={`${from} ${to}`}
            form={form}
            name={`cells.${at}.amount`}
            label={t("rule.cell", { from: show(from), to: show(to) })}
            inputMode="decimal"
            suffix={currency}
          />
        ))}
      </div>
      {missing.length > 0 && (
        <Button icon="add" onClick={() => form.set("cells", [...cells, ...missing])}>
          {t("rule.add-cells", { n: missing.length })}
        </Button>
      )}
    </fieldset>
  );
}
