import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placesApi } from "#features/places/contract/api.ts";
import arabic from "#features/reports/web/words/ar.json" with { type: "json" };
import english from "#features/reports/web/words/en.json" with { type: "json" };
import { type Zone, zonesApi } from "#features/zones/contract/api.ts";
import { boundsOf } from "#kernel/geo.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

const BY_ZONE = "/d/reports?by=zone";
const NAME = "Western bank";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterAll(() => draw([]));

const token = tokenOf(productUrl(), "hana");

async function draw(zones: readonly Zone[]): Promise<void> {
  const options = { token: await token() };
  const { version } = await callWire(productUrl(), zonesApi.readZones, {}, options);
  await callWire(productUrl(), zonesApi.editZones, { version, zones: [...zones] }, options);
}

/** The half of the service area that lies in the west. */
async function westernHalf(): Promise<Zone> {
  const { polygon } = await callWire(productUrl(), placesApi.readArea, {}, { token: await token() });
  const { west, south, east, north } = boundsOf(polygon);
  const middle = Math.round(((west + east) / 2) * 1e6) / 1e6;
  const ring: [number, number][] = [
    [west, south],
    [middle, south],
    [middle, north],
    [west, north],
    [west, south],
  ];
  return { code: "west", name: NAME, colour: "orange", polygon: { type: "Polygon", coordinates: [ring] } };
}

test.each([
  ["en", english],
  ["ar", arabic],
] as const)("reports are divided by the zones that the company draws (%s)", async (locale, words) => {
  await draw([]);
  const [office, desk] = [await openPerson(browser, { locale }), await openPerson(browser, { locale })];
  await enterAs(desk.page, "bo", BY_ZONE);
  await desk.page.getByText(words["zones.by-admin"], { exact: true }).waitFor();
  await enterAs(office.page, "hana", BY_ZONE);
  await office.page.getByText(words["zones.none-text"], { exact: true }).waitFor();
  expect(await axeFaults(office.page)).toEqual([]);
  await office.page.getByRole("link", { name: words["zones.draw"], exact: true }).click();
  await office.page.waitForURL("**/a/zones");

  await draw([await westernHalf()]);
  const { page } = desk;
  const named = page.getByRole("link", { name: NAME, exact: true });
  await expect
    .poll(async () => {
      await page.reload();
      await page.locator("main table").waitFor();
      return named.count();
    })
    .toBe(1);
  await page.getByRole("link", { name: words["group.no-zone"], exact: true }).waitFor();
  await page.locator("main .chart svg").getByText(NAME, { exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await named.click();
  await page.waitForURL("**/d/reports/deliveries?*");
  await page.locator("main table tbody tr").first().waitFor();
  expect(await page.locator("main").getByText(NAME).count()).toBeGreaterThan(1);
  expect(await page.getByRole("columnheader", { name: words["by.zone"], exact: true }).count()).toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  for (const { watch, context } of [office, desk]) {
    expect({ ...watch }).toEqual({ foreign: [], errors: [] });
    await context.close();
  }
});
