import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import type { Form } from "#web/forms/use-form.ts";
import { exponentOf } from "#kernel/currency.ts";
import { ProofRule } from "../contract/api.ts";
import { PROOF_NEEDS, needsOfEnd } from "../domain/needs.ts";
import type { ProofEnd, ProofNeed, ProofPhase } from "../domain/needs.ts";

export type Level = "required" | "preferred" | "none";
export type Levels = Readonly<Record<ProofNeed, Level>>;

/** A rule as it is typed. */
export interface RuleText {
  phase: ProofPhase;
  end: ProofEnd;
  levels: Levels;
  serviceLevels: ProofRule["when"]["serviceLevels"];
  sizes: ProofRule["when"]["sizes"];
  fragile: boolean;
  /** Least mass in kilograms; blank for any. */
  minKg: string;
  /** Least declared value; blank for any. */
  minValue: string;
  ageRestricted: boolean;
}
export type RuleForm = Form<RuleText, ProofRule>;

/** Digits of a kilogram down to grams. */
const GRAM_DIGITS = 3;

/** Mass in grams as typed in kilograms; undefined for what is no mass. */
export function readKg(text: string): number | undefined {
  const massG = readDecimal(text, GRAM_DIGITS);
  return massG === undefined || massG < 1 ? undefined : massG;
}

/** Minor units of a value as typed; undefined for what is none. */
export function readValue(text: string, currency: string): number | undefined {
  const minor = readDecimal(text, exponentOf(currency));
  return minor === undefined || minor < 1 ? undefined : minor;
}

const NOTHING_ASKED = Object.fromEntries(
  PROOF_NEEDS.map((need) => [need, "none"]),
  // Safe: one entry for each need.
) as Levels;

export const NEW_RULE: RuleText = {
  phase: "deliver",
  end: "succeed",
  levels: NOTHING_ASKED,
  serviceLevels: [],
  sizes: [],
  fragile: false,
  minKg: "",
  minValue: "",
  ageRestricted: false,
};

/** A rule as text, with the reader's decimal mark. */
export function textOfRule(rule: ProofRule, mark: string, currency: string): RuleText {
  const { serviceLevels, sizes, fragile, minMassG, minValueMinor, ageRestricted } = rule.when;
  const asked = (level: Level, needs: readonly ProofNeed[]) => needs.map((need) => [need, level]);
  return {
    phase: rule.phase,
    end: rule.end,
    levels: {
      ...NOTHING_ASKED,
      ...Object.fromEntries([...asked("preferred", rule.preferred), ...asked("required", rule.required)]),
    },
    serviceLevels,
    sizes,
    fragile,
    minKg: minMassG === null ? "" : decimalText(minMassG, GRAM_DIGITS, mark),
    minValue: minValueMinor === null ? "" : decimalText(minValueMinor, exponentOf(currency), mark),
    ageRestricted,
  };
}

/** Reads a typed rule; proofs that its end cannot have are left out. */
export function ruleSchema(id: string, currency: string): FormSchema<ProofRule> {
  return {
    // Safe: only this form, whose values are rule texts, is parsed with it.
    safeParse: (input) => readRule({ id, currency }, input as RuleText),
  };
}

interface Read {
  readonly id: string;
  readonly currency: string;
}

function readRule({ id, currency }: Read, text: RuleText): ReturnType<FormSchema<ProofRule>["safeParse"]> {
  const { phase, end, levels, serviceLevels, sizes, fragile, minKg, minValue, ageRestricted } = text;
  const at = (level: Level) => needsOfEnd(phase, end).filter((need) => levels[need] === level);
  const [required, preferred] = [at("required"), at("preferred")];
  const massG = minKg.trim() === "" ? null : readKg(minKg);
  const minValueMinor = minValue.trim() === "" ? null : readValue(minValue, currency);
  const wrong = [
    ...(required.length + preferred.length === 0 ? [["levels", "proofs.nothing-asked"] as const] : []),
    ...(massG === undefined ? [["minKg", "proofs.not-a-mass"] as const] : []),
    ...(minValueMinor === undefined ? [["minValue", "proofs.not-a-value"] as const] : []),
  ];
  if (wrong.length > 0) return failed(wrong.map(([path, message]) => ({ path: [path], message })));
  const when = { serviceLevels, sizes, fragile, minMassG: massG, minValueMinor, ageRestricted };
  const parsed = ProofRule.safeParse({ id, phase, end, required, preferred, when });
  return parsed.success
    ? { success: true, data: parsed.data }
    : failed([{ path: ["minKg"], message: "proofs.not-a-mass" }]);
}

const failed = (issues: readonly { readonly path: string[]; readonly message: string }[]) =>
  ({ success: false, error: { issues: [...issues] } }) as const;

/** An id that no other rule has. */
export function newRuleId(rules: readonly Pick<ProofRule, "id">[]): string {
  const taken = new Set(rules.map(({ id }) => id));
  const ids = Array.from({ length: rules.length + 1 }, (_, at) => `rule-${at + 1}`);
  return ids.find((id) => !taken.has(id)) ?? "rule";
}
