import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arabicMoney from "#features/books/web/money/words/ar.json" with { type: "json" };
import englishMoney from "#features/books/web/money/words/en.json" with { type: "json" };
import arabicOwed from "#features/debts/web/owed/words/ar.json" with { type: "json" };
import englishOwed from "#features/debts/web/owed/words/en.json" with { type: "json" };
import arabicBooked from "#features/sender/web/booked/words/ar.json" with { type: "json" };
import arabicSteps from "#features/sender/web/book/words/ar.json" with { type: "json" };
import arabicPay from "#features/sender/web/pay/words/ar.json" with { type: "json" };
import arabicSender from "#features/sender/web/words/ar.json" with { type: "json" };
import { isolated } from "#kernel/isolated.ts";
import { intlTag } from "#kernel/locale.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, startProduct } from "#test/support/processes/product.ts";
import {
  MISSED_WORDS,
  type Missable,
  type Town,
  arriveAt,
  confirm,
  giveByDesk,
  laterOf,
  mailedPath,
  openMissed,
  owedFor,
  prove,
  read,
  readCost,
  shows,
  taskOf,
} from "#test/support/tracking/missed.ts";
import {
  PHONE,
  type Person,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
} from "#test/support/web/browser.ts";
import { type BookingWords, bookToPrice, button, english, like } from "#test/support/web/journey.ts";
import { openSheet } from "#test/support/paying/payment-sheet.ts";

vi.setConfig({ testTimeout: 400_000 });

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const WORDS = {
  en: { booking: english, owed: englishOwed, money: englishMoney },
  ar: {
    booking: { ...arabicSender, ...arabicSteps, ...arabicPay, ...arabicBooked },
    owed: arabicOwed,
    money: arabicMoney,
  },
} as const;
const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada",
  recipient: "Rita Ray",
};

const folder = mkdtempSync(path.join(tmpdir(), "waybill-missed-"));
let product: Product;
let town: Town;

beforeAll(async () => {
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  takeMadeData("demo", folder);
  const [port = 0, provider, metrics] = await freePorts(3);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, "--payment=none"];
  product = await startProduct(folder, port, [...flags, "--pay-ways=cash-delivery,invoice"]);
  town = { browser: await openBrowser(), url: product.url, folder };
});
afterAll(async () => {
  await town.browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
};

type Tongue = keyof typeof WORDS;

/** Somebody's phone behind a door of the start page. */
async function phoneOf(door: "sender" | "admin", locale: Tongue): Promise<Person> {
  const person = await openPerson(town.browser, { ...PHONE, locale, url: town.url });
  await enterBy(person.page, door);
  return person;
}

/** Ada books by invoice; the recipient is mailed their link. Her phone stands on the delivery's page. */
async function bookByInvoice(
  page: Page,
  { booking, owed }: { booking: BookingWords; owed: typeof englishOwed },
) {
  const email = `billed-${randomUUID()}@example.org`;
  await bookToPrice(page, booking, TRIP);
  const recipient = page.getByRole("group", { name: booking["contact.recipient"] });
  await recipient.getByLabel(booking["contact.email"]).fill(email);
  await page.getByRole("button", { name: like(booking["price.book"]) }).click();
  await page.getByRole("radio", { name: like(owed["way.invoice"]) }).check();
  await page.getByRole("button", { name: like(owed.book) }).click();
  await page.locator('a[href^="/my/deliveries/"]').first().click();
  await page.waitForURL("**/my/deliveries/*");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  return { id, path: await mailedPath(town, email) } satisfies Missable;
}

/** The card of the sender's page that says how the way back is paid. */
const bill = (page: Page, owed: typeof englishOwed, number: string): Locator =>
  page.getByText(owed["for.return"].replace("{number}", isolated(number)));

test.each(["en", "ar"] as const)(
  "where no cards are taken, who was missed reads the price of the way back, which the office bills and receives (%s)",
  async (tongue) => {
    const words = MISSED_WORDS[tongue];
    const { booking, owed, money } = WORDS[tongue];
    const ada = await phoneOf("sender", tongue);
    const one = await bookByInvoice(ada.page, { booking, owed });
    const { number } = await read(town, one);
    await giveByDesk(town, tongue, number);
    const { courier, recipient } = await openMissed(town, tongue, one);
    const { return: wayBack } = await laterOf(town, one);
    await readCost(recipient.page, tongue, { kind: "return", minor: wayBack.minor });
    await shoot(recipient.page, `billed-1-choice-${tongue}`);
    await confirm(recipient.page, tongue);
    await shows(recipient.page, words["state.returning.title"]);
    await giveByDesk(town, tongue, number);
    await arriveAt(courier.page, tongue, await taskOf(town, one, "return"));
    await courier.page.locator(".courier-main").getByText(words.courier["stop.finish.return"]).click();
    await prove(courier.page, tongue);
    await shows(recipient.page, words["state.returned.title"]);
    await expect
      .poll(() => owedFor(town, one), { timeout: 60_000 })
      .toContain(`invoice sender ${wayBack.minor}`);

    await ada.page.reload();
    await bill(ada.page, owed, number).waitFor();
    expect(await axeFaults(ada.page)).toEqual([]);
    await shoot(ada.page, `billed-2-owed-${tongue}`);
    const office = await phoneOf("admin", tongue);
    const sheet = await openSheet(office.page, { number }, money);
    await sheet.getByText(owed["reason.return"]).first().waitFor();
    await shoot(office.page, `billed-3-office-${tongue}`);
    await button(sheet, owed["office.do"]).click();
    const sure = office.page.getByRole("dialog", { name: owed["office.do"], exact: true });
    await button(sure, owed["office.do"]).click();
    const amount = new Intl.NumberFormat(intlTag(tongue), { style: "currency", currency: "EUR" });
    const paid = owed["office.done"].replace("{amount}", amount.format(wayBack.minor / 100));
    await office.page.getByText(paid).waitFor();
    await ada.page.reload();
    await bill(ada.page, owed, number).waitFor();
    await ada.page.getByText(owed["state.received"], { exact: true }).first().waitFor();
    await shoot(ada.page, `billed-4-received-${tongue}`);
    for (const { watch } of [ada, office, recipient]) expect(watch).toEqual({ foreign: [], errors: [] });
    for (const { context } of [ada, office, recipient, courier]) await context.close();
  },
);
