import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicPages from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishPages from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import arabicParts from "#features/parcels/web/words/ar.json" with { type: "json" };
import englishParts from "#features/parcels/web/words/en.json" with { type: "json" };
import arabicProofs from "#features/proofs/web/words/ar.json" with { type: "json" };
import englishProofs from "#features/proofs/web/words/en.json" with { type: "json" };
import type { CourierStop } from "#features/courier/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  PHONE,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { button } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 180_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  en: { ...englishPages, ...englishParts, ...englishProofs },
  ar: { ...arabicPages, ...arabicParts, ...arabicProofs },
} as const;

async function threeParcels() {
  const stops = await giveWork(1, { parcels: 3 });
  const stop = stops.find((one): one is CourierStop => one.kind === "collect");
  const [one = "", two = "", three = ""] = stop?.parcels.map(({ code }) => code) ?? [];
  return { id: stop?.deliveryId ?? "", one, two, three };
}

/** Says in the dialog of one parcel what became of it. */
const say = (page: Page, code: string, word: string) =>
  page
    .getByRole("dialog")
    .getByRole("group", { name: new RegExp(code) })
    .getByRole("radio", { name: word, exact: true })
    .check();

const submit = (page: Page) => page.getByRole("dialog").locator("button[type=submit]").click();
const line = (page: Page, code: string, word: string) =>
  page.locator(".parcel-line", { hasText: code }).getByText(word, { exact: true }).first().waitFor();

test.each([
  ["en", DESKTOP, false],
  ["ar", PHONE, true],
] as const)("the office tells the parcels of a delivery apart, %s", async (locale, size, dark) => {
  const words = WORDS[locale];
  const { id, one, two, three } = await threeParcels();
  const { page, context, watch } = await openPerson(browser, { ...size, locale, dark });
  await enterBy(page, "dispatcher");
  await page.goto(`/d/deliveries/${id}`);

  await button(page, words["parts.record"]).click();
  await say(page, one, words["part.collected"]);
  await say(page, two, words["part.collected"]);
  await say(page, three, words["how.missing"]);
  expect(await axeFaults(page)).toEqual([]);
  await submit(page);
  await page.getByRole("status").getByText(words["parts.record.done"]).waitFor();
  await line(page, three, words["state.not_sent"]);
  await line(page, one, words["state.on_board"]);

  await button(page, words["parts.record"]).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("group", { name: new RegExp(three) }).count()).toBe(0);
  await say(page, one, words["part.delivered"]);
  await say(page, two, words["part.delivered"]);
  await dialog.getByLabel(words["office.unproven"]).check();
  await dialog.locator("textarea[name=note]").fill("Carla called");
  await submit(page);
  await line(page, two, words["state.delivered"]);

  await button(page, words["parts.correct"]).click();
  await say(page, one, words["part.delivered"]);
  await say(page, two, words["how.refused"]);
  await dialog.getByLabel(words["act.note-why"]).fill("She gave one back");
  expect(await axeFaults(page)).toEqual([]);
  await submit(page);
  await page.getByRole("status").getByText(words["parts.correct.done"]).waitFor();
  await line(page, two, words["state.on_board"]);
  await line(page, two, words["how.refused"]);
  await line(page, one, words["state.delivered"]);
  // A handover that failed in part goes on by another try or the way back.
  await expect.poll(() => button(page, words["parts.correct"]).count()).toBe(0);
  expect(await button(page, words["parts.record"]).count()).toBe(0);

  const token = await signIn(productUrl(), "bo");
  const after = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token });
  expect(after.state).toBe("attempt_failed");
  const corrected = after.timeline.find(({ type }) => type === "delivery.corrected");
  expect(corrected).toMatchObject({ data: { to: "failed" }, actor: { kind: "person" } });
  expect(watch.errors).toEqual([]);
  await context.close();
});
