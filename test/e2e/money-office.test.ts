import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { disputesApi } from "#features/payments/contract/disputes.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import words from "#features/books/web/money/words/en.json" with { type: "json" };
import arabicWords from "#features/books/web/money/words/ar.json" with { type: "json" };
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
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
import { downloadOf } from "#test/support/web/heard.ts";
import { button, like } from "#test/support/web/journey.ts";
import { type HeldByWire, type MoneyByWire, moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { openSheet } from "#test/support/paying/payment-sheet.ts";
import { problemShown } from "#test/support/paying/pay-trouble.ts";
import { callWire } from "#test/support/processes/product.ts";
import { inProductDatabase } from "#test/support/database/product-database.ts";
import { type BankControls, bankControls } from "#test/support/stripe/bank-controls.ts";

/** Its refunds come back from the card's bank. */
const COMES_BACK = "4000000000005126";
const TAKES_DAYS = "4000000000007726";
const DISPUTED = "4000000000000259";
const TWO_DAYS_S = 2 * 86_400 + 60;
const PATIENCE = { timeout: 120_000, interval: 500 };
const clean = { foreign: [], errors: [] };
// Each waits for conditions only; a busy machine makes them late.
vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
let bank: BankControls;
let town: MoneyByWire;
let greta: Person;
beforeAll(async () => {
  browser = await openBrowser();
  bank = bankControls(inject("bankUrl"));
  town = moneyByWire(productUrl());
  greta = await enter("greta");
});
afterAll(() => browser.close());

/** Somebody of the office before the page of money. */
async function enter(hint: string, look?: Look): Promise<Person> {
  const person = await openPerson(browser, look);
  person.context.setDefaultTimeout(60_000);
  await enterAs(person.page, hint, "/f");
  return person;
}

/** Asks for a refund from an open sheet. */
async function askBack(page: Page, sheet: Locator, amount?: string): Promise<void> {
  await button(sheet, words["refund.do"]).click();
  const form = page.getByRole("dialog", { name: like(words["refund.title"]) });
  if (amount !== undefined) await form.getByLabel(words["money.amount"]).fill(amount);
  await form.getByLabel(words["refund.reason"]).selectOption("late");
  await button(form, words["refund.ask"]).click();
  await form.waitFor({ state: "hidden" });
}

/** Presses an action of a refund in this place, with the question before it. */
async function act(page: Page, place: Locator, what: string): Promise<void> {
  await button(place, what).click();
  const question = page.getByRole("dialog", { name: what, exact: true });
  await button(question, what).click();
  await question.waitFor({ state: "hidden" });
}

const refunds = (page: Page) => page.getByRole("region", { name: words["refunds.title"], exact: true });
/** Element that has the focus. */
const focused = (page: Page) => page.locator(":focus");

test("refund.exceeds: part of a payment goes back by keyboard, with its PDF and the focus; too much is told with what is left", async () => {
  const { page } = greta;
  const one = await town.taken();
  const sheet = await openSheet(page, one);
  expect(await axeFaults(page)).toEqual([]);
  await askBack(page, sheet, "2.50");
  await sheet.getByText("€2.50 was refunded to the card.").waitFor();
  expect(await focused(page).innerText()).toContain("€2.50 was refunded");
  const note = sheet.getByRole("button", { name: like(payWords["mine.credit-note"]) });
  await note.waitFor();
  const file = await downloadOf(page, () => note.click());
  expect(file.suggestedFilename()).toMatch(/^C-\d{4}-\d+\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await button(sheet, words["refund.do"]).click();
  const form = page.getByRole("dialog", { name: like(words["refund.title"]) });
  await form.getByLabel(words["refund.reason"]).selectOption("late");
  await refundOf(one, 50);
  await button(form, words["refund.ask"]).click();
  const left = `€${((one.minor - 300) / 100).toFixed(2)}`;
  expect(await problemShown(page, "refund.exceeds")).toContain(left);
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(await focused(page).getAttribute("aria-label")).toContain(one.number);
});

test("above the limit of one person a second one declines or agrees, and only then money goes back", async () => {
  const { page } = greta;
  const hana = await enter("hana");
  const one = await town.taken();
  const row = (list: Page) => refunds(list).getByRole("row").filter({ hasText: one.number });
  const sheet = await openSheet(page, one);
  for (const [answer, left] of [
    [words["refund.act.decline"], 1],
    [words["refund.act.agree"], 0],
  ] as const) {
    await askBack(page, sheet);
    await sheet.getByText(/A second person must agree before/).waitFor();
    await sheet.getByText(words["refund.yours"]).waitFor();
    expect(await button(sheet, words["refund.act.agree"]).count()).toBe(0);
    await hana.page.goto("/f");
    await act(hana.page, row(hana.page), answer);
    await row(hana.page).waitFor({ state: "hidden" });
    expect(await focused(hana.page).innerText()).toBe(words["refunds.title"]);
    await openSheet(page, one);
    expect(await button(sheet, words["refund.do"]).count()).toBe(left);
  }
  const parts = sheet.getByRole("list", { name: words["refunds.title"] }).getByRole("listitem");
  expect(await parts.filter({ hasText: words["refund.state.succeeded"] }).innerText()).toContain(
    "Hana Weiss",
  );
  expect(await parts.filter({ hasText: words["refund.state.declined"] }).count()).toBe(1);
  expect(hana.watch).toEqual(clean);
  await hana.context.close();
});

test("refund.pending, refund.failed: one is on its way; what the card's bank sends back is closed as paid by transfer, in its payment's sheet", async () => {
  const { page } = greta;
  const one = await town.taken(COMES_BACK);
  await refundOf(one, 200);
  const slow = await openSheet(page, await town.taken(TAKES_DAYS));
  await askBack(page, slow, "2.50");
  expect(await problemShown(page, "refund.pending")).toContain("€2.50");
  try {
    await bank.advance(TWO_DAYS_S);
    await vi.waitFor(async () => expect(await stateOfRefund(one)).toBe("failed"), PATIENCE);
  } finally {
    await bankOfToday();
  }
  const sheet = await openSheet(page, one);
  expect(await problemShown(page, "refund.failed")).toContain("€2.00");
  await act(page, sheet, words["refund.act.bank"]);
  await sheet.getByRole("alert").filter({ hasText: words["refund.state.by-bank"] }).waitFor();
  expect(await focused(page).innerText()).toContain(words["refund.state.by-bank"]);
  expect(await stateOfRefund(one)).toBe("by-bank");
});

test("dispute.opened: a dispute says until when evidence is read and leads to it, also narrow, dark and from right to left", async () => {
  const one = await town.taken(DISPUTED);
  const { page } = greta;
  await vi.waitFor(async () => expect(await disputesOf(one)).toHaveLength(1), PATIENCE);
  await page.goto("/f");
  const disputes = page.getByRole("region", { name: words["disputes.title"], exact: true });
  await disputes.getByRole("row").filter({ hasText: one.number }).waitFor();
  const sheet = await openSheet(page, one);
  const told = sheet.locator("[data-problem='dispute.opened']");
  expect(await told.innerText()).toMatch(/Evidence is due by \w{3}, \w{3} \d+/);
  const layla = await enter("greta", { width: 320, height: 640, dark: true, locale: "ar" });
  const narrow = await openSheet(layla.page, one, arabicWords);
  await narrow.locator("[data-problem='dispute.opened']").waitFor();
  expect(await axeFaults(layla.page)).toEqual([]);
  const tooWide = (it: HTMLElement) =>
    [it, ...it.querySelectorAll<HTMLElement>("*")].some(
      (one) => one.clientWidth > 0 && one.getBoundingClientRect().right > innerWidth + 1,
    );
  expect(await narrow.evaluate(tooWide)).toBe(false);
  expect(layla.watch).toEqual(clean);
  await layla.context.close();
  await told.getByRole("link", { name: payWords["way.evidence"] }).click();
  await page.waitForURL(`**/d/deliveries/${one.deliveryId}`);
  await page.getByText("Rita").first().waitFor();
});

test("hold.expiring, hold.lost, capture.failed: money that is not safe is told beside its delivery on the board", async () => {
  const [expiring, lost, failed] = [await town.held(), await town.held(), await town.held()];
  const { page } = greta;
  const told = (one: HeldByWire, badge: string) =>
    vi.waitFor(async () => {
      await page.goto(`/d/board?done=1&q=${one.number}`);
      // The badge comes after its line, with its words.
      const line = page.locator(".line").filter({ hasText: one.number });
      return line.filter({ hasText: badge }).first().innerText({ timeout: 15_000 });
    }, PATIENCE);
  await endHold(expiring, 6);
  expect(await told(expiring, payWords["badge.hold-expiring"])).toContain(payWords["badge.hold-expiring"]);
  await town.deliver(lost, () => endHold(lost, -1));
  expect(await told(lost, payWords["badge.hold-lost"])).toContain(payWords["badge.hold-lost"]);
  await bank.plan("capture", "bad_request");
  await town.deliver(failed);
  expect(await told(failed, payWords["badge.capture-failed"])).toContain(payWords["badge.capture-failed"]);
});

test("a call that a person was given is a finding: asked again it looks at the bank first, and is put right", async () => {
  const { page } = greta;
  const one = await town.taken();
  // As after a day without an answer, which nobody can wait for; the hourly look comes at once.
  await inProductDatabase(inject("productFolder"), async (client) => {
    await client.query("update payment_op set state = 'review' where kind = 'capture' and payment_id = $1", [
      one.paymentId,
    ]);
    await client.query(
      "update payment_pass set began_at = began_at - interval '2 hours' where name = 'compare'",
    );
    await client.query("select graphile_worker.add_job('payments.reconcile')");
  });
  await vi.waitFor(async () => expect(await findingsOf(one)).toHaveLength(1), PATIENCE);
  await page.goto("/f");
  const findings = page.getByRole("region", { name: words["findings.title"], exact: true });
  const row = findings.getByRole("row").filter({ hasText: one.number });
  await act(page, row, words["findings.fix.retry"]);
  await row.waitFor({ state: "hidden" });
  expect(await focused(page).innerText()).toBe(words["findings.title"]);
  await button(findings, words["findings.group.all"]).click();
  await row.getByText(words["findings.resolution.retried"]).waitFor();
  expect(greta.watch).toEqual(clean);
});

/** The bank's clock is right again: until then it lets go of holds days before their time. */
const bankOfToday = () =>
  inProductDatabase(inject("productFolder"), (client) =>
    client.query("update sandbox_bank.clock set ahead_ms = 0"),
  );

const refundOf = (one: HeldByWire, minor: number) =>
  ask(refundsApi.askRefund, {
    id: crypto.randomUUID(),
    paymentId: one.paymentId,
    amount: { minor, currency: "EUR" },
    reason: "damaged",
  });

async function stateOfRefund(one: HeldByWire): Promise<string | undefined> {
  const { items } = await ask(refundsApi.listRefunds, { group: "all", limit: 50 });
  return items.find((item) => isOf(item, one))?.state;
}

async function findingsOf(one: HeldByWire): Promise<object[]> {
  const { items } = await ask(findingsApi.listFindings, { group: "open", limit: 50 });
  return items.filter((item) => isOf(item, one));
}

async function disputesOf(one: HeldByWire): Promise<object[]> {
  const { items } = await ask(disputesApi.listDisputes, { open: "yes", limit: 50 });
  return items.filter((item) => isOf(item, one));
}

const ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> =>
  callWire(productUrl(), endpoint, input, town.office);
const isOf = (item: { readonly orderNumber: string | null }, { number }: HeldByWire): boolean =>
  item.orderNumber === number;
