import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { placesApi } from "#features/places/contract/api.ts";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { openDb } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { portsOfOwn } from "#test/support/processes/free-ports.ts";
import { callWire, type Product, startProduct } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import en from "../../src/features/planning/web/words/en.json" with { type: "json" };

const [DELIVERIES, COURIERS] = [200, 12];
/** Beyond the shifts of the demo: everybody can be planned. */
const DAYS_AHEAD = 60;
/** Longest that the page may take to show what is there already, on a machine that runs everything at once. */
const SHOWN_MS = 10_000;

let browser: Browser;
let product: Product;
let db: Db;
let stopPostgres: () => Promise<void>;
const folder = mkdtempSync(path.join(tmpdir(), "waybill-large-day-"));

beforeAll(async () => {
  const postgres = await startTestPostgres();
  stopPostgres = () => postgres.stop();
  const { port, flags } = await portsOfOwn();
  product = await startProduct(folder, port, [`--database-url=${postgres.url}`, ...flags]);
  db = openDb({ connectionString: postgres.url });
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser.close();
  await db.close();
  await product.stop();
  await stopPostgres();
  rmSync(folder, { recursive: true, force: true });
});

const boardOn = async (date: string) => {
  const token = await signIn(product.url, "bo");
  return boardOf(await callWire(product.url, dispatchApi.readBoard, { date }, { token }));
};

/** Fills a day with deliveries all over the town and with couriers, as many as the journey asks for. @returns the day */
async function fillDay(): Promise<string> {
  const { polygon } = await callWire(product.url, placesApi.readArea, {});
  const [ring = []] = polygon.coordinates;
  const [west, east] = [Math.min(...ring.map(([x]) => x)), Math.max(...ring.map(([x]) => x))];
  const [south, north] = [Math.min(...ring.map(([, y]) => y)), Math.max(...ring.map(([, y]) => y))];
  const { id: orgId } = await db.owner(async (tx) => {
    const found = await sql<{ id: string }>`select id from organization limit 1`.execute(tx);
    const [row] = found.rows;
    if (!row) throw new Error("the product has no organisation");
    return row;
  });
  const now = Date.now();
  const start = now + DAYS_AHEAD * DAY_MS;
  for (let part = 0; part < 5; part++)
    await bookMany({ db, orgId, now }, DELIVERIES / 5, { start: start + part * 1.5 * HOUR_MS });
  await db.owner(async (tx) => {
    const spread = (
      address: string,
      salt: string,
    ) => sql`jsonb_set(${sql.ref(address)}, '{point}', jsonb_build_object(
      'lon', ${west} + (${east - west}) * (0.2 + 0.6 * abs(hashtext(number || ${`${salt}x`})) / 2147483648.0),
      'lat', ${south} + (${north - south}) * (0.2 + 0.6 * abs(hashtext(number || ${`${salt}y`})) / 2147483648.0)))`;
    await sql`update delivery set pickup = ${spread("pickup", "p")}, dropoff = ${spread("dropoff", "d")}
      where recipient ->> 'name' like 'Recipient %'`.execute(tx);
    const known = await sql`select 1 from person where courier_id is not null`.execute(tx);
    for (let at = known.rows.length; at < COURIERS; at++)
      await sql`
        insert into person (org_id, id, issuer, subject, name, token_roles, roles, status, vehicle, courier_id, created_at)
        values (${orgId}, ${randomUUID()}, 'test', ${`rider ${at}`}, ${`Rider ${at}`}, '{courier}', '{courier}', 'active',
          'cargo_bike', ${randomUUID()}, ${toIso(now)})`.execute(tx);
  });
  const token = await signIn(product.url, "bo");
  const { timezone } = await callWire(product.url, dispatchApi.readBoard, {}, { token });
  return localAt(start, timezone).date;
}

test("a day of 200 deliveries and 12 couriers is planned, compared, published and undone in the browser", async () => {
  const date = await fillDay();
  const before = await boardOn(date);
  expect(before.unassigned).toHaveLength(DELIVERIES);
  expect(before.couriers).toHaveLength(COURIERS);
  const { page } = await openPerson(browser, { url: product.url });
  await enterBy(page, "dispatcher");
  await page.goto(`/d/plan/${date}`);
  const plan = page.getByRole("button", { name: en["do.plan"], exact: true });
  await plan.waitFor({ timeout: SHOWN_MS });
  const result = page.getByTestId("plan-result");
  await plan.click();
  await page.getByTestId("plan-progress").waitFor({ timeout: SHOWN_MS });
  await result.getByRole("button", { name: en["publish"] }).waitFor();
  const open = result.getByRole("row").filter({ hasText: en["fig.open"] });
  expect(await open.innerText()).toContain(String(DELIVERIES));
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole("radio", { name: en["wish.3"] }).last().check();
  await plan.click();
  await page.getByTestId("plan-progress").waitFor({ timeout: SHOWN_MS });
  await result.getByRole("button", { name: en["publish"] }).waitFor();
  await page.getByRole("combobox", { name: en["compare.with"] }).selectOption({ index: 1 });
  await page.getByTestId("plan-comparison").waitFor({ timeout: SHOWN_MS });

  await result.getByRole("button", { name: en["publish"] }).click();
  await result.getByRole("button", { name: en["undo"] }).waitFor({ timeout: SHOWN_MS });
  const published = await boardOn(date);
  const planned = published.couriers.filter(({ route }) => route.stops.length > 0);
  expect(published.unassigned.length).toBeLessThan(DELIVERIES);
  expect(planned.flatMap(({ route }) => route.stops).length).toBe(
    2 * (DELIVERIES - published.unassigned.length),
  );
  await result.getByRole("button", { name: en["undo"] }).click();
  await result.getByText(en["undone.text"]).waitFor({ timeout: SHOWN_MS });
  expect((await boardOn(date)).unassigned).toHaveLength(DELIVERIES);
});
