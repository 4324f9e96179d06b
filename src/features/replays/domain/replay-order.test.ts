import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { keptFactsOf } from "#features/quotes/domain/kept-facts.ts";
import { type Price, priceOf } from "#features/quotes/domain/price.ts";
import type {
  PriceComponent,
  PriceCondition,
  PriceFacts,
  PriceList,
  PriceRule,
} from "#features/quotes/domain/price-rule.ts";
import { changedLines } from "./changed-lines.ts";
import { gapIn } from "./gap.ts";
import { type KeptQuote, knownFactsOf } from "./known-facts.ts";
import { replayOrder } from "./replay-order.ts";

const CODES = ["north", "south"];
const drawn = new Map([
  [0, new Set<string>()],
  [1, new Set(["north"])],
  [2, new Set(CODES)],
]);

const amount = fc.nat(5_000);
const codes = fc.subarray(["", ...CODES], { minLength: 1 });
const condition: fc.Arbitrary<PriceCondition> = fc.oneof(
  fc.record({ fact: fc.constant("serviceLevel" as const), in: fc.subarray(["asap_60", "scheduled"]) }),
  fc.record({ fact: fc.constantFrom("zoneFrom" as const, "zoneTo" as const), in: codes }),
  fc.record({
    fact: fc.constantFrom("distanceM" as const, "massG" as const, "leadMin" as const),
    from: fc.nat(30_000),
  }),
  fc.record({ fact: fc.constant("vehicle" as const), in: fc.constant(["bicycle" as const]) }),
  fc.record({ fact: fc.constant("weekday" as const), in: fc.subarray([1, 2, 3, 4, 5, 6, 7]) }),
  fc.record({ fact: fc.constant("specialDay" as const) }),
  fc.record({
    fact: fc.constant("timeOfDay" as const),
    from: fc.constant("18:00"),
    below: fc.constant("08:00"),
  }),
);
const component: fc.Arbitrary<PriceComponent> = fc.oneof(
  fc.record({ kind: fc.constantFrom("flat" as const, "surcharge" as const, "maximum" as const), amount }),
  fc.record({
    kind: fc.constant("perDistance" as const),
    freeM: fc.nat(3_000),
    stepM: fc.constant(500),
    amount,
  }),
  fc.record({ kind: fc.constant("perParcel" as const), free: fc.nat(2), amount }),
  fc.record({
    kind: fc.constant("percent" as const),
    of: fc.constant("running" as const),
    basisPoints: fc.nat(5_000),
  }),
  fc.record({
    kind: fc.constant("band" as const),
    by: fc.constantFrom("distanceM" as const, "massG" as const),
    asBase: fc.boolean(),
    steps: fc.constant([{ below: 4_000, amount: 300 }, { amount: 600 }]),
  }),
  fc.record({
    kind: fc.constant("matrix" as const),
    asBase: fc.boolean(),
    cells: fc.array(
      fc.record({ from: fc.constantFrom("", ...CODES), to: fc.constantFrom("", ...CODES), amount }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({ kind: fc.constant("tax" as const), basisPoints: fc.constantFrom(700, 1_900) }),
);
const list: fc.Arbitrary<PriceList> = fc
  .array(fc.record({ when: fc.array(condition, { maxLength: 2 }), do: component }), { maxLength: 6 })
  .map((given) => {
    const rules = given.map((one, at): PriceRule => ({ ...one, id: `r${at}`, title: `Rule ${at}` }));
    const base: PriceRule = { id: "base", title: "Base", when: [], do: { kind: "flat", amount: 490 } };
    return { version: 7, currency: "EUR", rules: [base, ...rules] };
  });
const zone = fc.constantFrom(null, ...CODES.map((code) => ({ code, name: code })));
const facts: fc.Arbitrary<PriceFacts> = fc.record({
  serviceLevel: fc.constantFrom("asap_60", "scheduled", "next_day"),
  zoneFrom: fc.constant(null),
  zoneTo: fc.constant(null),
  distanceM: fc.nat(40_000),
  massG: fc.integer({ min: 1, max: 40_000 }),
  parcels: fc.integer({ min: 1, max: 5 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  timeOfDay: fc.constantFrom("07:00", "12:00", "19:30"),
  leadMin: fc.nat(3_000),
  specialDay: fc.boolean(),
});
const NOTHING: Omit<KeptQuote, "facts"> = {
  serviceLevel: null,
  windowStart: null,
  parcelMasses: [],
  distanceM: 0,
  askedAt: 0,
};

/** An order as it was booked by a list, with all its facts or with its request alone. */
const booked = fc
  .record({ facts, from: zone, to: zone, isWhole: fc.boolean(), list })
  .map(({ facts: given, from, to, isWhole, list: by }) => {
    const zones = { version: 2, from, to };
    const kept = keptFactsOf(given, zones);
    const price = priceOf(kept, by, zones);
    const { serviceLevel, distanceM, parcels, massG, leadMin } = given;
    const quote: KeptQuote = isWhole
      ? { ...NOTHING, facts: kept }
      : {
          facts: null,
          serviceLevel,
          distanceM,
          parcelMasses: [massG - Math.min(massG, parcels - 1), ...Array<number>(parcels - 1).fill(1)].slice(
            0,
            parcels,
          ),
          askedAt: 0,
          windowStart: leadMin * 60_000,
          zones,
        };
    const isSplit = isWhole || quote.parcelMasses.reduce((sum, mass) => sum + mass, 0) === massG;
    return { by, price, known: knownFactsOf(quote), isWhole, isSplit };
  })
  .filter(({ isSplit }) => isSplit);

const minor = ({ was, now }: { was: number | null; now: number | null }): number => (now ?? 0) - (was ?? 0);
const order = (price: Price, known: ReturnType<typeof knownFactsOf>, currency = "EUR") => ({
  price,
  known,
  currency,
});

describe("a booked order priced again", () => {
  test("costs what it cost by the list that it was booked by, to the last line", () => {
    let compared = 0;
    fc.assert(
      fc.property(booked, ({ by, price, known, isWhole }) => {
        const found = replayOrder(order(price, known), by, drawn);
        const isUnknown = "reason" in found && !isWhole && found.reason === "no-fact";
        if (!isUnknown) compared += 1;
        expect(isUnknown ? undefined : found).toEqual(
          isUnknown ? undefined : { total: price.total.minor, changed: [] },
        );
      }),
    );
    expect(compared).toBeGreaterThan(20);
  });

  test("differs by another list in all by what its lines differ", () => {
    fc.assert(
      fc.property(booked, list, ({ price, known }, draft) => {
        const found = replayOrder(order(price, known), draft, drawn);
        if ("reason" in found) return;
        const lines = found.changed.reduce((sum, line) => sum + minor(line), 0);
        expect(price.total.minor + lines).toBe(found.total);
      }),
    );
  });

  test("is priced by nothing that was not kept: what is unknown changes no price", () => {
    fc.assert(
      fc.property(booked, list, facts, ({ known }, draft, other) => {
        if (gapIn(draft.rules, known, drawn)) return;
        const zones = { zoneFrom: "north", zoneTo: "south" };
        const priced = (rest: PriceFacts) => {
          try {
            return priceOf({ ...rest, ...known.facts }, draft).total.minor;
          } catch (error) {
            if (error instanceof Refusal) return error.code;
            throw error;
          }
        };
        const [one, two] = [
          priced({ ...other, ...zones }),
          priced({ ...other, specialDay: !other.specialDay }),
        ];
        expect(one).toEqual(two);
      }),
    );
  });
});

const base: PriceRule = { id: "base", title: "Base", when: [], do: { kind: "flat", amount: 500 } };
const tuesday: PriceFacts = {
  serviceLevel: "scheduled",
  zoneFrom: "north",
  zoneTo: null,
  distanceM: 4_000,
  massG: 900,
  parcels: 1,
  weekday: 2,
  timeOfDay: "12:00",
  leadMin: 60,
  specialDay: false,
};
const known = knownFactsOf({ ...NOTHING, facts: { ...tuesday, zonesVersion: 1 } });
const requestOnly = knownFactsOf({
  ...NOTHING,
  facts: null,
  serviceLevel: "scheduled",
  parcelMasses: [900],
  distanceM: 4_000,
  windowStart: 3_600_000,
});
const by = (...rules: PriceRule[]): PriceList => ({ version: 1, currency: "EUR", rules: [base, ...rules] });
const extra = (...when: PriceCondition[]): PriceRule => ({
  id: "extra",
  title: "Extra",
  when,
  do: { kind: "surcharge", amount: 100 },
});
const replay = (draft: PriceList, of = known, currency = "EUR") =>
  replayOrder(order(priceOf(tuesday, by()), of, currency), draft, drawn);

test("a rule that a known fact excludes needs no unknown one", () => {
  const dear = extra({ fact: "specialDay" }, { fact: "serviceLevel", in: ["asap_60"] });
  expect(replay(by(dear), requestOnly)).toEqual({ total: 500, changed: [] });
  expect(replay(by(extra({ fact: "specialDay" })), requestOnly)).toEqual({
    reason: "no-fact",
    detail: "specialDay",
  });
});

test("a quote without facts tells its request, and the zones that its price was made by", () => {
  expect(requestOnly).toEqual({
    facts: { distanceM: 4_000, serviceLevel: "scheduled", parcels: 1, massG: 900, leadMin: 60 },
    zonesVersion: null,
  });
  const zones = { version: 1, from: { code: "north", name: "North" }, to: null };
  expect(knownFactsOf({ ...NOTHING, facts: null, zones })).toMatchObject({
    facts: { zoneFrom: "north", zoneTo: null },
    zonesVersion: 1,
  });
});

test("a zone that was drawn after the booking is not looked up again", () => {
  expect(replay(by(extra({ fact: "zoneTo", in: ["south"] })))).toEqual({
    reason: "zone-newer",
    detail: "south",
  });
  expect(replay(by(extra({ fact: "zoneFrom", in: ["north"] })))).toMatchObject({ total: 600 });
});

test("an order of another currency, and one that the draft does not price, are told apart", () => {
  expect(replay(by(), known, "CHF")).toEqual({ reason: "other-currency", detail: "CHF" });
  expect(replay({ ...by(), rules: [{ ...base, when: [{ fact: "weekday", in: [3] }] }] })).toEqual({
    reason: "no-price",
    detail: "",
  });
  const huge = { ...base, do: { kind: "surcharge", amount: Number.MAX_SAFE_INTEGER } } as const;
  expect(replay(by({ ...huge, id: "huge" }))).toMatchObject({ reason: "too-large" });
});

test("lines are matched by their rule, taxes by their rate", () => {
  const tax = (basisPoints: number): PriceRule => ({
    id: `tax-${basisPoints}`,
    title: "Tax",
    when: [],
    do: { kind: "tax", basisPoints },
  });
  const was = priceOf(tuesday, by(extra(), tax(700)));
  const now = priceOf(tuesday, by(tax(1_900)));
  expect(changedLines(was, now)).toEqual([
    { ruleId: "tax 1900", title: "", was: null, now: 95 },
    { ruleId: "extra", title: "Extra", was: 100, now: null },
    { ruleId: "tax 700", title: "", was: 42, now: null },
  ]);
});
