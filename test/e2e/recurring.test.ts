import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import delivery from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import deliveryArabic from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import arabic from "#features/recurring/web/words/ar.json" with { type: "json" };
import english from "#features/recurring/web/words/en.json" with { type: "json" };
import { DESKTOP, axeFaults, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 180_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Rows of the days, and the links to those that are made. */
const days = (page: Page) => page.locator(".recurring-day");
const links = (page: Page) => days(page).locator("a[href^='/d/deliveries/']");

/** Repeats a delivery every day at the first time of the list. */
async function repeat(page: Page, again: string, words: typeof english, recipient: string): Promise<void> {
  await page.goto("/d/deliveries?q=Ada+Lindqvist");
  await page.locator("main table a").first().click();
  await page.getByRole("link", { name: again, exact: true }).click();
  await page.waitForURL("**/d/recurring/new?same=*");
  await page.locator("input[name='recipient.name']").fill(recipient);
  const week = page.getByRole("group", { name: words["fact.days"] });
  for (const chip of await week.getByRole("button").all()) await chip.click();
  await page.locator("input[type='radio'][value='scheduled']").check();
  await page.getByLabel(words["fact.time"]).selectOption("12:00");
  expect(await axeFaults(page)).toEqual([]);
  await page.locator("main button[type='submit']").click();
  await page.waitForURL(/\/d\/recurring\/[\da-f-]{36}$/);
}

test.each([
  ["en", english, delivery["detail.repeat"]],
  ["ar", arabic, deliveryArabic["detail.repeat"]],
] as const)(
  "a delivery is repeated, a day left out, and the next one made on the board, in %s",
  async (locale, words, again) => {
    const { page, watch } = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(page, "dispatcher");
    const recipient = `Rita ${locale} ${process.pid}`;
    await repeat(page, again, words, recipient);

    await expect.poll(() => links(page).count(), { timeout: 60_000 }).toBe(3);
    const planned = days(page).filter({ hasText: words["day.planned"] });
    await planned.first().getByRole("button", { name: words["day.skip"] }).click();
    await days(page).filter({ hasText: words["day.skipped"] }).first().waitFor();
    expect(await links(page).count()).toBe(3);
    expect(await axeFaults(page)).toEqual([]);

    const number = (await links(page).first().textContent()) ?? "";
    await links(page).first().click();
    await page.waitForURL("**/d/deliveries/*");
    await page.getByText(recipient).first().waitFor();
    await page.locator("main a[href^='/d/board?']").first().click();
    await page.waitForURL("**/d/board?*");
    await page.locator("[role='option']").filter({ hasText: number }).first().waitFor();

    await page.goto("/d/recurring");
    await page.getByRole("link", { name: new RegExp(recipient) }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(watch.errors).toEqual([]);
  },
);
