import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import courierAr from "#features/courier/web/words/ar.json" with { type: "json" };
import courierEn from "#features/courier/web/words/en.json" with { type: "json" };
import ar from "#features/sightings/web/words/ar.json" with { type: "json" };
import en from "#features/sightings/web/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { comeOnDuty, openCourier, unsentOn } from "#test/support/courier/stops-page.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const WORDS = { en: { ...courierEn, ...en }, ar: { ...courierAr, ...ar } } as const;
const PHONE_SIZE = { width: 390, height: 844 } as const;

test.each(["en", "ar"] as const)(
  "a courier on duty reads who can see them now and what is never shown, in %s",
  async (tongue) => {
    const words = WORDS[tongue];
    await giveWork(1);
    const { context, page, watch } = await openCourier(browser, tongue);
    await page.setViewportSize(PHONE_SIZE);
    await comeOnDuty(page);
    // Sent before the pages are read again: each reload begins the sending anew.
    await expect.poll(() => unsentOn(page), { timeout: 60_000 }).toEqual({ ops: 0, files: 0 });
    await page.getByRole("link", { name: words["day.seen-by"] }).click();
    await page.waitForURL("**/c/seen");
    await page.getByRole("heading", { level: 1, name: words["seen.title"] }).waitFor();
    await page.getByText(words["rule.never-text"]).waitFor();
    const now = page.locator(".seen-time").filter({ hasText: words["time.now"] });
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.locator(".seen-time, .message").first().waitFor();
          return now.filter({ hasText: words["rule.dispatch"] }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    expect(await page.locator("html").getAttribute("dir")).toBe(tongue === "ar" ? "rtl" : "ltr");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/courier-seen-${tongue}.png`, fullPage: true });
    expect({ ...watch }).toEqual({ foreign: [], errors: [] });
    await context.setOffline(true);
    await page.reload();
    await page.locator(".message-offline").waitFor();
    await page.getByTestId("phone-status").getByRole("link").waitFor();
    await context.close();
  },
);
