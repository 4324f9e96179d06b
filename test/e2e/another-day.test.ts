import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicPages from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishPages from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import arabic from "#features/dispatch/web/words/ar.json" with { type: "json" };
import english from "#features/dispatch/web/words/en.json" with { type: "json" };
import hall from "#web/words/en.json" with { type: "json" };
import { DAY_MS, fromIso } from "#kernel/instant.ts";
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
import { button, like } from "#test/support/web/journey.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = { en: { ...english, ...englishPages }, ar: { ...arabic, ...arabicPages } } as const;

/** Work of a courier that somebody must plan anew. @returns the id of its delivery */
async function newWork(): Promise<string> {
  const id = (await giveWork(1)).find(({ kind }) => kind === "deliver")?.deliveryId;
  if (id === undefined) throw new Error("the new work has nothing to deliver");
  return id;
}
const readAs = async (door: string, id: string) =>
  callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: await signIn(productUrl(), door) });

async function openBoard(locale: "en" | "ar"): Promise<Page> {
  const { page } = await openPerson(browser, { ...DESKTOP, locale });
  await enterBy(page, "dispatcher");
  return page;
}

test("three presses move a delivery to the next open day, one more takes it back to its courier", async () => {
  const id = await newWork();
  const before = await readAs("bo", id);
  const page = await openBoard("en");
  await page.goto(`/d/board?q=${before.number}`);
  const stop = page.getByRole("treeitem").filter({ hasText: before.number }).first();
  await stop.click();
  await page.keyboard.press("d");
  await page.getByRole("textbox", { name: WORDS.en["postpone.day"], exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await stop.waitFor({ state: "detached" });
  await page
    .getByRole("status")
    .getByText(/^1 delivery moved to/)
    .waitFor();
  const moved = await readAs("bo", id);
  const days = (fromIso(moved.window.start) - fromIso(before.window.start)) / DAY_MS;
  expect(days).toBeGreaterThan(0.9);
  expect(moved.courierId).toBeNull();
  await button(page, hall["ui.undo"]).click();
  await expect.poll(async () => (await readAs("bo", id)).courierId).toBe(before.courierId);
  expect(await readAs("bo", id)).toMatchObject({
    window: before.window,
    pickupWindow: before.pickupWindow,
  });
  await page.context().close();
});

test.each(["en", "ar"] as const)("another try is promised for another day on a phone, %s", async (locale) => {
  const words = WORDS[locale];
  const id = await newWork();
  const before = await readAs("bo", id);
  const token = await signIn(productUrl(), "bo");
  const command = {
    type: "fail" as const,
    commandId: crypto.randomUUID(),
    occurredAt: new Date().toISOString(),
    offline: false,
    taskId: before.tasks.find(({ kind }) => kind === "collect")?.id ?? "",
    reason: "not_ready",
    note: "The shop was closed.",
    proofIds: [],
  };
  await callWire(productUrl(), deliveriesApi.performTask, { id, command }, { token });
  const { page } = await openPerson(browser, { ...PHONE, locale });
  await enterBy(page, "dispatcher");
  await page.goto(`/d/deliveries/${id}`);
  await button(page, words["act.retry"]).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(words["retry.holder.sender"]).waitFor();
  await dialog.getByLabel(like(words["retry.next"])).check();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: words["act.retry"], exact: true }).click();
  await page.getByRole("status").getByText(words["act.retry.done"]).waitFor();
  const after = await readAs("bo", id);
  expect(fromIso(after.window.start)).toBeGreaterThan(fromIso(before.window.start));
  expect(after.tasks.at(-1)).toMatchObject({ state: "open", tryNo: 2 });
  await page.context().close();
});
