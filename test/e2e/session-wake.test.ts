import { setTimeout as rest } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { type TestContext, afterAll, beforeAll, describe, expect, test } from "vitest";
import { SLEPT_MS } from "#web/session/driver/sleep.ts";
import { openBrowser, openPerson } from "#test/support/web/browser.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { inAnotherBrowser, inThisBrowser } from "#test/support/sign-in/provider-ends.ts";
import {
  ageSession,
  checkFrameLoaded,
  countTokenRequests,
  hours,
  issuerOf,
  leaveBack,
  notePhases,
  phaseIs,
  phasesOf,
  putToSleep,
  secondsUntil,
  storedForOffline,
  tell,
} from "#test/support/sign-in/session-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A browser that keeps pages for its Back button, which Playwright switches off unless it is told not to. */
async function openLaptop({ onTestFinished }: TestContext): Promise<Browser> {
  const laptop = await openBrowser({ whole: true, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  onTestFinished(() => laptop.close());
  return laptop;
}

// Side by side, each with a laptop of its own: nothing runs on one that sleeps.
describe.concurrent("a laptop that is closed and opened again", () => {
  test("is signed out as soon as it wakes when the session ended meanwhile", async (own) => {
    const laptop = await openLaptop(own);
    const { context, page } = await openPerson(laptop, { worker: true });
    await enterAs(page, "bo", "/account");
    const issuer = await issuerOf(page);
    // Neither frame nor events: waking up alone must ask.
    await page.route(`${issuer}/session/check`, (route) => route.abort());
    await page.route("**/api/live**", (route) => route.abort());
    await page.goto("/account/diagnostics");
    await phaseIs(page, "signed-in");
    const there = await inAnotherBrowser(browser, "bo");
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

  test("stays signed in when the session lives, and gets a new token", async (own) => {
    const laptop = await openLaptop(own);
    const { context, page } = await openPerson(laptop, { worker: true });
    await notePhases(context);
    await enterAs(page, "greta", "/account/diagnostics");
    const asked = countTokenRequests(context, await issuerOf(page));
    await ageSession(page, hours(8));
    const wake = await putToSleep(laptop);
    await rest(SLEPT_MS + 2_000);
    wake();
    await own.expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(0);
    await phaseIs(page, "signed-in");
    expect(await phasesOf(page)).not.toContain("signed-out");
    await context.close();
  });
});

test("a page that the Back button restores from memory is signed out when its session ended meanwhile", async (own) => {
  const laptop = await openLaptop(own);
  const { context, page } = await openPerson(laptop, { worker: true });
  await context.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => Reflect.set(globalThis, "wasRestored", persisted));
  });
  await enterAs(page, "ada", "/account");
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
  await leaveBack(page);
  const look = () =>
    page.evaluate(() => [
      location.pathname,
      Reflect.get(globalThis, "wasRestored"),
      document.documentElement.dataset["session"],
    ]);
  await expect.poll(look, { timeout: 60_000 }).toEqual(["/account", true, "signed-out"]);
  await context.close();
});
