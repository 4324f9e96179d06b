import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openBrowser, openProfile, productUrl } from "#test/support/web/browser.ts";
import { answerOf, requestOf } from "#test/support/web/heard.ts";
import {
  checkFrameLoaded,
  generation,
  issuerOf,
  notedPhases,
  phaseIs,
  leaveBack,
  runOut,
  shiftClock,
  strangeSteps,
  tell,
} from "#test/support/sign-in/session-page.ts";
import { emailOf, leaveFor, openContext, openTabs, signInAs } from "#test/support/sign-in/signed-in-tabs.ts";
import accounts from "#features/accounts/web/words/en.json" with { type: "json" };
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };

const MINUTES_MS = 60_000;
const PATIENCE = { timeout: 60_000, interval: 100 };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const phases = async (page: Page): Promise<string[]> => (await notedPhases(page)).map(([phase]) => phase);
const isCallback = (url: string): boolean => new URL(url).pathname === "/auth/callback";
const signInButton = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: hall["session.sign-in"], exact: true });

/** Back to `/account`. A page that the browser kept is shown without being loaded. */
async function goBack(page: Page): Promise<void> {
  await leaveBack(page);
  await vi.waitFor(() => expect(page.url()).toBe(`${productUrl()}/account`), PATIENCE);
}

/** Page on which the provider asks who it is. */
const people = (page: Page) => page.locator("button[name=person][value=ada]");

/** The provider's answer, as the browser went to it. */
async function addressOf(page: Page, work: () => Promise<unknown>): Promise<string> {
  const request = await requestOf(page, (sent) => isCallback(sent.url()), work);
  return request.url();
}

test("from the provider's answer to the first page", async () => {
  const context = await openContext(browser, productUrl());
  const page = await context.newPage();
  // When the heading of a page of ours is there, in ms after the answer's document began.
  await context.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (location.pathname.startsWith("/auth/") || !document.querySelector("main h1")) return;
      watcher.disconnect();
      Reflect.set(globalThis, "firstPage", performance.now());
    });
    watcher.observe(document, { subtree: true, childList: true });
  });
  await signInAs(page, "ada");
  await page.waitForFunction(() => typeof Reflect.get(globalThis, "firstPage") === "number");
  const first = await page.evaluate(() => Number(Reflect.get(globalThis, "firstPage")));
  const signedIn = (await notedPhases(page)).find(([phase]) => phase === "signed-in")?.[1] ?? Number.NaN;
  tell("answer of the provider until signed in", signedIn, "ms");
  tell("answer of the provider until the first page", first, "ms");
  expect(await phases(page)).toEqual(["signing-in", "signed-in"]);
  expect(first).toBeGreaterThan(0);
  await context.close();
});

// Side by side, each in a browser context of its own.
describe.concurrent("a clock that is wrong", () => {
  test.each([
    ["ten minutes slow", -10 * MINUTES_MS],
    ["ten minutes fast", 10 * MINUTES_MS],
  ])("and %s signs in and goes on working with bound tokens", async (_title, by) => {
    const context = await openContext(browser, productUrl());
    await shiftClock(context, by);
    const page = await context.newPage();
    await signInAs(page, "ada");
    await emailOf(page, "ada").waitFor();
    await runOut(page);
    const before = (await generation(page)) ?? 0;
    await vi.waitFor(async () => expect(await generation(page)).toBe(before + 1), PATIENCE);
    // A page that has not heard the time yet may be told it by a refused proof, once.
    const isMe = (heard: Response) => heard.url().endsWith("/api/me") && heard.ok();
    const answer = await answerOf(page, isMe, () => page.reload());
    expect(answer.request().headers()["authorization"]).toMatch(/^DPoP /);
    await emailOf(page, "ada").waitFor();
    expect(await phases(page)).not.toContain("signed-out");
    await context.close();
  });
});

describe.concurrent("the way back from the provider", () => {
  test("an answer with another state signs nobody in, and the one that is waited for still does", async () => {
    const context = await openContext(browser, productUrl());
    const page = await context.newPage();
    await page.goto("/account");
    await signInButton(page).click();
    await people(page).waitFor();
    const provider = page.url();
    const other = await context.newPage();
    const issuer = encodeURIComponent(new URL(provider).origin);
    await other.goto(`/auth/callback?code=made-up&state=of-somebody-else&iss=${issuer}`);
    await other.getByText(session["auth.stale-link"]).waitFor();
    expect(other.url()).not.toContain("made-up");
    await phaseIs(other, "signed-out");
    await people(page).click();
    await page.waitForURL((url) => url.pathname === "/account");
    await phaseIs(page, "signed-in");
    await context.close();
  });

  test("a bookmarked answer leads home without a word when somebody is signed in, and a guest can sign in again", async () => {
    const context = await openContext(browser, productUrl());
    const page = await context.newPage();
    const answer = await addressOf(page, () => signInAs(page, "ada"));
    const [tab = page] = await openTabs(context, 1, "/");
    await tab.goto(answer);
    await tab.waitForURL((url) => url.href === `${productUrl()}/`);
    await phaseIs(tab, "signed-in");
    expect(await tab.getByText(session["auth.stale-link"]).count()).toBe(0);
    await context.close();

    const stranger = await openContext(browser, productUrl());
    const guest = await stranger.newPage();
    await guest.goto(answer);
    await guest.getByText(session["auth.stale-link"]).waitFor();
    await phaseIs(guest, "signed-out");
    await guest.getByRole("button", { name: session["way.again"] }).click();
    await people(guest).waitFor();
    await stranger.close();
  });

  test("going back after signing in shows neither an error nor the answer, and its page is opened again", async () => {
    const context = await openContext(browser, productUrl());
    const page = await context.newPage();
    const answer = await addressOf(page, () => signInAs(page, "ada"));
    await page.goto(answer);
    await page.waitForURL((url) => url.pathname === "/account");
    await phaseIs(page, "signed-in");
    await page.goBack();
    await phaseIs(page, "signed-in");
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(await page.getByText(session["auth.stale-link"]).count()).toBe(0);
    const devtools = await context.newCDPSession(page);
    const { entries } = await devtools.send("Page.getNavigationHistory");
    expect(entries.filter(({ url }) => url.startsWith(productUrl()) && /code=/.test(url))).toEqual([]);
    await context.close();
  });
});

describe.concurrent("a browser that keeps nothing", () => {
  test("whose storage is full signs in for as long as the tab stays open, and says so", async () => {
    const context = await openContext(browser, productUrl());
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Storage.overrideQuotaForOrigin", {
      origin: new URL(productUrl()).origin,
      quotaSize: 1,
    });
    await signInAs(page, "ada");
    await page.getByText(session["auth.storage-refused"]).first().waitFor();
    await emailOf(page, "ada").waitFor();
    expect(await generation(page)).toBeUndefined();
    expect(strangeSteps(await notedPhases(page))).toEqual([]);
    await page.reload();
    await phaseIs(page, "signed-out");
    await signInButton(page).waitFor();
    await context.close();
  });

  test("whose storage fills up later goes on, and signing out leaves nothing behind", async () => {
    const context = await openContext(browser, productUrl());
    const page = await context.newPage();
    await signInAs(page, "ada");
    await page.goto("/account/diagnostics");
    await page.getByText(accounts["diagnosis.storage.browser"]).waitFor();
    const devtools = await context.newCDPSession(page);
    const origin = new URL(productUrl()).origin;
    await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    // The browser finds out by itself, up to half a minute later, that nothing fits any more.
    const inMemory = page.getByText(accounts["diagnosis.storage.memory"]);
    const ask = async () => {
      await page.getByRole("button", { name: accounts["diagnosis.check-now"] }).click();
      expect(await inMemory.isVisible()).toBe(true);
    };
    await vi.waitFor(ask, { timeout: 120_000, interval: 2_000 });
    await phaseIs(page, "signed-in");
    await page.getByRole("banner").getByRole("button", { name: "Ada Lindqvist" }).click();
    await page.getByRole("menuitem", { name: hall["session.sign-out"], exact: true }).click();
    await page.waitForURL((url) => url.href === `${productUrl()}/`);
    await page.goto("/account");
    await signInButton(page).waitFor();
    await phaseIs(page, "signed-out");
    expect(await generation(page)).toBeUndefined();
    await context.close();
  }, 240_000);

  test("that blocks every storage of ours cannot sign in, and says why before leaving", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "waybill-blocked-"));
    mkdirSync(path.join(folder, "Default"));
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(path.join(folder, "Default", "Preferences"), JSON.stringify(blocked));
    const context: BrowserContext = await openProfile(folder, { baseURL: productUrl(), locale: "en" });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    await page.goto("/account");
    expect(
      await page.evaluate(() => {
        try {
          return typeof localStorage;
        } catch (error) {
          return String(error);
        }
      }),
    ).toContain("SecurityError");
    await signInButton(page).click();
    await page.getByText(session["auth.storage-refused"]).first().waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(productUrl()).origin);
    await phaseIs(page, "signed-out");
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("a page that the browser keeps for going back", () => {
  let keeping: Browser;
  beforeAll(async () => {
    keeping = await openBrowser({ whole: true, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  });
  afterAll(() => keeping.close());

  test("shows nobody as signed in after the session is gone", async () => {
    const context = await openContext(keeping, productUrl());
    await context.addInitScript(() =>
      addEventListener("pageshow", ({ persisted }) => Reflect.set(globalThis, "wasKept", persisted)),
    );
    const page = await context.newPage();
    await signInAs(page, "ada");
    await emailOf(page, "ada").waitFor();
    const issuer = await issuerOf(page);
    await checkFrameLoaded(page, issuer);
    await page.goto(`${issuer}/account`);
    // A document of our origin that runs nothing of ours: a word to other tabs would make the browser drop the page.
    const other = await context.newPage();
    await other.goto("/config.json");
    await other.evaluate(
      () =>
        new Promise<void>((done, fail) => {
          const opening = indexedDB.open("wb.auth");
          opening.addEventListener("error", () => fail(opening.error));
          opening.addEventListener("success", () => {
            const work = opening.result.transaction("session", "readwrite");
            work.objectStore("session").clear();
            work.addEventListener("complete", () => {
              opening.result.close();
              done();
            });
          });
        }),
    );
    await goBack(page);
    await phaseIs(page, "signed-out");
    expect(await page.getByText("ada@demo.example").count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, "wasKept"))).toBe(true);
    await context.close();
  });

  test("shows nobody as signed in after a sign-out in another tab", async () => {
    const context = await openContext(keeping, productUrl());
    const page = await context.newPage();
    await signInAs(page, "ada");
    await emailOf(page, "ada").waitFor();
    await page.goto(`${await issuerOf(page)}/account`);
    const [other = page] = await openTabs(context, 1, "/account");
    await other.getByRole("banner").getByRole("button", { name: "Ada Lindqvist" }).click();
    await other.getByRole("menuitem", { name: hall["session.sign-out"], exact: true }).click();
    await other.waitForURL((url) => url.href === `${productUrl()}/`);
    await goBack(page);
    await phaseIs(page, "signed-out");
    expect(await page.getByText("ada@demo.example").count()).toBe(0);
    await context.close();
  });

  test("that left for the provider and came back without an answer offers to sign in", async () => {
    const context = await openContext(keeping, productUrl());
    const page = await context.newPage();
    await page.goto("/account");
    await signInButton(page).click();
    await people(page).waitFor();
    await goBack(page);
    await phaseIs(page, "signed-out");
    await signInButton(page).waitFor();
    expect(strangeSteps(await notedPhases(page))).toEqual([]);
    await context.close();
  });
});

test("a portal at another issuer's word begins nothing", async () => {
  const context = await openContext(browser, productUrl());
  const page = await context.newPage();
  await page.goto(`/auth/start?iss=${encodeURIComponent("https://evil.example")}&login_hint=ada`);
  await page.getByText(/It says https:\/\/evil\.example/).waitFor();
  expect(new URL(page.url()).origin).toBe(new URL(productUrl()).origin);
  await phaseIs(page, "signed-out");
  // The right one, with a target elsewhere, ends at home.
  await leaveFor(page, "ada", "https://evil.example/x");
  await page.waitForURL((url) => url.href === `${productUrl()}/`);
  await phaseIs(page, "signed-in");
  await context.close();
});
