import { setTimeout as rest } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SLEPT_MS } from "#web/session/sleep.ts";
import { enterBy, openBrowser, openPerson } from "#test/support/browser.ts";
import { inAnotherBrowser, inThisBrowser } from "#test/support/provider-ends.ts";
import {
  ageSession,
  checkFrameLoaded,
  countTokenRequests,
  hours,
  issuerOf,
  notePhases,
  phaseIs,
  phasesOf,
  putToSleep,
  secondsUntil,
  storedForOffline,
  tell,
} from "#test/support/session-page.ts";

let browser: Browser;
let laptop: Browser;
beforeAll(async () => {
  [browser, laptop] = await Promise.all([openBrowser(), openLaptop()]);
});
afterAll(() => Promise.all([browser.close(), laptop.close()]));

/** A browser that keeps pages for its Back button, which Playwright switches off unless it is told not to. */
const openLaptop = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env["WAYBILL_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });

describe("a laptop that is closed and opened again", () => {
  test("is signed out as soon as it wakes when the session ended meanwhile", async () => {
    const { context, page } = await openPerson(laptop);
    await enterBy(page, "dispatcher");
    const issuer = await issuerOf(page);
    // Neither frame nor events: waking up alone must ask.
    await page.route(`${issuer}/session/check`, (route) => route.abort());
    await page.route("**/api/live**", (route) => route.abort());
    await page.goto("/account/diagnostics");
    await phaseIs(page, "signed-in");
    const there = await inAnotherBrowser(browser, "dispatcher");
    const asked = countTokenRequests(context, issuer);
    const wake = await putToSleep(laptop);
    await Promise.all([there.endAll(), rest(SLEPT_MS + 2_000)]);
    expect(asked()).toBe(0);
    wake();
    tell("waking up after the session ended, until signed out", await secondsUntil(page, "signed-out"), "s");
    expect(asked()).toBe(1);
    await there.close();
    await context.close();
  });

  test("stays signed in when the session lives, and gets a new token", async () => {
    const { context, page } = await openPerson(laptop);
    await notePhases(context);
    await enterBy(page, "dispatcher");
    await phaseIs(page, "signed-in");
    await page.goto("/account/diagnostics");
    await phaseIs(page, "signed-in");
    const asked = countTokenRequests(context, await issuerOf(page));
    await ageSession(page, hours(8));
    const wake = await putToSleep(laptop);
    await rest(SLEPT_MS + 2_000);
    wake();
    await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(0);
    await phaseIs(page, "signed-in");
    expect(await phasesOf(page)).not.toContain("signed-out");
    await context.close();
  });
});

test("a page that the Back button restores from memory is signed out when its session ended meanwhile", async () => {
  const { context, page } = await openPerson(laptop);
  await context.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => Reflect.set(globalThis, "wasRestored", persisted));
  });
  await enterBy(page, "dispatcher");
  await phaseIs(page, "signed-in");
  // A service worker that takes charge later would take the page out of the browser's memory.
  await storedForOffline(page);
  const issuer = await issuerOf(page);
  await page.goto("/account");
  await phaseIs(page, "signed-in");
  await checkFrameLoaded(page, issuer);
  await page.goto(`${issuer}/account`);
  const there = await inThisBrowser(context, issuer);
  await there.endAll();
  // Playwright's own ways to go back and to wait are about a load, which does not happen.
  await page.evaluate(() => history.back());
  const look = () =>
    page.evaluate(() => [
      location.pathname,
      Reflect.get(globalThis, "wasRestored"),
      document.documentElement.dataset["session"],
    ]);
  await expect.poll(look, { timeout: 30_000 }).toEqual(["/account", true, "signed-out"]);
  await context.close();
});
