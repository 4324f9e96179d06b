import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arabicAssigning from "#features/assigning/web/words/ar.json" with { type: "json" };
import englishAssigning from "#features/assigning/web/words/en.json" with { type: "json" };
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicPages from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishPages from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import arabic from "#features/dispatch/web/words/ar.json" with { type: "json" };
import english from "#features/dispatch/web/words/en.json" with { type: "json" };
import { stopToDeliver } from "#test/support/courier/give-work.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
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
import { button, shown } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 300_000 });

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
let browser: Browser;
beforeAll(async () => {
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  en: { ...english, ...englishPages, ...englishAssigning },
  ar: { ...arabic, ...arabicPages, ...arabicAssigning },
} as const;
const LOOKS = [
  ["en", { ...DESKTOP, locale: "en" }, "ArrowRight"],
  ["ar", { ...PHONE, locale: "ar", dark: true }, "ArrowLeft"],
] as const;

const token = () => signIn(productUrl(), "bo");
const readBoard = async () =>
  boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token: await token() }));
const held = async (recipient: string) =>
  (await moneyByWire(productUrl()).held(undefined, { recipient })).deliveryId;

/** Gives a delivery to the courier who has room for all of these. @returns their name */
async function giveToBest(all: readonly string[], id: string): Promise<string> {
  const bo = { token: await token() };
  const { date, couriers } = await readBoard();
  const asked = { deliveryIds: [...all], date };
  const { quotes } = await callWire(productUrl(), planningApi.quoteGroup, asked, bo);
  const courier = couriers.find((one) => one.id === quotes[0]?.courierId);
  if (!courier) throw new Error("no courier has room");
  const edit = {
    type: "assign" as const,
    commandId: randomUUID(),
    occurredAt: new Date().toISOString(),
    date,
    deliveryIds: [id],
    courierId: courier.id,
    beforeTaskId: null,
    seen: [{ courierId: courier.id, revision: courier.route.revision }],
  };
  await callWire(productUrl(), dispatchApi.editPlan, { edit }, bo);
  return courier.name;
}

async function openBoard(look: (typeof LOOKS)[number][1], search: Record<string, string>) {
  const person = await openPerson(browser, look);
  await enterBy(person.page, "dispatcher");
  await person.page.goto(`/d/board?${new URLSearchParams(search)}`);
  return person;
}

/** The narrowest screen shows everything within its edge, and axe finds no fault. */
async function isWhole(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  expect(await axeFaults(page)).toEqual([]);
  const size = page.viewportSize() ?? DESKTOP;
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = () =>
    page.getByRole("dialog").evaluate((dialog) => {
      const boxes = [dialog, ...dialog.querySelectorAll("[role='listbox']")];
      return Math.max(dialog.clientWidth - 320, ...boxes.map((box) => box.scrollWidth - box.clientWidth));
    });
  await expect.poll(beyond).toBeLessThanOrEqual(0);
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}-320.png`) });
  await page.setViewportSize(size);
}

/** Presses Tab until something has the focus. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let n = 0; n < 40; n += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(target)} is not reached by Tab`);
}

test.each(LOOKS)(
  "R on the board sends parcels back with what follows said before the press, by keys alone (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const { deliveryId: id, number } = await stopToDeliver();
    const { page, context, watch } = await openBoard(look, { q: number, tab: "couriers" });
    const tree = page.getByRole("tree");
    await shown(page, tree.getByRole("treeitem").filter({ hasText: number }).last());
    await tree.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    const acts = dialog.getByRole("list", { name: words["detail.actions"] }).getByRole("button");
    await shown(page, acts.first());
    const names = (await acts.allTextContents()).map((name) => name.trim());
    expect(names).toContain(words["act.hand_over"]);
    await isWhole(page, `next-${locale}`);
    await page.keyboard.press(String(names.indexOf(words["act.send_back"]) + 1));
    const follows = dialog.getByRole("region", { name: words["follows.title"] });
    await shown(page, follows.getByText(words["follows.money"], { exact: true }));
    await isWhole(page, `next-follows-${locale}`);
    await tabTo(button(dialog, words["act.send_back"]));
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(words["act.send_back.done"]).waitFor();
    const after = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: await token() });
    expect(after.state).toBe("returning");

    await tree.focus();
    await page.keyboard.press("?");
    await shown(page, dialog.getByText(words["keys.next"]));
    await shown(page, dialog.getByText(words["keys.exceptions"]));
    await page.keyboard.press("Escape");
    await page.keyboard.press("x");
    await page.waitForURL("**/d/exceptions");
    expect(watch.errors).toEqual([]);
    await context.close();
  },
);

test.each(LOOKS)(
  "several deliveries are quoted together and go where the best quote says, by keys alone (%s)",
  async (locale, look) => {
    const words = WORDS[locale];
    const recipient = `Paar ${randomUUID().slice(0, 8)}`;
    const ids = [await held(recipient), await held(recipient)];
    const { page, context, watch } = await openBoard(look, { q: recipient });
    const list = page.getByRole("listbox", { name: words["unassigned.title"] });
    await expect.poll(() => list.getByRole("option").count()).toBe(2);
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog");
    const best = dialog.getByRole("option").filter({ hasText: words["group.best"] });
    await shown(page, best);
    await isWhole(page, `group-${locale}`);
    const name = (await best.locator(".strong").first().textContent()) ?? "";
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const holders = async () => {
      const { couriers } = await readBoard();
      const found = couriers.filter(({ route }) => route.stops.some((stop) => ids.includes(stop.deliveryId)));
      return found.map((one) => one.name);
    };
    await expect.poll(holders).toEqual([name]);
    expect(watch.errors).toEqual([]);
    await context.close();
  },
);

test.each(LOOKS)(
  "the arrow opens the places of a courier's route, and Enter puts the stops at the chosen one, by keys alone (%s)",
  async (locale, look, onward) => {
    const words = WORDS[locale];
    const recipient = `Platz ${randomUUID().slice(0, 8)}`;
    const [ahead, id] = [await held("Voraus"), await held(recipient)];
    const name = await giveToBest([ahead, id], ahead);
    const { page, context, watch } = await openBoard(look, { q: recipient });
    const list = page.getByRole("listbox", { name: words["unassigned.title"] });
    await expect.poll(() => list.getByRole("option").count()).toBe(1);
    const stopsOfCourier = async () =>
      (await readBoard()).couriers.find((one) => one.name === name)?.route.stops ?? [];
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog");
    await shown(page, dialog.getByRole("option").first());
    await page.keyboard.type(name);
    const next = (await stopsOfCourier()).find(({ state }) => state === "assigned")?.taskId;
    await page.keyboard.press(onward);
    const places = dialog.getByRole("listbox");
    await shown(page, places.getByText(words["group.best"]));
    await isWhole(page, `gaps-${locale}`);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const before = async () => {
      const stops = await stopsOfCourier();
      const at = stops.findIndex(({ taskId }) => taskId === next);
      return stops.slice(Math.max(0, at - 2), at).map(({ deliveryId }) => deliveryId);
    };
    await expect.poll(before).toEqual([id, id]);
    expect(watch.errors).toEqual([]);
    await context.close();
  },
);
