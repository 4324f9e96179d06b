import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import accounts from "#features/accounts/web/words/en.json" with { type: "json" };
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import { openBrowser, openPerson, type Person } from "#test/support/web/browser.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { startProduct, type Product } from "#test/support/processes/product.ts";
import { phaseIs } from "#test/support/sign-in/session-page.ts";

let browser: Browser;
let product: Product;
let issuer: string;
let admin: Person;
const folder = mkdtempSync(path.join(tmpdir(), "waybill-join-"));

/** A firm where people join by invitation, with nobody in it but its first administrator. */
beforeAll(async () => {
  const [port = 0, providerPort = 0, metricsPort = 0] = await freePorts(3);
  issuer = `http://localhost:${providerPort}`;
  const ports = ["--provider-port", String(providerPort), "--metrics-port", String(metricsPort)];
  takeMadeData("bare", folder);
  product = await startProduct(folder, port, [...ports, "--demo", "no", "--join-by", "invitation"]);
  browser = await openBrowser();
  admin = await openOne();
  await enter(admin.page, "greta", "/a/people");
}, 180_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openOne = async (): Promise<Person> => {
  const one = await openPerson(browser, { url: product.url });
  one.context.setDefaultTimeout(45_000);
  return one;
};

/** As a portal would begin it. */
async function enter(page: Page, hint: string, wish: string): Promise<void> {
  const query = new URLSearchParams({ iss: issuer, login_hint: hint, target_link_uri: wish });
  await page.goto(`/auth/start?${query.toString()}`);
  await page.waitForURL(({ origin, pathname }) => origin === product.url && pathname === wish.split("#")[0]);
  await phaseIs(page, "signed-in", 45_000);
}

/** Invites on the page and copies the link that is shown once. */
async function invite(email: string, role: "dispatcher" | "sender"): Promise<string> {
  const { page } = admin;
  await page.goto("/a/people");
  await page.getByRole("button", { name: accounts["invite.do"], exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(accounts["invite.email"]).fill(email);
  await dialog.getByLabel(hall[`role.${role}`], { exact: true }).check();
  await dialog.getByRole("button", { name: accounts["invite.make"] }).click();
  const link = await dialog.getByLabel(accounts["invite.link"]).inputValue();
  await dialog.getByRole("button", { name: accounts["invite.done"] }).click();
  return link;
}

/** Opens a link signed out, signs in at the provider as one of its people, and is back on it. */
async function follow(page: Page, link: string, hint: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: accounts["join.sign-in"] }).click();
  await page.locator(`button[name=person][value=${hint}]`).click();
  await page.waitForURL(({ pathname }) => pathname === "/join");
  await phaseIs(page, "signed-in", 45_000);
}

const says = (page: Page, sentence: string) => page.getByText(sentence, { exact: true }).first().waitFor();
const boardIn = (page: Page) => page.locator('nav a[href="/d/board"]').first().waitFor();
const goOn = (page: Page) => page.getByRole("link", { name: accounts["join.go-on"] });

test("who is invited follows the link, signs in, joins and stands on the page of their role; others find it used", async () => {
  const link = await invite("ada@demo.example", "dispatcher");
  // Her token says "sender": only the membership makes her a dispatcher.
  const { context, page, watch } = await openOne();
  await follow(page, link, "ada");
  await says(page, accounts["join.done.text"]);
  await goOn(page).click();
  await page.waitForURL(({ pathname }) => pathname === "/d/board");
  await boardIn(page);
  await page.goto("/account/diagnostics");
  await says(page, accounts["diagnosis.from.membership"]);
  // Her own link again changes nothing.
  await page.goto(link);
  await says(page, accounts["join.done.text"]);
  expect(watch.errors).toEqual([]);
  await context.close();

  const other = await openOne();
  await follow(other.page, link, "dmitri");
  // His address is another one, and the link is used up besides: that it is over comes first.
  await says(other.page, accounts["refusal.invitation-used"]);
  await other.context.close();
});

test("a link for another address says so, and leads on with the right account", async () => {
  const link = await invite("elif@demo.example", "dispatcher");
  const { context, page } = await openOne();
  await follow(page, link, "carla");
  await says(page, accounts["refusal.invitation-other-email"]);
  await says(page, accounts["join.signed-in-as"].replace("{name}", "Carla Ruiz"));
  await page.getByRole("button", { name: hall["session.other-account"] }).click();
  await page.locator("button[name=person][value=elif]").click();
  await page.waitForURL(({ pathname }) => pathname === "/join");
  await says(page, accounts["join.done.text"]);
  expect(await goOn(page).getAttribute("href")).toBe("/d/board");
  await context.close();
});

test("a link that was withdrawn says so", async () => {
  const link = await invite("faris@demo.example", "dispatcher");
  const name = accounts["invitations.withdraw-named"].replace("{email}", "faris@demo.example");
  await admin.page.getByRole("button", { name }).click();
  await says(admin.page, accounts["invitations.withdrawn"].replace("{email}", "faris@demo.example"));
  const { context, page } = await openOne();
  await follow(page, link, "faris");
  await says(page, accounts["refusal.invitation-withdrawn"]);
  expect(await goOn(page).count()).toBe(0);
  await context.close();
});

test("a token's role opens nothing without an invitation, and a membership's role opens without one in the token", async () => {
  const uninvited = await openOne();
  await enter(uninvited.page, "bo", "/d/board");
  await says(uninvited.page, session["auth.no-role"].replaceAll("{org}", await orgOf(uninvited.page)));
  expect(await uninvited.page.locator('a[href^="/d/"]').count()).toBe(0);
  await uninvited.context.close();

  await invite("noah@demo.example", "dispatcher");
  const invited = await openOne();
  await enter(invited.page, "noah", "/d/board");
  await boardIn(invited.page);
  await invited.context.close();
});

async function orgOf(page: Page): Promise<string> {
  const answer = await page.request.get("/config.json");
  const { org }: { org: { name: string } } = await answer.json();
  return org.name;
}
