import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import { type Person, axeFaults, enterBy, openBrowser, openPerson } from "#test/support/browser.ts";
import { CARDS, acceptPrice, atStep, bookToPrice, button, english, payBy } from "#test/support/journey.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the till",
  recipient: "Jules Ferrand",
};
const clean = { foreign: [], errors: [] };

async function atTheTill(look: Parameters<typeof openPerson>[1] = {}): Promise<Person> {
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
  await page.getByLabel("Card number").waitFor();
  expect(asked.filter((path) => path.endsWith("/bank.js"))).toHaveLength(1);
  expect(await axeFaults(page)).toEqual([]);

  // Back is the flow, which leads here again; a reload stays.
  await page.goBack();
  await page.getByRole("link", { name: english["pay.go-on"] }).click();
  await page.getByLabel("Card number").waitFor();
  await page.reload();
  await payBy(page, CARDS.good);
  await atStep(page, english["booked.title"]);
  await page.goto(pathname);
  await atStep(page, english["booked.title"]);
  expect(watch).toEqual(clean);
  await context.close();
});

test("a second tab waits for the first, or takes over; one hold in the end", async () => {
  const { context, page, watch } = await atTheTill();
  await page.getByLabel("Card number").waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await alert(second, payWords["problem.other-tab"]);
  expect(await second.getByLabel("Card number").count()).toBe(0);
  expect(await axeFaults(second)).toEqual([]);
  await button(second, payWords["way.take-over"]).click();
  await second.getByLabel("Card number").waitFor();
  await alert(page, payWords["problem.other-tab"]);
  await second.close();
  await page.getByLabel("Card number").waitFor();
  await payBy(page, CARDS.good);
  await atStep(page, english["booked.title"]);
  expect(watch).toEqual(clean);
  await context.close();
});

test("who is not the payer sees nothing: a guest signs in and is back, another person is told so", async () => {
  const { context, page } = await atTheTill();
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

test("the price runs out while the card is typed: nothing is charged, the new price is said and agreed to", async () => {
  const { context, page, watch } = await atTheTill();
  await page.getByLabel("Card number").fill(CARDS.good);
  const old = new URL(page.url()).pathname;
  await page.clock.install();
  await page.reload();
  await page.getByLabel("Card number").waitFor();
  await page.clock.fastForward("13:30");
  await page.getByText(english["pay.soon-over"]).waitFor();
  await page.clock.fastForward("02:00");
  await atStep(page, english["pay.closed.title"]);
  expect(await axeFaults(page)).toEqual([]);
  await button(page, english["price.again"]).click();
  await page
    .getByRole("alert")
    .filter({ hasText: /charged/ })
    .waitFor();
  await page.getByRole("button", { name: /^Book for / }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/book/pay/") && url.pathname !== old);
  expect(watch).toEqual(clean);
  await context.close();
});
