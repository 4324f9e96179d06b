import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import frenchSteps from "#features/sender/web/book/words/fr.json" with { type: "json" };
import germanSteps from "#features/sender/web/book/words/de.json" with { type: "json" };
import frenchPay from "#features/sender/web/pay/words/fr.json" with { type: "json" };
import germanPay from "#features/sender/web/pay/words/de.json" with { type: "json" };
import frenchWords from "#features/sender/web/words/fr.json" with { type: "json" };
import germanWords from "#features/sender/web/words/de.json" with { type: "json" };
import { PHONE, enterBy, openBrowser, openPerson } from "#test/support/browser.ts";
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
  like,
  payBy,
} from "#test/support/journey.ts";

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

test("a German books on a phone; reloading at every step, going back and another language lose nothing", async () => {
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale: "de-DE" });
  await page.goto("/");
  await page.getByRole("link", { name: german["nav.book"] }).first().click();
  await fillAddresses(page, german, TRIP);
  await page.reload();
  await goOn(page, german);

  await atStep(page, german["book.parcels.title"]);
  await page.getByRole("radio", { name: new RegExp(german["size.medium"]) }).check();
  await page.getByLabel(german["parcels.weight"]).fill("2,5");
  await page.getByLabel(german["parcels.contents"]).fill("Bücher");
  await page.reload();
  expect(await page.getByLabel(german["parcels.contents"]).inputValue()).toBe("Bücher");
  expect(await page.getByRole("radio", { name: new RegExp(german["size.medium"]) }).isChecked()).toBe(true);
  await goOn(page, german);

  await atStep(page, german["book.when.title"]);
  await page.goBack();
  await atStep(page, german["book.parcels.title"]);
  expect(await page.getByLabel(german["parcels.weight"]).inputValue()).toBe("2,5");
  await page.goForward();
  await page.reload();
  await goOn(page, german);

  await atStep(page, german["book.contact.title"]);
  await fillContacts(page, german, TRIP);
  await chooseLanguage(page, "Français");
  await atStep(page, french["book.contact.title"]);
  const recipient = page.getByRole("group", { name: french["contact.recipient"] });
  expect(await recipient.getByLabel(french["contact.name"]).inputValue()).toBe(TRIP.recipient);
  await chooseLanguage(page, "Deutsch");
  await page.reload();
  await button(page, german["contact.next"]).click();

  await atStep(page, german["book.price.title"]);
  await page.reload();
  await page.getByRole("button", { name: like(german["price.book"]) }).waitFor();
  expect(await page.locator("main").innerText()).toContain("2,5 kg");
  await page.goBack();
  await atStep(page, german["book.contact.title"]);
  await page.goForward();
  await acceptPrice(page, german);
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
  await button(page, english["link.make"]).click();
  expect(await page.getByLabel(english["link.label"]).inputValue()).toContain("/t/");

  // Nobody else sees it by its address.
  const stranger = await openPerson(browser);
  await stranger.page.goto(page.url());
  await stranger.page.getByRole("main").getByRole("heading").first().waitFor();
  expect(await stranger.page.locator("main").innerText()).not.toContain(TRIP.recipient);
  await stranger.context.close();

  // The next booking starts empty.
  await page.getByRole("link", { name: english["booked.another"] }).click();
  await atStep(page, english["book.address.title"]);
  expect(await page.getByLabel(english["address.pickup"]).inputValue()).toBe("");
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("a sender cancels for the fee that was shown before", async () => {
  const { context, page, watch } = await openPerson(browser);
  await enterBy(page, "sender");
  await bookAndPay(page, TRIP);
  await page.getByRole("link", { name: english["booked.follow"] }).click();
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

test("an address outside the area is refused at the map and at the price, with the way back to it", async () => {
  const { context, page } = await openPerson(browser);
  await page.goto("/book");
  await chooseAddress(page, english, english["address.pickup"], TRIP.pickup);
  // A Plus Code of a far place.
  const box = page.getByLabel(english["address.dropoff"]);
  await box.fill("9F4MGC22+22");
  await page.getByRole("option").first().click();
  const dialog = page.getByRole("dialog", { name: english["pin.title"] });
  await dialog.getByText(english["pin.outside"]).waitFor();
  await button(dialog, english["pin.confirm"]).click();
  await goOn(page, english);
  await atStep(page, english["book.parcels.title"]);
  await goOn(page, english);
  await atStep(page, english["book.when.title"]);
  await goOn(page, english);
  await atStep(page, english["book.contact.title"]);
  await fillContacts(page, english, TRIP);
  await button(page, english["contact.next"]).click();
  await page.getByRole("link", { name: english["price.mend.address"] }).click();
  await atStep(page, english["book.address.title"]);
  expect(await page.getByLabel(english["address.pickup"]).inputValue()).toContain(TRIP.pickup);
  await context.close();
});
