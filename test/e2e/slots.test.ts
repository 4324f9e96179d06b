import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { quotesApi } from "#features/quotes/contract/api.ts";
import quotesDe from "#features/quotes/web/words/de.json" with { type: "json" };
import quotesEn from "#features/quotes/web/words/en.json" with { type: "json" };
import stepsDe from "#features/sender/web/book/words/de.json" with { type: "json" };
import payDe from "#features/sender/web/pay/words/de.json" with { type: "json" };
import senderDe from "#features/sender/web/words/de.json" with { type: "json" };
import capacityDe from "#features/slots/web/capacity/words/de.json" with { type: "json" };
import capacityEn from "#features/slots/web/capacity/words/en.json" with { type: "json" };
import draftsDe from "#web/drafts/words/de.json" with { type: "json" };
import draftsEn from "#web/drafts/words/en.json" with { type: "json" };
import { fromIso } from "#kernel/instant.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import { callWire } from "#test/support/processes/product.ts";
import {
  DESKTOP,
  PHONE,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import {
  type BookingWords,
  acceptPrice,
  atStep,
  button,
  english,
  fillAddresses,
  fillContacts,
  goOn,
} from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the places",
  recipient: "Jules Ferrand",
};
const CASES = [
  {
    locale: "en",
    ahead: 3,
    words: english as BookingWords,
    capacity: capacityEn,
    drafts: draftsEn,
    quotes: quotesEn,
    full: "full",
  },
  {
    locale: "de",
    ahead: 4,
    words: { ...senderDe, ...stepsDe, ...payDe },
    capacity: capacityDe,
    drafts: draftsDe,
    quotes: quotesDe,
    full: "ausgebucht",
  },
] as const;
type Case = (typeof CASES)[number];

/** The first hour that is offered so many days ahead: no other journey books there. */
async function windowAhead(days: number) {
  const { timezone, windows } = await callWire(productUrl(), quotesApi.offerWindows, {});
  const day = addDays(localAt(Date.now(), timezone).date, days);
  const found = windows.find(({ serviceLevel, date }) => serviceLevel === "scheduled" && date === day);
  if (!found) throw new Error(`nothing is offered on ${day}`);
  const [from, until] = [found.window.start, found.window.end].map((at) => localAt(fromIso(at), timezone));
  if (!from || !until) throw new Error("a window has two ends");
  return { ...found, from: from.time, until: until.time, weekday: from.weekday };
}
type Ahead = Awaited<ReturnType<typeof windowAhead>>;

async function limit(page: Page, { capacity, drafts }: Case, hour: Ahead): Promise<void> {
  await page.goto("/a/slots");
  await button(page, capacity["row.add"]).click();
  const dialog = page.getByRole("dialog", { name: capacity["row.add"] });
  await dialog.getByLabel(capacity["field.from"]).fill(hour.from);
  await dialog.getByLabel(capacity["field.until"]).fill(hour.until);
  await dialog.getByLabel(capacity["field.level"]).selectOption("scheduled");
  await dialog
    .locator("fieldset input")
    .nth(hour.weekday - 1)
    .fill("1");
  await button(dialog, capacity.done).click();
  await dialog.waitFor({ state: "detached" });
  expect(await axeFaults(page)).toEqual([]);
  await button(page, drafts.save).click();
  await button(page, drafts.save).waitFor({ state: "detached" });
}

async function lift(page: Page, { drafts }: Case): Promise<void> {
  await page.goto("/a/slots");
  await page.getByRole("table").getByRole("button").last().click();
  await button(page, drafts.save).click();
  await button(page, drafts.save).waitFor({ state: "detached" });
}

/** The hours of the day, as the form lists them. */
async function atHours(page: Page, { words, quotes }: Case, hour: Ahead) {
  await page.goto("/book");
  await atStep(page, words["book.trip.title"]);
  if ((await page.getByLabel(words["address.pickup"]).inputValue()) === "")
    await fillAddresses(page, words, TRIP);
  await page.getByRole("radio", { name: new RegExp(quotes["level.scheduled"]) }).check();
  await page.getByLabel(words["when.day"], { exact: true }).selectOption(hour.date);
  const select = page.getByLabel(words["when.window"], { exact: true });
  return { select, own: select.locator(`option[value="${hour.window.start}"]`) };
}

async function book(page: Page, { words }: Case): Promise<void> {
  await goOn(page, words);
  await atStep(page, words["book.contact.title"]);
  await fillContacts(page, words, TRIP);
  await acceptPrice(page, words);
}

test.each(CASES)(
  "the last place is held while its sender pays, and free when they give up, $locale",
  async (own) => {
    const { locale, words, full } = own;
    const hour = await windowAhead(own.ahead);
    const admin = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(admin.page, "admin");
    await limit(admin.page, own, hour);
    const first = await openPerson(browser, { locale, ...PHONE });
    const second = await openPerson(browser, { locale, ...DESKTOP });
    try {
      const mine = await atHours(first.page, own, hour);
      await mine.select.selectOption(hour.window.start);
      await book(first.page, own);
      const theirs = await atHours(second.page, own, hour);
      await expect.poll(() => theirs.own.textContent(), { timeout: 30_000 }).toContain(full);
      expect(await theirs.own.isDisabled()).toBe(true);
      expect(await theirs.select.inputValue()).toBe(hour.window.end);
      expect(await axeFaults(second.page)).toEqual([]);
      await book(second.page, own);
      await button(second.page, words["pay.abandon"]).click();
      await second.page.waitForURL("**/book?step=contact");
      await button(first.page, words["pay.abandon"]).click();
      await first.page.waitForURL("**/book?step=contact");
      const again = await atHours(second.page, own, hour);
      await expect.poll(() => again.own.isEnabled(), { timeout: 30_000 }).toBe(true);
      for (const { watch } of [admin, first, second]) expect(watch).toEqual({ foreign: [], errors: [] });
    } finally {
      await lift(admin.page, own);
      for (const { context } of [admin, first, second]) await context.close();
    }
  },
);
