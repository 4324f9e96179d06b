import type { Browser } from "playwright-core";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { type Look, type Person, openPerson, productUrl } from "../web/browser.ts";
import { atStep, english } from "../web/journey.ts";
import { moneyByWire } from "./money-by-wire.ts";

/** A busy machine that draws a page and loads a card form, and scripts that are tried three times. */
const PATIENCE_MS = 60_000;

/** A guest before the payment of a booking that was placed without a browser, by the link that a mail would bring. */
export async function openCheckout(browser: Browser, look: Look = {}): Promise<Person> {
  const guestKey = token22(crypto.getRandomValues(new Uint8Array(TOKEN_RANDOM_BYTES)));
  const { orderId } = await moneyByWire(look.url ?? productUrl()).placed({ guestKey });
  const person = await openPerson(browser, look);
  person.context.setDefaultTimeout(PATIENCE_MS);
  await person.page.goto(`/book/pay/${orderId}#key=${guestKey}`);
  await atStep(person.page, english["book.pay.title"]);
  return person;
}
