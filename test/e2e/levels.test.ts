import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { levelsApi } from "#features/quotes/contract/levels.ts";
import arabicLevels from "#features/quotes/web/levels/words/ar.json" with { type: "json" };
import englishLevels from "#features/quotes/web/levels/words/en.json" with { type: "json" };
import arabicBooked from "#features/sender/web/booked/words/ar.json" with { type: "json" };
import arabicSteps from "#features/sender/web/book/words/ar.json" with { type: "json" };
import arabicPay from "#features/sender/web/pay/words/ar.json" with { type: "json" };
import arabicSender from "#features/sender/web/words/ar.json" with { type: "json" };
import arabicDrafts from "#web/drafts/words/ar.json" with { type: "json" };
import englishDrafts from "#web/drafts/words/en.json" with { type: "json" };
import { callWire } from "#test/support/processes/product.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import {
  CARDS,
  acceptPrice,
  atStep,
  button,
  english,
  fillAddresses,
  fillContacts,
  goOn,
  payBy,
} from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 180_000 });

const arabic = { ...arabicSender, ...arabicSteps, ...arabicPay, ...arabicBooked };
const LANGUAGES = [
  { locale: "en", name: "Evening round", levels: englishLevels, drafts: englishDrafts, words: english },
  { locale: "ar", name: "جولة المساء", levels: arabicLevels, drafts: arabicDrafts, words: arabic },
] as const;
/** English, in the reader's language. */
const languageIn = (locale: string): string =>
  new Intl.DisplayNames(locale, { type: "language" }).of("en") ?? "";
const NAMES = LANGUAGES.map(({ name }) => name);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  // Deliveries keep the level that they were booked by, so it is retired, as an administrator would.
  const office = { token: tokenOf(productUrl(), "greta") };
  const { version, levels } = await callWire(productUrl(), levelsApi.readServiceLevels, {}, office);
  const isOurs = ({ names }: (typeof levels)[number]) => NAMES.some((name) => name === names.en);
  if (levels.some((level) => isOurs(level) && !level.isRetired))
    await callWire(
      productUrl(),
      levelsApi.editServiceLevels,
      {
        version,
        levels: levels.map((level) => (isOurs(level) ? { ...level, isOn: false, isRetired: true } : level)),
      },
      office,
    );
});

const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Nora of the levels",
  recipient: "Omar Haddad",
};

test.each(LANGUAGES)(
  "an administrator adds a level, a sender books by its name, terms and price, and it is retired ($locale)",
  async ({ locale, name, levels, drafts, words }) => {
    const admin = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(admin.page, "admin");
    await admin.page.goto("/a/levels");
    await button(admin.page, levels.add).click();
    const dialog = admin.page.getByRole("dialog");
    await dialog.getByLabel(levels["field.name"].replace("{language}", languageIn(locale))).fill(name);
    await dialog.getByLabel(levels["field.window"]).fill("120");
    await dialog.getByLabel(levels["field.step"]).fill("120");
    await dialog.getByLabel(levels["field.on-the-way"]).fill("30");
    expect(await axeFaults(admin.page)).toEqual([]);
    await button(dialog, levels["field.done"]).click();
    await dialog.waitFor({ state: "detached" });
    await button(admin.page, drafts.save).click();
    await admin.page.getByText(levels.saved).waitFor();
    await button(admin.page, drafts.save).waitFor({ state: "detached" });

    const sender = await openPerson(browser, { locale, ...DESKTOP });
    await sender.page.goto("/book");
    await fillAddresses(sender.page, words, TRIP);
    const card = sender.page.getByRole("radio", { name: new RegExp(name) });
    const priced = sender.page.getByRole("radio", { name: new RegExp(`${name}.*€`) });
    await priced.waitFor();
    // Its place in the list of the organisation is the last one.
    expect(await sender.page.getByRole("radio", { name: /€/ }).last().getAttribute("value")).toBe(
      await card.getAttribute("value"),
    );
    await card.check();
    await goOn(sender.page, words);
    await atStep(sender.page, words["book.contact.title"]);
    await fillContacts(sender.page, words, TRIP);
    await acceptPrice(sender.page, words);
    await payBy(sender.page, CARDS.good, locale);
    await atStep(sender.page, words["booked.title"]);

    await button(admin.page, levels.retire.replace("{name}", name)).click();
    await button(admin.page, drafts.save).click();
    await admin.page.getByText(levels["retired-text"]).first().waitFor();
    await button(admin.page, drafts.save).waitFor({ state: "detached" });
    await sender.page.goto("/book");
    await fillAddresses(sender.page, words, TRIP);
    await sender.page.getByRole("radio", { name: /€/ }).first().waitFor();
    expect(await card.count()).toBe(0);
    expect([...admin.watch.errors, ...sender.watch.errors]).toEqual([]);
    await admin.context.close();
    await sender.context.close();
  },
);
