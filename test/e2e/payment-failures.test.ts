import type { Browser, Page } from "playwright-core";
import { type TestContext, afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { HEADERS } from "#contract/endpoint.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import type { PaymentProblemCode } from "#features/payments/contract/payment-problems.ts";
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import { type Person, openBrowser, productUrl } from "#test/support/web/browser.ts";
import { expireOrder } from "#test/support/paying/expire-order.ts";
import { answerOf, requestOf } from "#test/support/web/heard.ts";
import { CARDS, atStep, button, cardFrame, english, like, payBy } from "#test/support/web/journey.ts";
import {
  OPENING,
  cardForm,
  mayLack,
  onceOpened,
  problemShown,
  reloadLacking,
  scriptAskedBy,
  sentenceOf,
  withScript,
} from "#test/support/paying/pay-trouble.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { type BankControls, bankControls } from "#test/support/stripe/bank-controls.ts";
import { openCheckout } from "#test/support/paying/open-checkout.ts";

const ASKS = "4000 0027 6000 3184";
/** The sweeper asks the bank after other bookings meanwhile, and uses up faults too. */
const ALL = 999;
const CONFIRM = "**/intents/*/confirm";
const PATIENCE = { timeout: 120_000, interval: 200 };
// Each waits for conditions only; a busy machine makes them late.
vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
let bank: BankControls;
beforeAll(async () => {
  browser = await openBrowser();
  bank = bankControls(inject("bankUrl"));
});
afterEach(() => bank.clear());
afterAll(() => browser.close());

/** Somebody before the card form of a fresh booking. */
async function atThePayPage(): Promise<Person> {
  const person = await openCheckout(browser);
  await cardForm(person.page);
  return person;
}

/** Somebody of a test's own, beside others of the same time. */
async function atItsTill({ onTestFinished }: TestContext): Promise<Person> {
  const person = await atThePayPage();
  onTestFinished(() => person.context.close());
  return person;
}

const retry = (page: Page) => button(page, payWords["fail.retry"]);
const pay = (page: Page) => page.getByRole("button", { name: like(payWords["pay.button"]) });
const answer = (page: Page, choice: string) =>
  page
    .getByRole("dialog", { name: /bank asks/ })
    .getByRole("button", { name: choice })
    .click();

describe.concurrent("held up in the browser", () => {
  test("script.offline: it waits, says so, and goes on by itself with the network", async (own) => {
    const { context, page } = await atItsTill(own);
    await onceOpened(page, async (session) => {
      await context.setOffline(true);
      return session;
    });
    expect(await problemShown(page, "script.offline")).toContain(sentenceOf("script.offline"));
    await context.setOffline(false);
    await cardForm(page);
  });

  test("element.slow, wallet.unavailable: it says that it still loads, and brings a form without wallets", async (own) => {
    const { page } = await atItsTill(own);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const end = await withScript(page, async (route) => {
      await held;
      await route.continue();
    });
    expect(await problemShown(page, "element.slow")).toContain(sentenceOf("element.slow"));
    release();
    await cardForm(page);
    expect(await page.getByRole("button", { name: /apple|google/i }).count()).toBe(0);
    await end();
  });

  test("script.blocked: held back in the browser it says how to mend that, and trying again loads", async (own) => {
    const { page } = await atItsTill(own);
    const end = await withScript(page, (route) => route.abort("blockedbyclient"));
    expect(await problemShown(page, "script.blocked")).toContain(payWords["fail.blocked-how"]);
    await end();
    await retry(page).click();
    await cardForm(page);
  });

  test("script.network: our own server is silent too, and it tries again by itself", async (own) => {
    const { page } = await atItsTill(own);
    await page.route("**/livez", (route) => route.abort());
    const end = await withScript(page, (route) => route.abort());
    expect(await problemShown(page, "script.network")).toContain(payWords["fail.saved"]);
    await page.unroute("**/livez");
    await end();
    await cardForm(page);
  });

  test("script.no-global: a damaged script is told as such", async (own) => {
    const { page } = await atItsTill(own);
    const end = await withScript(page, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "void 0" }),
    );
    expect(await problemShown(page, "script.no-global")).toContain(sentenceOf("script.no-global"));
    await end();
    await retry(page).click();
    await cardForm(page);
  });

  test("script.csp: an address that our own policy refuses is our fault, without trying again", async (own) => {
    const { page } = await atItsTill(own);
    await onceOpened(page, (session) =>
      Promise.resolve({ ...session, scriptUrl: "http://localhost:9/bank.js" }),
    );
    expect(await problemShown(page, "script.csp")).toContain(sentenceOf("script.csp"));
    expect(await retry(page).count()).toBe(0);
    await button(page, payWords["fail.reload"]).click();
    await cardForm(page);
  });

  test("script.foreign-global: something else under the provider's name is told", async (own) => {
    const { page } = await atItsTill(own);
    await onceOpened(page, async (session) => {
      await page.evaluate(
        (name) => Reflect.set(globalThis, name, { not: "a bank" }),
        String(session["global"]),
      );
      return session;
    });
    expect(await problemShown(page, "script.foreign-global")).toContain(sentenceOf("script.foreign-global"));
    await button(page, payWords["fail.reload"]).click();
    await cardForm(page);
  });

  test("script.wrong-version: a script that makes no card form is told, and a reload brings the right one", async (own) => {
    const { page } = await atItsTill(own);
    const end = await withScript(page, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "window.Stripe = { next: true };" }),
    );
    expect(await problemShown(page, "script.wrong-version")).toContain(sentenceOf("script.wrong-version"));
    await end();
    await button(page, payWords["fail.reload"]).click();
    await cardForm(page);
  });

  test("pay.silent: a bank that does not answer is told after 12 s, and its late answer is the one booking", async (own) => {
    const { page } = await atItsTill(own);
    await page.clock.install();
    await page.route(CONFIRM, () => undefined);
    await requestOf(page, CONFIRM, () => payBy(page, CARDS.good));
    await page.getByRole("button", { name: payWords["pay.working"] }).waitFor();
    // Time stands still from there: the card form waits 20 s for the bank, and a busy machine would use them up.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 12_500);
    expect(await problemShown(page, "pay.silent")).toContain(sentenceOf("pay.silent"));
    expect(await retry(page).isEnabled()).toBe(true);
    // The browser sends on what was held back.
    await answerOf(page, CONFIRM, () => page.unroute(CONFIRM));
    await page.clock.resume();
    await booked(page);
  });

  test("storage.blocked: where cookies are refused it is said beside the form", async (own) => {
    const { page } = await atItsTill(own);
    await mayLack(page);
    await reloadLacking(page, "cookies");
    expect(await problemShown(page, "storage.blocked")).toContain(sentenceOf("storage.blocked"));
    await cardForm(page);
  });

  test("browser.unsupported: an old browser is told before anything loads", async (own) => {
    const { page } = await atItsTill(own);
    await mayLack(page);
    await reloadLacking(page, "sheets");
    expect(await problemShown(page, "browser.unsupported")).toContain(sentenceOf("browser.unsupported"));
    expect(await cardFrame(page).getByLabel("Card number").count()).toBe(0);
    await reloadLacking(page, "");
    await cardForm(page);
  });

  test("pay.other-tab: a second tab says so and takes over, then the first one says it", async (own) => {
    const { context, page } = await atItsTill(own);
    const second = await context.newPage();
    await second.goto(page.url());
    expect(await problemShown(second, "pay.other-tab")).toContain(sentenceOf("pay.other-tab"));
    await button(second, payWords["way.take-over"]).click();
    await cardForm(second);
    expect(await problemShown(page, "pay.other-tab")).toContain(sentenceOf("pay.other-tab"));
    await button(page, payWords["way.take-over"]).click();
    await cardForm(page);
    await second.close();
  });

  test("script.timeout: a script that never answers ends by our own clock, and trying again loads", async (own) => {
    const { page } = await atItsTill(own);
    await page.clock.install();
    let end = () => Promise.resolve();
    await scriptAskedBy(page, async () => {
      end = await withScript(page, () => undefined);
    });
    const waitInVain = async () => {
      await page.clock.fastForward(11_000);
      await page.clock.runFor(3_000);
    };
    for (let n = 0; n < 2; n += 1) await scriptAskedBy(page, waitInVain);
    await waitInVain();
    expect(await problemShown(page, "script.timeout")).toContain(sentenceOf("script.timeout"));
    await end();
    await retry(page).click();
    await cardForm(page);
  });
});

describe("refused before the card form", () => {
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    person = await atThePayPage();
    ({ page } = person);
  });
  afterAll(() => person.context.close());

  test("element.not-loaded: the bank does not answer its own form, and trying again brings it", async () => {
    await bank.plan("session", "drop_request", ALL);
    await page.reload();
    expect(await problemShown(page, "element.not-loaded")).toContain(sentenceOf("element.not-loaded"));
    await bank.clear();
    await retry(page).click();
    await cardForm(page);
  });

  test("element.not-available: the bank refuses the order, and no loop is offered", async () => {
    await bank.plan("session", "bad_request", ALL);
    await page.reload();
    expect(await problemShown(page, "element.not-available")).toContain(sentenceOf("element.not-available"));
    expect(await retry(page).count()).toBe(0);
    await bank.clear();
    await page.reload();
    await cardForm(page);
  });

  test("provider.down: the bank's line fails while the payment opens", async () => {
    await bank.plan("get", "drop_request", ALL);
    await page.reload();
    expect(await problemShown(page, "provider.down")).toContain(sentenceOf("provider.down"));
    await bank.clear();
    await page.reload();
    await cardForm(page);
  });

  test("provider.misconfigured: a refused key stops all payments until the office opens them again", async () => {
    try {
      await bank.plan("get", "bad_key", ALL);
      for (let n = 0; n < 2; n += 1) {
        await page.reload();
        const said = await problemShown(page, "provider.misconfigured");
        expect(said).toContain(sentenceOf("provider.misconfigured"));
      }
    } finally {
      await bank.clear();
      const office = { token: await signIn(productUrl(), "greta") };
      await callWire(productUrl(), findingsApi.reopenPayments, {}, office);
    }
    await page.reload();
    await cardForm(page);
  });
});

const booked = (page: Page) => atStep(page, english["booked.title"]);

describe.concurrent("at the bank", () => {
  // One payment takes five declines: two bookings for eight kinds of them.
  test.for<readonly (readonly [PaymentProblemCode, string])[]>([
    [
      ["pay.declined", CARDS.declined],
      ["pay.insufficient-funds", "4000 0000 0000 9995"],
      ["pay.expired-card", "4000 0000 0000 0069"],
      ["pay.incorrect-cvc", "4000 0000 0000 0127"],
    ],
    [
      ["pay.processing-error", "4000 0000 0000 0119"],
      ["pay.velocity", "4000 0000 0000 6975"],
      ["pay.not-supported", "4000 0000 0000 2008"],
      ["sca.unavailable", "4000 0084 0000 1280"],
    ],
  ])("%s, %s, %s, %s: each is told, leads back to the card, and another card pays", async (rows, own) => {
    const { page } = await atItsTill(own);
    for (const [code, card] of rows) {
      await payBy(page, card);
      expect(await problemShown(page, code)).toMatch(/left/);
      await button(page, payWords["way.other-card"]).click();
      await page.waitForFunction(() => document.activeElement !== document.body);
    }
    await payBy(page, CARDS.good);
    await booked(page);
  });

  test("pay.blocked, form.incomplete, pay.incorrect-number, sca.required: no hint at a stolen card, faults by their fields", async (own) => {
    const { page } = await atItsTill(own);
    await cardForm(page);
    await pay(page).click();
    await cardFrame(page).getByText("This card number is not right.").waitFor();
    const told: string[] = [];
    for (const card of ["4000 0000 0000 9979", CARDS.declined]) {
      await payBy(page, card);
      told.push((await problemShown(page, "pay.declined")).replace(/\d+ tr/, "tr"));
      await pay(page).waitFor();
    }
    expect(told[0]).toBe(told[1]);
    // Our form keeps such a number to itself: only a broken one would send it.
    await page.route(
      "**/intents/*/confirm",
      async (route) => {
        const card: object = JSON.parse(route.request().postData() ?? "{}");
        await route.continue({ postData: JSON.stringify({ ...card, number: "4242424242424241" }) });
      },
      { times: 1 },
    );
    await payBy(page, CARDS.good);
    expect(await problemShown(page, "pay.incorrect-number")).toContain(sentenceOf("pay.incorrect-number"));
    await payBy(page, "4000 0000 0000 2107");
    expect(await problemShown(page, "sca.required")).toContain(sentenceOf("sca.required"));
    await button(page, payWords["way.confirm-card"]).click();
    await page.waitForFunction(() => document.activeElement !== document.body);
  });

  test("amount.out-of-range, sca.cancelled, sca.failed: too much for a card; the bank's window is closed and opened again, and approved in the end", async (own) => {
    const { page } = await atItsTill(own);
    await payBy(page, "4000 0000 0000 2206");
    expect(await problemShown(page, "amount.out-of-range")).toContain(sentenceOf("amount.out-of-range"));
    await payBy(page, ASKS);
    await answer(page, "Cancel");
    expect(await problemShown(page, "sca.cancelled")).toContain(sentenceOf("sca.cancelled"));
    await button(page, payWords["way.continue"]).click();
    await answer(page, "Decline");
    expect(await problemShown(page, "sca.failed")).toContain(sentenceOf("sca.failed"));
    await retry(page).click();
    await answer(page, "Approve");
    await booked(page);
  });

  test("pay.already-paid: paid elsewhere meanwhile, another press holds nothing more and leads to the booking", async (own) => {
    const { page } = await atItsTill(own);
    const opened = await answerOf(page, OPENING, () => page.reload());
    const { clientSecret }: { clientSecret: string } = await opened.json();
    await cardForm(page);
    const [intent = ""] = clientSecret.split("_secret_");
    const elsewhere = await fetch(`${productUrl()}/sandbox-bank/v1/intents/${intent}/confirm`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-sandbox-secret": clientSecret },
      body: JSON.stringify({ number: "4242424242424242", month: 12, year: 2049, cvc: "123" }),
    });
    expect(elsewhere.status).toBe(200);
    await payBy(page, CARDS.good);
    await booked(page);
    expect(await bank.movements(intent)).toHaveLength(1);
  });
});

const orderOf = (page: Page): string => /pay\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

describe("at a bank that is silent or late", () => {
  const typesOf = async (intent: string) => (await bank.events(intent)).map(({ type }) => type);

  test("pay.unknown: the answer is lost and the bank silent, so it checks; then the one hold is a booking", async (own) => {
    const { page } = await atItsTill(own);
    await cardForm(page);
    await bank.plan("confirm", "drop_response");
    // On a slow machine the list of events would tell before the page has asked.
    for (const call of ["get", "events"]) await bank.plan(call, "drop_request", ALL);
    await payBy(page, CARDS.good);
    expect(await problemShown(page, "pay.unknown")).toContain(sentenceOf("pay.unknown"));
    await bank.clear();
    await booked(page);
    expect(await bank.movements(await bank.newestIntent())).toEqual([expect.stringMatching(/^hold \d+$/)]);
  });

  test("booking.given-up: the order was given up before the bank's answer, and what it held is released", async (own) => {
    const { page } = await atItsTill(own);
    const orderId = orderOf(page);
    const intent = await bank.newestIntent();
    const key = await page.evaluate((id) => localStorage.getItem(`wb.booking.link.${id}`), orderId);
    // The bank hears of the end too late for this hold.
    await bank.plan("cancel", "drop_request", ALL);
    await callWire(
      productUrl(),
      deliveriesApi.abandonOrder,
      { id: orderId },
      { headers: { [HEADERS.bookingKey]: key ?? "" } },
    );
    await payBy(page, CARDS.good);
    await vi.waitFor(async () => expect(await bank.movements(intent)).toHaveLength(1), PATIENCE);
    await bank.clear();
    expect(await problemShown(page, "booking.given-up")).toContain(sentenceOf("booking.given-up"));
  });

  test("sca.abandoned: the order's time ended before its payer confirmed, and nothing is taken", async (own) => {
    const { page } = await atItsTill(own);
    const intent = await bank.newestIntent();
    await payBy(page, ASKS);
    await page.getByRole("dialog", { name: /bank asks/ }).waitFor();
    await expireOrder(orderOf(page));
    await vi.waitFor(
      async () => expect(await typesOf(intent)).toContain("payment_intent.canceled"),
      PATIENCE,
    );
    await answer(page, "Approve");
    expect(await problemShown(page, "sca.abandoned")).toContain(sentenceOf("sca.abandoned"));
    expect(await bank.movements(intent)).toEqual([]);
  });
});
