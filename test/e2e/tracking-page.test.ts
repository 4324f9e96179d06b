import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import arabicChoices from "#features/choices/web/words/ar.json" with { type: "json" };
import englishChoices from "#features/choices/web/words/en.json" with { type: "json" };
import arabic from "#features/tracking/web/words/ar.json" with { type: "json" };
import english from "#features/tracking/web/words/en.json" with { type: "json" };
import { axeFaults, PHONE, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

let browser: Browser;
let link = "";
beforeAll(async () => {
  browser = await openBrowser();
  const { context, page } = await openPerson(browser);
  await page.goto("/");
  await page.getByTestId("door-recipient").click();
  await page.waitForURL("**/t/*");
  link = new URL(page.url()).pathname;
  await context.close();
});
afterAll(() => browser.close());

const languages = [
  ["en", "ltr", english],
  ["ar", "rtl", arabic],
] as const;

test.each(languages)("without a script the page is complete in %s", async (locale, dir, words) => {
  const context = await browser.newContext({
    baseURL: productUrl(),
    javaScriptEnabled: false,
    viewport: PHONE,
    locale,
  });
  const page = await context.newPage();
  const answer = await page.goto(link);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(await page.locator("html").getAttribute("dir")).toBe(dir);
  expect(await page.getByText(words["timeline.title"]).isVisible()).toBe(true);
  expect(await page.getByText(words["details.title"]).isVisible()).toBe(true);
  expect(await page.locator("h1").isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: words["live.refresh"] }).isVisible()).toBe(true);
  const choices = locale === "en" ? englishChoices : arabicChoices;
  expect(await page.getByText(choices["needs-script"]).isVisible()).toBe(true);
  await page.locator(".track-languages summary").click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL(/lang=de/);
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await page.goto(link);
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await context.close();
});

test.each(languages)("the drawn page comes alive in %s without a mismatch", async (locale) => {
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale });
  await page.goto(link);
  const drawn = await page.locator("main h1").textContent();
  await page.locator(".track-pulse").waitFor();
  expect(await page.locator("main h1").textContent()).toBe(drawn);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("a link that opens nothing is not there, and the page says what to do", async () => {
  const { context, page, watch } = await openPerson(browser, PHONE);
  const answer = await page.goto("/t/0123456789abcdefghijAB");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: english["unknown.title"] }).waitFor();
  expect(await page.getByText(english["unknown.text"]).isVisible()).toBe(true);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test.each([
  ["en", englishChoices],
  ["ar", arabicChoices],
] as const)("the recipient chooses a safe place and takes it back (%s)", async (locale, words) => {
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale });
  await page.goto(link);
  await page.getByRole("button", { name: words["kind.safe_place"] }).click();
  await page.getByLabel(words["ask.safe_place"]).fill("Behind the shed");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(words["done.chosen"]).waitFor();
  await page.getByText("Behind the shed").first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: words["take-back"] }).click();
  await page.getByText(words["done.taken-back"]).waitFor();
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});
