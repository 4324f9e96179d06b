import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import ar from "#features/board-map/web/words/ar.json" with { type: "json" };
import en from "#features/board-map/web/words/en.json" with { type: "json" };
import { boardOf } from "#features/dispatch/contract/board.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
};

/** Two paid deliveries without a courier, with the same ends; the board's filter shows them alone. */
async function twoOpen(recipient: string) {
  const money = moneyByWire(productUrl());
  const ids = [
    (await money.held(undefined, { recipient })).deliveryId,
    (await money.held(undefined, { recipient })).deliveryId,
  ];
  const token = await signIn(productUrl(), "bo");
  const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token }));
  return board.deliveries.filter(({ id }) => ids.includes(id));
}

/** Draws a line around the whole picture, or around nothing in a corner of it. */
async function drawAround(page: Page, part: number): Promise<void> {
  const box = await page.locator(".board-map canvas").first().boundingBox();
  if (!box) throw new Error("no map");
  const [left, top] = [box.x + 3, box.y + 3];
  const [right, bottom] = [box.x + (box.width - 6) * part, box.y + (box.height - 6) * part];
  await page.mouse.move(left, bottom);
  await page.mouse.down();
  for (const [x, y] of [
    [right, bottom],
    [right, top],
    [left, top],
  ] as const)
    await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

const selected = (page: Page) => page.locator("[role='option'][aria-selected='true'] .serial").count();
const said = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text }).first().waitFor();

test("a line around stops selects their deliveries in the map and the list; Shift adds and Alt takes away", async () => {
  const [one, other] = await twoOpen("Lasso-Rund");
  if (!one || !other) throw new Error("what was booked is not today's work");
  const { page, watch, context } = await openPerson(browser);
  await enterAs(page, "bo", `/d/board?q=${one.recipientName}`);
  const list = page.getByRole("listbox", { name: "Unassigned" });
  await list.getByRole("option").filter({ hasText: one.number }).waitFor();
  const shown = await list.getByRole("option").count();
  await page.locator(".map-box[data-ready='true']").waitFor();

  await page.getByRole("button", { name: en.lasso }).click();
  await page.getByText(en.hint).waitFor();
  await page.locator(".map-lasso").waitFor({ state: "attached" });
  await drawAround(page, 1);
  await said(page, "selected");
  await expect.poll(() => selected(page)).toBe(shown);
  await shot(page, "lasso-1440");

  await page.keyboard.down("Alt");
  await drawAround(page, 1);
  await page.keyboard.up("Alt");
  await said(page, "Nothing is selected");
  await expect.poll(() => selected(page)).toBe(0);

  await page.keyboard.press("Escape");
  await page.getByText(en.hint).waitFor({ state: "detached" });
  await list.getByRole("option").filter({ hasText: one.number }).click();
  await expect.poll(() => selected(page)).toBe(1);
  await page.keyboard.down("Shift");
  await drawAround(page, 1);
  await page.keyboard.up("Shift");
  await expect.poll(() => selected(page)).toBe(shown);
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test.each(["en", "ar"])("what lies near is selected by keys alone (%s)", async (locale) => {
  const words = locale === "ar" ? ar : en;
  const [one, other] = await twoOpen(`Nahbei-${locale}`);
  if (!one || !other) throw new Error("what was booked is not today's work");
  const { page, watch, context } = await openPerson(browser, { locale, dark: locale === "ar", width: 1280 });
  await enterAs(page, "bo", `/d/board?q=${one.number}`);
  const row = page.getByRole("option").filter({ hasText: one.number });
  await row.waitFor();
  // Its key comes with the map's code.
  await page.getByRole("button", { name: words["by-place"] }).waitFor();
  await page.getByRole("listbox").first().focus();
  await page.keyboard.press("Home");
  await expect.poll(() => selected(page)).toBe(1);
  // The other one is behind the filter: a choice by place keeps to what is shown.
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: words["where.near"] }).waitFor();
  await dialog
    .getByRole("status")
    .filter({ hasText: /1|واحدة/ })
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.goto(`/d/board?q=${encodeURIComponent(one.recipientName)}`);
  await row.waitFor();
  await page.getByRole("button", { name: words["by-place"] }).waitFor();
  const shown = await page.getByRole("listbox").first().getByRole("option").count();
  await page.getByRole("listbox").first().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("s");
  const within = dialog.getByRole("combobox");
  await within.focus();
  await page.keyboard.press("End");
  await expect.poll(() => within.inputValue()).toBe("5000");
  await shot(page, `by-place-${locale}`);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: words["do.only"], exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => selected(page)).toBe(shown);
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
  await context.close();
});
