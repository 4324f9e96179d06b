import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import moneyWords from "#features/books/web/money/words/en.json" with { type: "json" };
import arabicOwed from "#features/debts/web/owed/words/ar.json" with { type: "json" };
import owedWords from "#features/debts/web/owed/words/en.json" with { type: "json" };
import arabicWords from "#features/payments/web/words/ar.json" with { type: "json" };
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import { token22 } from "#kernel/token.ts";
import {
  type Look,
  type Person,
  axeFaults,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { endHold } from "#test/support/paying/end-hold.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { CARDS, atStep, button, cardFrame, english, like } from "#test/support/web/journey.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import {
  type HeldByWire,
  type MoneyByWire,
  type Payer,
  moneyByWire,
} from "#test/support/paying/money-by-wire.ts";
import { openSheet } from "#test/support/paying/payment-sheet.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const MAIL = "payer@example.org";
const PATIENCE = { timeout: 120_000, interval: 500 };
const clean = { foreign: [], errors: [] };
// Each waits for conditions only; a busy machine makes them late.
vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
let town: MoneyByWire;
let greta: Person;
const others: Person[] = [];
beforeAll(async () => {
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
  town = moneyByWire(productUrl());
  greta = await enter({}, "greta", "/f");
});
afterEach(() => Promise.all(others.splice(0).map(({ context }) => context.close())));
afterAll(() => browser.close());

async function enter(look: Look, hint?: string, at = "/f"): Promise<Person> {
  const person = await openPerson(browser, look);
  person.context.setDefaultTimeout(60_000);
  if (hint !== undefined) await enterAs(person.page, hint, at);
  return person;
}

/** Somebody with a browser of their own until the test ends. */
async function another(look: Look = {}, hint?: string): Promise<Person> {
  const person = await enter(look, hint);
  others.push(person);
  return person;
}

const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
};

/** Somebody without an account. */
const guest = (): Payer => ({ email: MAIL, guestKey: token22(crypto.getRandomValues(new Uint8Array(64))) });

/** A delivery that was made although the bank had released its money. */
async function lostHold(payer?: Payer): Promise<HeldByWire> {
  const one = await town.held(undefined, payer);
  await town.deliver(one, () => endHold(one, -1));
  return one;
}

/** The address to pay at, out of the newest mail that names the order. */
async function mailedLink({ orderId }: HeldByWire): Promise<string> {
  const start = `${productUrl()}/book/pay/${orderId}`;
  return vi.waitFor(async () => {
    const [mail = ""] = await mailsIn(inject("productFolder"), `/book/pay/${orderId}`);
    const link = linkIn(mail, start);
    expect(link).toBeDefined();
    return link ?? "";
  }, PATIENCE);
}

/** The line of a delivery on the board once it is marked as not paid, or no longer is. The mark comes after its line. */
const onBoard = (page: Page, { number }: HeldByWire, isMarked: boolean) =>
  vi.waitFor(async () => {
    await page.goto(`/d/board?done=1&q=${number}`);
    const line = page.locator(".line").filter({ hasText: number });
    await line.first().waitFor({ timeout: 30_000 });
    const mark = line.filter({ hasText: payWords["badge.hold-lost"] }).first();
    if (isMarked) await mark.waitFor({ timeout: 15_000 });
    else await expect(mark.waitFor({ timeout: 3000 })).rejects.toThrow("Timeout");
  }, PATIENCE);

async function payHere(page: Page, words: Pick<typeof payWords, "pay.button">): Promise<void> {
  await fillCard(page);
  await page.getByRole("button", { name: like(words["pay.button"]) }).click();
}

async function fillCard(page: Page): Promise<void> {
  await page.locator(".pay-demo-card").first().waitFor();
  await cardFrame(page).locator("#number").fill(CARDS.good);
  await cardFrame(page).locator("#expiry").fill("12/49");
  await cardFrame(page).locator("#cvc").fill("123");
}

test("a lost hold: its sender gets a mail, signs in by its link in another browser and pays, and the office's mark goes", async () => {
  const one = await lostHold({ email: MAIL });
  await onBoard(greta.page, one, true);
  await shoot(greta.page, "owed-1-board");
  const link = await mailedLink(one);
  const { page, watch } = await another();
  await page.goto(link);
  await atStep(page, english["pay.sign-in.title"]);
  await enterAs(page, "ada", new URL(link).pathname);
  await atStep(page, owedWords["needed.title"]);
  await page.getByText(like(owedWords["needed.recovery"])).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await shoot(page, "owed-2-pay");
  await payHere(page, payWords);
  await page.waitForURL(`**/my/deliveries/${one.deliveryId}`);
  await page.getByRole("button", { name: like(payWords["mine.receipt"]) }).waitFor();
  expect(await page.getByText(owedWords["needed.title"]).count()).toBe(0);
  await shoot(page, "owed-3-paid");
  await onBoard(greta.page, one, false);
  const sheet = await openSheet(greta.page, one, moneyWords, -1);
  await sheet.getByText(owedWords["owed.outstanding"]).waitFor();
  expect(await button(sheet, owedWords["owed.send"]).count()).toBe(0);
  await shoot(greta.page, "owed-4-office");
  expect([watch, greta.watch]).toEqual([clean, clean]);
});

test("the office asks more by its form; a guest pays by the key of the mail's link, in Arabic on a dark phone, and gets a receipt", async () => {
  const one = await town.held(undefined, guest());
  const sheet = await openSheet(greta.page, one);
  await button(sheet, moneyWords["surcharge.do"]).click();
  const form = greta.page.getByRole("dialog", { name: like(moneyWords["surcharge.title"]) });
  await form.getByLabel(moneyWords["money.amount"]).fill("4.50");
  await form.getByLabel(moneyWords["refund.reason"]).selectOption("waiting");
  await form.getByLabel(moneyWords["surcharge.note"]).fill("20 minutes at the door");
  expect(await axeFaults(greta.page)).toEqual([]);
  await shoot(greta.page, "owed-5-form");
  await button(form, moneyWords["surcharge.ask"]).click();
  await sheet.getByText(owedWords["owed.sent"]).waitFor();
  await shoot(greta.page, "owed-6-asked");

  const link = await mailedLink(one);
  const { page, watch } = await another({ width: 390, height: 844, dark: true, locale: "ar" });
  await page.goto(link);
  await atStep(page, arabicOwed["needed.title"]);
  expect(page.url()).not.toContain("key=");
  await page.locator(".pay-demo-card").first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await shoot(page, "owed-7-guest");
  await payHere(page, arabicWords);
  await atStep(page, arabicOwed["done.title"]);
  expect(await axeFaults(page)).toEqual([]);
  await shoot(page, "owed-8-guest-paid");
  await vi.waitFor(async () => {
    const mails = await mailsIn(inject("productFolder"), one.number);
    expect(mails.filter((mail) => /filename="?R-\d{4}-\d+\.pdf/.test(mail))).toHaveLength(1);
  }, PATIENCE);
  expect([watch, greta.watch]).toEqual([clean, clean]);
});

test("what a lost hold left owed is given up by two people, and never by one", async () => {
  const one = await lostHold();
  await onBoard(greta.page, one, true);
  const sheet = await openSheet(greta.page, one, moneyWords, -1);
  await button(sheet, owedWords["owed.write-off"]).click();
  await sheet.getByText(owedWords["owed.waiting"]).waitFor();
  expect(await button(sheet, owedWords["owed.agree"]).count()).toBe(0);
  await shoot(greta.page, "owed-9-wish");
  const hana = await another({ width: 390, height: 844 }, "hana");
  const seen = await openSheet(hana.page, one, moneyWords, -1);
  await button(seen, owedWords["owed.agree"]).click();
  await seen.getByRole("term").filter({ hasText: owedWords["owed.written-off"] }).waitFor();
  expect(await axeFaults(hana.page)).toEqual([]);
  await shoot(hana.page, "owed-10-written-off");
  await onBoard(greta.page, one, false);
  expect([hana.watch, greta.watch]).toEqual([clean, clean]);
});
