import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arabicPrices from "#features/prices/web/words/ar.json" with { type: "json" };
import englishPrices from "#features/prices/web/words/en.json" with { type: "json" };
import arabicReplays from "#features/replays/web/words/ar.json" with { type: "json" };
import englishReplays from "#features/replays/web/words/en.json" with { type: "json" };
import { axeFaults, DESKTOP, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { downloadOf } from "#test/support/web/heard.ts";
import { button } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

const LANGUAGES = [
  { locale: "en", dir: "ltr", prices: englishPrices, replays: englishReplays },
  { locale: "ar", dir: "rtl", prices: arabicPrices, replays: arabicReplays },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Makes the first rule cost so much, as a draft of this tab. */
async function draft(page: Page, prices: typeof englishPrices, amount: string): Promise<void> {
  await page.locator('[id$="-edit"]').first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(prices["rule.amount"], { exact: true }).fill(amount);
  await button(dialog, prices["rule.done"]).click();
  await dialog.waitFor({ state: "detached" });
}

test.each(LANGUAGES)(
  "an administrator replays past orders on a draft and reads who would pay more ($locale)",
  async ({ locale, dir, prices, replays }) => {
    const { page, context, watch } = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(page, "admin");
    await page.goto("/a/prices");
    await draft(page, prices, "7.77");
    await page.getByRole("link", { name: prices["list.replay"] }).click();
    await page.getByRole("heading", { level: 1, name: replays.title }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe(dir);
    await button(page, replays["span.12"]).click();
    await button(page, replays["setup.run"]).click();
    const result = page.getByTestId("replay");
    await result.getByRole("heading", { name: replays["total.difference"] }).waitFor();
    await result.getByRole("img", { name: replays["spread.label"] }).waitFor();
    await result.getByRole("table", { name: replays["by.level"] }).waitFor();
    await result.getByRole("table", { name: replays["customers.more"] }).waitFor();
    await result.getByRole("table", { name: replays["orders.title"] }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const file = await downloadOf(page, () => button(page, replays["orders.csv"]).click());
    expect(file.suggestedFilename()).toBe("replayed-orders.csv");

    const address = page.url();
    await page.goto("/a/prices");
    await draft(page, prices, "8.88");
    await page.goto(address);
    await page.getByText(replays.stale).waitFor();
    await button(page, replays.again).click();
    await page.waitForURL((url) => url.href !== address);
    await page.getByText(replays.stale).waitFor({ state: "detached" });
    await result.getByRole("heading", { name: replays["total.difference"] }).waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    await result.getByRole("table", { name: replays["orders.title"] }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFaults(page)).toEqual([]);
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);
