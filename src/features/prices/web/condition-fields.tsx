import { type ReactNode, useState } from "react";
import { FormChips } from "#web/drafts/form-chips.tsx";
import { FormText } from "#web/forms/fields.tsx";
import { type Form, useValue } from "#web/forms/use-form.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { RangeFact } from "#features/quotes/domain/price-rule.ts";
import { QUOTE_VEHICLES } from "#features/quotes/domain/vehicle.ts";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { type ConditionText, type Fact, newCondition, type RuleText } from "./rule-text.ts";
import { WEEKDAYS } from "./simulator.tsx";
import { useZoneNames } from "./use-zone-names.ts";

type RuleForm = Form<RuleText, PriceRule>;
const FACTS = [
  "serviceLevel",
  "distanceM",
  "massG",
  "parcels",
  "weekday",
  "timeOfDay",
  "zoneFrom",
  "zoneTo",
  "vehicle",
  "leadMin",
  "specialDay",
] as const satisfies readonly Fact[];
/** Conditions that one rule may have. */
const CONDITIONS_MAX = 8;

/** When the rule applies: all conditions together, or always when there is none. */
export function ConditionFields({ form }: { form: RuleForm }) {
  const t = useWords("prices");
  const when = useValue(form, "when");
  const set = (next: ConditionText[]) => form.set("when", next);
  const items = FACTS.map((fact) => ({
    label: t(`fact.${fact}`),
    onSelect: () => set([...form.get("when"), newCondition(fact)]),
  }));
  return (
    <fieldset className="rule-when draft-group">
      <legend className="field-label">{t("rule.conditions")}</legend>
      {when.length === 0 && <p className="quiet">{t("rule.always")}</p>}
      {when.map((condition, at) => (
        <div className="rule-condition" key={`${at}-${condition.fact}`}>
          <OneCondition form={form} at={at} fact={condition.fact} />
          <IconButton
            icon="close"
            label={t("rule.drop-condition", { fact: t(`fact.${condition.fact}`) })}
            onClick={() => set(when.toSpliced(at, 1))}
          />
        </div>
      ))}
      {when.length < CONDITIONS_MAX && (
        <Menu icon="add" label={t("rule.add-condition")} items={items} variant="outlined" />
      )}
    </fieldset>
  );
}

function OneCondition({ form, at, fact }: { form: RuleForm; at: number; fact: Fact }) {
  const t = useWords("prices");
  const f = useFormat();
  const locale = useLocale();
  const { levels, nameOf } = useLevelNames();
  const label = t(`fact.${fact}`);
  switch (fact) {
    case "serviceLevel":
      return (
        <FormChips
          form={form}
          name={`when.${at}.chosen`}
          label={label}
          options={levels.map(({ code }) => [code, nameOf(code)])}
        />
      );
    case "weekday":
      return (
        <FormChips
          form={form}
          name={`when.${at}.chosen`}
          label={label}
          options={WEEKDAYS.map((day) => [String(day), weekdayName(day, locale, "short")])}
        />
      );
    case "vehicle":
      return (
        <FormChips
          form={form}
          name={`when.${at}.chosen`}
          label={label}
          options={QUOTE_VEHICLES.map((one) => [one, t(`vehicle.${one}`)])}
        />
      );
    case "specialDay":
      return (
        <p>
          {label}
          <span className="quiet small"> {t("rule.special-day-hint")}</span>
        </p>
      );
    case "zoneFrom":
    case "zoneTo":
      return <ZoneChips form={form} at={at} label={label} />;
    case "timeOfDay":
      return (
        <Ends label={label}>
          <FormText form={form} name={`when.${at}.from`} label={t("rule.from-time")} type="time" />
          <FormText
            form={form}
            name={`when.${at}.below`}
            label={t("rule.below-time")}
            type="time"
            hint={t("rule.midnight", { midnight: f.clock("00:00") })}
          />
        </Ends>
      );
    case "distanceM":
    case "massG":
    case "parcels":
    case "leadMin":
      break;
  }
  return <RangeEnds form={form} at={at} fact={fact} label={label} />;
}

interface RangeEndsProps {
  form: RuleForm;
  at: number;
  fact: RangeFact;
  label: string;
}

function RangeEnds({ form, at, fact, label }: RangeEndsProps) {
  const t = useWords("prices");
  const f = useFormat();
  const suffix = fact === "parcels" ? {} : { suffix: unitSign(f, UNIT_OF[fact]) };
  return (
    <Ends label={label}>
      <FormText form={form} name={`when.${at}.from`} label={t("rule.from")} inputMode="decimal" {...suffix} />
      <FormText
        form={form}
        name={`when.${at}.below`}
        label={t("rule.below")}
        inputMode="decimal"
        {...suffix}
      />
    </Ends>
  );
}

const UNIT_OF = { distanceM: "kilometer", massG: "kilogram", leadMin: "minute" } as const;

function Ends({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="rule-ends">
      <legend className="field-label">{label}</legend>
      {children}
    </fieldset>
  );
}

/** Zones of the map; one that is there no more can only be taken away. */
function ZoneChips({ form, at, label }: { form: RuleForm; at: number; label: string }) {
  const t = useWords("prices");
  const zones = useZoneNames();
  const chosen: readonly string[] = useValue(form, `when.${at}.chosen`);
  const [first] = useState(chosen);
  const gone = first.filter((code) => zones?.has(code) === false);
  return (
    <>
      <FormChips
        form={form}
        name={`when.${at}.chosen`}
        label={label}
        options={[
          ...(zones ?? new Map(first.map((code) => [code, code]))),
          ...gone.map((code) => [code, t("rule.unknown-zone", { code })] as const),
        ]}
      />
      {zones?.size === 0 && <p className="quiet small">{t("rule.no-zones")}</p>}
    </>
  );
}
