import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arabic from "#features/imports/web/words/ar.json" with { type: "json" };
import english from "#features/imports/web/words/en.json" with { type: "json" };
import { placesApi } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { callWire } from "#test/support/processes/product.ts";
import {
  axeFaults,
  DESKTOP,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 300_000 });

const ROWS = 300;
/** Rows of the file that are wrong: a number, a street without a house, a time. */
const WRONG = { phone: 10, house: 20, time: 30 };
const FIELDS = [
  "reference",
  "senderName",
  "senderPhone",
  "pickup",
  "recipientName",
  "recipientPhone",
  "dropoff",
  "date",
  "from",
  "weight",
  "pay",
] as const;

let browser: Browser;
let houses: string[] = [];
let windows: { date: string; time: string }[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  for (let number = 1; number <= 30; number += 1) {
    const { hits } = await callWire(
      productUrl(),
      placesApi.searchPlaces,
      { q: `Brückenstraße ${number}` },
      {},
    );
    const { address } = hits[0] ?? {};
    if (address?.precision === "rooftop" && address.houseNumber === String(number))
      houses.push(`Brückenstraße ${number}`);
  }
  const offered = await callWire(productUrl(), quotesApi.offerWindows, {}, {});
  // Windows of the last days stay on offer while the journey goes on.
  windows = offered.windows
    .filter(({ serviceLevel }) => serviceLevel === "scheduled")
    .slice(-12)
    .map(({ date, window }) => ({ date, time: localAt(fromIso(window.start), offered.timezone).time }));
});
afterAll(() => browser.close());

type Words = typeof english;

/** A file as a shop of this language writes it. */
function fileOf(words: Words, run: string): string {
  const lines = Array.from({ length: ROWS }, (_, nth) => {
    const window = windows[nth % windows.length] ?? { date: "", time: "" };
    const [year, month, day] = window.date.split("-");
    const cells: Record<(typeof FIELDS)[number], string> = {
      reference: `${run}-${nth}`,
      senderName: "Bäckerei am Markt",
      senderPhone: "030 123456",
      pickup: houses[0] ?? "",
      recipientName: `Rita Ray ${nth}`,
      recipientPhone: nth === WRONG.phone ? "12" : "0170 1234567",
      dropoff: nth === WRONG.house ? "Brückenstraße" : (houses[1 + (nth % (houses.length - 1))] ?? ""),
      date: `${day}.${month}.${year}`,
      from: nth === WRONG.time ? "25:00" : window.time,
      weight: "2,5",
      pay: words["example.pay"],
    };
    return FIELDS.map((field) => cells[field]).join(";");
  });
  return [FIELDS.map((field) => words[`field.${field}`]).join(";"), ...lines].join("\r\n");
}

async function upload(page: Page, words: Words, text: string): Promise<void> {
  await page.goto("/d/import");
  const buffer = Buffer.from(text);
  await page
    .locator("main input[type='file']")
    .setInputFiles({ name: "day.csv", mimeType: "text/csv", buffer });
  await page.waitForURL("**/d/import/*");
  await page.getByRole("button", { name: words["map.check"] }).click();
  await page.getByRole("heading", { name: words["rows.title"] }).waitFor({ timeout: 120_000 });
}

/** The chip of rows in a state, with their count. */
const chip = (page: Page, word: string, count: number) =>
  page.getByRole("button", { name: new RegExp(`${word}\\s*${count}$`) });

test.each([
  ["en", english],
  ["ar", arabic],
] as const)("a shop's file of 300 rows is imported, mended and run again, in %s", async (locale, words) => {
  expect(houses.length).toBeGreaterThan(3);
  const { page, watch, context } = await openPerson(browser, { locale, ...DESKTOP });
  await enterBy(page, "dispatcher");
  const text = fileOf(words, `${locale}-${process.pid}`);
  await upload(page, words, text);
  await chip(page, words["row.ready"], ROWS - 3).waitFor();
  await chip(page, words["row.faulty"], 3).waitFor();
  await page.getByText(words["fault.house-number"]).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  const no = WRONG.phone + 2;
  await page.getByRole("button", { name: words["rows.correct"].replace("{no}", String(no)) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("0170 7654321");
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: words["correct.save"] }).click();
  await dialog.waitFor({ state: "detached" });
  await chip(page, words["row.ready"], ROWS - 2).waitFor();

  await page.locator(".import-acts button").first().click();
  await chip(page, words["row.imported"], ROWS - 2).click({ timeout: 240_000 });
  const link = page.locator("main table a[href^='/d/deliveries/']").first();
  const number = (await link.textContent()) ?? "";
  await link.click();
  await page.getByRole("heading", { level: 1 }).filter({ hasText: number }).waitFor();

  await upload(page, words, text);
  await chip(page, words["row.known"], ROWS - 2).waitFor();
  await chip(page, words["row.faulty"], 2).waitFor();
  await page.getByText(words["import.nothing"]).waitFor();
  expect(await page.locator("html").getAttribute("dir")).toBe(locale === "ar" ? "rtl" : "ltr");
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
  await context.close();
});
