import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import { type Person, axeFaults, openBrowser } from "#test/support/browser.ts";
import { CARDS, atStep, button, english, payBy } from "#test/support/journey.ts";
import { cardForm, problemShown, withScript } from "#test/support/pay-trouble.ts";
import { openTill } from "#test/support/till.ts";

const SHOTS = process.env["WAYBILL_SHOTS"];
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
};
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
const card = (page: Page, number: string) => page.getByRole("button", { name: number });
const onBankPage = (page: Page) => page.getByText("Sandbox Bank: no real money moves.").first().waitFor();

/** At the till of a booking whose card script is refused, and from there at the bank's own page. */
async function atTheBank(): Promise<Person & { readonly till: string; readonly mend: () => Promise<void> }> {
  const person = await openTill(browser);
  const { page } = person;
  const till = page.url();
  const mend = await withScript(page, (route) => route.abort());
  await problemShown(page, "script.blocked");
  await shoot(page, "hosted-1-face");
  await button(page, payWords["way.hosted-page"]).click();
  await page.waitForURL("**/sandbox-bank/v1/pages/*");
  await onBankPage(page);
  return { ...person, till, mend };
}

test("the script refused, the bank's page declines, asks, takes the card, and the booking is there on the way back", async () => {
  const { context, page, till } = await atTheBank();
  expect(await axeFaults(page)).toEqual([]);
  await shoot(page, "hosted-2-bank");
  await card(page, "4000 0000 0000 0002").click();
  await alert(page, "The bank says no.");
  await page.getByLabel("Card number").fill("4000 0027 6000 3184");
  await page.getByLabel("Expiry").fill("12/49");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("heading", { name: "Your bank asks you to confirm" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await shoot(page, "hosted-3-ask");
  await button(page, "Approve").click();
  await atStep(page, english["booked.title"]);
  await page.goto(till);
  await atStep(page, english["booked.title"]);
  await context.close();
});

test("back without paying nothing is charged, the card form pays, and the bank's page is over", async () => {
  const { context, page, till, mend } = await atTheBank();
  const there = page.url();
  await mend();

  // Another tab of the same booking disturbs nobody at the bank.
  const second = await context.newPage();
  await second.goto(till);
  await alert(second, payWords["refusal.on-bank-page"]);
  expect(await axeFaults(second)).toEqual([]);
  await shoot(second, "hosted-4-elsewhere");
  await button(second, payWords["way.hosted-page"]).click();
  await second.waitForURL(there);
  await second.close();

  await page.getByRole("link", { name: "Back without paying" }).click();
  await cardForm(page);
  expect(new URL(page.url()).search).toBe("");
  const late = await context.newPage();
  await late.goto(there);
  await alert(late, "This page is over.");
  await late.close();
  await payBy(page, CARDS.good);
  await atStep(page, english["booked.title"]);
  await context.close();
});
