import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicDelivery from "#features/deliveries/web/words/ar.json" with { type: "json" };
import englishDelivery from "#features/deliveries/web/words/en.json" with { type: "json" };
import arabicPages from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishPages from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import arabicTrip from "#features/edits/web/words/ar.json" with { type: "json" };
import englishTrip from "#features/edits/web/words/en.json" with { type: "json" };
import arabicBook from "#features/sender/web/book/words/ar.json" with { type: "json" };
import englishBook from "#features/sender/web/book/words/en.json" with { type: "json" };
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
import { button, like } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  en: { page: { ...englishDelivery, ...englishPages }, edit: englishTrip, book: englishBook },
  ar: { page: { ...arabicDelivery, ...arabicPages }, edit: arabicTrip, book: arabicBook },
} as const;
const NARROW = { width: 390, height: 844 };
const NEIGHBOUR = "Frau Sommer";
const WHY = "Said so at the counter";
const WORD = "Sender rang at noon";

/** The courier reports that the parcels are aboard. */
async function collects({ deliveryId: id, taskId }: CourierStop): Promise<void> {
  const token = await signIn(productUrl(), "carla");
  const head = { commandId: crypto.randomUUID(), occurredAt: new Date().toISOString(), taskId };
  const said = { recipientName: null, note: null, proofIds: [], offline: true };
  const command = { ...head, ...said, type: "succeed" as const };
  await callWire(productUrl(), deliveriesApi.performTask, { id, command }, { token });
}

test.each([
  ["en", DESKTOP],
  ["ar", NARROW],
] as const)(
  "the office agrees on a neighbour, then changes parcels and level with their price, the courier has it all, and the sender’s word is noted (%s)",
  async (locale, size) => {
    const { page: words, edit, book } = WORDS[locale];
    const [first, second] = await giveWork(1);
    const [pickup, stop] = first?.kind === "collect" ? [first, second] : [second, first];
    if (!pickup || !stop) throw new Error("the new work has nothing to deliver");
    const courier = await openCourier(browser, locale, NARROW);
    await courier.page.goto(`/c/stop/${stop.taskId}`);
    await courier.page.locator(`a[href="tel:${stop.contactPhone}"]`).waitFor();

    const { page, context, watch } = await openPerson(browser, { locale, ...size });
    await enterBy(page, "dispatcher");
    const act = async (name: string) => {
      await button(page, words["detail.more"]).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await page.goto(`/d/deliveries/${stop.deliveryId}`);
    await act(words["act.leave"]);
    const dialog = page.getByRole("dialog");
    const place = dialog.getByRole("textbox", { name: edit["leave.place.neighbour"] });
    await place.waitFor();
    await dialog.getByText(words["follows.money.none"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await place.fill(NEIGHBOUR);
    await button(dialog, edit["leave.save"]).click();
    await dialog.waitFor({ state: "detached" });
    const history = page.getByRole("list", { name: words["timeline.label"] });
    await history.getByText(NEIGHBOUR).first().waitFor();
    await courier.page.getByText(NEIGHBOUR).waitFor();

    await act(words["act.leave"]);
    await button(dialog, edit["leave.back"]).click();
    await dialog.waitFor({ state: "detached" });
    await courier.page.getByText(NEIGHBOUR).waitFor({ state: "detached" });

    await page.goto(`/d/deliveries/${stop.deliveryId}/edit`);
    await page.getByRole("link", { name: words["edit.addresses.change"] }).click();
    await page.waitForURL(`**/d/deliveries/${stop.deliveryId}/trip`);
    const level = page.getByRole("combobox", { name: edit.level });
    await level.waitFor();
    await level.selectOption((await level.inputValue()) === "scheduled" ? "next_day" : "scheduled");
    await button(page, book["parcels.add"]).click();
    await page.locator(".trip-sum").waitFor();
    await page.getByText(like(edit.told)).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("radio", { name: like(edit.keep) }).check();
    await page.getByRole("textbox", { name: edit["reason.needed"], exact: true }).fill(WHY);
    await button(page, edit.save).click();
    await page.waitForURL(`**/d/deliveries/${stop.deliveryId}`);

    for (const field of ["field.service", "field.parcels", "field.price-kept"] as const)
      await history.getByText(words[field]).first().waitFor();
    await history.getByText(WHY, { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const changed = STOP_WORDS[locale];
    const said = courier.page.getByText(like(changed["changed.by-office"]));
    await expect.poll(() => said.innerText()).toContain(changed["changed.handover"]);
    expect(await axeFaults(courier.page)).toEqual([]);
    // The stop ahead at which the parcels change hands first.
    await courier.page.goto(`/c/stop/${pickup.taskId}`);
    await expect.poll(() => said.innerText()).toContain(changed["changed.parcels"]);

    await collects(pickup);
    await act(words["act.disposal"]);
    await dialog.getByRole("textbox", { name: edit["disposal.reason"] }).fill(WORD);
    await dialog.getByText(words["follows.money.none"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await button(dialog, edit["disposal.agree"]).click();
    await dialog.waitFor({ state: "detached" });
    await history.getByText(WORD, { exact: true }).waitFor();
    await history.getByText(words["undeliverable.dispose"], { exact: true }).waitFor();
    expect(watch.foreign).toEqual([]);
    await courier.context.close();
    await context.close();
  },
);
