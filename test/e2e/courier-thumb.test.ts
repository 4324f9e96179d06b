import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectCancelled, wantBack } from "#test/support/courier/cancelled-in-hand.ts";
import { isSent } from "#test/support/courier/first-stop.ts";
import { giveWork, stopToDeliver } from "#test/support/courier/give-work.ts";
import { STOP_WORDS, openCourier, tap } from "#test/support/courier/stops-page.ts";
import { openBrowser } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const PHONES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
] as const;
/** Sizes in px that gloves hit: of the main action, and of every other target. */
const MAIN_PX = 64;
const TARGET_PX = 48;
/** Share of the screen, from its top, that a thumb does not reach. */
const OUT_OF_REACH = 0.6;

/** The main actions of a page with what is wrong with them, and targets that are too small. */
const faultsOn = (page: Page) =>
  page.evaluate(
    ({ least, small, reach }) => {
      const isSeen = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
      const named = (one: Element) =>
        one.textContent?.trim() || one.getAttribute("aria-label") || one.tagName;
      const mains = [...document.querySelectorAll("main .button-filled")].filter(isSeen);
      const faults = mains.flatMap((one) => {
        const { height, top, bottom } = one.getBoundingClientRect();
        const isFar = top < reach * innerHeight || bottom > innerHeight;
        return height < least || isFar ? [`${named(one)}: ${height} px high from ${top} to ${bottom}`] : [];
      });
      const targets = [...document.querySelectorAll("main :is(a, button, summary)")].filter(isSeen);
      for (const one of targets) {
        const { width, height } = one.getBoundingClientRect();
        if (Math.min(width, height) < small) faults.push(`${named(one)}: ${width} × ${height} px`);
      }
      if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
      return { mains: mains.length, faults };
    },
    { least: MAIN_PX, small: TARGET_PX, reach: OUT_OF_REACH },
  );

/** The day's action lies over the last row, also once that is scrolled to. */
const isLastCovered = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const [action, last] = [
      ".courier-actions",
      ".courier-day > :nth-last-child(1 of :not(.courier-actions))",
    ].map((one) => document.querySelector(one)?.getBoundingClientRect());
    scrollTo(0, 0);
    return !action || !last || last.bottom > action.top;
  });

/** Looks at the page in each size and theme. @returns faults by view */
async function faultsOf(page: Page, name: string): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const size of PHONES)
    for (const theme of ["sun", "dark"] as const) {
      await page.setViewportSize(size);
      await page.evaluate((look) => (document.documentElement.dataset["theme"] = look), theme);
      const view = `${name}-${theme}-${size.width}`;
      const { mains, faults } = await faultsOn(page);
      if (mains !== 1) faults.push(`${mains} main actions`);
      if (new URL(page.url()).pathname === "/c" && (await isLastCovered(page)))
        faults.push("the last row is covered");
      if (faults.length > 0) found[view] = faults;
      if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `thumb-${view}.png`) });
    }
  return found;
}

async function opened(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await page.locator("main .courier-actions .button").first().waitFor();
  await page.getByTestId("phone-status").getByRole("link").waitFor();
}

test.each(["en", "ar"] as const)(
  "the main action of a courier's page is large and in the thumb's reach (%s)",
  async (tongue) => {
    const [collect] = await giveWork(2);
    if (!collect) throw new Error("no work");
    const { page, context } = await openCourier(browser, tongue);
    const stop = `/c/stop/${collect.taskId}`;
    const found: Record<string, readonly string[]> = {};
    const pages = ["/c", stop, `${stop}/fail`, `${stop}/parts`, `${stop}/door`, "/c/handover", "/c/shifts"];
    for (const at of pages) {
      await opened(page, at);
      const name = at.replace(collect.taskId, "id").slice(1).replaceAll("/", "-");
      Object.assign(found, await faultsOf(page, `${name}-${tongue}`));
    }
    expect(found).toEqual({});
    await context.close();
  },
);

test.each(["en", "ar"] as const)(
  "so it is on the pages of an end, of the load, of parcels in hand and of what waits (%s)",
  async (tongue) => {
    const door = await stopToDeliver();
    const cancelled = (await giveWork(1)).find(({ kind }) => kind === "collect");
    if (!cancelled) throw new Error("no work");
    const { page, context } = await openCourier(browser, tongue);
    await collectCancelled({ page, context, tongue }, cancelled);
    await wantBack(cancelled);
    const found: Record<string, readonly string[]> = {};
    for (const [name, at] of [
      ["done", `/c/stop/${door.taskId}/done`],
      ["load", "/c/load"],
      ["in-hand", "/c/in-hand"],
    ] as const) {
      await opened(page, at);
      Object.assign(found, await faultsOf(page, `${name}-${tongue}`));
    }
    await tap(page, STOP_WORDS[tongue]["held.done-sender"]);
    await context.setOffline(true);
    await opened(page, "/c/outbox");
    Object.assign(found, await faultsOf(page, `outbox-${tongue}`));
    expect(found).toEqual({});
    await context.setOffline(false);
    await isSent(page);
    await context.close();
  },
);
