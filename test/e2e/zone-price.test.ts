import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import drafts from "#web/drafts/words/en.json" with { type: "json" };
import prices from "#features/prices/web/words/en.json" with { type: "json" };
import zones from "#features/zones/web/words/en.json" with { type: "json" };
import { zonesApi } from "#features/zones/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";
import { button, english, fillAddresses, like } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
});
afterAll(() => browser.close());
/** Leaves the prices of other journeys as they were. */
afterAll(async () => {
  const token = await signIn(productUrl(), "hana");
  const list = await callWire(productUrl(), quotesApi.readPriceList, {}, { token });
  const rules = list.rules.filter(({ title }) => title !== TITLE);
  await callWire(productUrl(), quotesApi.publishPriceList, { version: list.version, rules }, { token });
  const { version } = await callWire(productUrl(), zonesApi.readZones, {}, { token });
  await callWire(productUrl(), zonesApi.editZones, { version, zones: [] }, { token });
});

const [NAME, TITLE] = ["Middle of the town", "Into the middle"];

/** Presses the map at a part of its width and height, as it stands in the window. @returns its height */
async function press(page: Page, x: number, y: number): Promise<number> {
  const map = page.locator(".beside-list-map canvas").first();
  await map.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await map.boundingBox();
  if (!box) throw new Error("no map");
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  return box.height;
}

test("a zone that is drawn by presses on the map is a line of the price on the booking's page", async () => {
  const { page, context, watch } = await openPerson(browser);
  await enterAs(page, "hana", "/a/zones");
  await page.locator('.map-box[data-ready="true"]').waitFor();
  await button(page, zones["zone.new"]).first().click();
  const corners = [
    [0.03, 0.03],
    [0.9, 0.03],
    [0.9, 0.97],
    [0.03, 0.97],
  ] as const;
  const heights = new Set<number>();
  for (const [at, [x, y]] of corners.entries()) {
    heights.add(await press(page, x, y));
    await page.getByRole("button", { name: `Choose corner ${at + 1}`, exact: true }).waitFor();
  }
  // It grew by the list beside it once, and each next press fell on another place or out of the window.
  expect(heights.size).toBe(1);
  await page.getByLabel(zones["panel.name"]).fill(NAME);
  expect(await axeFaults(page)).toEqual([]);
  await button(page, zones["panel.done"]).click();
  await button(page, drafts.save).click();
  await page.getByText(zones["save.saved"]).waitFor();

  await page.goto("/a/prices");
  await button(page, prices["rule.add"]).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(prices["rule.title"], { exact: true }).fill(TITLE);
  await dialog.getByLabel(prices["rule.kind"]).selectOption("surcharge");
  await dialog.getByLabel(prices["rule.amount"]).fill("2.34");
  await button(page, prices["rule.add-condition"]).click();
  await page.getByRole("menuitem", { name: prices["fact.zoneTo"] }).click();
  await dialog.getByText(NAME, { exact: true }).click();
  await button(page, prices["rule.done"]).click();
  await page.getByRole("button", { name: like(prices["list.publish"]) }).click();
  await page.getByText(like(prices["list.published"])).waitFor();

  const guest = await openPerson(browser);
  await guest.page.goto("/book");
  await fillAddresses(guest.page, english, {
    pickup: "Kaufhaus am Markt",
    dropoff: "Brückenstraße 85",
    sender: "Ada",
    recipient: "Rita",
  });
  await guest.page.getByRole("status").getByText(english["price.total"]).waitFor();
  await guest.page.getByText(english["price.trace"], { exact: true }).click();
  const panel = guest.page.getByRole("complementary", { name: english["price.what"] });
  await panel.getByText(TITLE, { exact: true }).waitFor();
  expect(await panel.innerText()).toMatch(/Into the middle[^€]*€2\.34/);
  for (const one of [watch, guest.watch]) expect(one).toEqual({ foreign: [], errors: [] });
  await Promise.all([context.close(), guest.context.close()]);
});
