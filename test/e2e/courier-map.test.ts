import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAP_CACHE } from "#web/map/kept/map-cache.ts";
import { KEPT_ENTRY } from "#web/map/kept/stored-map.ts";
import { LATER_CACHE } from "#contract/offline-shell.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { openCourier, startAgain } from "#test/support/courier/stops-page.ts";
import { offlineFiles } from "../../tools/build/offline-files.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";
import words from "#features/courier-phone/web/words/en.json" with { type: "json" };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
});
afterAll(() => browser.close());

const shots = process.env["WAYBILL_TEST_SHOTS"];

test("the map of the stops is stored on duty and drawn without a network; removed, they stand on a grid", async () => {
  const stops = await giveWork(1);
  const { context, page } = await openCourier(browser);
  const { rest, shift } = offlineFiles("dist");
  await expect
    .poll(
      () =>
        page.evaluate(
          async ([map, entry, later, files]) => {
            const cache = await caches.open(later);
            const stored = await Promise.all(files.map((url) => cache.match(url)));
            const kept = await caches.match(entry, { cacheName: map });
            return kept === undefined ? files.length : stored.filter((one) => one === undefined).length;
          },
          [MAP_CACHE, KEPT_ENTRY, LATER_CACHE, [...rest, ...shift]] as const,
        ),
      { timeout: 90_000 },
    )
    .toBe(0);

  await context.setOffline(true);
  const offline = await startAgain(context, page, "/c/map");
  await offline.locator(".map-box[data-ready=true]").waitFor();
  expect(await offline.locator(".map-trouble").count()).toBe(0);
  const list = offline.getByRole("list", { name: words["map.list"] });
  expect(await list.getByRole("link").count()).toBeGreaterThanOrEqual(stops.length);
  if (shots) await offline.screenshot({ path: `${shots}/courier-map.png`, fullPage: true });

  await offline.getByRole("button", { name: words["map.remove"] }).click();
  await offline.getByText(words["map.not-kept"]).waitFor();
  await offline.reload();
  await offline.getByText(words["map.none"]).waitFor();
  expect(await axeFaults(offline)).toEqual([]);
  if (shots) await offline.screenshot({ path: `${shots}/courier-grid.png`, fullPage: true });
  await list.getByRole("link").first().press("Enter");
  await offline.waitForURL("**/c/stop/*");
  await context.close();
});
