import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { issuerOf, notePhases, phaseIs } from "./session-page.ts";

/** A browser profile at a product that notes its phases; the app is told its configuration with these changes. */
export async function openContext(
  browser: Browser,
  url: string,
  changes?: Readonly<Record<string, unknown>>,
): Promise<BrowserContext> {
  // Requests of a service worker do not pass through `route`.
  const context = await browser.newContext({ baseURL: url, locale: "en", serviceWorkers: "block" });
  context.setDefaultTimeout(60_000);
  if (changes)
    await context.route("**/config.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
    });
  await notePhases(context);
  return context;
}

/** Goes to the provider as a portal begins it (OpenID Connect Core 4): no page of ours or of theirs in between. */
export async function leaveFor(page: Page, who: string, target = "/account"): Promise<void> {
  await page.goto("/");
  const begin = new URLSearchParams({
    iss: await issuerOf(page),
    login_hint: who,
    target_link_uri: target,
  });
  await page.goto(`/auth/start?${begin.toString()}`);
}

/** Signs a demo person in and waits for the page that was wished for. */
export async function signInAs(page: Page, who: string, target = "/account"): Promise<void> {
  await leaveFor(page, who, target);
  await page.waitForURL((url) => url.pathname === target);
  await phaseIs(page, "signed-in");
}

/** Further tabs of a browser where somebody is signed in. */
export async function openTabs(context: BrowserContext, count: number, path: string): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const page = await context.newPage();
    await page.goto(path);
    await phaseIs(page, "signed-in");
    tabs.push(page);
  }
  return tabs;
}

/** Text that only `/account` shows, from our server and by the person's own token. */
export const emailOf = (page: Page, who: string): Locator => page.getByText(`${who}@demo.example`).first();
