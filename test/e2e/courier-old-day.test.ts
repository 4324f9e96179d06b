import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSent, isStored, recorded, stopToCollect } from "#test/support/courier/first-stop.ts";
import {
  STOP_WORDS,
  openCourier,
  startAgain,
  statusOf,
  tap,
  unsentOn,
} from "#test/support/courier/stops-page.ts";
import { ageDay, draftsOn, storedDays } from "#test/support/courier/stored-day.ts";
import { hours, storedForOffline } from "#test/support/sign-in/session-page.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

/** A weekday, a day and a month before the time. */
const DATED = { en: /As of \w{3}, \w{3} \d+, \d+:\d\d/, ar: /حتى \p{L}+، \d+ \p{L}+، \d+:\d\d/u } as const;

const asOfOn = async (page: Page): Promise<string> =>
  (await statusOf(page).locator(".courier-status-trouble").textContent()) ?? "";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.each(["en", "ar"] as const)(
  "a day older than 48 hours is removed and said to be too old; unsent work and typed text stay (%s)",
  async (tongue) => {
    const words = STOP_WORDS[tongue];
    const stop = await stopToCollect();
    const { context, page } = await openCourier(browser, tongue);
    await isStored(page, stop);
    await storedForOffline(page);
    await context.setOffline(true);
    await page.goto(`/c/stop/${stop.taskId}`);
    await tap(page, words["stop.start"]);
    await page.getByRole("button", { name: words["stop.arrive"], exact: true }).waitFor();
    await page.goto(`/c/stop/${stop.taskId}/fail`);
    await page.locator("textarea").fill("gate is locked");
    // The start of this stop, and what the phone noted by itself before.
    const unsent = await unsentOn(page);
    expect(unsent.ops).toBeGreaterThan(0);
    await expect.poll(() => draftsOn(page)).toContain("gate is locked");
    await ageDay(page, hours(47));
    const readable = await startAgain(context, page);
    await readable.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
    await expect.poll(() => asOfOn(readable)).toMatch(DATED[tongue]);
    expect(await statusOf(readable).locator(".courier-status-trouble").count()).toBe(1);
    if (SHOTS) await readable.screenshot({ path: path.join(SHOTS, `dated-day-${tongue}.png`) });

    await ageDay(readable, hours(2));
    const old = await startAgain(context, readable);
    await old.getByRole("heading", { name: words["day.old.title"] }).waitFor();
    await old.getByText(words["day.old.text"]).waitFor();
    if (SHOTS) await old.screenshot({ path: path.join(SHOTS, `old-day-${tongue}.png`) });
    expect(await axeFaults(old)).toEqual([]);
    expect(await storedDays(old)).not.toContain(stop.taskId);
    expect((await unsentOn(old)).ops).toBeGreaterThanOrEqual(unsent.ops);
    await old.goto(`/c/stop/${stop.taskId}`);
    await old.getByRole("heading", { name: words["day.old.title"] }).waitFor();
    await statusOf(old).getByRole("link").click();
    await old.getByText(words["out.waits"]).waitFor();

    await context.setOffline(false);
    await isSent(old);
    expect(await recorded(stop)).toEqual({ state: "en_route", isDoubled: false });
    await old.goto(`/c/stop/${stop.taskId}/fail`);
    await old.locator("textarea").waitFor();
    expect(await old.locator("textarea").inputValue()).toBe("gate is locked");
    await context.close();
  },
);
