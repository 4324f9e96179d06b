import type { BrowserContext, Locator, Page } from "playwright-core";
import arabicPayment from "#features/payments/web/words/ar.json" with { type: "json" };
import englishPayment from "#features/payments/web/words/en.json" with { type: "json" };
import bookedWords from "#features/sender/web/booked/words/en.json" with { type: "json" };
import stepWords from "#features/sender/web/book/words/en.json" with { type: "json" };
import payWords from "#features/sender/web/pay/words/en.json" with { type: "json" };
import senderWords from "#features/sender/web/words/en.json" with { type: "json" };

const bookingWords = { ...senderWords, ...stepWords, ...payWords };
const english = { ...bookingWords, ...bookedWords };

/** The words of the booking in the language that the person reads. */
export type BookingWords = typeof bookingWords;

export interface Trip {
  readonly pickup: string;
  readonly dropoff: string;
  readonly sender: string;
  readonly recipient: string;
}

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
} as const;

/** A word with figures in it as a pattern: `"Book for {amount}"` finds "Book for €7.58". */
export const like = (word: string): RegExp =>
  new RegExp(
    word
      .split(/\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(".*"),
  );

export const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole("button", { name, exact: true });

/** Types an address and takes the first hit; a street that is no door asks for its pin. */
export async function chooseAddress(page: Page, label: string, typed: string) {
  const box = page.getByLabel(label);
  await box.click();
  await box.fill("");
  await box.pressSequentially(typed);
  await page.getByRole("option").filter({ hasText: typed }).first().click();
  await page.getByRole("option").first().waitFor({ state: "hidden" });
}

export async function fillAddresses(page: Page, words: BookingWords, trip: Trip) {
  await chooseAddress(page, words["address.pickup"], trip.pickup);
  await chooseAddress(page, words["address.dropoff"], trip.dropoff);
}

export const goOn = (page: Page, words: BookingWords) => button(page, words["book.next"]).click();

/** The heading of a step, once it is shown. */
export const atStep = (page: Page, title: string) =>
  shown(page, page.getByRole("heading", { level: 1, name: title, exact: true }));

/** Waits for a part of the page. @throws with what the page says in its place */
export const shown = (page: Page, part: Locator): Promise<void> => orSays(page, part.waitFor());

/** Waits for something on a page. @throws with what the page says instead */
export async function orSays(page: Page, wait: Promise<void>): Promise<void> {
  try {
    await wait;
  } catch (error) {
    const text = await page.locator("body").innerText();
    throw new Error(`${String(error)}\n${page.url()} says: ${text}`, { cause: error });
  }
}

export async function fillContacts(page: Page, words: BookingWords, trip: Trip) {
  const sender = page.getByRole("group", { name: words["contact.sender"] });
  const recipient = page.getByRole("group", { name: words["contact.recipient"] });
  await sender.getByLabel(words["contact.name"]).click();
  await sender.getByLabel(words["contact.name"]).fill(trip.sender);
  await sender.getByLabel(words["contact.phone"]).fill("+49 30 123456");
  await recipient.getByLabel(words["contact.name"]).fill(trip.recipient);
  await recipient.getByLabel(words["contact.phone"]).fill("030 654321");
}

/** From an open flow to its second step, everything filled in and priced. */
export async function bookHere(page: Page, words: BookingWords, trip: Trip) {
  await fillAddresses(page, words, trip);
  await page.getByRole("status").getByText(words["price.total"]).waitFor();
  await goOn(page, words);
  await atStep(page, words["book.contact.title"]);
  await fillContacts(page, words, trip);
}

/** From the first step to the price. */
export async function bookToPrice(page: Page, words: BookingWords, trip: Trip) {
  await page.goto("/book");
  await bookHere(page, words, trip);
}

export async function acceptPrice(page: Page, words: BookingWords) {
  await page.getByRole("button", { name: like(words["price.book"]) }).click();
  await page.waitForURL("**/book/pay/*");
  await atStep(page, words["book.pay.title"]);
}

/** The sandbox bank's card form, which stands in a frame of its own. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[name="sandbox-bank-form"]');

/** Words of that form, and the button below it. */
const CARD_FORM = {
  en: {
    number: "Card number",
    expiry: /^Expiry/,
    cvc: "Security code",
    pay: like(englishPayment["pay.button"]),
  },
  ar: {
    number: "رقم البطاقة",
    expiry: /^تاريخ الانتهاء/,
    cvc: "رمز الأمان",
    pay: like(arabicPayment["pay.button"]),
  },
};

/** Types a card into the bank's form, which has words of its own, and presses pay. */
export async function payBy(page: Page, card: string, locale: keyof typeof CARD_FORM = "en") {
  const form = CARD_FORM[locale];
  const frame = cardFrame(page);
  await frame.getByLabel(form.number).click();
  await frame.getByLabel(form.number).fill(card);
  await frame.getByLabel(form.expiry).fill("12/34");
  await frame.getByLabel(form.cvc).fill("123");
  await page.getByRole("button", { name: form.pay }).click();
}

/** A whole booking, paid: leaves the page on its last screen. @returns the order's number */
export async function bookAndPay(page: Page, trip: Trip): Promise<void> {
  await bookToPrice(page, english, trip);
  await acceptPrice(page, english);
  await payBy(page, CARDS.good);
  await atStep(page, english["booked.title"]);
}

/** Counts what is pressed with a pointer on any page of these people, from now on. */
export async function countPresses(contexts: readonly BrowserContext[]): Promise<() => number> {
  let presses = 0;
  for (const context of contexts) {
    await context.exposeFunction("notePress", () => void (presses += 1));
    await context.addInitScript(() => {
      const note: unknown = Reflect.get(globalThis, "notePress");
      addEventListener("pointerdown", () => typeof note === "function" && note(), { capture: true });
    });
  }
  return () => presses;
}

export { english };
