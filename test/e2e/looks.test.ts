import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import prices from "#features/prices/web/words/ar.json" with { type: "json" };
import tracking from "#features/tracking/web/words/en.json" with { type: "json" };
import { DESKTOP, PHONE, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
});
afterAll(() => browser.close());

const WIDTHS = [320, 390, 1440] as const;
const resize = (page: Page, width: number) =>
  page.setViewportSize({ width, height: width === DESKTOP.width ? DESKTOP.height : 844 });
const drawn = (page: Page) => page.locator(".map-box[data-ready=true]").waitFor();

/** Names of the map and of its picture. */
const mapNames = (page: Page) =>
  page
    .locator("section.map, section.map canvas[role=application]")
    .evaluateAll((parts) => parts.map((part) => part.getAttribute("aria-label")));

/** Loads a page anew while it shows a font of the system, wider than ours: ours is optional, and late on a first view. */
async function inOurFont(page: Page, part: string): Promise<void> {
  const isOurs = async () => {
    await page.locator(part).first().waitFor();
    return page
      .locator(part)
      .first()
      .evaluate(async (element) => {
        await document.fonts.ready;
        const { fontFamily } = getComputedStyle(element);
        const probe = document.body.appendChild(document.createElement("span"));
        probe.textContent = "Late 9999 متأخر";
        const [ours, systems] = [fontFamily, fontFamily.split(",").slice(1).join(",")].map((family) => {
          probe.style.fontFamily = family;
          return probe.getBoundingClientRect().width;
        });
        probe.remove();
        return ours !== systems;
      });
  };
  for (let left = 10; left > 0 && !(await isOurs()); left -= 1) await page.reload();
}

test.each(["en", "de", "fr", "es", "ar"])("the board's head is one row on a desk (%s)", async (locale) => {
  const { context, page } = await openPerson(browser, { locale });
  await page.route("**/api/exceptions/count", (route) => route.fulfill({ json: { open: 9_999, worst: 1 } }));
  await enterBy(page, "dispatcher");
  await page.goto("/d/board");
  await inOurFont(page, ".board-head .chip");
  await page.locator(".board-state .open-exceptions", { hasText: /9.?999|٩.?٩٩٩/ }).waitFor();
  await page.locator(".live-day").waitFor();
  await page.locator(".liveness-live").waitFor();
  const rows = await page.locator(".board-head").evaluate((head) => {
    for (const count of head.querySelectorAll(".chip-count")) count.textContent = "9999";
    const parts = head.querySelectorAll(":scope > :not(h1), .board-filters > *");
    const boxes = [...parts].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0);
    return {
      lowestTop: Math.max(...boxes.map(({ top }) => top)),
      highestEnd: Math.min(...boxes.map(({ bottom }) => bottom)),
      isCut: head.scrollWidth > head.clientWidth,
    };
  });
  expect(rows.lowestTop).toBeLessThan(rows.highestEnd);
  expect(rows.isCut).toBe(false);
  for (const width of [1024, 800]) {
    await page.setViewportSize({ width, height: DESKTOP.height });
    const over = await page.locator(".board-head").evaluate((head) => head.scrollWidth - head.clientWidth);
    expect([width, over]).toEqual([width, 0]);
  }
  await context.close();
});

test("the board's map and the picture in it have different names", async () => {
  const { context, page } = await openPerson(browser);
  await enterBy(page, "dispatcher");
  await page.goto("/d/board");
  await drawn(page);
  const names = await mapNames(page);
  expect(names).toHaveLength(2);
  expect(names).not.toContain(null);
  expect(new Set(names).size).toBe(2);
  await context.close();
});

test("an administrator's places that have no room scroll within the window, no further than to the one that is open", async () => {
  const { context, page } = await openPerson(browser);
  await page.setViewportSize({ width: 1440, height: 700 });
  await enterBy(page, "admin");
  const places = page.locator(".nav");
  const open = places.locator("[aria-current=page]");
  await page.goto("/d/board");
  await open.waitFor();
  // Places of work come after the first ones.
  await expect.poll(() => places.evaluate((nav) => nav.scrollHeight > nav.clientHeight)).toBe(true);
  const board = await places.evaluate((nav) => ({
    isInWindow: nav.getBoundingClientRect().bottom <= innerHeight + 1,
    hidden: nav.scrollTop,
  }));
  expect(board).toEqual({ isInWindow: true, hidden: 0 });
  await page.goto("/a/prices");
  await open.waitFor();
  const ends = [await places.boundingBox(), await open.boundingBox()].map((box) =>
    box ? box.y + box.height : Number.NaN,
  );
  expect(ends[1]).toBeLessThanOrEqual(ends[0] ?? 0);
  await context.close();
});

test("a menu in a dialog lies above it, where a mouse reaches each entry", async () => {
  const { context, page } = await openPerson(browser, { ...PHONE, locale: "ar" });
  await enterBy(page, "admin");
  await page.goto("/a/prices");
  await page.getByRole("button", { name: prices["rule.add"] }).click();
  await page.getByRole("button", { name: prices["rule.add-condition"] }).click();
  await page.getByRole("menuitem", { name: prices["fact.zoneTo"] }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await page.locator(".rule-condition").count()).toBe(1);
  await context.close();
});

test("neither the courier nor the door is ever under a button of the recipient's map", async () => {
  const { context, page } = await openPerson(browser);
  await page.goto("/");
  await page.getByTestId("door-recipient").click();
  await page.waitForURL("**/t/*");
  await page.getByRole("button", { name: tracking["map.show"] }).click();
  await drawn(page);
  expect(new Set(await mapNames(page)).size).toBe(2);
  for (const width of WIDTHS) {
    await resize(page, width);
    const over = await page.locator(".track-map").evaluate((map) => {
      const picture = map.querySelector(".map-box")?.getBoundingClientRect();
      const parts = [...map.querySelectorAll("button, a, .map-credit")];
      return parts
        .filter((part) => {
          const box = part.getBoundingClientRect();
          return picture && box.width > 0 && box.top < picture.bottom - 0.5 && box.bottom > picture.top + 0.5;
        })
        .map((part) => part.getAttribute("aria-label") ?? part.className);
    });
    expect(over, `at ${width}`).toEqual([]);
    expect(await page.locator(".track-map .map-zoom button").count()).toBe(2);
  }
  await context.close();
});

/** Cards of a group in px: gaps to the next in the row and to the next row, and where rows begin. */
function gapsOf(group: Element) {
  const boxes = [...group.querySelectorAll(":scope > .choice-row")].map((one) => one.getBoundingClientRect());
  const rows: DOMRect[][] = [];
  for (const box of boxes) {
    const row = rows.find(([first]) => first && Math.abs(first.top - box.top) < 1);
    if (row) row.push(box);
    else rows.push([box]);
  }
  const round = (px: number) => Math.round(px * 10) / 10;
  return {
    beside: rows.flatMap((row) =>
      row.slice(1).map((box, n) => round(box.left - (row[n]?.right ?? Number.NaN))),
    ),
    below: rows
      .slice(1)
      .map((row, n) => round((row[0]?.top ?? 0) - Math.max(...(rows[n] ?? []).map((b) => b.bottom)))),
    starts: rows.map((row) => round((row[0]?.left ?? 0) - group.getBoundingClientRect().left)),
  };
}

test("cards to choose from stand 8 px apart and begin on one line", async () => {
  const { context, page } = await openPerson(browser);
  await page.goto("/book");
  await page.locator(".radios-cards .choice-row").first().waitFor();
  for (const width of WIDTHS) {
    await resize(page, width);
    const groups = await page.locator(":is(.radios-cards, .radios-row)").all();
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) {
      const { beside, below, starts } = await group.evaluate(gapsOf);
      expect(new Set([...beside, ...below]), `at ${width}`).toEqual(new Set([8]));
      expect(new Set(starts), `at ${width}`).toEqual(new Set([0]));
    }
  }
  await context.close();
});
