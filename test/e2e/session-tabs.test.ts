import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SESSION_TIMES } from "#contract/session.ts";
import { openBrowser, productUrl } from "#test/support/web/browser.ts";
import { requestOf } from "#test/support/web/heard.ts";
import { startRotatingProduct, type RotatingProduct } from "#test/support/sign-in/rotating-product.ts";
import { emailOf, openContext, openTabs, signInAs } from "#test/support/sign-in/signed-in-tabs.ts";
import {
  generation,
  issuerOf,
  notedPhases,
  phaseIs,
  runOut,
  strangeSteps,
  tell,
} from "#test/support/sign-in/session-page.ts";
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };

const TABS = 4;
const ROUNDS = 25;
const AT_ONCE = 25;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Every look of a tab renews a token that ran out; the network coming back is one. */
const lookOften = (page: Page) =>
  page.evaluate((times) => {
    for (let count = 0; count < times; count += 1) dispatchEvent(new Event("online"));
  }, AT_ONCE);

describe(`${TABS} tabs renew ${AT_ONCE} times at once, ${ROUNDS} rounds`, () => {
  let rotating: RotatingProduct;
  beforeAll(async () => {
    rotating = await startRotatingProduct();
  });
  afterAll(() => rotating.stop());

  test.each([
    ["bearer tokens that rotate", () => rotating.url, { dpop: "off" }, "Bearer"],
    ["bound tokens", productUrl, {}, "DPoP"],
    ["bound tokens that rotate", () => rotating.url, {}, "DPoP"],
  ] as const)("%s: one question a round, and none fails", async (title, urlOf, changes, scheme) => {
    const context = await openContext(browser, urlOf(), changes);
    const [first = await context.newPage()] = context.pages();
    await signInAs(first, "ada");
    const tabs = [first, ...(await openTabs(context, TABS - 1, "/account"))];
    const endpoint = `${await issuerOf(first)}/token`;
    const answers: number[] = [];
    const tooks: number[] = [];
    const refreshTokens = new Set<string>();
    context.on("requestfinished", (request) => {
      if (request.method() !== "POST" || !request.url().startsWith(endpoint)) return;
      const { requestStart, responseEnd } = request.timing();
      tooks.push(responseEnd - requestStart);
      refreshTokens.add(new URLSearchParams(request.postData() ?? "").get("refresh_token") ?? "");
      void request.response().then((response) => answers.push(response?.status() ?? 0));
    });
    const began = performance.now();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = (await generation(first)) ?? 0;
      await runOut(first);
      await Promise.all(tabs.map(lookOften));
      await expect.poll(() => generation(first), { timeout: 30_000 }).toBe(before + 1);
    }
    tell(`${title}: ${ROUNDS} rounds of ${TABS * AT_ONCE}`, (performance.now() - began) / 1000, "s");
    await expect.poll(() => answers).toEqual(Array.from({ length: ROUNDS }, () => 200));
    tell(`${title}: one question to the provider, median`, median(tooks), "ms");
    expect(refreshTokens.size).toBe(title.endsWith("rotate") ? ROUNDS : 1);
    for (const tab of tabs) {
      expect((await notedPhases(tab)).map(([phase]) => phase)).not.toContain("signed-out");
      expect(strangeSteps(await notedPhases(tab))).toEqual([]);
      const call = await requestOf(tab, "**/api/me", () => tab.reload());
      expect(call.headers()["authorization"]).toMatch(new RegExp(`^${scheme} `));
      await emailOf(tab, "ada").waitFor();
    }
    expect(answers).toHaveLength(ROUNDS);
    await context.close();
  });
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test("signing out in one tab reaches the others before they look for themselves, and nothing is left there", async () => {
  const context = await openContext(browser, productUrl());
  // When somebody clicked last, by this machine's clock, for the tabs that remain.
  await context.addInitScript(() =>
    addEventListener("click", () => localStorage.setItem("test.click", String(Date.now())), true),
  );
  const page = await context.newPage();
  await signInAs(page, "ada");
  const others = await openTabs(context, TABS - 1, "/account");
  for (const other of others) await emailOf(other, "ada").waitFor();
  await page.getByRole("banner").getByRole("button", { name: "Ada Lindqvist" }).click();
  await page.getByRole("menuitem", { name: hall["session.sign-out"], exact: true }).click();
  for (const other of others) {
    await phaseIs(other, "signed-out");
    await other.getByText(session["auth.ended-elsewhere"]).first().waitFor();
    expect(await other.getByText("ada@demo.example").count()).toBe(0);
    const [clicked, started] = await other.evaluate(() => [
      Number(localStorage.getItem("test.click")),
      performance.timeOrigin,
    ]);
    const [, after = Number.NaN] = (await notedPhases(other)).at(-1) ?? [];
    const seconds = (started + after - clicked) / 1000;
    tell("signed out in another tab", seconds, "s");
    expect(seconds).toBeLessThan(SESSION_TIMES.sessionCheckEveryS);
    expect(strangeSteps(await notedPhases(other))).toEqual([]);
  }
  expect(await generation(others[0] ?? page)).toBeUndefined();
  await page.waitForURL((url) => url.href === `${productUrl()}/`);
  await context.close();
});

test.each([
  ["while the first is still there", false],
  ["after the first one's session ended", true],
])("another person who signs in %s is noticed, and nothing of the first is shown", async (_title, isOver) => {
  const context = await openContext(browser, productUrl());
  const page = await context.newPage();
  await signInAs(page, "ada");
  const [other = page] = await openTabs(context, 1, "/account");
  await emailOf(other, "ada").waitFor();
  if (isOver) {
    await page.getByRole("banner").getByRole("button", { name: "Ada Lindqvist" }).click();
    await page.getByRole("menuitem", { name: hall["session.sign-out"], exact: true }).click();
    await phaseIs(other, "signed-out");
    await page.waitForURL((url) => url.href === `${productUrl()}/`);
  }
  await signInAs(page, "carla");
  await emailOf(other, "carla").waitFor();
  await other.getByText(session["auth.person-switched"].replace("{name}", "Carla Ruiz")).first().waitFor();
  expect(await other.getByText(/ada@demo|Ada Lindqvist/).count()).toBe(0);
  expect(strangeSteps(await notedPhases(other))).toEqual([]);
  await context.close();
});

test("clearing the browser's data signs every tab out at its next look, and says why", async () => {
  const context = await openContext(browser, productUrl());
  const page = await context.newPage();
  await signInAs(page, "ada");
  const tabs = [page, ...(await openTabs(context, 1, "/account"))];
  const devtools = await context.newCDPSession(page);
  const origin = new URL(productUrl()).origin;
  const cleared = await page.evaluate(() => Date.now());
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  for (const tab of tabs) {
    await phaseIs(tab, "signed-out");
    await tab.getByText(session["auth.storage-cleared"]).first().waitFor();
    const [, at = Number.NaN] = (await notedPhases(tab)).at(-1) ?? [];
    const seconds = ((await tab.evaluate(() => performance.timeOrigin)) + at - cleared) / 1000;
    tell("data cleared until signed out", seconds, "s");
    // A busy machine may be late with its look, and the browser with its clearing, which a page waits out.
    expect(seconds).toBeLessThan(2 * SESSION_TIMES.sessionCheckEveryS);
  }
  await context.close();
});
