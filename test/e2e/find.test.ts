import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicBoard from "#features/dispatch/web/words/ar.json" with { type: "json" };
import englishBoard from "#features/dispatch/web/words/en.json" with { type: "json" };
import arabic from "#features/find/web/words/ar.json" with { type: "json" };
import english from "#features/find/web/words/en.json" with { type: "json" };
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import {
  DESKTOP,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 120_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A delivery of this test alone: what else lies on the board is other journeys' work. */
async function oneDelivery(): Promise<{ id: string; number: string }> {
  const { held, office } = moneyByWire(productUrl());
  const { deliveryId: id } = await held();
  const { number } = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, office);
  return { id, number };
}

test.each([
  ["en", english, englishBoard, DESKTOP],
  ["ar", arabic, arabicBoard, { width: 360, height: 780 }],
  ["en", english, englishBoard, { width: 320, height: 640 }],
] as const)("anything is found by keys alone in %s", async (locale, words, board, size) => {
  const { id, number } = await oneDelivery();
  const { page } = await openPerson(browser, { locale, ...size });
  await enterBy(page, "dispatcher");
  await page.getByRole("heading", { level: 1, name: board["board.title"] }).waitFor();
  const box = page.getByRole("combobox", { name: words.box });
  // The keys of the page come a moment after the page.
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+k");
      return box.isVisible();
    })
    .toBe(true);
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.type(number.replaceAll("-", "").toLowerCase());
  await page.getByRole("option", { name: number }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect((await box.boundingBox())?.height).toBeLessThan(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/d/deliveries/${id}`);
  await page.keyboard.press("Control+k");
  await box.waitFor();
  expect(await page.getByRole("dialog").getByRole("option").first().textContent()).toContain(number);
  await page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
});
