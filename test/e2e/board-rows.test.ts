import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BoardSheet, dispatchApi } from "#features/dispatch/contract/api.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

const SIZES = [1440, 1280, 1024, 390] as const;
/** Widths on which both panes stand side by side; a phone shows one. */
const isPhone = (width: number): boolean => width < 768;

/**
 * Shows the board of the server as its fullest: every open stop pinned and in danger, every window across midnight, all of
 * the work also without a courier. Which stops are in danger by themselves depends on the hour.
 */
async function fillBadges(page: Page): Promise<void> {
  await page.route("**/api/board*", async (route) => {
    const reply = await route.fetch();
    const sheet = dispatchApi.readBoard.reply.parse(await reply.json());
    const deliveries = [...sheet.deliveries.id.keys()];
    sheet.pinned = deliveries;
    sheet.unassigned = deliveries;
    // Across midnight in every zone between UTC and two hours east of it.
    const [day, next] = [0, 1].map((more) =>
      new Date(Date.parse(sheet.date) + more * DAY_MS).toISOString().slice(0, 11),
    );
    sheet.windows.start = sheet.windows.start.map(() => `${day}21:35:00.000Z`);
    sheet.windows.end = sheet.windows.end.map(() => `${next}04:20:00.000Z`);
    const beyond = Date.parse(`${next}05:00:00.000Z`) / MINUTE_MS;
    for (const { route: plan } of sheet.couriers)
      plan.stops.arrival = plan.stops.arrival.map((one) =>
        Array.isArray(one) ? inDanger(one, beyond) : one,
      );
    await route.fulfill({ response: reply, json: sheet });
  });
}

type Minutes = Extract<BoardSheet["couriers"][number]["route"]["stops"]["arrival"][number], unknown[]>;
const inDanger = ([at, earliest, , ...rest]: Minutes, latest: number): Minutes => [
  at,
  earliest,
  latest,
  ...rest,
];

/** Pixels that stay free between a street and the arrow behind it, beyond the row's gap. */
const holesOf = (page: Page) =>
  page.locator(".line-way .address-line:first-child").evaluateAll((lines) =>
    lines.map((line) => {
      const seen = [...line.querySelectorAll(".address-name, .address-street, .address-town")]
        .filter((part) => getComputedStyle(part).position !== "absolute")
        .map((part) => part.getBoundingClientRect().width);
      return Math.round(line.getBoundingClientRect().width - seen.reduce((sum, width) => sum + width, 0));
    }),
  );

/** Pixels between the line of a route and the street beside it, for each stop. */
const besideLine = (page: Page) =>
  page.locator(".line-stop:has(.line-label)").evaluateAll((rows) =>
    rows.map((row) => {
      const line = parseFloat(getComputedStyle(row, "::before").insetInlineStart);
      const [outer, street] = [row, row.querySelector(".line-label")].map((part) =>
        part?.getBoundingClientRect(),
      );
      if (!outer || !street) return Number.NaN;
      const isRtl = document.documentElement.dir === "rtl";
      return Math.round((isRtl ? outer.right - street.right : street.left - outer.left) - line);
    }),
  );

/** Rows of a pane with what is cut of their streets, and what stands beside them. */
const rowsOf = (page: Page, row: string) =>
  page.locator(row).evaluateAll((rows) =>
    rows.map((one) => {
      const isSeen = (part: Element) => {
        const [inner, outer] = [part.getBoundingClientRect(), one.getBoundingClientRect()];
        return inner.width > 1 && inner.top < outer.bottom - 1 && inner.right <= outer.right + 1;
      };
      return {
        text: one.textContent,
        isCut: [...one.querySelectorAll(".address-way")].some((way) => way.scrollWidth > way.clientWidth),
        /** Whether both streets have the pane's whole width, so that only its edge can cut them. */
        hasWholeWidth: [...one.querySelectorAll(".line-way")].some((way) => {
          const { paddingLeft, paddingRight } = getComputedStyle(one);
          return way.clientWidth >= one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 1;
        }),
        badges: one.querySelectorAll(".badge").length,
        isExpected: one.querySelector(".line-expected") !== null,
        isWindowSeen: [...one.querySelectorAll("time")].every(isSeen),
        tells: [...one.querySelectorAll(".line-expected, time")].some(isSeen),
        /** Whether the street shares its line with the promised hours alone. */
        hasAllButHours: ![...one.querySelectorAll(".line-expected, .line-number")].some(isSeen),
      };
    }),
  );

test.each(["en", "de", "ar"])("no street on the board is cut by badges or times (%s)", async (locale) => {
  const { context, page, watch } = await openPerson(browser, { locale });
  await enterBy(page, "dispatcher");
  await fillBadges(page);
  await page.goto("/d/board");
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 1800 });
    if (isPhone(width)) await page.locator(".pane-tab").nth(1).click();
    await page.locator(".line-stop .line-expected").first().waitFor();
    const stops = await rowsOf(page, ".line-stop");
    const full = stops.filter(({ badges, isExpected }) => badges > 1 && isExpected);
    expect(full.length, `at ${width}`).toBeGreaterThan(0);
    expect(
      stops.filter(({ isCut, hasAllButHours }) => isCut && !hasAllButHours),
      `at ${width}`,
    ).toEqual([]);
    const withoutWindow = stops.filter(({ isWindowSeen }) => isPhone(width) && !isWindowSeen);
    expect(withoutWindow, `at ${width}`).toEqual([]);
    // The lists keep a phone's screen.
    const foot = await page.locator(".selection-bar").evaluate((bar) => bar.clientHeight);
    expect(isPhone(width) ? foot : 0, `at ${width}`).toBeLessThan(56);
    for (const gap of await besideLine(page)) expect(gap, `at ${width}`).toBeGreaterThan(8);
    // A time is there wherever a street leaves 5 rem.
    expect(
      full.some(({ tells }) => tells),
      `at ${width}`,
    ).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator(".line-delivery").first().waitFor();
  const waiting = await rowsOf(page, ".line-delivery");
  expect(waiting.length).toBeGreaterThan(8);
  expect(waiting.filter(({ isCut, hasWholeWidth }) => isCut && !hasWholeWidth)).toEqual([]);
  expect((await holesOf(page)).filter((hole) => hole > 1)).toEqual([]);
  expect(watch.errors).toEqual([]);
  await context.close();
});
