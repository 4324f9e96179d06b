import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arBoard from "#features/dispatch/web/words/ar.json" with { type: "json" };
import enBoard from "#features/dispatch/web/words/en.json" with { type: "json" };
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import ar from "#features/runsheet/web/words/ar.json" with { type: "json" };
import en from "#features/runsheet/web/words/en.json" with { type: "json" };
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

/** The first courier of the board who has stops today: their line is in view on the smallest screen. */
async function firstWithStops() {
  const token = await signIn(productUrl(), "bo");
  const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token }));
  const courier = board.couriers.find(({ route }) => route.stops.length > 0);
  if (!courier) throw new Error("nobody rides");
  return courier;
}

test.each([
  ["en", en, enBoard, { ...DESKTOP }],
  ["ar", ar, arBoard, { width: 320, height: 640, dark: true }],
] as const)("a courier's day is opened by keys and printed, in %s", async (locale, words, board, look) => {
  const courier = await firstWithStops();
  const { page, watch, context } = await openPerson(browser, { locale, ...look });
  await enterAs(page, "bo", "/d/board?tab=couriers");
  const tree = page.getByRole("tree", { name: board["couriers.title"] });
  const line = tree.getByRole("treeitem").filter({ hasText: courier.name }).first();
  await line.waitFor();
  await line.click();
  const link = page.getByRole("link", { name: words.open.replace("{name}", courier.name) });
  await link.waitFor();
  await page.keyboard.press("i");
  await page.waitForURL(`**/d/routes/${courier.id}?date=*`);
  const table = page.getByRole("table", { name: words.table });
  await table.waitFor();
  await page.getByRole("heading", { level: 1 }).filter({ hasText: courier.name }).waitFor();
  const rows = await table.getByRole("row").count();
  expect(rows).toBeGreaterThan(courier.route.stops.length);
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await page.evaluate(() => {
    document.documentElement.dataset["printed"] = "0";
    globalThis.print = () => void (document.documentElement.dataset["printed"] = "1");
  });
  await page.getByRole("button", { name: words.print }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset["printed"])).toBe("1");

  await page.emulateMedia({ media: "print" });
  expect(
    await page.locator(".nav, .app-bar, .demo-strip, .not-printed").filter({ visible: true }).count(),
  ).toBe(0);
  const paper = await table.evaluate((one) => ({
    head: getComputedStyle(one.querySelector("thead")!).display,
    row: getComputedStyle(one.querySelector("tbody tr")!).breakInside,
    ink: getComputedStyle(one.querySelector("td")!).color,
    frame: getComputedStyle(one.parentElement!).overflowX,
  }));
  expect(paper).toEqual({
    head: "table-header-group",
    row: "avoid",
    ink: "rgb(0, 0, 0)",
    frame: "visible",
  });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  // A4 across, in points.
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox \[0 0 84\d(\.\d+)? 59\d(\.\d+)?\]/);
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
  await context.close();
});
