import { unitSign } from "#web/i18n/unit-sign.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/choice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import type { ProofRule } from "../contract/api.ts";
import { PROOF_ENDS, PROOF_PHASES } from "../domain/needs.ts";
import { type ExplainedNeed, type PolicyFacts, explainNeeds } from "../domain/policy.ts";
import { SIZES } from "./condition-codes.ts";
import { inOrder } from "./rule-list.tsx";
import { readKg, readValue } from "./rule-text.ts";

/** A delivery of one parcel, as typed. */
export interface Example {
  level: string;
  size: (typeof SIZES)[number];
  kg: string;
  fragile: boolean;
  /** Declared value; blank for none. */
  value: string;
  ageRestricted: boolean;
}

export const FIRST_EXAMPLE: Example = {
  level: "scheduled",
  size: "small",
  kg: "2",
  fragile: false,
  value: "",
  ageRestricted: false,
};

/** The example as conditions depend on it; undefined while its mass or value cannot be read. */
export function factsOf(example: Example, currency: string): PolicyFacts | undefined {
  const { level, size, kg, fragile, value, ageRestricted } = example;
  const massG = readKg(kg);
  const valueMinor = value.trim() === "" ? 0 : readValue(value, currency);
  if (massG === undefined || valueMinor === undefined) return undefined;
  return { serviceLevel: level, parcels: [{ size, massG, fragile, valueMinor, ageRestricted }] };
}

/** Proofs of an end of the example, with the rules that ask for them. */
export interface TriedEnd {
  readonly phase: (typeof PROOF_PHASES)[number];
  readonly end: (typeof PROOF_ENDS)[number];
  readonly needs: readonly ExplainedNeed[];
}

/** Computes every end of the example by the very rules that the server asks by. */
export const tryOut = (rules: readonly ProofRule[], facts: PolicyFacts): readonly TriedEnd[] =>
  PROOF_PHASES.flatMap((phase) =>
    PROOF_ENDS.map((end) => ({ phase, end, needs: explainNeeds(rules, facts, phase, end) })),
  );

interface TryCardProps {
  example: Example;
  onChange: (example: Example) => void;
  rules: readonly ProofRule[];
  /** Undefined while the example cannot be read. */
  ends: readonly TriedEnd[] | undefined;
}

/** An example with the proofs that its ends need by the rules on the screen, and the rule behind each. */
export function TryCard({ example, onChange, rules, ends }: TryCardProps) {
  const t = useWords("proofs");
  const f = useFormat();
  const { currency } = useConfig();
  const { levels, nameOf } = useLevelNames();
  const isWrong = example.value.trim() !== "" && readValue(example.value, currency) === undefined;
  const set = (change: Partial<Example>) => onChange({ ...example, ...change });
  return (
    <Card title={t("try.title")}>
      <p className="quiet small">{t("try.text")}</p>
      <div className="draft-fields">
        <Select
          label={t("try.level")}
          value={example.level}
          options={levels.map(({ code }) => ({ value: code, label: nameOf(code) }))}
          onChange={(level) => set({ level })}
        />
        <Select
          label={t("try.size")}
          value={example.size}
          options={SIZES.map((value) => ({ value, label: t(`size.${value}`) }))}
          onChange={(size) => set({ size })}
        />
        <TextField
          label={t("try.mass")}
          inputMode="decimal"
          suffix={unitSign(f, "kilogram")}
          value={example.kg}
          onChange={(kg) => set({ kg })}
          {...(readKg(example.kg) === undefined && { error: t("refusal.not-a-mass") })}
        />
        <TextField
          label={t("try.value")}
          inputMode="decimal"
          suffix={currency}
          value={example.value}
          onChange={(value) => set({ value })}
          {...(isWrong && { error: t("refusal.not-a-value") })}
        />
      </div>
      <Switch label={t("try.fragile")} checked={example.fragile} onChange={(fragile) => set({ fragile })} />
      <Switch
        label={t("try.age")}
        checked={example.ageRestricted}
        onChange={(ageRestricted) => set({ ageRestricted })}
      />
      <div aria-live="polite" data-testid="proof-try">
        {ends && <Ends ends={ends} rules={rules} />}
      </div>
    </Card>
  );
}

function Ends({ ends, rules }: { ends: readonly TriedEnd[]; rules: readonly ProofRule[] }) {
  const t = useWords("proofs");
  const f = useFormat();
  const numberOf = new Map(inOrder(rules).map(({ id }, at) => [id, at + 1]));
  return (
    <dl className="proof-ends">
      {ends.map(({ phase, end, needs }) => (
        <div key={phase + end}>
          <dt className="small quiet">{t(`at.${phase}.${end}`)}</dt>
          {needs.length === 0 && <dd className="quiet">{t("try.nothing")}</dd>}
          {needs.map(({ need, level, ruleIds }) => (
            <dd key={need} className="proof-need">
              <span className={level === "required" ? "strong" : undefined}>{t(`need.${need}`)}</span>
              <span className="quiet small">
                {t(`try.${level}`, { rules: f.list(ruleIds.map((id) => f.number(numberOf.get(id) ?? 0))) })}
              </span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
