import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import arabic from "#web/words/ar.json" with { type: "json" };
import hall from "#web/words/en.json" with { type: "json" };
import { PHONE, axeFaults, openBrowser, openPerson } from "#test/support/web/browser.ts";
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
  const { context, page } = await openPerson(browser, { ...PHONE, worker: true });
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

/** Until the worker of this path answers for the page; right after its start a reload may still go by without it. */
async function workerAnswers(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (scope) =>
      navigator.serviceWorker.getRegistration(scope).then((one) => one?.active?.state === "activated"),
    path,
  );
  const controller = async () => {
    await page.reload();
    return page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? "none");
  };
  await expect.poll(controller).toMatch(/\/guest\.js$/);
}

test.each([
  ["en", hall],
  ["ar", arabic],
] as const)(
  "a recipient who reloads without a network is told so, and the page comes by itself (%s)",
  async (locale, words) => {
    const { context, page, watch } = await openPerson(browser, {
      ...PHONE,
      worker: true,
      locale,
      dark: locale === "ar",
    });
    await page.goto("/");
    await page.getByTestId("door-recipient").click();
    await page.waitForURL("**/t/*");
    const title = await page.title();
    await workerAnswers(page, "/t/");
    await context.setOffline(true);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: words["state.offline.title"] }).waitFor();
    await page.getByText(words["state.offline.text"]).waitFor();
    await page.getByRole("button", { name: words["state.again"] }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe(locale === "ar" ? "rtl" : "ltr");
    expect(await axeFaults(page)).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => page.title()).toBe(title);
    const kept = await page.evaluate(() => caches.keys());
    expect(kept.filter((name) => !name.startsWith("waybill-docs-"))).toEqual([]);
    expect(watch.errors.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    await context.close();
  },
);

test("a guest who reloads the page of a booking without a network is told so, and it comes by itself", async () => {
  const { context, page } = await openPerson(browser, { ...PHONE, worker: true });
  await page.goto(`/book/done/${crypto.randomUUID()}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const before = await page.getByRole("heading", { level: 1 }).innerText();
  await workerAnswers(page, "/book/done/");
  await context.setOffline(true);
  await page.reload();
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.innerText()).toBe(hall["state.offline.title"]);
  await context.setOffline(false);
  await expect.poll(() => heading.innerText()).toBe(before);
  await context.close();
});
