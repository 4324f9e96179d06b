import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import accounts from "#features/accounts/web/words/en.json" with { type: "json" };
import { demoPersonByHint } from "#engines/demo-identity/people.ts";
import { frameCookie, frameScript } from "#engines/demo-identity/frame.ts";
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import { openBrowser, openPerson } from "#test/support/web/browser.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, startProduct } from "#test/support/processes/product.ts";
import { inAnotherBrowser, inThisBrowser } from "#test/support/sign-in/provider-ends.ts";
import {
  ageSession,
  countTokenRequests,
  issuerOf,
  notePhases,
  phaseIs,
  phasesOf,
  secondsUntil,
  tell,
} from "#test/support/sign-in/session-page.ts";

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
  readonly who: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly issuer: string;
  /** Refreshes and sign-ins of this browser since the page was ready. */
  readonly asked: () => number;
}

/** Keeps messages of other tabs from this page; the record that they share is there. */
function deafen(): void {
  const listen = Object.getOwnPropertyDescriptor(EventTarget.prototype, "addEventListener")?.value;
  Object.defineProperty(BroadcastChannel.prototype, "addEventListener", {
    value(this: BroadcastChannel, ...given: unknown[]) {
      if (this.name !== "wb.auth") Reflect.apply(listen, this, given);
    },
  });
}

/** Somebody's page that hears of a session's end by these and nothing else. It shows how, and asks nothing by itself. */
async function openListening(who: string, ...by: Signal[]): Promise<Listening> {
  const { context, page } = await openPerson(browser);
  await notePhases(context);
  await enterAs(page, who, "/account");
  const issuer = await issuerOf(page);
  if (!by.includes("frame")) await page.route(`${issuer}/session/check`, silence);
  if (!by.includes("events")) await page.route("**/api/live**", silence);
  if (!by.includes("tabs")) await page.addInitScript(deafen);
  await page.goto("/account/diagnostics");
  await phaseIs(page, "signed-in");
  const shown = by.includes("frame") ? "frame" : by.includes("events") ? "events" : "record";
  await page.getByText(accounts[`diagnosis.by.${shown}`], { exact: true }).waitFor({ timeout: 60_000 });
  if (!by.includes("events") && !by.includes("calls")) await page.route("**/api/**", silence);
  return { who, context, page, issuer, asked: countTokenRequests(context, issuer) };
}

/** Ends the session at the provider in another browser. @returns seconds until this page is signed out */
async function endElsewhere({ who, page }: Listening): Promise<number> {
  const there = await inAnotherBrowser(browser, who);
  const [seconds] = await Promise.all([secondsUntil(page, "signed-out"), there.endAll()]);
  await there.close();
  return seconds;
}

const saysWhy = (page: Page, ...why: (keyof typeof session)[]) =>
  page.getByText(new RegExp(why.map((one) => session[one].slice(0, 24)).join("|"))).first();

// Each has a person of its own: whoever is signed out everywhere would take the others along.
describe("a session that is ended at the provider ends here by each signal alone:", () => {
  test.concurrent("the provider's frame", async () => {
    const here = await openListening("bo", "frame");
    const there = await inThisBrowser(here.context, here.issuer);
    const [seconds] = await Promise.all([secondsUntil(here.page, "signed-out"), there.endAll()]);
    tell("ended at the provider, told by the check frame", seconds, "s");
    await saysWhy(here.page, "auth.ended-elsewhere").waitFor();
    expect(here.asked()).toBe(1);
    await here.context.close();
  });

  test.concurrent("the back channel to our server, and its events", async () => {
    const here = await openListening("greta", "events");
    const seconds = await endElsewhere(here);
    tell("ended at the provider, told by back channel and event", seconds, "s");
    await saysWhy(here.page, "auth.ended-elsewhere", "auth.ended-or-disabled").waitFor();
    expect(here.asked()).toBeLessThanOrEqual(1);
    await here.context.close();
  });

  test.concurrent.each([
    ["told by the other tab", "hana", false],
    ["found in the shared record", "ines", true],
  ])("another tab of this browser that learned of it (%s)", async (how, who, isDeaf) => {
    const here = await openListening(who, ...(isDeaf ? [] : (["tabs"] as const)));
    const other = await here.context.newPage();
    await other.route("**/api/live**", silence);
    await other.route(`${here.issuer}/session/check`, silence);
    await other.goto("/account/diagnostics");
    await phaseIs(other, "signed-in");
    const there = await inAnotherBrowser(browser, here.who);
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

  test.concurrent("the next renewal, when the token runs out", async () => {
    const here = await openListening("ada");
    const there = await inAnotherBrowser(browser, here.who);
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

  test.concurrent("the next call, which our server refuses", async () => {
    const here = await openListening("carla", "calls");
    const there = await inAnotherBrowser(browser, here.who);
    await there.endAll();
    await there.close();
    expect(await phasesOf(here.page)).not.toContain("signed-out");
    await here.page
      .getByRole("banner")
      .getByRole("button", { name: demoPersonByHint(here.who)?.name ?? "" })
      .click();
    await here.page.getByRole("menuitem", { name: hall["session.account"], exact: true }).click();
    tell("ended at the provider, found by the next call", await secondsUntil(here.page, "signed-out"), "s");
    expect(here.asked()).toBeLessThanOrEqual(1);
    await here.context.close();
  });
});

describe("a false hint costs one question and signs nobody out:", () => {
  test.concurrent("the frame says changed while the session lives", async ({ expect }) => {
    const here = await openListening("bo", "frame", "events");
    await here.context.clearCookies({ name: frameCookie(here.issuer) });
    await expect.poll(here.asked, { timeout: 60_000 }).toBe(1);
    await here.page.getByText(accounts["diagnosis.by.events"], { exact: true }).waitFor();
    await staysSignedIn(here);
    expect(here.asked()).toBe(1);
    await here.context.close();
  });

  test.concurrent("our server tells of another session's end", async ({ expect }) => {
    const here = await openListening("greta", "events");
    const there = await inAnotherBrowser(browser, here.who);
    await there.page.getByRole("listitem").filter({ hasText: "This browser" }).getByRole("button").click();
    await expect.poll(here.asked, { timeout: 60_000 }).toBeGreaterThan(0);
    await staysSignedIn(here);
    await there.close();
    await here.context.close();
  });

  test.concurrent.each([
    ["answers error", "hana", 'addEventListener("message", () => parent.postMessage("error", "*"))'],
    ["says nothing", "ines", "0"],
  ])("the frame %s, and the other signals go on", async (_title, who, script) => {
    const { context, page } = await openPerson(browser);
    await notePhases(context);
    await context.route("**/assets/check.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: script }),
    );
    await enterAs(page, who, "/account/diagnostics");
    const issuer = await issuerOf(page);
    await page.getByText(accounts["diagnosis.by.events"], { exact: true }).waitFor({ timeout: 60_000 });
    const here = { who, context, page, issuer, asked: countTokenRequests(context, issuer) };
    await staysSignedIn(here);
    expect(here.asked()).toBe(0);
    expect(await endElsewhere(here)).toBeLessThan(40);
    await context.close();
  });
});

/** Through two looks of the session check. */
async function staysSignedIn({ page }: Pick<Listening, "page">): Promise<void> {
  const frameAsked = await page.evaluate(() => Date.now());
  await page.waitForFunction((since) => Date.now() - since > 11_000, frameAsked);
  await phaseIs(page, "signed-in");
  expect(await phasesOf(page)).not.toContain("signed-out");
}

describe("at a provider of another site, whose frame", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-cross-site-"));
  let product: Product;
  let url = "";
  let issuer = "";
  beforeAll(async () => {
    const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
    url = `http://127.0.0.1:${port}`;
    issuer = `http://localhost:${providerPort}`;
    const ports = ["--provider-port", String(providerPort), "--metrics-port", String(metricsPort)];
    takeMadeData("bare", folder);
    product = await startProduct(folder, port, [...ports, "--public-url", url, "--demo", "no"]);
  });
  afterAll(async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.concurrent.each([
    ["looks first whether it can know", false],
    ["claims a change, as careless ones do", true],
  ])("%s, nobody is signed out", async (_title, naive) => {
    const context = await browser.newContext({ baseURL: url, locale: "en" });
    context.setDefaultTimeout(60_000);
    await notePhases(context);
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
    const why = naive ? "changed" : "error";
    await page.getByText(accounts[`diagnosis.no-frame.${why}`]).waitFor();
    const asked = countTokenRequests(context, issuer);
    await staysSignedIn({ page });
    expect(asked()).toBe(0);
    await context.close();
  });
});
