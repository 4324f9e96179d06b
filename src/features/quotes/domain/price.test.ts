import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, money, plus, sum } from "#kernel/money.ts";
import { checkPriceList } from "./check-price-list.ts";
import {
  type PriceComponent,
  type PriceCondition,
  type PriceFacts,
  type PriceList,
  type PriceRule,
  applies,
} from "./price-rule.ts";
import { withLater } from "./later.ts";
import { PRICE_LABELS, priceOf } from "./price.ts";
import { SERVICE_LEVELS } from "./service-levels.ts";

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

describe("a price", () => {
  test("shows every rule that made it", () => {
    const price = priceOf(facts, town);
    expect(price.lines.map((line) => [line.ruleId, line.label, line.amount.minor])).toEqual([
      ["base", "price.flat", 490],
      ["way", "price.per-distance", 270],
      ["parcels", "price.per-parcel", 150],
      ["evening", "price.percent", 228],
    ]);
    expect(price.lines[1]?.inputs).toEqual({
      title: "way",
      distanceM: 4001,
      freeM: 2000,
      stepM: 1000,
      steps: 3,
      unit: 90,
    });
    expect([
      price.subtotal.minor,
      price.taxes,
      price.total.minor,
      price.base.minor,
      price.priceListVersion,
    ]).toEqual([1138, [{ basisPoints: 1900, amount: money(216, "EUR") }], 1354, 490, 3]);
  });
  test("is at least the minimum and at most the maximum, and says so", () => {
    const cheap = priceOf({ ...facts, distanceM: 0, parcels: 1, timeOfDay: "12:00" }, town);
    expect(cheap.lines.map((line) => [line.ruleId, line.amount.minor])).toEqual([
      ["base", 490],
      ["least", 310],
    ]);
    const capped = priceOf(
      facts,
      listOf(rule("base", { kind: "flat", amount: 900 }), rule("most", { kind: "maximum", amount: 700 })),
    );
    expect(capped.lines.at(-1)?.amount.minor).toBe(-200);
    expect(capped.total.minor).toBe(700);
  });
  test("is refused where no base fee applies", () => {
    const asap = listOf(
      rule("base", { kind: "flat", amount: 900 }, { fact: "serviceLevel", in: ["asap_60"] }),
      rule("x", { kind: "surcharge", amount: 1 }),
    );
    expect(() => priceOf(facts, asap)).toThrow("quotes.no-price");
    expect(() => priceOf(facts, listOf())).toThrow("quotes.no-price");
  });
  test("of several taxes each is computed on the whole sum", () => {
    const two = listOf(
      rule("base", { kind: "flat", amount: 1000 }),
      rule("gst", { kind: "tax", basisPoints: 500 }),
      rule("pst", { kind: "tax", basisPoints: 700 }),
      rule("late", { kind: "surcharge", amount: 500 }),
    );
    expect(priceOf(facts, two).taxes.map((tax) => tax.amount.minor)).toEqual([75, 105]);
  });
});

test.each<[string, PriceCondition, boolean]>([
  ["its service level", { fact: "serviceLevel", in: ["same_day"] }, true],
  ["another service level", { fact: "serviceLevel", in: ["asap_60", "next_day"] }, false],
  ["a zone, outside all zones", { fact: "zoneFrom", in: ["inner"] }, false],
  ["the lower bound, which belongs to it", { fact: "distanceM", from: 4_001 }, true],
  ["the upper bound, which does not", { fact: "distanceM", below: 4_001 }, false],
  ["an order long before its window", { fact: "leadMin", from: 91 }, false],
  ["the vehicle of a light load", { fact: "vehicle", in: ["bicycle"] }, true],
  ["a special day", { fact: "specialDay" }, false],
  ["a weekday", { fact: "weekday", in: [6, 7] }, true],
  ["an evening within a day", { fact: "timeOfDay", from: "18:00", below: "24:00" }, true],
  ["a night past midnight", { fact: "timeOfDay", from: "22:00", below: "06:00" }, false],
])("a rule for %s", (_, condition, expected) => {
  expect(applies(rule("r", { kind: "flat", amount: 1 }, condition), facts)).toBe(expected);
});

const amount = fc.nat(5_000);
const bound = fc.constantFrom(500, 1_000, 3_000, 7_500);
const condition: fc.Arbitrary<PriceCondition> = fc.oneof(
  fc.record({
    fact: fc.constant("serviceLevel" as const),
    in: fc.subarray([...SERVICE_LEVELS], { minLength: 1 }),
  }),
  fc.record({ fact: fc.constantFrom("distanceM" as const, "massG" as const), from: bound }),
  fc.record({ fact: fc.constantFrom("distanceM" as const, "massG" as const), below: bound }),
  fc.record({ fact: fc.constant("parcels" as const), from: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    fact: fc.constant("weekday" as const),
    in: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  }),
  fc.record({
    fact: fc.constant("timeOfDay" as const),
    from: fc.constantFrom("00:00", "18:00"),
    below: fc.constantFrom("06:00", "24:00"),
  }),
);
const component: fc.Arbitrary<PriceComponent> = fc.oneof(
  fc.record({ kind: fc.constantFrom("flat" as const, "surcharge" as const), amount }),
  fc.record({
    kind: fc.constant("perDistance" as const),
    freeM: fc.nat(3_000),
    stepM: fc.integer({ min: 1, max: 2_000 }),
    amount: fc.nat(300),
  }),
  fc.record({ kind: fc.constant("perParcel" as const), free: fc.nat(2), amount: fc.nat(300) }),
  fc.record({
    kind: fc.constant("percent" as const),
    of: fc.constantFrom("base" as const, "running" as const),
    basisPoints: fc.nat(5_000),
  }),
  fc.record({ kind: fc.constant("tax" as const), basisPoints: fc.nat(2_500) }),
  fc.record({
    kind: fc.constant("discount" as const),
    of: fc.constantFrom("base" as const, "running" as const),
    basisPoints: fc.nat(2_000),
  }),
  fc
    .tuple(fc.constantFrom("distanceM" as const, "massG" as const), fc.boolean(), bound, amount, amount)
    .map(([by, asBase, below, near, more]) => ({
      kind: "band" as const,
      by,
      asBase,
      steps: [{ below, amount: near }, { amount: near + more }],
    })),
);
const conditional = fc.tuple(component, fc.array(condition, { maxLength: 2 }));
const lists = fc
  .tuple(amount, fc.array(conditional, { maxLength: 6 }), amount, fc.nat(20_000))
  .map(([base, rest, least, above]) =>
    listOf(
      rule("base", { kind: "flat", amount: base }),
      ...rest.map(([one, when], i) => rule(`r${i}`, one, ...when)),
      rule("least", { kind: "minimum", amount: least }),
      rule("most", { kind: "maximum", amount: least + above }),
    ),
  );
const requests: fc.Arbitrary<PriceFacts> = fc.record({
  serviceLevel: fc.constantFrom(...SERVICE_LEVELS),
  zoneFrom: fc.constant(null),
  zoneTo: fc.constant(null),
  distanceM: fc.nat(12_000),
  massG: fc.integer({ min: 1, max: 10_000 }),
  parcels: fc.integer({ min: 1, max: 20 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  timeOfDay: fc.constantFrom("05:59", "06:00", "12:00", "18:00", "23:59"),
  leadMin: fc.nat(3_000),
  specialDay: fc.boolean(),
});

describe("every price of every list", () => {
  test("is the sum of its lines and taxes, within its limits, and the same each time", () => {
    fc.assert(
      fc.property(lists, requests, (list, request) => {
        const price = priceOf(request, list);
        expect(
          sum(
            price.lines.map((line) => line.amount),
            "EUR",
          ),
        ).toEqual(price.subtotal);
        expect(
          plus(
            price.subtotal,
            sum(
              price.taxes.map((tax) => tax.amount),
              "EUR",
            ),
          ),
        ).toEqual(price.total);
        const [least, most] = list.rules
          .slice(-2)
          .map((one) => ("amount" in one.do ? money(one.do.amount, "EUR") : price.subtotal));
        expect(compare(price.subtotal, least ?? price.total)).toBeGreaterThanOrEqual(0);
        expect(compare(price.subtotal, most ?? price.total)).toBeLessThanOrEqual(0);
        expect(priceOf(request, list)).toEqual(price);
      }),
      { numRuns: 500 },
    );
  });
  test("never falls with distance, once the list passes its check", () => {
    let passed = 0;
    fc.assert(
      fc.property(lists, requests, fc.nat(12_000), (list, request, further) => {
        fc.pre(checkPriceList(list).length === 0);
        passed += 1;
        const [near, far] = [Math.min(request.distanceM, further), Math.max(request.distanceM, further)];
        expect(
          compare(
            priceOf({ ...request, distanceM: near }, list).total,
            priceOf({ ...request, distanceM: far }, list).total,
          ),
        ).toBeLessThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
    expect(passed).toBe(300);
  });
});

describe("a table", () => {
  const bands = rule("bands", {
    kind: "band",
    by: "distanceM",
    asBase: true,
    steps: [
      { below: 4_001, amount: 300 },
      { below: 9_000, amount: 500 },
    ],
  });
  const totalAt = (distanceM: number) => priceOf({ ...facts, distanceM }, listOf(bands)).total.minor;
  test("of bands counts from each bound on, is a base fee, and has no price beyond its last bound", () => {
    expect([totalAt(4_000), totalAt(4_001), totalAt(8_999)]).toEqual([300, 500, 500]);
    expect(priceOf(facts, listOf(bands)).base.minor).toBe(500);
    expect(() => totalAt(9_000)).toThrow("quotes.no-price");
    expect(checkPriceList(listOf(bands))).toEqual([]);
  });
  test("of zones counts by both ends, a blank code being outside all", () => {
    const cells = [
      { from: "a", to: "b", amount: 700 },
      { from: "", to: "b", amount: 900 },
    ];
    const list = listOf(rule("zones", { kind: "matrix", asBase: true, cells }));
    const between = (zoneFrom: string | null, zoneTo: string | null) =>
      priceOf({ ...facts, zoneFrom, zoneTo }, list).total.minor;
    expect([between("a", "b"), between(null, "b")]).toEqual([700, 900]);
    expect(() => between("b", "a")).toThrow("quotes.no-price");
    expect(checkPriceList(list, ["a", "b"])).toEqual([]);
    expect(checkPriceList(list, ["a"]).map(({ path, code }) => `${path} ${code}`)).toEqual([
      "rules.0.do.cells.0.amount unknown-zone",
      "rules.0.do.cells.1.amount unknown-zone",
    ]);
  });
});

test("a discount takes its share away as a line of its own", () => {
  const off = rule(
    "early",
    { kind: "discount", of: "running", basisPoints: 1_000 },
    { fact: "leadMin", from: 60 },
  );
  const price = priceOf(facts, listOf(rule("base", { kind: "flat", amount: 495 }), off));
  expect(price.lines.map(({ amount: one }) => one.minor)).toEqual([495, -50]);
  expect(price.total.minor).toBe(445);
});

test("every kind of line has its own word", () => {
  expect(new Set(Object.values(PRICE_LABELS)).size).toBe(10);
});

describe("later work", () => {
  const later = (...rules: PriceRule[]) => priceOf(facts, listOf(...town.rules, ...rules)).later;
  const again = (basisPoints: number) => rule(`again-${basisPoints}`, { kind: "extraAttempt", basisPoints });
  const back = (basisPoints: number) => rule(`back-${basisPoints}`, { kind: "return", basisPoints });

  test("costs a share of the base fee with tax on it, wherever its rule stands, and adds nothing to the price", () => {
    const list = listOf(again(5_000), ...town.rules, back(10_000));
    const { later: costs, ...price } = priceOf(facts, list);
    expect(costs).toEqual({ extraAttempt: money(292, "EUR"), return: money(583, "EUR") });
    expect(price).toEqual(priceOf(facts, town));
    expect(checkPriceList(list)).toEqual([]);
  });

  test.each([
    [[], undefined],
    [[again(5_000)], [292, 0]],
    [[back(2_500)], [0, 146]],
    [
      [again(2_500), again(1_000)],
      [205, 0],
    ],
    [
      [again(0), back(0)],
      [0, 0],
    ],
    [[rule("far", { kind: "return", basisPoints: 5_000 }, { fact: "distanceM", from: 9_000 })], undefined],
  ] as const)("of the rules %j costs %j", (rules, costs) => {
    const found = later(...rules);
    expect(found && [found.extraAttempt.minor, found.return.minor]).toEqual(costs);
  });

  test("is free where a card pays and can pay no amount so small, and charged whole without cards", () => {
    const price = priceOf(facts, listOf(...town.rules, again(500), back(10_000)));
    expect(price.later).toMatchObject({ extraAttempt: { minor: 30 }, return: { minor: 583 } });
    expect(withLater(price, true).later).toMatchObject({
      extraAttempt: { minor: 0 },
      return: { minor: 583 },
    });
    expect(withLater(price, false)).toEqual(price);
  });
});
