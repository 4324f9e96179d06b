import type { Page, Request, Route } from "playwright-core";
import { type PaymentProblemCode, problemOf } from "#features/payments/contract/payment-problems.ts";
import payWords from "#features/payments/web/words/en.json" with { type: "json" };
import { requestOf } from "../web/heard.ts";
import { cardFrame, shown } from "../web/journey.ts";

const SCRIPT = "**/sandbox-bank/endive/stripe.js*";
/** Page on which the payer opens the payment. */
export const OPENING = /\/api\/orders\/[^/]+\/payment$/;

/** English texts of a payment problem. */
export function sentenceOf(code: PaymentProblemCode): string {
  const { says } = problemOf(code);
  return says === undefined ? "" : payWords[says];
}

/** Waits until a payment problem is shown. @returns all that it says */
export async function problemShown(page: Page, code: PaymentProblemCode): Promise<string> {
  const problem = page.locator(`[data-problem="${code}"]`);
  await shown(page, problem);
  return problem.innerText();
}

export const cardForm = (page: Page) => shown(page, cardFrame(page).getByLabel("Card number"));

/** Opens the page anew with its card script answered in a way of the test's. @returns what ends that */
export async function withScript(
  page: Page,
  answer: (route: Route) => Promise<unknown> | undefined,
): Promise<() => Promise<void>> {
  await page.route(SCRIPT, async (route) => {
    await answer(route);
  });
  await page.reload();
  return () => page.unroute(SCRIPT);
}

/** Something happens in the browser after the payment was opened and before its script is asked for. */
export async function onceOpened(
  page: Page,
  happens: (session: Record<string, unknown>) => Promise<Record<string, unknown>>,
): Promise<void> {
  await page.route(
    OPENING,
    async (route) => {
      const response = await route.fetch();
      const session: Record<string, unknown> = JSON.parse(await response.text());
      await route.fulfill({ response, json: await happens(session) });
    },
    { times: 1 },
  );
  await page.reload();
}

/** Until the payment script was asked for while this was done. */
export const scriptAskedBy = (page: Page, work: () => Promise<unknown>): Promise<Request> =>
  requestOf(page, (request) => request.url().includes("/sandbox-bank/endive/stripe.js"), work);

/** A browser that lacks or refuses something from the next page on: named in its own storage. */
export async function mayLack(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lacks = sessionStorage.getItem("test.lacks");
    if (lacks === "cookies")
      Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
    if (lacks === "sheets") Reflect.deleteProperty(Document.prototype, "adoptedStyleSheets");
  });
}

export async function reloadLacking(page: Page, what: "cookies" | "sheets" | ""): Promise<void> {
  await page.evaluate((name) => sessionStorage.setItem("test.lacks", name), what);
  await page.reload();
}
