import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { orderEntryApi } from "#features/order-entry/contract/api.ts";
import arabicOwed from "#features/debts/web/owed/words/ar.json" with { type: "json" };
import englishOwed from "#features/debts/web/owed/words/en.json" with { type: "json" };
import arabic from "#features/order-entry/web/words/ar.json" with { type: "json" };
import english from "#features/order-entry/web/words/en.json" with { type: "json" };
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
import { like } from "#test/support/web/journey.ts";

const owed = { en: englishOwed, ar: arabicOwed } as const;
vi.setConfig({ testTimeout: 180_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Numbers of today's board with the courier of each, or null. */
async function couriersOf(): Promise<Record<string, string | null>> {
  const sheet = await callWire(productUrl(), dispatchApi.readBoard, {}, { token: await token() });
  const { deliveries, couriers } = boardOf(sheet);
  const owner = new Map(
    couriers.flatMap(({ id, route }) => route.stops.map((stop) => [stop.deliveryId, id] as const)),
  );
  return Object.fromEntries(deliveries.map(({ id, number }) => [number, owner.get(id) ?? null]));
}

/** A sender of the demo who has ordered before. */
const KNOWN = "Ada Lindqvist";

/** Opens the form by its key and chooses the caller by the start of their name. @returns how many keys it took */
async function answerCall(page: Page): Promise<number> {
  // The keys of every page come with the search in the bar.
  await page.locator(".bar-find").waitFor();
  await page.keyboard.press("n");
  await page.waitForURL(/\/d\/new$/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("entry-caller");
  await page.keyboard.type("ada l");
  await page.getByRole("option", { name: new RegExp(KNOWN) }).waitFor();
  await page.keyboard.press("Enter");
  return "n".length + "ada l".length + 1;
}

/** The first of the caller's last orders, to be entered again. */
const lastOrder = (page: Page) => page.locator(".entry-same button").first();
const token = (): Promise<string> => signIn(productUrl(), "bo");

test("a call becomes an order on the board, and a courier's, by keys alone", async () => {
  const { page, watch } = await openPerson(browser, { locale: "en", ...DESKTOP });
  await enterBy(page, "dispatcher");
  await page.getByRole("listbox").first().waitFor();
  const keys = await answerCall(page);
  await lastOrder(page).waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => lastOrder(page).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByLabel("Cash at delivery").focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /^Book for/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const before = new Set(Object.keys(await couriersOf()));
  await page.keyboard.press("Control+Shift+Enter");
  const chooser = page.getByRole("dialog", { name: /Assign/ });
  await chooser.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await chooser.waitFor({ state: "detached" });
  const pressed = keys + "Tab Enter Space Ctrl+Shift+Enter Enter".split(" ").length;
  expect(pressed).toBeLessThanOrEqual(13);
  const made = async () => Object.entries(await couriersOf()).filter(([number]) => !before.has(number));
  await expect.poll(made).toHaveLength(1);
  await expect.poll(async () => (await made())[0]?.[1]).toEqual(expect.any(String));
  expect(watch.errors).toEqual([]);
});

test("from the phone call to a courier it takes seven clicks", async () => {
  const { page, watch } = await openPerson(browser, { locale: "en", ...DESKTOP });
  await enterBy(page, "dispatcher");
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  await click(page.getByRole("link", { name: english["nav"], exact: true }).first());
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("entry-caller");
  await page.keyboard.type("ada l");
  await click(page.getByRole("option", { name: new RegExp(KNOWN) }));
  await click(lastOrder(page));
  // The price has its lines by then, and nothing moves under the pointer.
  await page.getByRole("button", { name: /^Book for/ }).waitFor();
  await click(page.getByText("Cash at delivery", { exact: true }));
  expect(await page.getByLabel("Cash at delivery").isChecked()).toBe(true);
  await click(page.getByRole("button", { name: /^Book for/ }));
  await expect.poll(() => heading(page).innerText()).toMatch(/^It is booked for/);
  const number = await page.locator(".page-header .serial").innerText();
  await click(page.getByRole("link", { name: english["done.assign"] }));
  await click(
    page
      .getByRole("dialog", { name: /Assign/ })
      .getByRole("option")
      .first(),
  );
  await expect.poll(async () => (await couriersOf())[number]).toEqual(expect.any(String));
  expect(clicks).toBe(7);
  expect(watch.errors).toEqual([]);
});

test("a delivery's page enters the same again, with another window", async () => {
  const { page, watch } = await openPerson(browser, { locale: "en", ...DESKTOP });
  await enterBy(page, "dispatcher");
  await page.goto("/d/deliveries");
  await page.locator("a[href^='/d/deliveries/']").first().click();
  const again = page.getByRole("link", { name: english["caller.same"] });
  const orderId = new URL((await again.getAttribute("href")) ?? "", productUrl()).searchParams.get("same");
  const past = await callWire(
    productUrl(),
    orderEntryApi.readPastEntry,
    { id: orderId ?? "" },
    { token: await token() },
  );
  await again.click();
  await page.getByRole("button", { name: /^Book for/ }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  const typed = (label: RegExp) =>
    page.getByLabel(label).evaluateAll((all) => all.map((one) => Reflect.get(one, "value") as string));
  expect(await typed(/^Name/)).toEqual([past.sender.name, past.recipient.name]);
  expect(await typed(/^(Collect at|Deliver to)/)).toEqual([past.pickup.label, past.dropoff.label]);
  expect(watch.errors).toEqual([]);
});

test("a price that has changed is said above the press, and fits on a phone", async () => {
  const { page } = await openPerson(browser, { locale: "ar", width: 390, height: 844 });
  await enterBy(page, "dispatcher");
  await page.goto("/d/new");
  await page.locator("#entry-caller").fill("ada l");
  await page.getByRole("option", { name: new RegExp(KNOWN) }).click();
  await lastOrder(page).click();
  await page.locator(".book-price-sum strong").waitFor();
  await page.route("**/api/quotes", async (route) => {
    const reply = await route.fetch();
    const quote = await reply.json();
    quote.price.total.minor += 120;
    await route.fulfill({ response: reply, json: quote });
  });
  await page.keyboard.press("Control+Enter");
  await page.locator(".book-price-bar [role=alert]").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFaults(page)).toEqual([]);
});

test("a caller in Arabic on a phone gets a link to pay, and a broken connection loses nothing", async () => {
  const { page, context } = await openPerson(browser, { locale: "ar", width: 390, height: 844 });
  await enterBy(page, "dispatcher");
  await page.goto("/d/new");
  await page.locator("#entry-caller").fill("ada l");
  await page.getByRole("option", { name: new RegExp(KNOWN) }).click();
  await lastOrder(page).click();
  await page.locator(".book-price-sum strong").waitFor();
  await context.setOffline(true);
  await page.keyboard.press("Control+Enter");
  await page.getByText(arabic["offline"]).waitFor();
  await context.setOffline(false);
  await page.getByText(arabic["offline"]).waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  const link = page.getByLabel(arabic["link.label"]);
  await link.waitFor();
  expect(await link.inputValue()).toMatch(/\/book\/pay\/[0-9a-f-]{36}(#key=\w{22})?$/);
  expect(await axeFaults(page)).toEqual([]);
});

test.each(["en", "ar"] as const)("one pickup and two drops are booked with one press, %s", async (locale) => {
  const words = locale === "en" ? english : arabic;
  const { page, watch } = await openPerson(browser, { locale, ...DESKTOP });
  await enterBy(page, "dispatcher");
  await page.goto("/d/new");
  await page.locator("#entry-caller").fill("ada l");
  await page.getByRole("option", { name: new RegExp(KNOWN) }).click();
  await lastOrder(page).click();
  await page.locator(".book-price-sum strong").waitFor();
  await page.getByRole("radio", { name: like(owed[locale]["way.cash-delivery"]) }).check();
  const kept = page.getByRole("list", { name: words["drops.title"], exact: true });
  await page.getByRole("button", { name: words["drops.add"] }).click();
  await kept.getByRole("listitem").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // The second drop is the caller's last one as well: only its place in the list tells them apart.
  await page.locator("#entry-caller").fill("ada l");
  await page.getByRole("option", { name: new RegExp(KNOWN) }).click();
  await lastOrder(page).click();
  await page.locator("summary .figure").nth(1).waitFor();
  await page.keyboard.press("Control+Enter");
  const rows = page.getByRole("list", { name: words["together.title"] }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(2);
  expect(await axeFaults(page)).toEqual([]);
  await rows.nth(1).getByRole("link").first().click();
  await page.getByText(words["together.reference"]).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.getByRole("list", { name: words["together.title"] }).getByRole("listitem").count()).toBe(
    2,
  );
  expect(watch.errors).toEqual([]);
});
