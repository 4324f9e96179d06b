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

const ROWS = 500;
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
/** Rows of the file that are wrong, each in one field. */
const WRONG: readonly (readonly [nth: number, field: (typeof FIELDS)[number], text: string])[] = [
  [10, "recipientPhone", "12"],
  [20, "dropoff", "Brückenstraße"],
  [30, "from", "25:00"],
  [40, "weight", "heavy"],
  [50, "date", "99.99.2026"],
  [60, "recipientName", ""],
  [70, "pay", "shells"],
];

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

type Row = Record<(typeof FIELDS)[number], string>;

/** A row as it ought to be. */
function rowOf(words: Words, run: string, nth: number): Row {
  const window = windows[nth % windows.length] ?? { date: "", time: "" };
  const [year, month, day] = window.date.split("-");
  return {
    reference: `${run}-${nth}`,
    senderName: "Bäckerei am Markt",
    senderPhone: "030 123456",
    pickup: houses[0] ?? "",
    recipientName: `Rita Ray ${nth}`,
    recipientPhone: "0170 1234567",
    dropoff: houses[1 + (nth % (houses.length - 1))] ?? "",
    date: `${day}.${month}.${year}`,
    from: window.time,
    weight: "2,5",
    pay: words["example.pay"],
  };
}

/** A file as a shop of this language writes it. */
function fileOf(words: Words, run: string): string {
  const lines = Array.from({ length: ROWS }, (_, nth) => {
    const cells = rowOf(words, run, nth);
    for (const [at, field, text] of WRONG) if (at === nth) cells[field] = text;
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
] as const)(
  "a shop's file of 500 rows is imported, its seven wrong rows mended, and run again, in %s",
  async (locale, words) => {
    expect(houses.length).toBeGreaterThan(3);
    const { page, watch, context } = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(page, "dispatcher");
    const run = `${locale}-${process.pid}`;
    const text = fileOf(words, run);
    const wrong = WRONG.length;
    await upload(page, words, text);
    await chip(page, words["row.ready"], ROWS - wrong).waitFor();
    await chip(page, words["row.faulty"], wrong).waitFor();
    await page.getByText(words["fault.house-number"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const act = page.locator(".import-acts button").first();
    await act.click();
    await chip(page, words["row.imported"], ROWS - wrong).waitFor({ timeout: 240_000 });

    await chip(page, words["row.faulty"], wrong).click();
    const dialog = page.getByRole("dialog");
    for (const [done, [nth, field]] of WRONG.entries()) {
      const name = words["rows.correct"].replace("{no}", String(nth + 2));
      await page.getByRole("button", { name }).click();
      await dialog
        .getByRole("textbox")
        .first()
        .fill(rowOf(words, run, nth)[field]);
      await dialog.getByRole("button", { name: words["correct.save"] }).click();
      await dialog.waitFor({ state: "detached" });
      await chip(page, words["row.ready"], done + 1).waitFor();
    }
    await act.click();
    await chip(page, words["row.imported"], ROWS).click({ timeout: 240_000 });
    const link = page.locator("main table a[href^='/d/deliveries/']").first();
    const number = (await link.textContent()) ?? "";
    await link.click();
    await page.getByRole("heading", { level: 1 }).filter({ hasText: number }).waitFor();

    await upload(page, words, text);
    await chip(page, words["row.known"], ROWS).waitFor();
    await page.getByText(words["import.nothing"]).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe(locale === "ar" ? "rtl" : "ltr");
    expect({ ...watch }).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);
