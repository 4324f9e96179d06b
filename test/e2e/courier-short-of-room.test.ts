import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import ar from "#web/phone/words/ar.json" with { type: "json" };
import en from "#web/phone/words/en.json" with { type: "json" };
import { MAP_CACHE } from "#web/map/map-cache.ts";
import { KEPT_ENTRY } from "#web/map/stored-map.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { comeOnDuty, openCourier, startAgain, tap } from "#test/support/courier/stops-page.ts";
import { shiftClock } from "#test/support/sign-in/session-page.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";

const WORDS = { en, ar } as const;
const LATER = { timeout: 90_000 };
const TEN_MINUTES_MS = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function shot(page: Page, name: string): Promise<void> {
  const shots = process.env["WAYBILL_TEST_SHOTS"];
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
}

const hasMap = (page: Page): Promise<boolean> =>
  page.evaluate(async ([cache, entry]) => (await caches.match(entry, { cacheName: cache })) !== undefined, [
    MAP_CACHE,
    KEPT_ENTRY,
  ] as const);

/** From the next page on the browser names so much free room as `leave` says. */
function nameRoom(): void {
  const estimate: () => Promise<StorageEstimate> = Reflect.get(StorageManager.prototype, "estimate");
  Reflect.set(StorageManager.prototype, "estimate", async function named(this: StorageManager) {
    const room = localStorage.getItem("test-room");
    return room === null ? estimate.call(this) : { quota: Number(room), usage: 0 };
  });
}

const leave = (page: Page, bytes: number): Promise<void> =>
  page.evaluate((room) => localStorage.setItem("test-room", String(room)), bytes);

test.each(["en", "ar"] as const)(
  "a phone short of room gives up the map first, and its warnings have a way out (%s)",
  async (tongue) => {
    const words = WORDS[tongue];
    await giveWork(1);
    const { context, page: first } = await openCourier(browser, tongue);
    await comeOnDuty(first);
    await expect.poll(() => hasMap(first), LATER).toBe(true);
    await context.addInitScript(nameRoom);
    await leave(first, 30_000_000);
    const page = await startAgain(context, first);
    await page.getByText(words["room.near"]).waitFor();
    await page.getByText(words["map.gone"]).waitFor();
    expect(await hasMap(page)).toBe(false);
    await tap(page, words["room.make"]);
    await page.getByText(words["room.nothing"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `room-nothing-${tongue}`);
    await tap(page, words["map.seen"]);
    await leave(page, 300_000_000);
    await tap(page, words["room.make"]);
    await page.getByText(words["room.made"]).waitFor();
    await shot(page, `room-made-${tongue}`);

    await shiftClock(context, TEN_MINUTES_MS);
    const wrong = await startAgain(context, page);
    await wrong.getByText(words["clock.off"]).waitFor(LATER);
    expect(await wrong.getByText(words["map.gone"]).count()).toBe(0);
    await tap(wrong, words["clock.again"]);
    await wrong.getByText(words["clock.still"]).waitFor();
    expect(await axeFaults(wrong)).toEqual([]);
    await shot(wrong, `clock-still-${tongue}`);
    await context.setOffline(true);
    await tap(wrong, words["clock.again"]);
    await wrong.getByText(words["clock.no-answer"]).waitFor();
    await context.close();
  },
);
