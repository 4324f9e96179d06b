import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { PaymentProblemCode } from "#features/payments/contract/payment-problems.ts";
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import {
  type Person,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { expireOrder } from "#test/support/paying/expire-order.ts";
import {
  CARDS,
  acceptPrice,
  atStep,
  bookToPrice,
  button,
  cardFrame,
  english,
  payBy,
} from "#test/support/web/journey.ts";
import { OPENING, cardForm, problemShown, sentenceOf } from "#test/support/paying/pay-trouble.ts";
import { changePrices } from "#test/support/people/change-prices.ts";
import { inProductDatabase } from "#test/support/database/product-database.ts";
import { openCheckout } from "#test/support/paying/open-checkout.ts";

// Each waits for conditions only; a busy machine makes them late.
vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada Checkout",
  recipient: "Jules Ferrand",
};
/** Its bank asks the payer to confirm. */
const ASKS = "4000 0027 6000 3184";
const clean = { foreign: [], errors: [] };

async function atThePayPage(look: Parameters<typeof openPerson>[1] = {}): Promise<Person> {
  const person = await openPerson(browser, look);
  await bookToPrice(person.page, english, TRIP);
  await acceptPrice(person.page, english);
  return person;
}
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();

test("the payment is a document of its own: nothing of the bank before it, its headers only there", async () => {
  const { context, page, watch } = await openPerson(browser);
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await bookToPrice(page, english, TRIP);
  const shell = await page.request.get("/book");
  expect(asked.filter((path) => path.startsWith("/sandbox-bank/") || path.startsWith("/book/pay/"))).toEqual(
    [],
  );
  await acceptPrice(page, english);
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(/^\/book\/pay\/[0-9a-f-]{36}$/);
  expect(asked.filter((path) => path === pathname)).toHaveLength(1);
  const [here, there] = [(await page.request.get(pathname)).headers(), shell.headers()];
  expect([here["referrer-policy"], there["referrer-policy"]]).toEqual([
    "strict-origin-when-cross-origin",
    "no-referrer",
  ]);
  expect(here["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(there["permissions-policy"]).toContain("payment=()");
  await cardFrame(page).getByLabel("Card number").waitFor();
  expect(asked.filter((path) => path.endsWith("/stripe.js"))).toHaveLength(1);
  expect(await axeFaults(page)).toEqual([]);

  // Back is the flow, which leads here again; a reload stays.
  await page.goBack();
  await page.getByRole("link", { name: english["pay.go-on"] }).click();
  await cardFrame(page).getByLabel("Card number").waitFor();
  await page.reload();
  await payBy(page, CARDS.good);
  await atStep(page, english["booked.title"]);
  await page.goto(pathname);
  await atStep(page, english["booked.title"]);
  expect(watch).toEqual(clean);
  await context.close();
});

test("a second tab, or another device, waits for the first or takes over; one hold in the end", async () => {
  const { context, page, watch } = await openCheckout(browser);
  await cardFrame(page).getByLabel("Card number").waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await alert(second, payWords["problem.other-tab"]);
  expect(await cardFrame(second).getByLabel("Card number").count()).toBe(0);
  expect(await axeFaults(second)).toEqual([]);
  await button(second, payWords["way.take-over"]).click();
  await cardFrame(second).getByLabel("Card number").waitFor();
  await alert(page, payWords["problem.other-tab"]);
  await second.close();
  await cardFrame(page).getByLabel("Card number").waitFor();

  // Another device, by the link that was copied here: it waits for what is confirmed here, or takes over; whatever is answered here then, one hold.
  await button(page, english["pay.later"]).click();
  const link = await page.getByRole("textbox", { name: english["pay.later-link"] }).inputValue();
  expect(link).toMatch(/#key=[0-9A-Za-z]{22}$/);
  await payBy(page, ASKS);
  const asking = page.getByRole("dialog", { name: /bank asks/ });
  await asking.waitFor();
  const other = await openPerson(browser);
  const orderId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await other.page.goto(link);
  await alert(other.page, payWords["refusal.paying-elsewhere"]);
  expect(await cardFrame(other.page).getByLabel("Card number").count()).toBe(0);
  expect(await axeFaults(other.page)).toEqual([]);
  await button(other.page, payWords["way.take-over"]).click();
  await payBy(other.page, CARDS.good);
  await atStep(other.page, english["booked.title"]);
  await asking.getByRole("button", { name: "Approve" }).click();
  await atStep(page, english["booked.title"]);
  await inProductDatabase(inject("productFolder"), async (client) => {
    const { rows } = await client.query(
      `select m.kind from sandbox_bank.movement m join payment p on p.provider_ref = m.intent_id
       where p.order_id = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ kind: "hold" }]);
  });
  expect(other.watch).toEqual(clean);
  await other.context.close();
  expect(watch).toEqual(clean);
  await context.close();
});

test("the bank's form and question are readable in the dark, and follow a change of colours", async () => {
  const { context, page, watch } = await atThePayPage({ dark: true, width: 390, height: 844 });
  const hardToRead = () => axeFaults(page, ["color-contrast"]);
  await cardForm(page);
  expect(await hardToRead()).toEqual([]);
  await payBy(page, ASKS);
  const approve = page.getByRole("dialog", { name: /bank asks/ }).getByRole("button", { name: "Approve" });
  const colours = () =>
    approve.evaluate((it) => {
      const { color, backgroundColor } = getComputedStyle(it);
      return { color, backgroundColor };
    });
  await approve.waitFor();
  expect(await hardToRead()).toEqual([]);
  const dark = await colours();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(colours).not.toEqual(dark);
  expect(await hardToRead()).toEqual([]);
  await approve.click();
  await atStep(page, english["booked.title"]);
  expect(watch).toEqual(clean);
  await context.close();
});

test("who is not the payer sees nothing: a guest signs in and is back, another person is told so", async () => {
  const { context, page } = await atThePayPage();
  const { pathname } = new URL(page.url());
  const stranger = await openPerson(browser);
  await stranger.page.goto(pathname);
  await atStep(stranger.page, english["pay.sign-in.title"]);
  expect(await axeFaults(stranger.page)).toEqual([]);
  await enterBy(stranger.page, "sender");
  await stranger.page.goto(pathname);
  await atStep(stranger.page, english["pay.not-yours.title"]);
  expect(await stranger.page.locator("main").innerText()).not.toContain(TRIP.recipient);
  expect(stranger.watch).toEqual(clean);
  await stranger.context.close();
  await context.close();
});

test("quote.expired, quote.changed, session.expired, booking.expired: nothing is charged, the new price is said and agreed to", async () => {
  const { context, page, watch } = await atThePayPage();
  context.setDefaultTimeout(60_000);
  const prices = await changePrices(productUrl());
  const told = async (code: PaymentProblemCode) =>
    expect(await problemShown(page, code)).toContain(sentenceOf(code));
  /** The same again at a price that went up. @returns the new order's id */
  const bookAgain = async () => {
    await button(page, english["price.again"]).click();
    expect(await problemShown(page, "quote.changed")).toMatch(
      / from €[\d.,]+ to €[\d.,]+\. Nothing was charged/,
    );
    const old = new URL(page.url()).pathname;
    await page.getByRole("button", { name: /^Book for / }).click();
    await page.waitForURL(({ pathname }) => pathname.startsWith("/book/pay/") && pathname !== old);
    return new URL(page.url()).pathname.split("/").at(-1);
  };
  try {
    await cardForm(page);
    await page.clock.install();
    await page.reload();
    await cardFrame(page).getByLabel("Card number").fill(CARDS.good);
    await page.clock.fastForward("13:30");
    await page.getByText(english["pay.soon-over"]).waitFor();
    await page.clock.fastForward("02:00");
    await atStep(page, english["pay.closed.title"]);
    await told("quote.expired");
    expect(await axeFaults(page)).toEqual([]);
    await prices.raise(100);
    const orderId = await bookAgain();
    await page.clock.setSystemTime(new Date());
    await cardForm(page);

    // Somebody who signed in meanwhile, and our own server says so of their token.
    await enterAs(page, "ada", `/book/pay/${orderId}`);
    await cardForm(page);
    await page.route(OPENING, (route) =>
      route.fulfill({
        status: 401,
        json: { code: "accounts.signed-out", facts: { fault: "ended" } },
      }),
    );
    await page.reload();
    await told("session.expired");
    await page.unroute(OPENING);
    await page
      .locator('[data-problem="session.expired"]')
      .getByRole("button", { name: payWords["way.sign-in"] })
      .click();
    await cardForm(page);

    await expireOrder(orderId ?? "");
    await page.reload();
    await told("booking.expired");
  } finally {
    await prices.restore();
  }
  expect(watch).toEqual(clean);
  await context.close();
});
