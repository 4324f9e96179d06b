import { expect, test } from "vitest";
import { placesApi } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { laterRules } from "#features/quotes/domain/later-rules.ts";
import { shiftsApi } from "#features/shifts/contract/api.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { setupApi } from "../contract/api.ts";
import { firstRules } from "../domain/first-prices.ts";
import { ringAround } from "../domain/ring-around.ts";
import { shownOrganisation } from "./public.ts";

const { ada, bo, world } = useWorld({ people: { ada: ["Ada", "org-admin"], bo: ["Bo", "dispatcher"] } });

const HOUSES = { centre: { lon: 13.405, lat: 52.52 }, radiusM: 5_000 };
const AREA = {
  name: "Berlin",
  polygon: structuredClone(ringAround(HOUSES.centre, HOUSES.radiusM)) as never,
  maxDistanceM: 15_000,
  maxMassG: 100_000,
};

test("an empty installation becomes a shop by the calls of the steps", async () => {
  const { orgId, db } = world;
  const before = good(await ada.call(setupApi.readSetup, {}));
  expect(before.missing).toEqual(["area", "hours", "price"]);
  expect(before.finishedAt).toBeNull();
  expect(before.lacksLaterPrices, "the list that comes with Waybill is not theirs").toBe(false);
  expect(before.organisation.isFixed).toBe(false);
  expect((await shownOrganisation(db, orgId)).isOpen).toBe(false);

  const early = await ada.call(setupApi.passStep, { step: "finish" });
  expect(early).toMatchObject({ status: 409, body: { code: "setup.incomplete" } });

  const named = { name: "Radkurier Nord", currency: "CHF", timezone: "Europe/Zurich" };
  expect(good(await ada.call(setupApi.editOrganisation, named)).organisation).toMatchObject(named);
  const area = good(await ada.call(placesApi.openArea, AREA));
  expect(area).toMatchObject({ version: 1, timezone: "Europe/Zurich", currency: "CHF" });
  const twice = await bo.call(placesApi.openArea, AREA);
  expect(twice.status).toBe(403);
  const again = await ada.call(placesApi.openArea, AREA);
  expect(again).toMatchObject({ status: 409, body: { code: "places.area-exists" } });

  const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: "08:00", closes: "18:00" }));
  good(await ada.call(placesApi.editHours, { version: 1, hours: { weekly, exceptions: [] } }));
  expect(await shownOrganisation(db, orgId)).toEqual({ ...named, isOpen: true, isDemo: false });
  good(
    await ada.call(shiftsApi.addVehicle, {
      name: "Cargo 1",
      class: "cargo_bike",
      parcels: 40,
      massG: 100_000,
      volumeMl: 400_000,
      retired: false,
    }),
  );
  const { version } = good(await ada.call(quotesApi.readPriceList, {}));
  const rules = firstRules({ base: 500, perKm: 100, taxBasisPoints: 810, chargesLater: false }, "Per km");
  good(await ada.call(quotesApi.publishPriceList, { version, rules }));
  good(await ada.call(setupApi.passStep, { step: "people" }));
  const after = good(await ada.call(setupApi.passStep, { step: "finish" }));
  expect(after.missing).toEqual([]);
  expect(after.lacksLaterPrices).toBe(true);
  const whole = [...rules.slice(0, -1), ...laterRules(rules), ...rules.slice(-1)];
  good(await ada.call(quotesApi.publishPriceList, { version: version + 1, rules: whole }));
  expect(good(await ada.call(setupApi.readSetup, {})).lacksLaterPrices).toBe(false);
  expect(after.finishedAt).not.toBeNull();
  expect(after.vehicles).toEqual([{ name: "Cargo 1", class: "cargo_bike" }]);
  expect(Object.fromEntries(after.steps.map(({ step, state }) => [step, state]))).toMatchObject({
    area: "done",
    hours: "done",
    vehicles: "done",
    price: "done",
    finish: "done",
  });
});

test("a zone moves with its area until somebody asked for a price; then both it and the currency stay", async () => {
  const moved = { name: "Radkurier Nord", currency: "EUR", timezone: "Europe/Berlin" };
  good(await ada.call(setupApi.editOrganisation, moved));
  const area = good(await ada.call(placesApi.readArea, {}));
  expect(area).toMatchObject({ timezone: "Europe/Berlin", currency: "EUR", version: 3 });
  await world.db.owner(async (tx) => {
    const { sql } = await import("kysely");
    await sql`insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window, price,
      total_minor, currency, created_at, expires_at)
      values (${world.orgId}, gen_random_uuid(), 'open', '{}', '', 1, '', '{}', '{}', 1, 'EUR', now(), now())`.execute(
      tx,
    );
  });
  const kept = await ada.call(setupApi.editOrganisation, { ...moved, currency: "CHF" });
  expect(kept).toMatchObject({ status: 409, body: { code: "setup.already-priced" } });
  const named = good(await ada.call(setupApi.editOrganisation, { ...moved, name: "Nord" }));
  expect(named.organisation).toMatchObject({ name: "Nord", isFixed: true });
});

test.each([
  [{ currency: "EEE" }, "setup.unknown-currency"],
  [{ timezone: "Mars/Base" }, "setup.unknown-zone"],
])("%o is refused", async (wrong, code) => {
  const said = { name: "X", currency: "EUR", timezone: "UTC", ...wrong };
  expect(await ada.call(setupApi.editOrganisation, said)).toMatchObject({ status: 422, body: { code } });
});

test("the page before production reads what is there, and tries no mail where there is no server", async () => {
  const { rows } = good(await ada.call(setupApi.readReady, {}));
  const states = Object.fromEntries(rows.map(({ check, state }) => [check, state]));
  expect(states).toMatchObject({ open: "good", price: "good", map: "bad", admins: "careful", mail: "bad" });
  expect(JSON.stringify(rows)).not.toMatch(/Ada|Bo\b/);
  const tried = await ada.call(setupApi.sendTestMail, {});
  expect(tried).toMatchObject({ status: 409, body: { code: "setup.no-mail-server" } });
  expect((await bo.call(setupApi.readReady, {})).status).toBe(403);
});

test("dispatchers do not set up", async () => {
  expect((await bo.call(setupApi.readSetup, {})).status).toBe(403);
});
