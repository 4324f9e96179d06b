import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { SANDBOX_KEY } from "#engines/sandbox-bank/api/api.ts";
import { signed } from "#engines/sandbox-bank/signature.ts";
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import { type Person, axeFaults, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { portsOfOwn } from "#test/support/processes/free-ports.ts";
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
import { type MoneyByWire, moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { problemShown } from "#test/support/paying/pay-trouble.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, callWire, startProduct } from "#test/support/processes/product.ts";
import { type BankControls, bankControls } from "#test/support/stripe/bank-controls.ts";
import { openCheckout } from "#test/support/paying/open-checkout.ts";

const HOOK_SECRET = "whsec_browsertest000000";
const ASKS = "4000 0027 6000 3184";
const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the card",
  recipient: "Jules Ferrand",
};

/** A Waybill that has just begun beside a browser that draws its first map, and scripts that are tried three times. */
const PATIENCE_MS = 60_000;

// Each books anew, map and all, beside whatever else the machine does: up to 77 s were seen on two busy cores.
vi.setConfig({ testTimeout: 300_000 });

// Only what the settings of a real account, its webhooks and a restart add: the sandbox of every other journey is spoken to by
// the same adapter and shows the same form, and its failures are those of payment-failures.test.ts.
let browser: Browser;
let facade: BankControls & { readonly url: string };
let product: Product;
let start: (...more: string[]) => Promise<Product>;
const folder = mkdtempSync(path.join(tmpdir(), "waybill-stripe-"));
beforeAll(async () => {
  browser = await openBrowser();
  const { port, bank, flags } = await portsOfOwn();
  const bankUrl = `http://127.0.0.1:${bank}`;
  facade = { ...bankControls(bankUrl), url: bankUrl };
  start = (...more) =>
    startProduct(folder, port, [
      ...flags,
      "--payment=stripe",
      `--stripe-secret-key=${SANDBOX_KEY}`,
      "--stripe-publishable-key=pk_test_facade0000000000",
      `--stripe-webhook-secret=${HOOK_SECRET}`,
      `--stripe-api-base=${facade.url}`,
      `--stripe-script-url=${facade.url}/sandbox-bank/endive/stripe.js`,
      ...more,
    ]);
  takeMadeData("demo", folder);
  product = await start();
});
let person: Person | undefined;
afterEach(async () => {
  await facade.clear();
  await person?.context.close();
  person = undefined;
});
afterAll(async () => {
  await product?.stop();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function arrive(): Promise<Person> {
  person = await openPerson(browser, { url: product.url });
  person.context.setDefaultTimeout(PATIENCE_MS);
  return person;
}

/** Somebody before the card form. */
const atThePayPage = async (): Promise<Person> =>
  (person = await openCheckout(browser, { url: product.url }));

/** Ada before the card form of a booking that was placed without a browser. */
async function signedInAtThePayPage(
  email?: string,
): Promise<Person & { readonly orderId: string; readonly town: MoneyByWire }> {
  const town = moneyByWire(product.url);
  const person = await arrive();
  const { orderId } = await town.placed({ ...(email !== undefined && { email }) });
  await enterBy(person.page, "sender");
  await person.page.goto(`/book/pay/${orderId}`);
  await cardFrame(person.page).getByRole("radio", { name: "Card", exact: true }).check();
  return { ...person, orderId, town };
}
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
const confirmBy = (page: Page, choice: string) =>
  page
    .getByRole("dialog", { name: /bank asks/ })
    .getByRole("button", { name: choice })
    .click();
const booked = (page: Page) => atStep(page, english["booked.title"]);
/** Movements of the intent that was opened last. */
const lastMoves = async () => facade.movements(await facade.newestIntent());
const clean = { foreign: [], errors: [] };

test("a booking is paid through Stripe's own library and form; nothing of Stripe loads before the checkout", async () => {
  const { page, watch } = await arrive();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await bookToPrice(page, english, TRIP);
  expect(asked.filter((url) => url.startsWith(facade.url))).toEqual([]);
  await acceptPrice(page, english);
  await cardFrame(page).getByLabel("Card number").waitFor();
  expect(asked.filter((url) => url.endsWith("/endive/stripe.js"))).toHaveLength(1);
  expect(await axeFaults(page)).toEqual([]);
  await payBy(page, CARDS.good);
  await booked(page);
  expect(await lastMoves()).toEqual([expect.stringMatching(/^hold \d+$/)]);
  expect(watch).toEqual(clean);
});

test("the answer of the browser lost, the webhook told twice: one hold, one booking", async () => {
  const { page } = await atThePayPage();
  await page.route(`${facade.url}/sandbox-bank/v1/intents/*/confirm`, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await payBy(page, CARDS.good);
  await booked(page);
  const intent = await facade.newestIntent();
  const body = JSON.stringify((await facade.events(intent)).at(-1));
  for (let n = 0; n < 2; n += 1) {
    const answer = await fetch(`${product.url}/webhooks/payments/stripe`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "stripe-signature": signed(body, [HOOK_SECRET], Date.now()),
      },
      body,
    });
    expect(answer.status).toBe(200);
  }
  expect(await facade.movements(intent)).toHaveLength(1);
});

test("the bank's window never answers and Waybill is restarted meanwhile: asked again, it pays once", async () => {
  const { page } = await atThePayPage();
  await cardFrame(page).getByText("Sandbox Bank: no real money moves.").waitFor();
  await payBy(page, ASKS);
  await confirmBy(page, "Never answer");
  await alert(page, payWords["checking.title"]);
  await product.kill();
  product = await start();
  await alert(page, payWords["pay.nothing-held"]);
  await page.getByRole("button", { name: /^Pay / }).click();
  await confirmBy(page, "Approve");
  await booked(page);
  expect(await lastMoves()).toEqual([expect.stringMatching(/^hold \d+$/)]);
});

test("wallet.cancelled: a wallet that is opened and closed says nothing and leads back to the form; opened again it pays", async () => {
  const { page, watch } = await signedInAtThePayPage();
  await cardFrame(page).getByRole("radio", { name: "Sandbox Pay (no real money)" }).check();
  expect(await cardFrame(page).getByLabel("Card number").isVisible()).toBe(false);
  const wallet = page.getByRole("dialog", { name: "Sandbox Pay" });
  const pay = page.getByRole("button", { name: /^Pay €/ });
  await pay.click();
  expect(await axeFaults(page)).toEqual([]);
  await button(wallet, "Cancel").click();
  await pay.and(page.locator(":not([aria-busy])")).waitFor();
  expect(await page.locator("[data-problem], main [role=alert]").count()).toBe(0);
  expect(await lastMoves()).toEqual([]);
  await pay.click();
  await button(wallet, "Pay").click();
  await booked(page);
  expect(await lastMoves()).toEqual([expect.stringMatching(/^hold \d+$/)]);
  expect(watch).toEqual(clean);
});

test("rate.limited: who opens a payment again and again waits the seconds that are said, and then it opens", async () => {
  await product.stop();
  product = await start("--rate-limit-factor=1");
  const { page, orderId, town } = await signedInAtThePayPage();
  const open = () => callWire(product.url, paymentsApi.openPayment, { id: orderId }, town.sender);
  const answers = await Promise.allSettled(Array.from({ length: 25 }, open));
  expect(answers.some((one) => one.status === "rejected" && /429/.test(String(one.reason)))).toBe(true);
  await page.clock.install();
  await page.reload();
  expect(await problemShown(page, "rate.limited")).toMatch(/You can go on in \d+ seconds/);
  const again = button(page, payWords["fail.retry"]);
  expect(await again.isDisabled()).toBe(true);
  for (let second = 0; second < 61 && (await again.isDisabled()); second += 1) await page.clock.runFor(1_000);
  expect(await again.isDisabled()).toBe(false);
});
