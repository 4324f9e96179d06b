import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import frenchSteps from "#features/sender/web/book/words/fr.json" with { type: "json" };
import germanSteps from "#features/sender/web/book/words/de.json" with { type: "json" };
import frenchPay from "#features/sender/web/pay/words/fr.json" with { type: "json" };
import germanPay from "#features/sender/web/pay/words/de.json" with { type: "json" };
import frenchWords from "#features/sender/web/words/fr.json" with { type: "json" };
import germanWords from "#features/sender/web/words/de.json" with { type: "json" };
import quotes from "#features/quotes/web/words/en.json" with { type: "json" };
import { PHONE, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import {
  CARDS,
  acceptPrice,
  atStep,
  bookAndPay,
  bookToPrice,
  button,
  chooseAddress,
  english,
  fillAddresses,
  fillContacts,
  goOn,
  payBy,
} from "#test/support/web/journey.ts";

const french = { ...frenchWords, ...frenchSteps, ...frenchPay };
const german = { ...germanWords, ...germanSteps, ...germanPay };
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the booking",
  recipient: "Jules Ferrand",
};

const chooseLanguage = async (page: Page, name: string): Promise<void> => {
  await page.locator(".app-bar .icon-button").first().click();
  await page.getByRole("menuitemradio", { name }).click();
};

/** Expects the keyboard to go on at this heading. */
const focusOn = async (page: Page, title: string) => {
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
};

test("a German books on a phone; reloading at every step, going back and another language lose nothing", async () => {
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale: "de-DE" });
  await page.goto("/");
  await page.getByRole("link", { name: german["nav.book"] }).first().click();
  await atStep(page, german["book.trip.title"]);
  await fillAddresses(page, german, TRIP);
  await page.reload();
  await page.getByRole("radio", { name: new RegExp(german["size.medium"]) }).check();
  await page.getByLabel(german["parcels.weight"]).fill("2,5");
  await page.getByLabel(german["parcels.contents"]).fill("Bücher");
  await page.reload();
  expect(await page.getByLabel(german["parcels.contents"]).inputValue()).toBe("Bücher");
  expect(await page.getByRole("radio", { name: new RegExp(german["size.medium"]) }).isChecked()).toBe(true);
  // The amount stands on each choice of when, and in the bar at the foot.
  const choices = page.getByRole("group", { name: german["when.level"] }).getByRole("radio");
  await page.getByRole("radio", { name: /€/ }).first().waitFor();
  const priced = page.getByRole("radio", { name: /€/ });
  expect(await priced.count()).toBe(await choices.count());
  await goOn(page, german);

  await atStep(page, german["book.contact.title"]);
  await focusOn(page, german["book.contact.title"]);
  expect(await page.locator("main").innerText()).toContain("2,5\u00a0kg");
  await page.goBack();
  await atStep(page, german["book.trip.title"]);
  await focusOn(page, german["book.trip.title"]);
  expect(await page.getByLabel(german["parcels.weight"]).inputValue()).toBe("2,5");
  await page.goForward();
  await page.reload();
  await atStep(page, german["book.contact.title"]);
  await fillContacts(page, german, TRIP);
  await chooseLanguage(page, "Français");
  await atStep(page, french["book.contact.title"]);
  const recipient = page.getByRole("group", { name: french["contact.recipient"] });
  expect(await recipient.getByLabel(french["contact.name"]).inputValue()).toBe(TRIP.recipient);
  await chooseLanguage(page, "Deutsch");
  await page.reload();
  await acceptPrice(page, german);
  await focusOn(page, german["book.pay.title"]);
  await page.getByRole("navigation", { name: german["book.steps"] }).waitFor();
  await page.reload();
  await atStep(page, german["book.pay.title"]);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("a guest books without an account, a refused card first, and finds the booking again", async () => {
  const { context, page, watch } = await openPerson(browser);
  await bookToPrice(page, english, TRIP);
  await acceptPrice(page, english);
  await payBy(page, CARDS.declined);
  await page
    .getByRole("alert")
    .filter({ hasText: /declined|refused/i })
    .waitFor();
  await payBy(page, CARDS.good);
  await atStep(page, english["booked.title"]);
  await page.reload();
  await atStep(page, english["booked.title"]);
  expect(await page.getByLabel(english["link.label"]).inputValue()).toContain("/t/");

  // Its address shows it to no other person.
  const stranger = await openPerson(browser);
  await stranger.page.goto(page.url());
  await stranger.page.getByRole("main").getByRole("heading").first().waitFor();
  expect(await stranger.page.locator("main").innerText()).not.toContain(TRIP.recipient);
  await stranger.context.close();

  // The next booking starts empty.
  await page.getByRole("link", { name: english["booked.another"] }).click();
  await atStep(page, english["book.trip.title"]);
  expect(await page.getByLabel(english["address.pickup"]).inputValue()).toBe("");
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("a sender cancels for the fee that was shown before", async () => {
  const { context, page, watch } = await openPerson(browser);
  await enterBy(page, "sender");
  await bookAndPay(page, TRIP);
  const follow = page.getByRole("link", { name: english["booked.follow"] });
  await follow.click();
  // The page before has such a button, too.
  await follow.waitFor({ state: "hidden" });
  await button(page, english["cancel.open"]).click();
  const question = page.getByRole("dialog", { name: english["cancel.title"] });
  await question.getByText(english["cancel.fee"]).waitFor();
  await button(question, english["cancel.keep"]).click();
  await question.waitFor({ state: "hidden" });
  await button(page, english["cancel.open"]).click();
  await button(question, english["cancel.free"]).click();
  await page.locator("main header").getByText("Cancelled", { exact: true }).waitFor();
  expect(await button(page, english["cancel.open"]).count()).toBe(0);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("what cannot be done is said on its own field at once: outside the area, the same place, too heavy", async () => {
  const { context, page, watch } = await openPerson(browser);
  await page.goto("/book");
  await chooseAddress(page, english["address.pickup"], TRIP.pickup);
  const box = page.getByLabel(english["address.dropoff"]);
  const said = (text: string) => page.getByTestId("address-dropoff").getByText(text).waitFor();
  await chooseAddress(page, english["address.dropoff"], TRIP.pickup);
  await said(quotes["refusal.same-place"]);
  // A Plus Code of a far place.
  await chooseAddress(page, english["address.dropoff"], "9F4MGC22+22");
  await said(quotes["refusal.outside-area"]);
  await goOn(page, english);
  await atStep(page, english["book.trip.title"]);
  expect(await box.getAttribute("aria-invalid")).toBe("true");
  await chooseAddress(page, english["address.dropoff"], TRIP.dropoff);
  await page.getByLabel(english["parcels.weight"]).fill("30");
  await page.getByText(quotes["refusal.too-heavy"]).waitFor();
  await page.getByLabel(english["parcels.weight"]).fill("900");
  await page.locator(".field-wrong").getByText(quotes["refusal.too-heavy"]).waitFor();
  await page.getByLabel(english["parcels.weight"]).fill("3");
  await page.getByRole("status").getByText(english["price.total"]).waitFor();
  await goOn(page, english);
  await atStep(page, english["book.contact.title"]);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});
