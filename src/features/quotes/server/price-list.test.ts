import { beforeEach, describe, expect, test } from "vitest";
import { toIso } from "#kernel/instant.ts";
import { slotsApi } from "#features/slots/contract/api.ts";
import { good, quote } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { WEDNESDAY_TEN } from "#test/support/world.ts";
import { quotesApi } from "../contract/api.ts";
import type { PriceCase, PriceRule } from "../contract/price-list.ts";

const { world, sam, ada, bo } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"], ada: ["Ada Admin", "org-admin"], bo: ["Bo", "dispatcher"] },
  eachTestAtTen: true,
});

const base: PriceRule = { id: "base", title: "Base", when: [], do: { kind: "flat", amount: 700 } };
const fiveKm: PriceCase = {
  name: "Five kilometres",
  facts: {
    serviceLevel: "scheduled",
    zoneFrom: null,
    zoneTo: null,
    distanceM: 5_000,
    massG: 3_000,
    parcels: 1,
    weekday: 3,
    timeOfDay: "14:00",
    leadMin: 180,
    specialDay: false,
  },
  totalMinor: 700,
};

const publish = async (rules: PriceRule[], cases?: PriceCase[]) => {
  const { version } = good(await ada.call(quotesApi.readPriceList, {}));
  return ada.call(quotesApi.publishPriceList, { version, rules, ...(cases && { cases }) });
};
const read = async () => good(await ada.call(quotesApi.readPriceList, {}));

beforeEach(async () => void good(await publish([base], [])));

describe("test cases of a price list", () => {
  test("are kept with the version that passed them, and with the next one where nothing is said of them", async () => {
    expect(good(await publish([base], [fiveKm])).cases).toEqual([fiveKm]);
    expect(good(await publish([{ ...base, title: "Fee" }])).cases).toEqual([fiveKm]);
    expect(good(await publish([base], [])).cases).toEqual([]);
  });

  test("refuse the list while one fails, each named with both totals, until its total is changed", async () => {
    good(await publish([base], [fiveKm]));
    const before = await read();
    const dearer: PriceRule = { ...base, do: { kind: "flat", amount: 800 } };
    expect(await publish([dearer])).toMatchObject({
      status: 422,
      body: {
        code: "quotes.bad-price-list",
        fields: [{ path: "cases.0", code: "case-fails" }],
        facts: { expected: 700, actual: 800 },
      },
    });
    expect(await read()).toEqual(before);
    good(await publish([dearer], [{ ...fiveKm, totalMinor: 800 }]));
    expect((await quote(world, sam)).price.total.minor).toBe(800);
  });

  test("are changed by administrators only", async () => {
    const { version } = await read();
    const asked = { version, rules: [base], cases: [fiveKm] };
    expect((await bo.call(quotesApi.publishPriceList, asked)).status).toBe(403);
    expect((await sam.call(quotesApi.publishPriceList, asked)).status).toBe(403);
  });
});

test("a rule for special days follows the calendar of places, from the next quote on", async () => {
  const feast: PriceRule = {
    id: "feast",
    title: "Feast",
    when: [{ fact: "specialDay" }],
    do: { kind: "surcharge", amount: 150 },
  };
  good(await publish([base, feast]));
  expect((await quote(world, sam)).price.total.minor).toBe(700);
  const { version } = good(await ada.call(slotsApi.readSlots, {}));
  const date = toIso(WEDNESDAY_TEN).slice(0, 10);
  const days = [{ date, closed: false, reason: "Town feast", places: {} }];
  good(await ada.call(slotsApi.editSlots, { version, rows: [], days }));
  const { price } = await quote(world, sam);
  expect(price.lines.map(({ ruleId, amount }) => [ruleId, amount.minor])).toEqual([
    ["base", 700],
    ["feast", 150],
  ]);
  good(await ada.call(slotsApi.editSlots, { version: version + 1, rows: [], days: [] }));
  expect((await quote(world, sam)).price.total.minor).toBe(700);
});

test("a discount for early orders, a table of bands and the vehicle make lines of their own", async () => {
  const { distanceM } = await quote(world, sam);
  const steps = [{ below: distanceM, amount: 300 }, { amount: 400 }];
  good(
    await publish([
      { id: "bands", title: "Bands", when: [], do: { kind: "band", by: "distanceM", asBase: true, steps } },
      {
        id: "bike",
        title: "Bike",
        when: [{ fact: "vehicle", in: ["bicycle"] }],
        do: { kind: "surcharge", amount: 100 },
      },
      {
        id: "early",
        title: "Early",
        when: [{ fact: "leadMin", from: 1 }],
        do: { kind: "discount", of: "running", basisPoints: 1_000 },
      },
      {
        id: "days-ahead",
        title: "Days ahead",
        when: [{ fact: "leadMin", from: 10_000 }],
        do: { kind: "discount", of: "running", basisPoints: 1_000 },
      },
    ]),
  );
  const { price } = await quote(world, sam);
  expect(price.lines.map(({ ruleId, amount }) => [ruleId, amount.minor])).toEqual([
    ["bands", 400],
    ["bike", 100],
    ["early", -50],
  ]);
  expect(price.base.minor).toBe(400);
});
