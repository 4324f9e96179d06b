import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import hall from "#web/words/en.json" with { type: "json" };
import { PHONE, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { english, shown } from "#test/support/web/journey.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const demoAddress = (page: Page, nth: number) => page.locator(".book-demo-row button").nth(nth).click();

/** Files of the next step, and of its words. They come ahead; without them the page says that it waits for the network. */
const NEXT_STEP = ["contact-step-", "with-data-", "book.en-", "quotes.en-", "deliveries.en-"];

async function nextStepIsHere(page: Page): Promise<void> {
  for (const part of NEXT_STEP) {
    const found = await page.waitForFunction(
      (name) =>
        performance.getEntriesByType("resource").find((one) => one.name.includes(`/${name}`))?.name ?? false,
      part,
    );
    // With all that it imports in its turn; as a text, which the compiler of the tests leaves as it is.
    await page.evaluate(`import(${JSON.stringify(await found.jsonValue())}).then(() => true)`);
  }
}

test("a price that a guest asked for without a network comes by itself when there is one", async () => {
  const { context, page } = await openPerson(browser, PHONE);
  await page.goto("/book");
  await demoAddress(page, 0);
  await demoAddress(page, 1);
  await page.locator("main .choice-end").first().waitFor();
  await nextStepIsHere(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: english["book.next"] }).click();
  await shown(page, page.getByText(hall["refusal.http.offline"]));
  await context.setOffline(false);
  await page.getByRole("button", { name: /€/ }).waitFor();
  expect(await page.getByText(hall["refusal.http.offline"]).count()).toBe(0);
  await context.close();
});
