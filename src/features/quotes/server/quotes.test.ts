import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { statementCosts } from "#test/support/seeds/budget.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import {
  address,
  bookingKey,
  good,
  orderInput,
  quote,
  request,
  withKey,
} from "#test/support/people/booking.ts";
import { WEDNESDAY_TEN, openWorld } from "#test/support/world.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { quotesApi } from "../contract/api.ts";
import type { QuoteRequest } from "../contract/api.ts";
import type { PriceRule } from "../contract/price-list.ts";
import { checkPriceList } from "../domain/check-price-list.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import { expireQuotes } from "./expire-quotes.ts";
import { ensurePriceList } from "./public.ts";

const { world, sam, ada } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"], ada: ["Ada Admin", "org-admin"] },
  eachTestAtTen: true,
});

const ask = (changes: Partial<QuoteRequest>, caller = sam) =>
  caller.call(quotesApi.makeQuote, request(world, changes));
const at = (hours: number, length = 2) => ({
  start: toIso(WEDNESDAY_TEN + hours * HOUR_MS),
  end: toIso(WEDNESDAY_TEN + (hours + length) * HOUR_MS),
});

describe("windows", () => {
  test("are offered for every level, in the area's zone, and each of them can be priced", async () => {
    const { timezone, windows } = good(await world.guest().call(quotesApi.offerWindows, {}));
    expect(timezone).toBe("Europe/Berlin");
    expect(new Set(windows.map((one) => one.serviceLevel))).toEqual(
      new Set(["asap_60", "same_day", "scheduled", "next_day"]),
    );
    for (const level of ["asap_60", "same_day", "scheduled", "next_day"] as const) {
      const { window } = windows.find((one) => one.serviceLevel === level) ?? {};
      expect([level, window && (await ask({ serviceLevel: level, window })).status]).toEqual([level, 200]);
    }
  });

  const trip = (world: World, dropoff = { lon: 13.42, lat: 52.51 }, massG = 2_000) => {
    const { pickup } = request(world);
    return {
      pickupLon: pickup.point.lon,
      pickupLat: pickup.point.lat,
      dropoffLon: dropoff.lon,
      dropoffLat: dropoff.lat,
      massG,
      parcels: 1,
    };
  };

  test("have a price each before anything is kept: the one that a quote for the same window says", async () => {
    const offer = good(await world.guest().call(quotesApi.priceWindows, trip(world)));
    const offered = good(await world.guest().call(quotesApi.offerWindows, {}));
    expect(offer.windows.map(({ serviceLevel, date, window }) => ({ serviceLevel, date, window }))).toEqual(
      offered.windows,
    );
    for (const level of ["asap_60", "same_day", "scheduled", "next_day"] as const) {
      const { window, price } = offer.windows.find((one) => one.serviceLevel === level)!;
      const quoted = good(await ask({ serviceLevel: level, window }));
      expect([level, offer.prices[price]]).toEqual([level, quoted.price]);
      expect(offer.distanceM).toBe(quoted.distanceM);
    }
    expect(new Set(offer.prices.map((price) => JSON.stringify(price))).size).toBe(offer.prices.length);
  });

  test("a level that does not carry so much or so far is named with its reason; where none does, the input is", async () => {
    const heavy = good(await world.guest().call(quotesApi.priceWindows, trip(world, undefined, 30_000)));
    expect(heavy.refused).toEqual([
      { serviceLevel: "asap_60", code: "quotes.too-heavy", facts: { massG: 30_000, maxMassG: 20_000 } },
    ]);
    expect(heavy.windows.some((one) => one.serviceLevel === "asap_60")).toBe(false);
    const refused = async (...given: Parameters<typeof trip>) =>
      (await world.guest().call(quotesApi.priceWindows, trip(...given))).body;
    expect((await refused(world, { lon: 13.4, lat: 52.5 })).fields).toEqual([
      { path: "dropoff", code: "quotes.same-place" },
    ]);
    expect((await refused(world, { lon: 2.3, lat: 48.8 })).fields).toEqual([
      { path: "dropoff", code: "quotes.outside-area" },
      { path: "dropoff", code: "quotes.too-far" },
    ]);
    expect((await refused(world, undefined, 150_000)).fields).toEqual([
      { path: "parcels", code: "quotes.too-heavy" },
    ]);
  });

  test("are none before an area is set up, and a price neither", async () => {
    const bare = await openWorld({ runJobs: false });
    const guest = bare.guest();
    expect(good(await guest.call(quotesApi.offerWindows, {}))).toEqual({
      timezone: "Europe/Berlin",
      windows: [],
      levels: [],
    });
    const answer = await guest.call(quotesApi.makeQuote, request(world));
    expect(answer.body.fields).toEqual([
      { path: "pickup", code: "quotes.outside-area" },
      { path: "dropoff", code: "quotes.outside-area" },
    ]);
    await bare.close();
  });
});

describe("a quote", () => {
  test("holds for 15 minutes and shows its trace; the lines sum to the subtotal, with tax to the total", async () => {
    const quoted = await quote(world, sam);
    expect(quoted).toMatchObject({
      state: "open",
      distanceSource: "estimated",
      price: { priceListVersion: 1 },
    });
    expect(fromIso(quoted.expiresAt) - fromIso(quoted.createdAt)).toBe(15 * MINUTE_MS);
    const { lines, subtotal, taxes, total, base } = quoted.price;
    expect(lines.reduce((sum, line) => sum + line.amount.minor, 0)).toBe(subtotal.minor);
    expect(taxes.reduce((sum, tax) => sum + tax.amount.minor, subtotal.minor)).toBe(total.minor);
    expect(base).toEqual({ minor: 490, currency: "EUR" });
    world.now += 15 * MINUTE_MS;
    expect(good(await sam.call(quotesApi.readQuote, { id: quoted.id })).state).toBe("expired");
  });

  test("has a fingerprint that changes with the request only", async () => {
    const [a, b] = [await quote(world, sam), await quote(world, sam)];
    expect(a.id).not.toBe(b.id);
    expect(a.requestHash).toBe(b.requestHash);
    const other = await quote(world, sam, { dropoff: address("Kanalstraße 4", 13.42, 52.51) });
    expect(other.requestHash).not.toBe(a.requestHash);
  });

  test("is one for one key, also when the kept reply was lost", async () => {
    const key = randomUUID();
    const first = good(await sam.call(quotesApi.makeQuote, request(world), { key }));
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    expect(good(await sam.call(quotesApi.makeQuote, request(world), { key }))).toEqual(first);
    const other = request(world, { serviceLevel: "scheduled" });
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    expect((await sam.call(quotesApi.makeQuote, other, { key })).body.code).toBe("http.idempotency-mismatch");
  });

  test("is one for one key and the same moments, however they are written", async () => {
    const [key, asked] = [randomUUID(), request(world)];
    const first = good(await sam.call(quotesApi.makeQuote, asked, { key }));
    const { start, end } = asked.window;
    const window = { start: start.replace(".000Z", "Z"), end };
    expect(window.start).not.toBe(start);
    expect(good(await sam.call(quotesApi.makeQuote, { ...asked, window }, { key }))).toEqual(first);
  });

  test("is one for one key sent ten times at once, and still when it could no longer be asked for", async () => {
    const [key, asked] = [randomUUID(), request(world)];
    const send = () => sam.call(quotesApi.makeQuote, asked, { key });
    const [one, ...others] = (await Promise.all(Array.from({ length: 10 }, send))).map(good);
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([one?.id]));
    const before = world.now;
    world.now = fromIso(asked.window.end);
    expect((await sam.call(quotesApi.makeQuote, asked)).status).toBe(422);
    expect(good(await send())).toEqual({ ...one, state: "expired" });
    world.now = before;
  });

  test("is asked by the area and the prices of now, also where others changed them in the database", async () => {
    const before = await quote(world, sam);
    const close = (hours: string) =>
      world.db.pool.query(
        `update service_area set version = version + 1, hours = jsonb_set(hours, '{weekly}', $1) returning version`,
        [hours],
      );
    const { rows: found } = await world.db.pool.query("select hours -> 'weekly' as weekly from service_area");
    await close("[]");
    expect((await ask({})).body.code).toBe("quotes.closed-then");
    await close(JSON.stringify(found[0].weekly));
    expect((await ask({})).status).toBe(200);
    await world.db.pool.query(
      `insert into price_list (org_id, version, rules, published_at)
       select org_id, 99, '[{"id":"base","title":"Base","when":[],"do":{"kind":"flat","amount":800}}]', published_at
       from price_list where version = 1`,
    );
    expect((await quote(world, sam)).price.total.minor).toBe(800);
    await world.db.pool.query("delete from price_list where version = 99");
    expect((await quote(world, sam)).price).toEqual(before.price);
  });

  test("of a guest needs the booking key that it was asked with; staff may see it", async () => {
    const [mine, other] = [bookingKey(), bookingKey()];
    const asked = await world.guest().call(quotesApi.makeQuote, request(world), withKey(mine));
    const { id } = good(asked);
    const readBy = async (caller: Caller, options = {}) =>
      (await caller.call(quotesApi.readQuote, { id }, options)).status;
    expect(await readBy(world.guest(), withKey(mine))).toBe(200);
    expect(await readBy(sam, withKey(mine))).toBe(200);
    expect(await readBy(world.guest())).toBe(404);
    expect(await readBy(world.guest(), withKey(other))).toBe(404);
    expect(await readBy(sam)).toBe(404);
    expect(await readBy(ada)).toBe(200);
    const stolen = await world
      .guest()
      .call(deliveriesApi.placeOrder, orderInput(good(asked)), withKey(other));
    expect(stolen.body.code).toBe("quotes.not-found");
    const placed = await world.guest().call(deliveriesApi.placeOrder, orderInput(good(asked)), withKey(mine));
    expect(placed.status).toBe(200);
  });

  test("of a signed-in person is not another's; a guest's without a key is nobody's", async () => {
    const mine = await quote(world, sam);
    const eve = await world.person("Eve", "sender");
    for (const caller of [eve, world.guest()])
      expect(await caller.call(quotesApi.readQuote, { id: mine.id })).toMatchObject({
        status: 404,
        body: { code: "quotes.not-found" },
      });
    expect((await ada.call(quotesApi.readQuote, { id: mine.id })).status).toBe(200);
    const guests = await quote(world, world.guest());
    for (const caller of [eve, world.guest()])
      expect((await caller.call(quotesApi.readQuote, { id: guests.id }, withKey(bookingKey()))).status).toBe(
        404,
      );
    const accepted = await world
      .guest()
      .call(deliveriesApi.placeOrder, orderInput(guests), withKey(bookingKey()));
    expect(accepted.body.code).toBe("quotes.not-found");
    expect((await sam.call(quotesApi.readQuote, { id: randomUUID() })).status).toBe(404);
  });
});

describe("what cannot be served is refused on the right field", () => {
  const parcel = { size: "large" as const, massG: 60_000, contents: "safe", fragile: false };
  const far = address("Spandau", 13.21, 52.41);
  const wide = address("Buch", 13.59, 52.59);
  const cases: [string, Partial<QuoteRequest>, string, string][] = [
    ["a pickup outside", { pickup: address("Hamburg", 10, 53.5) }, "pickup", "quotes.outside-area"],
    ["a dropoff outside", { dropoff: address("Hamburg", 10, 53.5) }, "dropoff", "quotes.outside-area"],
    ["too far a trip", { pickup: far, dropoff: wide }, "dropoff", "quotes.too-far"],
    ["too heavy parcels", { parcels: [parcel] }, "parcels", "quotes.too-heavy"],
    ["a window never offered", { window: at(4, 3) }, "window", "quotes.closed-then"],
    ["a window too soon", { window: at(0) }, "window", "quotes.too-late-today"],
  ];
  test.each(cases)("%s", async (_name, changes, path, code) => {
    const answer = await ask(changes);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toContainEqual({ path, code });
  });

  test("several reasons at once mark every field, each with its own code", async () => {
    const answer = await ask({ dropoff: address("Hamburg", 10, 53.5), parcels: [parcel], window: at(4, 3) });
    expect(answer.body.code).toBe("quotes.outside-area");
    const codes = (answer.body.fields ?? []).map((field) => [field.path, field.code]);
    expect(codes).toEqual(
      expect.arrayContaining([
        ["dropoff", "quotes.outside-area"],
        ["parcels", "quotes.too-heavy"],
        ["window", "quotes.closed-then"],
      ]),
    );
  });

  test("a window that ends before it starts, or a day that is none, is bad input", async () => {
    const { start, end } = at(4);
    for (const window of [
      { start: end, end: start },
      { start, end: start },
      { start: "2026-06-31T10:00:00Z", end },
    ])
      expect((await ask({ window })).body.code).toBe("http.bad-input");
  });
});

describe("the price list", () => {
  const rules: PriceRule[] = [{ id: "base", title: "Base", when: [], do: { kind: "flat", amount: 700 } }];

  test("starts as one that passes every check, in any currency", async () => {
    for (const currency of ["EUR", "JPY", "KWD"])
      expect(checkPriceList({ version: 1, currency, rules: DEFAULT_RULES })).toEqual([]);
    const again = await world.db.as(ada.actor, (tx) => ensurePriceList(tx, world.now));
    expect(again.version).toBe(1);
  });

  test("is published as the next version; open quotes keep their price, new ones have the new", async () => {
    const before = good(await ada.call(quotesApi.readPriceList, {}));
    const old = await quote(world, sam);
    const published = good(await ada.call(quotesApi.publishPriceList, { version: before.version, rules }));
    expect(published).toMatchObject({ version: before.version + 1, publishedBy: "Ada Admin", rules });
    expect((await quote(world, sam)).price).toMatchObject({ total: { minor: 700 }, priceListVersion: 2 });
    expect(good(await sam.call(quotesApi.readQuote, { id: old.id })).price).toEqual(old.price);
    const late = await ada.call(quotesApi.publishPriceList, { version: before.version, rules });
    expect(late).toMatchObject({ status: 409, body: { code: "quotes.changed-meanwhile" } });
  });

  test("of two administrators at once one publishes, the other is told", async () => {
    const { version } = good(await ada.call(quotesApi.readPriceList, {}));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ada.call(quotesApi.publishPriceList, { version, rules })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.body.code).toBe("quotes.changed-meanwhile");
  });

  test("with faults is refused, every rule at fault named", async () => {
    const { version } = good(await ada.call(quotesApi.readPriceList, {}));
    const twice = [...rules, ...rules];
    const answer = await ada.call(quotesApi.publishPriceList, { version, rules: twice });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "quotes.bad-price-list", fields: [{ path: "rules.1.id", code: "duplicate-id" }] },
    });
    const cheaper: PriceRule[] = [
      ...rules,
      {
        id: "near",
        title: "Near",
        when: [{ fact: "distanceM", below: 1000 }],
        do: { kind: "surcharge", amount: 500 },
      },
    ];
    const fault = await ada.call(quotesApi.publishPriceList, { version, rules: cheaper });
    expect(fault.body.fields).toContainEqual({ path: "rules", code: "cheaper-with-distance" });
  });

  test("that has no rule for a request gives no price", async () => {
    const { version } = good(await ada.call(quotesApi.readPriceList, {}));
    const onlyNext: PriceRule[] = [
      {
        id: "base",
        title: "Base",
        when: [{ fact: "serviceLevel", in: ["next_day"] }],
        do: { kind: "flat", amount: 1 },
      },
    ];
    const published = await ada.call(quotesApi.publishPriceList, { version, rules: onlyNext });
    expect(published.status).toBe(200);
    expect((await ask({})).body.code).toBe("quotes.no-price");
    good(await ada.call(quotesApi.publishPriceList, { version: version + 1, rules }));
  });

  test("whose price no card can pay makes no quote: it is said before anybody books", async () => {
    const { version } = good(await ada.call(quotesApi.readPriceList, {}));
    const cents: PriceRule[] = [{ id: "base", title: "Base", when: [], do: { kind: "flat", amount: 30 } }];
    good(await ada.call(quotesApi.publishPriceList, { version, rules: cents }));
    expect(await ask({})).toMatchObject({
      status: 422,
      body: { code: "quotes.no-card-pays", way: "contact" },
    });
    good(await ada.call(quotesApi.publishPriceList, { version: version + 1, rules }));
  });

  test("is read by dispatch and changed by administrators only", async () => {
    const bo = await world.person("Bo", "dispatcher");
    expect((await bo.call(quotesApi.readPriceList, {})).status).toBe(200);
    expect((await bo.call(quotesApi.publishPriceList, { version: 1, rules })).status).toBe(403);
    expect((await sam.call(quotesApi.readPriceList, {})).status).toBe(403);
  });
});

test("open quotes whose time is over are written down as expired, each with one event", async () => {
  for (let i = 0; i < 3; i += 1) await quote(world, sam);
  const later = world.now + DAY_MS;
  const count = await expireQuotes(world.db, world.orgId, later);
  expect(count).toBeGreaterThanOrEqual(3);
  expect(await expireQuotes(world.db, world.orgId, later)).toBe(0);
  const events = await world.db.owner((tx) =>
    rows(tx, sql<{ n: number }>`select count(*)::int as n from event where type = 'quote.expired'`),
  );
  expect(events[0]?.n).toBe(count);
});

describe("budgets: statements do not grow with rows", () => {
  test.each([
    ["offerWindows", 1, () => sam.call(quotesApi.offerWindows, {})],
    ["readPriceList", 2, () => ada.call(quotesApi.readPriceList, {})],
    ["makeQuote", 1, () => quote(world, sam)],
  ] as const)("%s", async (_name, most, call) => {
    const more = async () => {
      for (let i = 0; i < 3; i += 1) await quote(world, sam);
    };
    const { few, many } = await statementCosts(world, call, more);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(most);
  });
});
