import { freeSlug } from "#kernel/slug.ts";
import type { Form } from "#web/forms/use-form.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import { isRange, type RangeFact } from "#features/quotes/domain/price-rule.ts";
import type { PriceComponent, PriceCondition, PriceRule } from "#features/quotes/contract/price-list.ts";

/** The form of one rule, with what it reads. */
export type RuleForm = Form<RuleText, PriceRule>;

export type Fact = PriceCondition["fact"];
export type Kind = PriceComponent["kind"];

/** One condition as it is typed; which members count depends on the fact. */
export interface ConditionText {
  fact: Fact;
  /** Codes of levels, zones or vehicles, or numbers of weekdays. */
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
  /** Whether a table counts as the base fee. */
  asBase: "base" | "extra";
  /** The fact by which a table of bands counts. */
  by: "distanceM" | "massG" | "parcels";
  /** The last one may be open. */
  steps: { below: string; amount: string }[];
  /** A blank amount is none; a blank zone is outside all of them. */
  cells: { from: string; to: string; amount: string }[];
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
const RANGE_DIGITS = { distanceM: THOUSANDTHS, massG: THOUSANDTHS, parcels: 0, leadMin: 0 } as const;
export const digitsOfRange = (fact: RangeFact): number => RANGE_DIGITS[fact];

export const NEW_RULE: RuleText = {
  title: "",
  kind: "surcharge",
  amount: "",
  free: "0",
  step: "500",
  of: "running",
  rate: "",
  asBase: "base",
  by: "distanceM",
  steps: [{ below: "", amount: "" }],
  cells: [],
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
    ...((done.kind === "percent" || done.kind === "discount") && { of: done.of }),
    ...tableText(done, { digits, mark }),
    ...("basisPoints" in done && { rate: decimalText(done.basisPoints, HUNDREDTHS, mark) }),
    when: rule.when.map((condition) => textOfCondition(condition, mark)),
  };
}

/** Entries of a table as typed. */
function tableText(done: PriceComponent, { digits, mark }: Notation): Partial<RuleText> {
  const money = (amount: number) => decimalText(amount, digits, mark, digits);
  if (done.kind === "band") {
    const end = (n: number | undefined) =>
      n === undefined ? "" : decimalText(n, digitsOfRange(done.by), mark);
    const steps = done.steps.map(({ below, amount }) => ({ below: end(below), amount: money(amount) }));
    return { asBase: done.asBase ? "base" : "extra", by: done.by, steps };
  }
  if (done.kind !== "matrix") return {};
  const cells = done.cells.map((cell) => ({ ...cell, amount: money(cell.amount) }));
  return { asBase: done.asBase ? "base" : "extra", cells };
}

function textOfCondition(condition: PriceCondition, mark: string): ConditionText {
  const blank = newCondition(condition.fact);
  if (isRange(condition)) {
    const end = (n: number | undefined) =>
      n === undefined ? "" : decimalText(n, digitsOfRange(condition.fact), mark);
    return { ...blank, from: end(condition.from), below: end(condition.below) };
  }
  switch (condition.fact) {
    case "serviceLevel":
    case "zoneFrom":
    case "zoneTo":
    case "vehicle":
      return { ...blank, chosen: [...condition.in] };
    case "weekday":
      return { ...blank, chosen: condition.in.map(String) };
    case "timeOfDay":
      return {
        ...blank,
        from: condition.from,
        below: condition.below === "24:00" ? "00:00" : condition.below,
      };
    case "specialDay":
      break;
  }
  return blank;
}

/** An id that no other rule has. */
export const idFor = (title: string, taken: readonly string[]): string => freeSlug(title, "rule", taken);

export const readRate = (text: string): number | undefined => readDecimal(text, HUNDREDTHS);
