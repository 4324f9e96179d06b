import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PriceComponent, PriceCondition, PriceRule } from "#features/quotes/contract/price-list.ts";
import { inputOf, ruleSchema } from "./read-rule.ts";
import { idFor, NEW_RULE, newCondition, textOfRule } from "./rule-text.ts";

const euro = { digits: 2, mark: "," };
const read = (changes: Partial<typeof NEW_RULE>) =>
  ruleSchema("x", 2).safeParse({ ...NEW_RULE, title: "Evening", amount: "2", ...changes });
const faults = (changes: Partial<typeof NEW_RULE>) => {
  const result = read(changes);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
};

describe("a typed rule", () => {
  test("is read exactly, with a comma or a point", () => {
    expect(read({ kind: "flat", amount: "4,90" })).toMatchObject({
      data: { do: { kind: "flat", amount: 490 } },
    });
    expect(read({ kind: "percent", rate: "12.5" })).toMatchObject({ data: { do: { basisPoints: 1250 } } });
    expect(read({ kind: "perDistance", free: "2.5", step: "500", amount: "0.60" })).toMatchObject({
      data: { do: { freeM: 2500, stepM: 500, amount: 60 } },
    });
  });
  test("names the input at fault", () => {
    expect(faults({ amount: "2.005" })).toEqual(["amount prices.not-an-amount"]);
    expect(faults({ kind: "perDistance", step: "0" })).toEqual(["step prices.bad-step"]);
    expect(faults({ when: [{ ...newCondition("distanceM"), from: "3", below: "2" }] })).toEqual([
      "when.0.below prices.empty-range",
    ]);
    expect(faults({ when: [newCondition("weekday")] })).toEqual(["when.0.chosen prices.none-chosen"]);
    expect(faults({ title: " " })[0]).toMatch(/^title /);
  });
  test("names the entry of a table at fault", () => {
    const steps = [
      { below: "3", amount: "1" },
      { below: "2", amount: "x" },
    ];
    expect(faults({ kind: "band", steps })).toEqual([
      "steps.1.below prices.bad-bands",
      "steps.1.amount prices.not-an-amount",
    ]);
    expect(faults({ kind: "matrix" })[0]).toBe("cells.0.amount prices.none-chosen");
    expect(inputOf(["do", "steps", "1", "below"])).toEqual(["steps", "1", "below"]);
  });
  test("midnight as an end is the end of the day", () => {
    const when = [{ ...newCondition("timeOfDay"), from: "18:00", below: "00:00" }];
    expect(read({ when })).toMatchObject({ data: { when: [{ from: "18:00", below: "24:00" }] } });
  });
});

test("a fault that the server found lands on the input where it was typed", () => {
  expect(inputOf(["do", "stepM"])).toEqual(["step"]);
  expect(inputOf(["when", "1", "in"])).toEqual(["when", "1", "chosen"]);
  expect(inputOf(["id"])).toEqual(["title"]);
});

test("a new rule gets an id of its own, also from a title without Latin letters", () => {
  expect(idFor("Über 3 km!", [])).toBe("uber-3-km");
  expect(idFor("Evening", ["evening", "evening-2"])).toBe("evening-3");
  expect(idFor("مساء", [])).toBe("rule");
});

test("every rule survives being shown and read again, in any notation", () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 });
  const basisPoints = fc.integer({ min: 0, max: 10_000 });
  const component = fc.oneof<fc.Arbitrary<PriceComponent>[]>(
    fc.record({ kind: fc.constantFrom("flat", "surcharge", "minimum", "maximum"), amount }),
    fc.record({
      kind: fc.constant("perDistance"),
      freeM: fc.nat(90_000),
      stepM: fc.integer({ min: 1, max: 9_999 }),
      amount,
    }),
    fc.record({ kind: fc.constant("perParcel"), free: fc.nat(20), amount }),
    fc.record({ kind: fc.constant("percent"), of: fc.constantFrom("base", "running"), basisPoints }),
    fc.record({ kind: fc.constant("tax"), basisPoints }),
    fc.record({ kind: fc.constant("discount"), of: fc.constantFrom("base", "running"), basisPoints }),
    fc
      .tuple(fc.constantFrom("distanceM" as const, "parcels" as const), fc.boolean(), fc.nat(500), amount)
      .map(([by, asBase, n, one]) => ({
        kind: "band",
        by,
        asBase,
        steps: [{ below: n + 1, amount: one }, { below: n + 2, amount: one }, { amount: one }],
      })),
    fc
      .tuple(fc.boolean(), amount)
      .map(([asBase, one]) => ({ kind: "matrix", asBase, cells: [{ from: "a", to: "", amount: one }] })),
  );
  const range = fc.tuple(fc.nat(50_000), fc.integer({ min: 1, max: 50_000 }));
  const condition = fc.oneof<fc.Arbitrary<PriceCondition>[]>(
    range.map(([from, n]) => ({ fact: "distanceM", from, below: from + n })),
    range.map(([from]) => ({ fact: "massG", from })),
    range.map(([, below]) => ({ fact: "parcels", below })),
    fc.constant({ fact: "serviceLevel", in: ["asap_60", "next_day"] }),
    fc.constant({ fact: "weekday", in: [6, 7] }),
    fc.constant({ fact: "vehicle", in: ["bicycle"] }),
    fc.constant({ fact: "specialDay" }),
    range.map(([from]) => ({ fact: "leadMin", from })),
    fc.constant({ fact: "zoneTo", in: ["North", "Old town"] }),
    fc.constantFrom(
      { fact: "timeOfDay", from: "22:00", below: "06:00" },
      { fact: "timeOfDay", from: "18:00", below: "24:00" },
    ),
  );
  const rule: fc.Arbitrary<PriceRule> = fc.record({
    id: fc.constant("x"),
    title: fc.constant("A rule"),
    when: fc.array(condition, { maxLength: 4 }),
    do: component,
  });
  fc.assert(
    fc.property(
      rule,
      fc.constantFrom(euro, { digits: 0, mark: "." }, { digits: 3, mark: "٫" }),
      (one, notation) => {
        expect(ruleSchema("x", notation.digits).safeParse(textOfRule(one, notation))).toEqual({
          success: true,
          data: one,
        });
      },
    ),
  );
});
