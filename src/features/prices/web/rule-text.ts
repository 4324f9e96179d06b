import { freeSlug } from "#kernel/slug.ts";
import type { Form } from "#web/forms/use-form.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { PriceComponent, PriceCondition, PriceRule } from "#features/quotes/contract/price-list.ts";

/** The form of one rule, with what it reads. */
export type RuleForm = Form<RuleText, PriceRule>;

export type Fact = PriceCondition["fact"];
export type Kind = PriceComponent["kind"];

/** One condition as it is typed; which members count depends on the fact. */
export interface ConditionText {
  fact: Fact;
  /** Codes of levels or zones, or numbers of weekdays. */
  chosen: string[];
  from: string;
  below: string;
}

/** A rule as it is typed; which members count depends on the kind. */
export interface RuleText {
  title: string;
  kind: Kind;
  amount: string;
  free: string;
  step: string;
  of: "base" | "running";
  rate: string;
  when: ConditionText[];
}

/** How this organisation and this reader write numbers. */
export interface Notation {
  /** Digits of the currency. */
  readonly digits: number;
  /** Between whole and part. */
  readonly mark: string;
}

/** Digits of a kilometre and a kilogram down to metres and grams, and of a per cent down to basis points. */
export const THOUSANDTHS = 3;
export const HUNDREDTHS = 2;
const RANGE_DIGITS = { distanceM: THOUSANDTHS, massG: THOUSANDTHS, parcels: 0 } as const;
export const digitsOfRange = (fact: keyof typeof RANGE_DIGITS): number => RANGE_DIGITS[fact];

export const NEW_RULE: RuleText = {
  title: "",
  kind: "surcharge",
  amount: "",
  free: "0",
  step: "500",
  of: "running",
  rate: "",
  when: [],
};

export const newCondition = (fact: Fact): ConditionText => ({
  fact,
  chosen: [],
  from: "",
  below: "",
});

/** A rule as text in the reader's notation. */
export function textOfRule(rule: PriceRule, { digits, mark }: Notation): RuleText {
  const done = rule.do;
  const free = done.kind === "perDistance" ? decimalText(done.freeM, THOUSANDTHS, mark) : "0";
  return {
    ...NEW_RULE,
    title: rule.title,
    kind: done.kind,
    ...("amount" in done && { amount: decimalText(done.amount, digits, mark, digits) }),
    free: done.kind === "perParcel" ? String(done.free) : free,
    ...(done.kind === "perDistance" && { step: String(done.stepM) }),
    ...(done.kind === "percent" && { of: done.of }),
    ...("basisPoints" in done && { rate: decimalText(done.basisPoints, HUNDREDTHS, mark) }),
    when: rule.when.map((condition) => textOfCondition(condition, mark)),
  };
}

function textOfCondition(condition: PriceCondition, mark: string): ConditionText {
  const blank = newCondition(condition.fact);
  switch (condition.fact) {
    case "serviceLevel":
    case "zoneFrom":
    case "zoneTo":
      return { ...blank, chosen: [...condition.in] };
    case "weekday":
      return { ...blank, chosen: condition.in.map(String) };
    case "timeOfDay":
      return {
        ...blank,
        from: condition.from,
        below: condition.below === "24:00" ? "00:00" : condition.below,
      };
    case "distanceM":
    case "massG":
    case "parcels":
      break;
  }
  const end = (n: number | undefined) =>
    n === undefined ? "" : decimalText(n, digitsOfRange(condition.fact), mark);
  return { ...blank, from: end(condition.from), below: end(condition.below) };
}

/** An id that no other rule has. */
export const idFor = (title: string, taken: readonly string[]): string => freeSlug(title, "rule", taken);

export const readRate = (text: string): number | undefined => readDecimal(text, HUNDREDTHS);
