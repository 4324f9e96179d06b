import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import arBoard from "#features/dispatch/web/words/ar.json" with { type: "json" };
import enBoard from "#features/dispatch/web/words/en.json" with { type: "json" };
import ar from "#features/messages/web/words/ar.json" with { type: "json" };
import en from "#features/messages/web/words/en.json" with { type: "json" };
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { DESKTOP, axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 120_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function placeOfCarla(): Promise<number> {
  const token = await signIn(productUrl(), "bo");
  const { couriers } = await callWire(productUrl(), dispatchApi.readBoard, {}, { token });
  return couriers.findIndex(({ name }) => name.startsWith("Carla"));
}

test.each([
  ["en", en, enBoard, { ...DESKTOP }],
  ["ar", ar, arBoard, { width: 320, height: 640, dark: true }],
] as const)(
  "a courier is written to from the board by keys alone, in %s",
  async (locale, words, board, look) => {
    const { page, watch, context } = await openPerson(browser, { locale, ...look });
    await enterAs(page, "bo", "/d/board?tab=couriers");
    const tree = page.getByRole("tree", { name: board["couriers.title"] });
    await tree.getByRole("treeitem").filter({ hasText: "Carla" }).first().waitFor();
    // A digit puts the cursor on the nth courier.
    await tree.focus();
    await page.keyboard.press(String((await placeOfCarla()) + 1));
    await tree.locator(".line-courier.cursor").filter({ hasText: "Carla" }).waitFor();
    const named = words["board.one"].split("{name}")[0];
    await page.getByRole("button", { name: new RegExp(`${named}.*Carla`) }).waitFor();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: words.title });
    await expect
      .poll(() => dialog.getByRole("checkbox", { checked: true }).evaluateAll((all) => all.length))
      .toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const text = `Back door ${locale} ${crypto.randomUUID().slice(0, 8)}`;
    await dialog.getByRole("textbox", { name: words.text }).focus();
    await page.keyboard.type(text);
    await dialog.getByRole("button", { name: words.send, exact: true }).focus();
    await page.keyboard.press("Enter");
    const line = dialog.getByRole("listitem").filter({ hasText: text }).first();
    await line.getByText(words["state.sent"]).waitFor();

    // Carla's phone shows it, which is what "seen" means, and her press acknowledges it.
    const phone = await openPerson(browser, { locale: "en", width: 360, height: 740 });
    await enterAs(phone.page, "carla", "/c");
    const note = phone.page.getByTestId("messages").getByText(text);
    await note.waitFor();
    const banner = phone.page.locator(".banner").filter({ hasText: text });
    await banner.getByRole("button", { name: en["got-it"] }).click();
    await line.getByText(words["state.acknowledged"].split("{time}")[0]?.trim() ?? "").waitFor();
    await phone.context.close();

    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    expect({ ...watch }).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);
