import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicDelivery from "#features/deliveries/web/words/ar.json" with { type: "json" };
import englishDelivery from "#features/deliveries/web/words/en.json" with { type: "json" };
import arabicPages from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishPages from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import arabicTrip from "#features/edits/web/words/ar.json" with { type: "json" };
import englishTrip from "#features/edits/web/words/en.json" with { type: "json" };
import arabicSender from "#features/sender/web/words/ar.json" with { type: "json" };
import englishSender from "#features/sender/web/words/en.json" with { type: "json" };
import english from "#features/dispatch/web/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { STOP_WORDS, openCourier } from "#test/support/courier/stops-page.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { button, chooseAddress, like } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  en: { ...englishDelivery, ...englishPages },
  ar: { ...arabicDelivery, ...arabicPages },
} as const;
const NARROW = { width: 390, height: 844 };
const NEW_PHONE = "+4930777888";
const A_COLLEAGUES_NOTE = "Bell of the second yard";

async function newStop(): Promise<CourierStop> {
  const stop = (await giveWork(1)).find(({ kind }) => kind === "deliver");
  if (!stop) throw new Error("the new work has nothing to deliver");
  return stop;
}

/** A colleague changes the recipient's note at the same time. */
async function colleagueEdits(id: string): Promise<void> {
  const token = await signIn(productUrl(), "bo");
  const { version, recipient } = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token });
  const changed = { ...recipient, phone: recipient.phone ?? "", note: A_COLLEAGUES_NOTE };
  await callWire(productUrl(), deliveriesApi.editDelivery, { id, version, recipient: changed }, { token });
}

/** Half an hour later on the clock. */
function later(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const at = (hours * 60 + minutes + 30) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}

const recipientPart = (page: Page, title: string) => page.getByRole("group", { name: title, exact: true });

test.each([
  ["en", DESKTOP],
  ["ar", NARROW],
] as const)(
  "the office changes a phone and the time, and the courier and the history have both (%s)",
  async (locale, size) => {
    const words = WORDS[locale];
    const stop = await newStop();
    const courier = await openCourier(browser, locale, NARROW);
    await courier.page.goto(`/c/stop/${stop.taskId}`);
    await courier.page.locator(`a[href="tel:${stop.contactPhone}"]`).waitFor();

    const { page, context, watch } = await openPerson(browser, { locale, ...size });
    await enterBy(page, "dispatcher");
    await page.goto(`/d/deliveries/${stop.deliveryId}`);
    await page.getByRole("link", { name: words["act.edit"], exact: true }).waitFor();
    await page.keyboard.press("e");
    await page.waitForURL(`**/d/deliveries/${stop.deliveryId}/edit`);
    const person = recipientPart(page, words["edit.recipient"]);
    const phone = person.getByLabel(words["edit.phone"]);
    const until = page.getByLabel(words["edit.until"]);
    await phone.fill("12");
    expect(await person.locator("[aria-invalid=true]").count()).toBe(0);
    await phone.blur();
    await person.locator("[aria-invalid=true]").waitFor();
    await phone.fill(NEW_PHONE);
    const end = later(await until.inputValue());
    await until.fill(end);
    await page.getByText(like(words["edit.told"])).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await colleagueEdits(stop.deliveryId);
    await page.getByText(words["edit.meanwhile"]).waitFor();
    expect(await phone.inputValue()).toBe(NEW_PHONE);
    expect(await until.inputValue()).toBe(end);
    await expect
      .poll(() => person.getByLabel(words["edit.note.recipient"]).inputValue())
      .toBe(A_COLLEAGUES_NOTE);
    expect(await axeFaults(page)).toEqual([]);

    await button(page, words["edit.discard"]).click();
    await button(page.getByRole("dialog"), words["edit.discard.keep"]).click();
    await context.setOffline(true);
    await button(page, words["edit.save"]).click();
    await page
      .locator("form [role=alert] .banner-warning, form .banner-warning[role=alert]")
      .last()
      .waitFor();
    await context.setOffline(false);
    await button(page, words["edit.save"]).click();
    await page.waitForURL(`**/d/deliveries/${stop.deliveryId}`);

    const history = page.getByRole("list", { name: words["timeline.label"] });
    await history.getByText(NEW_PHONE, { exact: true }).waitFor();
    await history.getByText(words["field.window"]).last().waitFor();
    await history.getByText(stop.contactPhone ?? "", { exact: true }).waitFor();
    await history.getByText(A_COLLEAGUES_NOTE).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const said = like(STOP_WORDS[locale]["changed.by-office"]);
    await courier.page.getByText(said).waitFor();
    await courier.page.locator(`a[href="tel:${NEW_PHONE}"]`).waitFor();
    const what = await courier.page.getByText(said).innerText();
    for (const name of ["changed.phone", "changed.note", "changed.window"] as const)
      expect(what).toContain(STOP_WORDS[locale][name]);
    expect(await axeFaults(courier.page)).toEqual([]);
    expect(watch.foreign).toEqual([]);
    await courier.context.close();
    await context.close();
  },
);

const GOAL = "Hohe Straße 164";
const WHY = "Our own mistake";

const TRIP = {
  en: { trip: englishTrip, sender: englishSender },
  ar: { trip: arabicTrip, sender: arabicSender },
} as const;

test.each([
  ["en", NARROW],
  ["ar", DESKTOP],
] as const)(
  "the office changes an address and decides about the price, and the courier goes there (%s)",
  async (locale, size) => {
    const words = WORDS[locale];
    const { trip, sender } = TRIP[locale];
    const stop = await newStop();
    const courier = await openCourier(browser, locale, NARROW);
    await courier.page.goto(`/c/stop/${stop.taskId}`);
    await courier.page.locator(`a[href="tel:${stop.contactPhone}"]`).waitFor();

    const { page, context, watch } = await openPerson(browser, { locale, ...size });
    await enterBy(page, "dispatcher");
    await page.goto(`/d/deliveries/${stop.deliveryId}/edit`);
    await page.getByRole("link", { name: words["edit.addresses.change"] }).click();
    await page.waitForURL(`**/d/deliveries/${stop.deliveryId}/trip`);
    await chooseAddress(page, sender["address.dropoff"], GOAL);
    const sum = page.locator(".trip-sum");
    await sum.waitFor();
    await page.getByText(like(trip.told)).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const keep = page.getByRole("radio", { name: like(trip.keep) });
    await keep.check();
    await button(page, trip.save).click();
    const reason = page.getByRole("textbox", { name: trip["reason.needed"], exact: true });
    await page.getByRole("alert").getByRole("link").first().waitFor();
    expect(await reason.getAttribute("aria-invalid")).toBe("true");
    await reason.fill(WHY);
    await colleagueEdits(stop.deliveryId);
    await page.getByText(trip.meanwhile).waitFor();
    await sum.waitFor();
    await context.setOffline(true);
    await button(page, trip.save).click();
    await page
      .locator("form .banner-warning[role=alert], form [role=alert] .banner-warning")
      .last()
      .waitFor();
    await context.setOffline(false);
    await button(page, trip.save).click();
    await page.waitForURL(`**/d/deliveries/${stop.deliveryId}`);

    const history = page.getByRole("list", { name: words["timeline.label"] });
    await history.getByText(words["field.dropoff-address"]).waitFor();
    await history.getByText(words["field.price-kept"]).waitFor();
    await history.getByText(WHY, { exact: true }).waitFor();

    const said = like(STOP_WORDS[locale]["changed.by-office"]);
    await courier.page.getByText(said).waitFor();
    await expect
      .poll(() => courier.page.getByText(said).innerText())
      .toContain(STOP_WORDS[locale]["changed.address"]);
    await courier.page.getByText(GOAL).first().waitFor();
    expect(await axeFaults(courier.page)).toEqual([]);
    expect(watch.foreign).toEqual([]);
    await courier.context.close();
    await context.close();
  },
);

test("the board's key E opens the form for the line of the cursor, and two chosen ones ask for one", async () => {
  const { page, context } = await openPerson(browser, { locale: "en", ...DESKTOP });
  await enterBy(page, "dispatcher");
  await page.goto("/d/board");
  const lines = page.getByRole("listbox", { name: english["unassigned.title"] });
  await lines.getByRole("option").nth(1).waitFor();
  await lines.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("e");
  await page.getByText(english["action.edit-one"]).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await button(page, english["action.edit"]).waitFor();
  await page.keyboard.press("e");
  await page.waitForURL(/\/d\/deliveries\/[^/]+\/edit$/);
  expect(await axeFaults(page)).toEqual([]);
  await context.close();
});
