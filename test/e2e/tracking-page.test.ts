import { gzipSync } from "node:zlib";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import arabicChoices from "#features/choices/web/words/ar.json" with { type: "json" };
import englishChoices from "#features/choices/web/words/en.json" with { type: "json" };
import arabic from "#features/tracking/web/words/ar.json" with { type: "json" };
import english from "#features/tracking/web/words/en.json" with { type: "json" };
import { handedOver } from "#test/support/tracking/hand-over.ts";
import { askForPin, pinShown } from "#test/support/tracking/pin.ts";
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

/** Of the drawn page with its style sheet, compressed. */
const DOCUMENT_BYTES = 25_000;

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
  expect(gzipSync((await answer?.body()) ?? "", { level: 9 }).length).toBeLessThan(DOCUMENT_BYTES);
  expect(
    await page.locator("link[rel=stylesheet]:not([disabled])").count(),
    "its style sheet is within",
  ).toBe(0);
  expect(await page.locator("html").getAttribute("dir")).toBe(dir);
  expect(await page.getByText(words["timeline.title"]).isVisible()).toBe(true);
  expect(await page.getByText(words["details.title"]).isVisible()).toBe(true);
  expect(await page.locator("h1").isVisible()).toBe(true);
  const description = page.locator("meta[name=description]");
  expect(await description.getAttribute("content")).toBe(words["page.description"]);
  expect(await page.getByRole("link", { name: words["live.refresh"] }).isVisible()).toBe(true);
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
  await page.getByText(words["kind.safe_place"]).click();
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

test.each([
  ["en", englishChoices, english],
  ["ar", arabicChoices, arabic],
] as const)(
  "without a script the recipient chooses by forms of the page (%s)",
  async (locale, words, said) => {
    const without = { baseURL: productUrl(), javaScriptEnabled: false, viewport: PHONE, locale } as const;
    const context = await browser.newContext(without);
    const page = await context.newPage();
    await page.goto(link);
    const open = (kind: "safe_place" | "note") =>
      page.getByText(words[`kind.${kind}`], { exact: true }).click();
    const confirm = () => page.getByRole("button", { name: words.confirm }).click();
    await open("safe_place");
    const place = page.getByLabel(words["ask.safe_place"]);
    // Long enough for the browser, but not for the carrier.
    await place.fill("  x  ");
    await confirm();
    await page.locator(".field-error").waitFor();
    expect(await place.inputValue()).toBe("  x  ");
    expect(await place.getAttribute("aria-invalid")).toBe("true");
    expect(new URL(page.url()).pathname).toBe(link);
    await place.fill("In the garage");
    await confirm();
    await page.waitForURL(/done=chosen/);
    await page.getByText(words["done.chosen"]).waitFor();
    await page.getByText(said["timeline.title"]).waitFor();
    expect(await page.getByRole("button", { name: words.keep }).count(), "it would need a script").toBe(0);
    await page.getByRole("button", { name: words["take-back"] }).first().click();
    await page.waitForURL(/done=taken-back/);
    await page.getByText(words["done.taken-back"]).waitFor();
    expect(page.url()).not.toContain("garage");
    await context.close();
  },
);

/** How far an element that was led to stands below the bar that stays at the top. */
const belowBar = async (page: Page, element: Locator): Promise<number> => {
  const bar = await page.locator(".app-bar").boundingBox();
  const box = await element.boundingBox();
  return (box?.y ?? 0) - (bar ? bar.y + bar.height : 0);
};

/** Answers wrongly, then rightly, as the page with the pictures asks. @returns every address that was asked for */
async function openPictures(page: Page, words: typeof english): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const { path, to } = await handedOver();
  await page.goto(path);
  const answer = page.getByLabel(words["pictures.ask.house_number"]);
  const open = page.getByRole("button", { name: words["pictures.open"] });
  await answer.fill("999x");
  await open.click();
  await page.locator(".field-error").waitFor();
  expect(await belowBar(page, answer), "what to answer again is in sight").toBeGreaterThanOrEqual(0);
  expect(await page.locator(".track-pictures").count()).toBe(0);
  await answer.fill(to.houseNumber ?? "");
  await open.click();
  const picture = page.getByRole("img", { name: words["pictures.photo"] });
  await picture.scrollIntoViewIfNeeded();
  await picture.waitFor();
  return asked;
}

/** Another browser with the same link. */
async function isAskedAgain(path: string, words: typeof english): Promise<boolean> {
  const context = await browser.newContext({ baseURL: productUrl(), javaScriptEnabled: false, locale: "en" });
  const page = await context.newPage();
  await page.goto(`${path}?lang=${words === english ? "en" : "ar"}`);
  const isAsked = await page.getByLabel(words["pictures.ask.house_number"]).isVisible();
  await context.close();
  return isAsked;
}

test("the house number shows the photo of the handover to this browser alone (en)", async () => {
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale: "en" });
  const asked = await openPictures(page, english);
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLImageElement>(".track-pictures img");
    return (shown?.naturalWidth ?? 0) > 0;
  });
  await page.locator(".track-pulse").waitFor();
  expect(await page.locator(".track-pictures img").isVisible(), "it stays once the page is alive").toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  expect(asked.filter((url) => url.includes("999x"))).toEqual([]);
  expect(await isAskedAgain(new URL(page.url()).pathname, english)).toBe(true);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("without a script the house number shows it as well (ar)", async () => {
  const without = { baseURL: productUrl(), javaScriptEnabled: false, viewport: PHONE, locale: "ar" } as const;
  const context = await browser.newContext(without);
  const page = await context.newPage();
  await openPictures(page, arabic);
  expect(await isAskedAgain(new URL(page.url()).pathname, arabic)).toBe(true);
  await context.close();
});

test.each([
  ["en", english],
  ["ar", arabic],
] as const)(
  "the PIN of the handover shows its photo, and is no longer shown itself (%s)",
  async (locale, words) => {
    await askForPin();
    const { context, page, watch } = await openPerson(browser, { ...PHONE, locale });
    let pin = "";
    const { path } = await handedOver({ forAdults: true }, async (before) => {
      pin = (await pinShown(page, before)) ?? "";
    });
    expect(pin).toMatch(/^\d{4}$/);
    expect(await pinShown(page, path)).toBeNull();
    const answer = page.getByLabel(words["pictures.ask.both"]);
    await answer.fill(pin);
    await page.getByRole("button", { name: words["pictures.open"] }).click();
    const picture = page.getByRole("img", { name: words["pictures.photo"] });
    await picture.scrollIntoViewIfNeeded();
    await picture.waitFor();
    expect(page.url()).not.toContain(pin);
    expect(await axeFaults(page)).toEqual([]);
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);
