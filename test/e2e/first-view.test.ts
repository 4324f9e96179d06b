import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import arabic from "#features/sender/web/words/ar.json" with { type: "json" };
import english from "#features/sender/web/words/en.json" with { type: "json" };
import hallArabic from "#web/words/ar.json" with { type: "json" };
import hallEnglish from "#web/words/en.json" with { type: "json" };
import { PHONE, openBrowser, openPerson } from "#test/support/web/browser.ts";

/** Later than a first page waits for its settings. */
const LATE_MS = 4_000;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Places of the heading and the two inputs, in whole pixels. */
const places = (page: Page) =>
  page.evaluate(() => {
    const drawn = [...document.querySelectorAll(".book h1, .book-address input")];
    return drawn.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    });
  });

test.each([
  ["en", "ltr", english, hallEnglish],
  ["ar-EG", "rtl", arabic, hallArabic],
])(
  "a guest reads the first view of booking before the script is there: %s",
  async (locale, dir, words, hall) => {
    const { context, page, watch } = await openPerson(browser, { ...PHONE, worker: true, locale });
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto("/book", { waitUntil: "commit" });
    await page.getByText(words["book.trip.title"]).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe(dir);
    expect(await page.title()).toContain(words["book.title"]);
    const strip = page.getByRole("complementary", { name: hall["shell.demo-name"] });
    expect(await strip.count()).toBe(1);
    expect(await page.locator("[inert]").count()).toBe(1);
    // Before the first message is asked for, nothing loads either.
    await page.waitForFunction(
      () =>
        document.fonts.status === "loaded" && [...document.fonts].some(({ status }) => status === "loaded"),
    );
    const before = await places(page);
    expect(before).toHaveLength(3);
    open();
    await page.locator("[inert]").waitFor({ state: "detached" });
    expect(await places(page)).toEqual(before);
    expect(await strip.count()).toBe(1);
    expect(watch).toEqual({ foreign: [], errors: [] });
    // The settings may be asked for once more while the page closes.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  },
);

test("nothing moves while a demo's page comes, however late its settings are", async () => {
  const { context, page } = await openPerson(browser, { ...PHONE, worker: true });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Reflect.set(globalThis, "moved", moved);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, "value")));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route("**/config.json", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  await page.goto("/book");
  await page.locator(".book-demo-row").waitFor();
  const sum = await page.evaluate(() =>
    (Reflect.get(globalThis, "moved") as number[]).reduce((all, one) => all + one, 0),
  );
  expect(sum).toBeLessThan(0.005);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});
