import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import arabicPhone from "#features/notices/web/demo-phone/words/ar.json" with { type: "json" };
import englishPhone from "#features/notices/web/demo-phone/words/en.json" with { type: "json" };
import arabicSettings from "#features/notices/web/notice-settings/words/ar.json" with { type: "json" };
import englishSettings from "#features/notices/web/notice-settings/words/en.json" with { type: "json" };
import arabicBooked from "#features/sender/web/booked/words/ar.json" with { type: "json" };
import arabicSteps from "#features/sender/web/book/words/ar.json" with { type: "json" };
import arabicPay from "#features/sender/web/pay/words/ar.json" with { type: "json" };
import arabicSender from "#features/sender/web/words/ar.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import { mailsIn } from "#test/support/people/mails.ts";
import { PHONE, axeFaults, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import {
  CARDS,
  acceptPrice,
  atStep,
  bookToPrice,
  button,
  english,
  payBy,
} from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Phones of these bookings alone: an address hears a day's most notices once, and other journeys book for the usual one. */
const PHONES = { en: "030 654401", ar: "030 654402" };
const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the notices",
  recipient: "Rita Ray",
};
const arabic = { ...arabicSender, ...arabicSteps, ...arabicPay, ...arabicBooked };

async function reword(page: Page, words: typeof englishSettings, body: string): Promise<void> {
  await enterBy(page, "admin");
  await page.goto("/a/notices");
  await page.getByLabel(words["wordings.body"], { exact: true }).fill(body);
  const preview = page.getByRole("region", { name: words["preview.title"] });
  await preview.getByText(body.replace("{number}", "WB-7K4M-92QX")).waitFor();
  await page.getByLabel(words["test.mail"]).fill("ada@example.org");
  await button(page, words["test.send"]).click();
  await page.getByText(words["test.folder"]).waitFor();
  await button(page, words["wordings.save"]).click();
  await button(page, words["wordings.reset"]).waitFor();
  expect(await axeFaults(page)).toEqual([]);
}

test.each([
  ["en", englishSettings, english, englishPhone],
  ["ar", arabicSettings, arabic, arabicPhone],
] as const)(
  "an administrator words a message, and the next booking's recipient reads it (%s)",
  async (locale, words, booking, phone) => {
    const marker = `Zebra ${locale}`;
    const office = await openPerson(browser, { locale });
    await reword(office.page, words, `${marker} {number}`);
    expect((await mailsIn(inject("productFolder"), `${marker} WB-7K4M-92QX`)).length).toBe(1);

    const guest = await openPerson(browser, { ...PHONE, locale });
    await bookToPrice(guest.page, booking, TRIP);
    const recipient = guest.page.getByRole("group", { name: booking["contact.recipient"] });
    await recipient.getByLabel(booking["contact.phone"]).fill(PHONES[locale]);
    await recipient.getByLabel(booking["contact.email"]).fill(`rita-${locale}@example.org`);
    await acceptPrice(guest.page, booking);
    await payBy(guest.page, CARDS.good, locale);
    await atStep(guest.page, booking["booked.title"]);
    const number = (await guest.page.locator(".serial").first().textContent()) ?? "";
    const texts = guest.page.getByRole("region", { name: phone.title }).getByRole("log");
    await texts.getByRole("link").first().waitFor();
    expect(await texts.innerText()).toContain(TRIP.recipient);
    expect(await axeFaults(guest.page)).toEqual([]);
    const told = async () => (await mailsIn(inject("productFolder"), `rita-${locale}@example.org`)).join();
    await expect.poll(told, { timeout: 60_000 }).toContain(marker);
    expect(number).toMatch(/^WB-/);

    await button(office.page, words["wordings.reset"]).click();
    await office.page.getByText(words["wordings.is-own"]).waitFor();
    for (const { context, watch } of [office, guest]) {
      expect(watch).toEqual({ foreign: [], errors: [] });
      await context.close();
    }
  },
);

test("nobody but an administrator decides about messages", async () => {
  const { context, page } = await openPerson(browser);
  await enterBy(page, "dispatcher");
  await page.goto("/a/notices");
  await page.getByText(session["title.wrong-role"]).first().waitFor();
  expect(await page.getByText(englishSettings["rules.title"]).count()).toBe(0);
  await context.close();
});
