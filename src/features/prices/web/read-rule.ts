import { readDecimal } from "#web/forms/decimal-text.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import { QUOTE_VEHICLES } from "#features/quotes/domain/vehicle.ts";
import type { RangeFact } from "#features/quotes/domain/price-rule.ts";
import { type PriceComponent, type PriceCondition, PriceRule } from "#features/quotes/contract/price-list.ts";
import { readTable } from "./read-table.ts";
import { type ConditionText, digitsOfRange, readRate, type RuleText, THOUSANDTHS } from "./rule-text.ts";

interface Wrong {
  readonly path: readonly string[];
  readonly message: string;
}
type Report = (path: string, message: string) => void;
type Fact<F extends PriceCondition["fact"]> = Extract<PriceCondition, { fact: F }>;

/** Reads a typed rule; its inputs at fault are named by the form's own paths. */
export function ruleSchema(id: string, digits: number): FormSchema<PriceRule> {
  return {
    // Safe: only this form, whose values are rule texts, is parsed with it.
    safeParse: (input) => readRule(id, input as RuleText, digits),
  };
}

function readRule(
  id: string,
  text: RuleText,
  digits: number,
): ReturnType<FormSchema<PriceRule>["safeParse"]> {
  const wrong: Wrong[] = [];
  const report: Report = (path, message) => wrong.push({ path: path.split("."), message });
  const when = text.when.flatMap((one, at) =>
    readCondition(one, (path, word) => report(`when.${at}.${path}`, word)),
  );
  const rule = { id, title: text.title.trim(), when, do: readComponent(text, digits, report) };
  const parsed = PriceRule.safeParse(rule);
  const schema = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({ ...issue, path: inputOf(issue.path) }));
  const issues = [
    ...wrong,
    ...schema.filter(({ path }) => !wrong.some((own) => own.path.join() === path.join())),
  ];
  return issues.length === 0 && parsed.success
    ? { success: true, data: parsed.data }
    : { success: false, error: { issues } };
}

const INPUT_OF: Readonly<Record<string, string>> = { freeM: "free", stepM: "step", basisPoints: "rate" };

const componentInput = (name = "kind"): string => INPUT_OF[name] ?? name;

/** The form's input for a path of the rule: `do.freeM` is typed in `free`, `when.0.in` chosen in `when.0.chosen`. */
export function inputOf(path: readonly PropertyKey[]): string[] {
  const [root, ...rest] = path.map(String);
  if (root === "do") return rest.length > 1 ? rest : [componentInput(rest[0])];
  if (root === "when" && rest.length > 1)
    return ["when", rest[0] ?? "0", rest[1] === "in" ? "chosen" : (rest[1] ?? "from")];
  return root === "id" || root === undefined ? ["title"] : [root, ...rest];
}

const AMOUNT_KINDS = ["flat", "surcharge", "minimum", "maximum"] as const;
const isAmount = (kind: PriceComponent["kind"]): kind is (typeof AMOUNT_KINDS)[number] =>
  AMOUNT_KINDS.some((one) => one === kind);

function readComponent(text: RuleText, digits: number, report: Report): PriceComponent {
  const need = (name: "amount" | "free" | "step" | "rate", n: number | undefined, word: string): number => {
    if (n === undefined) report(name, word);
    return n ?? 0;
  };
  const amount = () => need("amount", readDecimal(text.amount, digits), "prices.not-an-amount");
  const basisPoints = () => need("rate", readRate(text.rate), "prices.not-a-rate");
  const { kind } = text;
  if (isAmount(kind)) return { kind, amount: amount() };
  if (kind === "band" || kind === "matrix") return readTable(kind, text, { digits, report });
  switch (kind) {
    case "perDistance": {
      const freeM = need("free", readDecimal(text.free, THOUSANDTHS), "prices.not-a-number");
      return { kind, freeM, stepM: readStep(text.step, report), amount: amount() };
    }
    case "perParcel":
      return { kind, free: need("free", readDecimal(text.free, 0), "prices.not-a-number"), amount: amount() };
    case "percent":
    case "discount":
      return { kind, of: text.of, basisPoints: basisPoints() };
    case "tax":
    case "extraAttempt":
    case "return":
      break;
  }
  return { kind, basisPoints: basisPoints() };
}

function readStep(typed: string, report: Report): number {
  const step = readDecimal(typed, 0);
  if (step === undefined) report("step", "prices.not-a-number");
  if ((step ?? 0) < 1) report("step", "prices.bad-step");
  return step ?? 0;
}

function readCondition(text: ConditionText, report: Report): PriceCondition[] {
  const { fact } = text;
  const some = <T>(list: T[], input: string): T[] => {
    if (list.length === 0) report(input, "prices.none-chosen");
    return list;
  };
  switch (fact) {
    case "serviceLevel":
      return [{ fact, in: some([...text.chosen], "chosen") }];
    case "weekday":
      return [
        {
          fact,
          in: some(
            text.chosen.map(Number).toSorted((a, b) => a - b),
            "chosen",
          ),
        },
      ];
    case "zoneFrom":
    case "zoneTo":
      return [{ fact, in: some([...text.chosen], "chosen") }];
    case "vehicle":
      return [
        {
          fact,
          in: some(
            QUOTE_VEHICLES.filter((one) => text.chosen.includes(one)),
            "chosen",
          ),
        },
      ];
    case "specialDay":
      return [{ fact }];
    case "timeOfDay":
      return [readTimes(text, report)];
    case "distanceM":
    case "massG":
    case "parcels":
    case "leadMin":
      break;
  }
  return [readRange(fact, text, report)];
}

function readTimes({ from, below }: ConditionText, report: Report): Fact<"timeOfDay"> {
  if (from === "") report("from", "prices.bad-time");
  if (below === "") report("below", "prices.bad-time");
  if (from !== "" && from === below) report("below", "prices.empty-range");
  // Midnight as an end is the end of the day.
  return { fact: "timeOfDay", from, below: below === "00:00" ? "24:00" : below };
}

function readRange(fact: RangeFact, text: ConditionText, report: Report): PriceCondition {
  const end = (name: "from" | "below"): number | undefined => {
    if (text[name].trim() === "") return undefined;
    const n = readDecimal(text[name], digitsOfRange(fact));
    if (n === undefined) report(name, "prices.not-a-number");
    return n;
  };
  const [from, below] = [end("from"), end("below")];
  if (text.from.trim() === "" && text.below.trim() === "") report("from", "prices.none-chosen");
  if (from !== undefined && below !== undefined && from >= below) report("below", "prices.empty-range");
  return { fact, ...(from !== undefined && { from }), ...(below !== undefined && { below }) };
}
