import type { Page } from "playwright-core";
import { productUrl } from "../web/browser.ts";
import { phaseIs } from "./session-page.ts";

/** The embedded provider of the product under test. */
export async function issuerOfProduct(): Promise<string> {
  const answer = await fetch(`${productUrl()}/config.json`);
  const { issuer }: { issuer: string } = await answer.json();
  return issuer;
}

/** Begins a sign-in as a demo person by their hint, as a portal would. */
async function startAs(page: Page, hint: string, path: string): Promise<void> {
  const wish = { iss: await issuerOfProduct(), login_hint: hint, target_link_uri: path };
  await page.goto(`/auth/start?${new URLSearchParams(wish).toString()}`);
}

/** Signs a demo person in and stands on the page that they wanted. */
export async function enterAs(page: Page, hint: string, path: string): Promise<void> {
  await startAs(page, hint, path);
  await page.waitForURL(({ origin, pathname, search, hash }) => {
    return origin === new URL(productUrl()).origin && pathname + search + hash === path;
  });
  await phaseIs(page, "signed-in");
}
