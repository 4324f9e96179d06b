import { describe, expect, test } from "vitest";
import { checkPriceList } from "./check-price-list.ts";
import type { PriceComponent, PriceCondition, PriceFacts, PriceList, PriceRule } from "./price-rule.ts";

const facts: PriceFacts = {
  serviceLevel: "same_day",
  zoneFrom: null,
  zoneTo: null,
  distanceM: 4_001,
  massG: 2_000,
  parcels: 2,
  weekday: 6,
  timeOfDay: "19:30",
  leadMin: 90,
  specialDay: false,
};
const rule = (id: string, component: PriceComponent, ...when: PriceCondition[]): PriceRule => ({
  id,
  title: id,
  when,
  do: component,
});
const listOf = (...rules: PriceRule[]): PriceList => ({ version: 3, currency: "EUR", rules });

const town = listOf(
  rule("base", { kind: "flat", amount: 490 }),
  rule("way", { kind: "perDistance", freeM: 2_000, stepM: 1_000, amount: 90 }),
  rule("parcels", { kind: "perParcel", free: 1, amount: 150 }),
  rule(
    "evening",
    { kind: "percent", of: "running", basisPoints: 2_500 },
    { fact: "timeOfDay", from: "18:00", below: "06:00" },
  ),
  rule("heavy", { kind: "surcharge", amount: 400 }, { fact: "massG", from: 20_000 }),
  rule("least", { kind: "minimum", amount: 800 }),
  rule("vat", { kind: "tax", basisPoints: 1_900 }),
);

describe("checking a price list", () => {
  const codes = (list: PriceList) =>
    checkPriceList(list).map((fault) => `${fault.ruleId ?? "list"} ${fault.path} ${fault.code}`);
  const base = rule("base", { kind: "flat", amount: 500 });
  test("a sound list passes", () => {
    expect(codes(town)).toEqual([]);
  });
  test.each<[string, readonly PriceRule[], string]>([
    ["negative amounts", [rule("b", { kind: "flat", amount: -1 })], "b rules.0.do.amount negative"],
    ["half cents", [rule("b", { kind: "flat", amount: 0.5 })], "b rules.0.do.amount not-whole"],
    [
      "steps of nothing",
      [base, rule("s", { kind: "perDistance", freeM: 0, stepM: 0, amount: 1 })],
      "s rules.1.do.stepM bad-step",
    ],
    ["two rules of one name", [base, base], "base rules.1.id duplicate-id"],
    [
      "times that are none",
      [
        base,
        rule("t", { kind: "surcharge", amount: 1 }, { fact: "timeOfDay", from: "7:00", below: "09:00" }),
      ],
      "t rules.1.when.0 bad-time",
    ],
    [
      "a range the wrong way round",
      [base, rule("r", { kind: "surcharge", amount: 1 }, { fact: "distanceM", from: 5, below: 5 })],
      "r rules.1.when unreachable",
    ],
    [
      "conditions that exclude each other",
      [
        base,
        rule(
          "r",
          { kind: "surcharge", amount: 1 },
          { fact: "serviceLevel", in: ["asap_60"] },
          { fact: "serviceLevel", in: ["next_day"] },
        ),
      ],
      "r rules.1.when unreachable",
    ],
    ["no base fee", [rule("x", { kind: "surcharge", amount: 1 })], "list rules missing-base"],
    [
      "limits that cross",
      [base, rule("l", { kind: "minimum", amount: 9 }), rule("m", { kind: "maximum", amount: 8 })],
      "list rules minimum-above-maximum",
    ],
    [
      "a cheaper long trip",
      [base, rule("n", { kind: "surcharge", amount: 300 }, { fact: "distanceM", below: 5_000 })],
      "list rules cheaper-with-distance",
    ],
  ])("finds %s", (_, rules, expected) => {
    expect(codes(listOf(...rules))).toEqual([expected]);
  });
  test.each<[string, PriceComponent, string]>([
    [
      "bands that do not rise",
      {
        kind: "band",
        by: "massG",
        asBase: false,
        steps: [
          { below: 9, amount: 1 },
          { below: 9, amount: 2 },
        ],
      },
      "t rules.1.do.steps.1.below bad-bands",
    ],
    [
      "a band after an open one",
      { kind: "band", by: "massG", asBase: false, steps: [{ amount: 1 }, { below: 9, amount: 2 }] },
      "t rules.1.do.steps.1.below bad-bands",
    ],
    [
      "half cents in a table",
      { kind: "band", by: "massG", asBase: false, steps: [{ amount: 0.5 }] },
      "t rules.1.do.steps.0.amount not-whole",
    ],
    [
      "two amounts for the same zones",
      { kind: "matrix", asBase: false, cells: [1, 2].map((n) => ({ from: "", to: "", amount: n })) },
      "t rules.1.do.cells.1.amount twice-in-table",
    ],
    [
      "a band of distance that costs less",
      { kind: "band", by: "distanceM", asBase: false, steps: [{ below: 5_000, amount: 9 }, { amount: 8 }] },
      "list rules cheaper-with-distance",
    ],
  ])("finds %s", (_, component, expected) => {
    expect(codes(listOf(base, rule("t", component)))).toEqual([expected]);
  });
  test("finds prices below zero", () => {
    const all = (id: string) => rule(id, { kind: "discount", of: "base", basisPoints: 10_000 });
    expect(codes(listOf(base, all("a")))).toEqual([]);
    expect(codes(listOf(base, all("a"), all("b")))).toEqual(["list rules below-zero"]);
  });
  test("tries both vehicles and both kinds of days where rules ask for them", () => {
    const car = rule("car", { kind: "surcharge", amount: 9 }, { fact: "vehicle", in: ["car"] });
    const light = { fact: "massG" as const, below: 20_000 };
    expect(codes(listOf(base, car))).toEqual([]);
    expect(codes(listOf(base, { ...car, when: [...car.when, light] }))).toEqual([
      "car rules.1.when unreachable",
    ]);
    const near = { fact: "distanceM" as const, below: 5_000 };
    const feast = rule("feast", { kind: "surcharge", amount: 9 }, { fact: "specialDay" }, near);
    expect(codes(listOf(base, feast))).toEqual(["list rules cheaper-with-distance"]);
  });
  test("finds a fall that only many parcels cause, and says where", () => {
    const tricky = listOf(
      base,
      rule("n", { kind: "perParcel", free: 0, amount: 10 }, { fact: "distanceM", below: 5_000 }),
      rule("f", { kind: "surcharge", amount: 100 }, { fact: "distanceM", from: 5_000 }),
    );
    expect(checkPriceList(tricky)[0]?.facts).toMatchObject({
      nearM: 4_999,
      nearTotal: 610,
      farM: 5_000,
      farTotal: 600,
    });
  });
  test("finds prices that no computer can hold", () => {
    const tenfold = Array.from({ length: 20 }, (_, i) =>
      rule(`p${i}`, { kind: "percent", of: "running", basisPoints: 100_000 }),
    );
    expect(codes(listOf(base, ...tenfold))).toEqual(["list rules too-large"]);
  });
  test("runs the cases that the list carries", () => {
    const cases = [
      { name: "short", facts, totalMinor: 1354 },
      { name: "wrong", facts, totalMinor: 1 },
    ];
    expect(checkPriceList({ ...town, cases })).toEqual([
      {
        ruleId: null,
        path: "cases.1",
        code: "case-fails",
        facts: { name: "wrong", expected: 1, actual: 1354 },
      },
    ]);
  });
  test("refuses a currency that is none, and a list that is too wild to check", () => {
    expect(codes({ ...town, currency: "EURO" })).toEqual(["list currency unknown-currency"]);
    const zones = Array.from({ length: 80 }, (_, i) => `z${i}`);
    const wild = listOf(
      base,
      ...zones.map((zone) =>
        rule(
          zone,
          { kind: "perParcel", free: 0, amount: 1 },
          { fact: "zoneFrom", in: [zone] },
          { fact: "zoneTo", in: [zone] },
          { fact: "distanceM", from: 5 },
        ),
      ),
    );
    expect(codes(wild)).toEqual(["list rules too-complex"]);
    const one = { fact: "zoneFrom" as const, in: zones };
    expect(codes(listOf(base, rule("p", { kind: "perParcel", free: 0, amount: 1 }, one)))).toEqual([]);
  });
  test("names the conditions that ask for a zone that is not there", () => {
    const list = listOf(
      base,
      rule(
        "z",
        { kind: "surcharge", amount: 1 },
        { fact: "parcels", from: 2 },
        { fact: "zoneTo", in: ["a", "b"] },
      ),
    );
    const found = (zones?: string[]) =>
      checkPriceList(list, zones).map(({ path, code }) => `${path} ${code}`);
    expect(found(["a"])).toEqual(["rules.1.when.1.in unknown-zone"]);
    expect(found(["a", "b"])).toEqual([]);
    expect(found()).toEqual([]);
  });
});
