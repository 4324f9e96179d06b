import { sql } from "kysely";
import { expect, test } from "vitest";
import { editsApi } from "#features/edits/contract/api.ts";
import { book, codeOf, good, quote, request } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { openWorld } from "#test/support/world.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { orderInput } from "#test/support/people/booking.ts";
import { quotesApi } from "../../contract/api.ts";
import { type LevelTerms, levelsApi, writableLevel } from "../../contract/levels.ts";
import {
  DEFAULT_LEVELS,
  LEVEL_TERMS,
  newLevel,
  NO_NAMES,
  USUAL_CANCEL,
} from "../../domain/service-levels.ts";

const { ada, crew, world } = useWorld({
  crew: true,
  people: { ada: ["Ada Admin", "org-admin"] },
  eachTestAtTen: true,
});

const read = async (caller = ada) => good(await caller.call(levelsApi.readServiceLevels, {}));
type Code = LevelTerms["code"];

/** Changes some levels and leaves the others as they were set up. */
async function sell(changes: Partial<Record<Code, Partial<LevelTerms>>>) {
  const { version, levels: saved } = await read();
  const levels = DEFAULT_LEVELS.map((level) => ({
    ...writableLevel(level),
    ...changes[level.code],
  }));
  const own = saved.filter(({ code }) => levels.every((one) => one.code !== code));
  return ada.call(levelsApi.editServiceLevels, { version, levels: [...levels, ...own] });
}
const offered = async () => {
  const { windows } = good(await world.guest().call(quotesApi.offerWindows, {}));
  return [...new Set(windows.map(({ serviceLevel }) => serviceLevel))];
};
const trip = () => {
  const { pickup, dropoff } = request(world);
  return {
    pickupLon: pickup.point.lon,
    pickupLat: pickup.point.lat,
    dropoffLon: dropoff.point.lon,
    dropoffLat: dropoff.point.lat,
    massG: 2_000,
    parcels: 3,
  };
};

test("the office reads the levels, an administrator alone changes them, and each organisation has its own", async () => {
  expect(await read()).toMatchObject({ version: 0, levels: DEFAULT_LEVELS, changedAt: null });
  const { version, levels } = await read(crew.bo);
  for (const stranger of [crew.bo, crew.kim, crew.sam])
    expect((await stranger.call(levelsApi.editServiceLevels, { version, levels })).status).toBe(403);
  for (const stranger of [crew.kim, crew.sam])
    expect((await stranger.call(levelsApi.readServiceLevels, {})).status).toBe(403);
  const changed = good(await sell({ same_day: { isOn: false } }));
  expect(changed).toMatchObject({ version: 1, changedBy: "Ada Admin" });
  const other = await openWorld({ runJobs: false });
  try {
    const eve = await other.person("Eve", "org-admin");
    expect((await read(eve)).version).toBe(0);
  } finally {
    await other.close();
  }
});

test("a level that is off is offered no more, and a quote in it is refused at its field", async () => {
  const asked = request(world, { serviceLevel: "same_day" });
  good(await sell({ same_day: { isOn: false } }));
  expect(await offered()).toEqual(["asap_60", "scheduled", "next_day"]);
  expect(await crew.sam.call(quotesApi.makeQuote, asked)).toMatchObject({
    status: 422,
    body: { code: "quotes.not-offered", fields: [{ path: "serviceLevel", code: "quotes.not-offered" }] },
  });
  good(await sell({}));
  expect((await crew.sam.call(quotesApi.makeQuote, asked)).status).toBe(200);
});

test("windows, their order and their limits follow the terms at once", async () => {
  await sell({});
  const { version, levels } = await read();
  const turned = levels.toReversed();
  good(await ada.call(levelsApi.editServiceLevels, { version, levels: turned }));
  expect(await offered()).toEqual(["next_day", "scheduled", "same_day", "asap_60"]);
  good(await sell({ scheduled: { leadMs: 5 * HOUR_MS, weekdays: [4] }, same_day: { maxParcels: 2 } }));
  const prices = good(await world.guest().call(quotesApi.priceWindows, trip()));
  expect(prices.refused).toEqual([
    { serviceLevel: "same_day", code: "quotes.too-many", facts: { parcels: 3, maxParcels: 2 } },
  ]);
  const days = prices.windows.filter(({ serviceLevel }) => serviceLevel === "scheduled");
  expect(new Set(days.map(({ date }) => new Date(date).getUTCDay()))).toEqual(new Set([4]));
});

test("quotes and deliveries keep the terms that they were made by", async () => {
  good(await sell({}));
  const open = await quote(world, crew.sam);
  const booked = await book(world, crew.sam);
  good(await sell({ same_day: { isOn: false, maxDistanceM: 100, maxParcels: 1 } }));
  expect((await crew.sam.call(deliveriesApi.placeOrder, orderInput(open))).status).toBe(200);
  const { pickup, dropoff } = request(world);
  const again = await crew.bo.call(editsApi.priceTrip, {
    id: booked.id,
    pickupLon: pickup.point.lon,
    pickupLat: pickup.point.lat,
    dropoffLon: dropoff.point.lon,
    dropoffLat: dropoff.point.lat,
  });
  expect(good(again).difference.minor).toBe(0);
});

test("who changes levels that somebody else changed meanwhile is told which, and nothing is overwritten", async () => {
  good(await sell({}));
  const { version, levels } = await read();
  good(await sell({ next_day: { cutoff: "18:00" } }));
  const answer = await ada.call(levelsApi.editServiceLevels, { version, levels });
  expect(codeOf(answer)).toBe("409 levels.changed-meanwhile");
  expect(answer.body).toMatchObject({ facts: { version: version + 1, changed: "next_day" } });
  expect((await read()).levels.find(({ code }) => code === "next_day")?.cutoff).toBe("18:00");
});

test("terms at fault are refused, each at its member", async () => {
  const answer = await sell({
    same_day: { leadMs: 7 * MINUTE_MS },
    scheduled: { fromDay: 3, toDay: 2, weekdays: [] },
  });
  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: "levels.bad-terms",
      fields: [
        { path: "levels.1.leadMs", code: "levels.not-in-steps" },
        { path: "levels.2.toDay", code: "levels.ends-before-start" },
        { path: "levels.2.weekdays", code: "levels.no-weekday" },
      ],
    },
  });
});

const evening = (): LevelTerms => ({
  ...writableLevel(newLevel(DEFAULT_LEVELS, LEVEL_TERMS.same_day)),
  code: "evening",
  names: { ar: "مساءً", de: "Abends", en: "Evening", es: "", fr: "" },
  proofs: ["pin"],
  cancel: { onTheWay: 10, atPickup: 20, least: 0 },
});
async function sellAlso(...own: readonly LevelTerms[]) {
  const { version, levels } = await read();
  const others = levels.filter(({ code }) => own.every((one) => one.code !== code));
  return ada.call(levelsApi.editServiceLevels, { version, levels: [...own, ...others] });
}
async function bookEvening() {
  const { windows } = good(await world.guest().call(quotesApi.offerWindows, {}));
  const [first] = windows;
  if (first?.serviceLevel !== "evening") throw new Error("the evening is not offered first");
  return book(world, crew.sam, { serviceLevel: "evening", window: first.window });
}

test("a level of one's own is offered by its names, in the order of the list, and can be booked", async () => {
  good(await sellAlso(evening()));
  const { levels } = good(await world.guest().call(quotesApi.offerWindows, {}));
  expect(levels[0]).toEqual({ code: "evening", names: evening().names });
  const booked = await bookEvening();
  expect(booked.serviceLevel).toBe("evening");
});

test("what was booked keeps the proofs and the fees of its level, however it is changed or retired later", async () => {
  good(await sellAlso(evening()));
  const booked = await bookEvening();
  expect(booked.proofNeeds.deliver.succeed.required).toContain("pin");
  good(await sellAlso({ ...evening(), proofs: [], cancel: USUAL_CANCEL, isOn: false, isRetired: true }));
  expect((await offered()).includes("evening")).toBe(false);
  const kept = good(await crew.bo.call(deliveriesApi.readDelivery, { id: booked.id }));
  expect(kept.serviceLevel).toBe("evening");
  expect(kept.proofNeeds.deliver.succeed.required).toContain("pin");
  const { rows } = await world.db.as({ orgId: world.orgId }, (tx) =>
    sql<{ terms: unknown }>`select cancel_terms as terms from delivery where id = ${booked.id}`.execute(tx),
  );
  expect(rows).toEqual([{ terms: { onTheWay: 10, atPickup: 20, least: 0 } }]);
});

test("a saved level is never taken away, and one's own needs a name", async () => {
  good(await sellAlso(evening()));
  const { version, levels } = await read();
  const without = levels.filter(({ code }) => code !== "evening");
  expect(await ada.call(levelsApi.editServiceLevels, { version, levels: without })).toMatchObject({
    status: 422,
    body: { fields: [{ path: "levels", code: "levels.not-each-once" }] },
  });
  expect(
    await ada.call(levelsApi.editServiceLevels, {
      version,
      levels: [...levels, { ...evening(), code: "night", names: { ...NO_NAMES }, isRetired: true }],
    }),
  ).toMatchObject({
    status: 422,
    body: {
      fields: [
        { path: `levels.${levels.length}.names.en`, code: "levels.no-name" },
        { path: `levels.${levels.length}.isOn`, code: "levels.retired-on" },
      ],
    },
  });
});
