import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import ar from "#features/offers/web/words/ar.json" with { type: "json" };
import en from "#features/offers/web/words/en.json" with { type: "json" };
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { PHONE, axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
};

/** A paid delivery without a courier, as the board has it. */
async function openDelivery() {
  const { deliveryId } = await moneyByWire(productUrl()).held();
  const token = await signIn(productUrl(), "bo");
  const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token }));
  const found = board.deliveries.find(({ id }) => id === deliveryId);
  if (!found) throw new Error("what was booked is not today's work");
  return found;
}

test("a dispatcher offers a delivery to two couriers: one takes it, the other is told, and the board has it assigned", async () => {
  const { id, number } = await openDelivery();
  const [{ page: desk, watch }, { page: carla }, { page: dmitri }] = await Promise.all([
    openPerson(browser),
    openPerson(browser, { ...PHONE, locale: "ar" }),
    openPerson(browser, { ...PHONE, dark: true }),
  ]);
  await enterAs(carla, "carla", "/c");
  await enterAs(dmitri, "dmitri", "/c");
  await enterAs(desk, "bo", `/d/board?q=${number}`);

  const row = desk
    .getByRole("listbox", { name: "Unassigned" })
    .getByRole("option")
    .filter({ hasText: number });
  await row.click();
  await desk.getByRole("button", { name: en.offer, exact: true }).waitFor();
  await desk.keyboard.press("o");
  const dialog = desk.getByRole("dialog");
  // Quoted as for assigning: the best stand first, with what each would add.
  await dialog
    .getByText(/^\+.* on time/)
    .first()
    .waitFor();
  expect(await dialog.getByRole("radio", { name: /^The best/ }).isChecked()).toBe(true);
  await shot(desk, "offers-best-1440");
  await dialog.getByRole("radio", { name: en["to.chosen"] }).check();
  for (const name of [/^Carla/, /^Dmitri/]) await dialog.getByRole("checkbox", { name }).check();
  await dialog.getByRole("combobox").selectOption("600");
  await shot(desk, "offers-dialog-1440");
  await dialog.getByRole("button", { name: en.offer, exact: true }).click();
  await row.getByText(/^offered, \d:\d\d left$/).waitFor();
  await shot(desk, "offers-board-1440");

  const hers = carla.getByRole("region", { name: ar["card.title"] });
  const his = dmitri.getByRole("region", { name: en["card.title"] });
  await Promise.all([hers.waitFor(), his.waitFor()]);
  await shot(carla, "offers-phone-ar-360");
  await shot(dmitri, "offers-phone-dark-360");
  expect([...(await axeFaults(carla)), ...(await axeFaults(dmitri))]).toEqual([]);
  await hers.getByRole("button", { name: ar.accept }).click();
  await carla.getByRole("region", { name: ar["card.over"] }).getByText(ar.mine).waitFor();
  const over = dmitri.getByRole("region", { name: en["card.over"], exact: true });
  await over.getByText(en["refusal.taken"]).waitFor();
  expect(await over.getByRole("button", { name: en.accept }).count()).toBe(0);
  await shot(dmitri, "offers-taken-360");

  await row.waitFor({ state: "detached" });
  await desk.getByRole("treeitem").filter({ hasText: number }).first().waitFor();
  await desk.goto(`/d/deliveries/${id}`);
  await desk.getByText(/accepted after \d:\d\d/).scrollIntoViewIfNeeded();
  await desk.getByText(en["no-answer"]).waitFor();
  await shot(desk, "offers-history-1440");
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
});
