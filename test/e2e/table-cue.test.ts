import type { Browser, Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HEIGHT = 900;
/** px from the border, within the shadow. */
const WITHIN = 3;
/** Of 255: a shadow is darker than the paper by more than letters beside it change the median of a column. */
const DARKER = 12;

/** Says along which edges the frame is darker than its paper, by medians of how bright their columns are. */
async function edgesOf(frame: Locator): Promise<{ left: boolean; right: boolean }> {
  const picture = sharp(await frame.screenshot()).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number): number[] =>
    Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * info.channels] ?? 0);
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const paper = median([...data]);
  const isShaded = (x: number): boolean => paper - median(at(x)) > DARKER;
  return { left: isShaded(WITHIN), right: isShaded(info.width - 1 - WITHIN) };
}

const frameOf = (page: Page): Locator => page.locator("main .table-frame").first();
const fits = (frame: Locator): Promise<boolean> =>
  frame.evaluate((element) => element.scrollWidth <= element.clientWidth);
/** Scrolls to where a line ends. */
const scrollToEnd = async (frame: Locator) => {
  const scrolled = await endOfScroll(frame);
  await frame.evaluate((element) => {
    const way = getComputedStyle(element).direction === "rtl" ? -1 : 1;
    element.scrollTo({ left: way * element.scrollWidth, behavior: "instant" });
  });
  await scrolled();
};
/** Begins to wait for the end of a scroll. A picture of a tall frame taken before stops it where it is. */
async function endOfScroll(frame: Locator): Promise<() => Promise<unknown>> {
  const ended = await frame.evaluateHandle((element) => ({
    whenDone: new Promise((done) => element.addEventListener("scrollend", done, { once: true })),
  }));
  return () => ended.evaluate(({ whenDone }) => whenDone.then(() => true));
}

test.each([
  ["en", "/d/deliveries", 800],
  ["ar", "/d/deliveries", 800],
  ["en", "/d/reports", 390],
  ["ar", "/d/reports", 390],
] as const)(
  "a table wider than its place says where more of it is, one that fits does not (%s, %s)",
  async (locale, path, narrow) => {
    const { context, page } = await openPerson(browser, { locale, width: 1440, height: HEIGHT });
    await enterBy(page, "dispatcher");
    await page.goto(path);
    const frame = frameOf(page);
    await frame.locator("tbody tr").first().waitFor();
    expect(await fits(frame)).toBe(true);
    expect(await frame.getAttribute("tabindex")).toBeNull();
    expect(await edgesOf(frame)).toEqual({ left: false, right: false });

    await page.setViewportSize({ width: narrow, height: HEIGHT });
    await expect.poll(() => frame.getAttribute("role")).toBe("region");
    expect(await fits(frame)).toBe(false);
    expect(await frame.getAttribute("aria-label")).not.toBe("");
    const isRtl = locale === "ar";
    await expect.poll(() => edgesOf(frame)).toEqual({ left: isRtl, right: !isRtl });
    await scrollToEnd(frame);
    expect(await edgesOf(frame)).toEqual({ left: !isRtl, right: isRtl });
    // By keys alone.
    await frame.focus();
    const scrolled = await endOfScroll(frame);
    await page.keyboard.press(isRtl ? "ArrowRight" : "ArrowLeft");
    await scrolled();
    expect(await edgesOf(frame)).toEqual({ left: true, right: true });
    await context.close();
  },
);
