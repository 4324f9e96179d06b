import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import ar from "#web/phone/words/ar.json" with { type: "json" };
import en from "#web/phone/words/en.json" with { type: "json" };
import { MAP_CACHE } from "#web/map/kept/map-cache.ts";
import { KEPT_ENTRY } from "#web/map/kept/stored-map.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import {
  STOP_WORDS,
  type Tongue,
  comeOnDuty,
  openCourier,
  startAgain,
  tap,
} from "#test/support/courier/stops-page.ts";
import { shiftClock } from "#test/support/sign-in/session-page.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";

const TONGUES = ["en", "ar"] as const;
const WORDS = { en: { ...STOP_WORDS.en, ...en }, ar: { ...STOP_WORDS.ar, ...ar } } as const;
const LATER = { timeout: 90_000 };
const TEN_MINUTES_MS = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Looks at a warning in both schemes, and lets a machine look for faults in each. */
async function lookAt(page: Page, text: string, name: string): Promise<void> {
  const shots = process.env["WAYBILL_TEST_SHOTS"];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByText(text).evaluate((one) => one.scrollIntoView({ block: "center" }));
    if (shots) await page.screenshot({ path: path.join(shots, `${name}-${colorScheme}.png`) });
    expect(await axeFaults(page)).toEqual([]);
  }
}

const hasMap = (page: Page): Promise<boolean> =>
  page.evaluate(async ([cache, entry]) => (await caches.match(entry, { cacheName: cache })) !== undefined, [
    MAP_CACHE,
    KEPT_ENTRY,
  ] as const);

/** From the next page on the browser names so much free room as `leave` says, and keeps no reserve while that is little. */
function nameRoom(): void {
  const estimate: () => Promise<StorageEstimate> = Reflect.get(StorageManager.prototype, "estimate");
  Reflect.set(StorageManager.prototype, "estimate", async function named(this: StorageManager) {
    const room = localStorage.getItem("test-room");
    return room === null ? estimate.call(this) : { quota: Number(room), usage: 0 };
  });
}

const leave = (page: Page, bytes: number): Promise<void> =>
  page.evaluate((room) => localStorage.setItem("test-room", String(room)), bytes);

/** Opens the day of a courier on duty, whose map is stored, and names little room from the next page on. */
async function openShort(tongue: Tongue, bytes: number): Promise<{ context: BrowserContext; page: Page }> {
  await giveWork(1);
  const { context, page } = await openCourier(browser, tongue);
  await comeOnDuty(page);
  await expect.poll(() => hasMap(page), LATER).toBe(true);
  await context.addInitScript(nameRoom);
  await leave(page, bytes);
  return { context, page: await startAgain(context, page) };
}

test.each(TONGUES)(
  "a phone short of room gives up the map first, and its warnings have a way out (%s)",
  async (tongue) => {
    const words = WORDS[tongue];
    const { context, page } = await openShort(tongue, 30_000_000);
    await page.getByText(words["room.near"]).waitFor();
    await page.getByText(words["map.gone"]).waitFor();
    expect(await hasMap(page)).toBe(false);
    await tap(page, words["room.make"]);
    await page.getByText(words["room.nothing"]).waitFor();
    await lookAt(page, words["room.nothing"], `room-nothing-${tongue}`);
    const gone = page.locator(".banner", { hasText: words["map.gone"] });
    await gone.getByRole("button").click();
    await gone.waitFor({ state: "detached" });
    await leave(page, 300_000_000);
    await tap(page, words["room.make"]);
    await page.getByText(words["room.made"]).waitFor();
    expect(await page.getByText(words["room.near"]).count()).toBe(0);

    await shiftClock(context, TEN_MINUTES_MS);
    const wrong = await startAgain(context, page);
    await wrong.getByText(words["clock.off"]).waitFor(LATER);
    expect(await wrong.getByText(words["map.gone"]).count()).toBe(0);
    await tap(wrong, words["clock.again"]);
    await wrong.getByText(words["clock.still"]).waitFor();
    await lookAt(wrong, words["clock.still"], `clock-still-${tongue}`);
    await context.setOffline(true);
    await tap(wrong, words["clock.again"]);
    await wrong.getByText(words["clock.no-answer"]).waitFor();
    await context.close();
  },
);

/** Takes the reserve away, as a phone does that was full. */
const dropReserve = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { name = "" } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith("wb.courier.")) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((done) => opening.addEventListener("success", done));
    const work = opening.result.transaction("meta", "readwrite");
    work.objectStore("meta").delete("ballast");
    await new Promise((done) => work.addEventListener("complete", done));
    opening.result.close();
  });

test.each(TONGUES)("a full phone makes room by a press, on every page (%s)", async (tongue) => {
  const words = WORDS[tongue];
  const { context, page: first } = await openShort(tongue, 5_000_000);
  await dropReserve(first);
  const page = await startAgain(context, first, "/c/outbox");
  await page.getByText(words["out.full"]).waitFor();
  await tap(page, words["room.make"]);
  await page.getByText(words["room.nothing"]).waitFor();
  await lookAt(page, words["out.full"], `full-${tongue}`);
  await lookAt(page, words["out.not-kept"], `not-kept-${tongue}`);
  await leave(page, 40_000_000);
  await tap(page, words["room.make"]);
  await page.getByText(words["room.some"]).waitFor();
  expect(await page.getByText(words["out.full"]).count()).toBe(0);
  await page.goto("/c");
  await page.getByText(words["room.near"]).waitFor();
  expect(await page.getByText(words["out.full"]).count()).toBe(0);
  await context.close();
});
