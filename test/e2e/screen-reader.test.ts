import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { type BoardDelivery, boardOf, unassignedOf } from "#features/dispatch/contract/board.ts";
import ar from "#features/dispatch/web/words/ar.json" with { type: "json" };
import en from "#features/dispatch/web/words/en.json" with { type: "json" };
import historyAr from "#features/history/web/words/ar.json" with { type: "json" };
import historyEn from "#features/history/web/words/en.json" with { type: "json" };
import { portsOfOwn } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, callWire, startProduct } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { type ScreenReader, openScreenReader } from "#test/support/web/screen-reader.ts";

const WORDS = { en, ar };
const HISTORY = { en: historyEn, ar: historyAr };

// A product of its own: the other journeys leave its couriers no time.
const folder = mkdtempSync(path.join(tmpdir(), "waybill-screen-reader-"));
let browser: Browser;
let product: Product;

beforeAll(async () => {
  takeMadeData("demo", folder);
  const { port, flags } = await portsOfOwn();
  product = await startProduct(folder, port, flags);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A delivery that waits for a courier, none has had, and some courier has the time for. */
async function waiting(): Promise<{ delivery: BoardDelivery; couriers: string[] }> {
  const { url } = product;
  const token = await signIn(url, "bo");
  const board = boardOf(await callWire(url, dispatchApi.readBoard, {}, { token }));
  const couriers = board.couriers.map(({ name }) => name);
  for (const delivery of unassignedOf(board).filter(({ state }) => state === "created")) {
    const { quotes } = await callWire(url, dispatchApi.quoteDelivery, { id: delivery.id }, { token });
    if (quotes.length > 0) return { delivery, couriers };
  }
  throw new Error("no delivery waits that a courier has the time for");
}

/** Roles whose parts a person acts on: each needs a name. */
const ACTED_ON: ReadonlySet<string> = new Set(
  "button checkbox combobox link listbox menuitem option radio searchbox switch tab textbox tree treeitem".split(
    " ",
  ),
);

/** Everything that is said of a page has its name, its landmarks theirs, and one heading is its title. */
async function isNamed(reader: ScreenReader): Promise<void> {
  const tree = await reader.tree();
  expect(tree.filter(({ role, name }) => ACTED_ON.has(role) && name.trim() === "")).toEqual([]);
  for (const role of ["navigation", "region", "listbox", "tree", "dialog"]) {
    const names = tree.filter((one) => one.role === role).map(({ name }) => name.trim());
    expect(new Set(names).size, `${role}: ${names.join(", ")}`).toBe(names.length);
    expect(names).not.toContain("");
  }
  const titles = tree.filter(({ role, states }) => role === "heading" && states["level"] === 1);
  // Beside an open dialog the page is not there.
  expect(titles).toHaveLength(tree.some(({ role }) => role === "dialog") ? 0 : 1);
}

/** Waits for a sentence of a live region. */
async function isTold(reader: ScreenReader, ...parts: readonly string[]): Promise<void> {
  const said: string[] = [];
  await expect
    .poll(async () => {
      said.push(...(await reader.said()));
      return said.some((sentence) => parts.every((part) => sentence.includes(part))) || said;
    })
    .toBe(true);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test.each(["en", "ar"] as const)(
  "a screen reader assigns a delivery by what it is told (%s)",
  async (locale) => {
    const words = WORDS[locale];
    const { delivery, couriers } = await waiting();
    const { context, page, watch } = await openPerson(browser, { locale, url: product.url });
    const reader = await openScreenReader(page);
    await enterBy(page, "dispatcher");
    const list = page.getByRole("listbox", { name: words["unassigned.title"] });
    await list.waitFor();
    await page.getByRole("tree", { name: words["couriers.title"] }).waitFor();
    await isNamed(reader);

    await press(page, "/");
    expect(await reader.focus()).toMatchObject({ role: "searchbox", name: words["filter.search"] });
    await page.keyboard.type(delivery.number);
    await expect.poll(() => list.getByRole("option").count()).toBe(1);
    const total = await page.locator(".pane-unassigned .pane-count").textContent();
    await isTold(reader, total?.trim().split(/\s+/).at(-1) ?? "?");

    await list.focus();
    await press(page, "Home");
    const [street, other] = [delivery.pickupLabel, delivery.dropoffLabel].map(
      (label) => label.split(",")[0] ?? "",
    );
    const row = await reader.focus();
    expect(row).toMatchObject({ role: "option", states: { selected: true } });
    expect(row.name.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`${street}.* ${words["row.to"]} ${other}`));

    await press(page, "a");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("option").first().waitFor();
    await isNamed(reader);
    await expect
      .poll(async () => (await reader.focus()).name, {
        message: "the best courier is named with what it adds",
      })
      .toContain(words["quote.best"]);
    const best = await reader.focus();
    expect(best.role).toBe("option");
    const courier = couriers.find((name) => best.name.startsWith(name)) ?? "nobody";
    await press(page, "Enter");
    await dialog.waitFor({ state: "detached" });
    await isTold(reader, delivery.number, courier);
    expect((await reader.focus()).role, "the focus is not lost with the row").not.toBe("RootWebArea");

    await press(page, "ControlOrMeta+z");
    await list.getByRole("option").first().waitFor();
    await isTold(reader, HISTORY[locale].undone.split("{")[0] ?? "");
    await press(page, "?");
    await page.getByRole("dialog", { name: words["keys.title"] }).waitFor();
    await isNamed(reader);
    await press(page, "Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(watch.errors).toEqual([]);
    await context.close();
  },
);
