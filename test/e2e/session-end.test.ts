import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import accounts from "#features/accounts/web/words/en.json" with { type: "json" };
import { frameCookie, frameScript } from "#server/identity/provider-frame.ts";
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import { enterBy, openBrowser, openPerson } from "#test/support/browser.ts";
import { freePorts } from "#test/support/free-ports.ts";
import { startProduct } from "#test/support/product.ts";
import { inAnotherBrowser, inThisBrowser } from "#test/support/provider-ends.ts";
import {
  ageSession,
  countTokenRequests,
  issuerOf,
  notePhases,
  phaseIs,
  phasesOf,
  secondsUntil,
  tell,
} from "#test/support/session-page.ts";

/** A token of five minutes is due for its renewal when this much of its life is gone. */
const NEARLY_OUT_MS = 280_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

type Signal = "frame" | "events" | "tabs" | "calls";
const silence = (route: Route) => route.abort();

interface Listening {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly issuer: string;
  /** Refreshes and sign-ins of this browser since the page was ready. */
  readonly asked: () => number;
}

/** What other tabs say does not reach this page; the record that they share is there. */
function deafen(): void {
  const listen = Object.getOwnPropertyDescriptor(EventTarget.prototype, "addEventListener")?.value;
  Object.defineProperty(BroadcastChannel.prototype, "addEventListener", {
    value(this: BroadcastChannel, ...given: unknown[]) {
      if (this.name !== "wb.auth") Reflect.apply(listen, this, given);
    },
  });
}

/** A dispatcher's page that hears of a session's end by these and nothing else. It shows how, and asks nothing by itself. */
async function openListening(...by: Signal[]): Promise<Listening> {
  const { context, page } = await openPerson(browser);
  await notePhases(context);
  await enterBy(page, "dispatcher");
  await phaseIs(page, "signed-in");
  const issuer = await issuerOf(page);
  if (!by.includes("frame")) await page.route(`${issuer}/session/check`, silence);
  if (!by.includes("events")) await page.route("**/api/live**", silence);
  if (!by.includes("tabs")) await page.addInitScript(deafen);
  await page.goto("/account/diagnostics");
  await phaseIs(page, "signed-in");
  const shown = by.includes("frame") ? "frame" : by.includes("events") ? "events" : "record";
  await page.getByText(accounts[`diagnosis.by.${shown}`], { exact: true }).waitFor({ timeout: 30_000 });
  if (!by.includes("events") && !by.includes("calls")) await page.route("**/api/**", silence);
  return { context, page, issuer, asked: countTokenRequests(context, issuer) };
}

/** Ends the session at the provider in another browser. @returns seconds until this page is signed out */
async function endElsewhere({ page }: Listening): Promise<number> {
  const there = await inAnotherBrowser(browser, "dispatcher");
  const [seconds] = await Promise.all([secondsUntil(page, "signed-out"), there.endAll()]);
  await there.close();
  return seconds;
}

const saysWhy = (page: Page, ...why: (keyof typeof session)[]) =>
  page.getByText(new RegExp(why.map((one) => session[one].slice(0, 24)).join("|"))).first();

describe("a session that is ended at the provider ends here by each signal alone:", () => {
  test("the provider's frame", async () => {
    const here = await openListening("frame");
    const there = await inThisBrowser(here.context, here.issuer);
    const [seconds] = await Promise.all([secondsUntil(here.page, "signed-out"), there.endAll()]);
    tell("ended at the provider, told by the check frame", seconds, "s");
    await saysWhy(here.page, "auth.ended-elsewhere").waitFor();
    expect(here.asked()).toBe(1);
    await here.context.close();
  });

  test("the back channel to our server, and its events", async () => {
    const here = await openListening("events");
    const seconds = await endElsewhere(here);
    tell("ended at the provider, told by back channel and event", seconds, "s");
    await saysWhy(here.page, "auth.ended-elsewhere", "auth.ended-or-disabled").waitFor();
    expect(here.asked()).toBeLessThanOrEqual(1);
    await here.context.close();
  });

  test.each([
    ["told by the other tab", false],
    ["found in the shared record", true],
  ])("another tab of this browser that learned of it (%s)", async (how, isDeaf) => {
    const here = await openListening(...(isDeaf ? [] : (["tabs"] as const)));
    const other = await here.context.newPage();
    await other.route("**/api/live**", silence);
    await other.route(`${here.issuer}/session/check`, silence);
    await other.goto("/account/diagnostics");
    await phaseIs(other, "signed-in");
    const there = await inAnotherBrowser(browser, "dispatcher");
    await there.endAll();
    await there.close();
    await phaseIs(here.page, "signed-in");
    const check = other.getByRole("button", { name: accounts["diagnosis.check-now"] });
    const [seconds] = await Promise.all([secondsUntil(here.page, "signed-out"), check.click()]);
    tell(`ended at the provider, learned by another tab, ${how}`, seconds, "s");
    await phaseIs(other, "signed-out");
    expect(here.asked()).toBe(1);
    await here.context.close();
  });

  test("the next renewal, when the token runs out", async () => {
    const here = await openListening();
    const there = await inAnotherBrowser(browser, "dispatcher");
    await there.endAll();
    await there.close();
    expect(await phasesOf(here.page)).not.toContain("signed-out");
    await ageSession(here.page, NEARLY_OUT_MS);
    tell(
      "ended at the provider, found when the token ran out",
      await secondsUntil(here.page, "signed-out"),
      "s",
    );
    await saysWhy(here.page, "auth.ended-or-disabled").waitFor();
    expect(here.asked()).toBe(1);
    await here.context.close();
  });

  test("the next call, which our server refuses", async () => {
    const here = await openListening("calls");
    const there = await inAnotherBrowser(browser, "dispatcher");
    await there.endAll();
    await there.close();
    expect(await phasesOf(here.page)).not.toContain("signed-out");
    await here.page.getByRole("banner").getByRole("button", { name: "Bo Hansen" }).click();
    await here.page.getByRole("menuitem", { name: hall["session.account"], exact: true }).click();
    tell("ended at the provider, found by the next call", await secondsUntil(here.page, "signed-out"), "s");
    expect(here.asked()).toBeLessThanOrEqual(1);
    await here.context.close();
  });
});

describe("a false hint costs one question and signs nobody out:", () => {
  test("the frame says changed while the session lives", async () => {
    const here = await openListening("frame", "events");
    await here.context.clearCookies({ name: frameCookie(here.issuer) });
    await expect.poll(here.asked, { timeout: 30_000 }).toBe(1);
    await here.page.getByText(accounts["diagnosis.by.events"], { exact: true }).waitFor();
    await staysSignedIn(here);
    expect(here.asked()).toBe(1);
    await here.context.close();
  });

  test("our server tells of another session's end", async () => {
    const here = await openListening("events");
    const there = await inAnotherBrowser(browser, "dispatcher");
    await there.page.getByRole("listitem").filter({ hasText: "This browser" }).getByRole("button").click();
    await expect.poll(here.asked, { timeout: 30_000 }).toBeGreaterThan(0);
    await staysSignedIn(here);
    await there.close();
    await here.context.close();
  });

  test.each([
    ["answers error", 'addEventListener("message", () => parent.postMessage("error", "*"))'],
    ["says nothing", "0"],
  ])("the frame %s, and the other signals go on", async (_title, script) => {
    const { context, page } = await openPerson(browser);
    await notePhases(context);
    await context.route("**/assets/check.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: script }),
    );
    await enterBy(page, "dispatcher");
    const issuer = await issuerOf(page);
    await page.goto("/account/diagnostics");
    await page.getByText(accounts["diagnosis.by.events"], { exact: true }).waitFor({ timeout: 40_000 });
    const here = { context, page, issuer, asked: countTokenRequests(context, issuer) };
    await staysSignedIn(here);
    expect(here.asked()).toBe(0);
    expect(await endElsewhere(here)).toBeLessThan(40);
    await context.close();
  });
});

/** Through two looks of the session check. */
async function staysSignedIn({ page }: Listening): Promise<void> {
  const frameAsked = await page.evaluate(() => Date.now());
  await page.waitForFunction((since) => Date.now() - since > 11_000, frameAsked);
  await phaseIs(page, "signed-in");
  expect(await phasesOf(page)).not.toContain("signed-out");
}

test.each([
  ["looks first whether it can know", false],
  ["claims a change, as careless ones do", true],
])("at a provider of another site, whose frame %s, nobody is signed out", async (_title, naive) => {
  const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-cross-site-"));
  const url = `http://127.0.0.1:${port}`;
  const ports = ["--provider-port", String(providerPort), "--metrics-port", String(metricsPort)];
  const product = await startProduct(folder, port, [...ports, "--public-url", url, "--demo", "no"]);
  const context = await browser.newContext({ baseURL: url, locale: "en" });
  await notePhases(context);
  const issuer = `http://localhost:${providerPort}`;
  const body = frameScript(url, frameCookie(issuer), naive);
  await context.route(`${issuer}/assets/check.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  const page = await context.newPage();
  await page.goto("/account/diagnostics");
  await page.getByRole("banner").getByRole("button", { name: hall["session.sign-in"] }).click();
  await page.locator("button[name=person][value=bo]").click();
  await page.waitForURL(`${url}/account/diagnostics`);
  await phaseIs(page, "signed-in");
  await page.getByText(accounts["diagnosis.no-frame.error"]).waitFor({ timeout: 30_000 });
  const asked = countTokenRequests(context, issuer);
  await staysSignedIn({ context, page, issuer, asked });
  expect(asked()).toBe(0);
  await context.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});
