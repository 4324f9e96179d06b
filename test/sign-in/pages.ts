import type { Locator, Page, Response, Route } from "playwright-core";
import { expect } from "vitest";
import accounts from "#features/accounts/web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import hall from "#web/words/en.json" with { type: "json" };
import { answerOf, requestOf } from "#test/support/web/heard.ts";
import type { SessionPhase } from "#contract/session.ts";
import { PEOPLE, type Who } from "./people.ts";
import { PATIENCE_MS, type Stage, type Visitor } from "./stage.ts";

export const WORDS = { accounts, hall, session };

/** A page that the person may see, and that says so by asking the API. */
export const HOME: Readonly<Record<Who, string>> = {
  ada: "/my/deliveries",
  bo: "/d/board",
  carla: "/c",
  greta: "/a/people",
  otto: "/d/board",
  noah: "/account",
};

/** The way of a guest to the provider: open a page that needs a sign-in and press its button. */
export async function goToProvider(stage: Stage, page: Page, path: string): Promise<void> {
  await page.goto(path);
  await signInButton(page).click();
  await stage.provider.asks(page);
}

/** Inside the page, not the one in the bar. */
export const signInButton = (page: Page): Locator =>
  page.getByRole("main").getByRole("button", { name: hall["session.sign-in"], exact: true });

/** Waits until the page of our app is shown and somebody is signed in there. */
export async function arrive(stage: Stage, page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.origin === stage.url && url.pathname + url.search === path);
  await phaseIs(page, "signed-in");
}

/** From a fresh browser to a page of the person, over the provider's own page. */
export async function signIn(stage: Stage, { page }: Visitor, who: Who, path = HOME[who]): Promise<void> {
  await goToProvider(stage, page, path);
  await stage.provider.fillIn(page, who);
  await arrive(stage, page, path);
}

export const menuOf = (page: Page, who: Who): Locator =>
  page.getByRole("banner").getByRole("button", { name: PEOPLE[who].name });

export async function chooseInMenu(page: Page, who: Who, item: string): Promise<void> {
  await menuOf(page, who).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** The places that the navigation offers; somebody with a single place has none. */
export async function places(page: Page, who: Who): Promise<string[]> {
  await menuOf(page, who).waitFor();
  const links = page.getByRole("navigation", { name: hall["shell.nav"] }).getByRole("link");
  return links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
}

/** Presses "Check now": one question to the provider whether the session still lives. */
export async function checkNow(page: Page): Promise<void> {
  await page.goto("/account/diagnostics");
  await page.getByRole("button", { name: accounts["diagnosis.check-now"] }).click();
}

/** One refresh, to its end. */
export async function renew(stage: Stage, page: Page): Promise<void> {
  const isRenewed = (answer: Response) => isTokenAnswer(stage, answer.url()) && answer.ok();
  await answerOf(page, isRenewed, () => checkNow(page));
  // Leaving the page before the answer is checked and stored would drop it.
  await page.locator("button:not([aria-busy])", { hasText: accounts["diagnosis.check-now"] }).waitFor();
  await phaseIs(page, "signed-in");
}

/** Whether the provider's token endpoint answers there. */
export const isTokenAnswer = (stage: Stage, url: string): boolean =>
  url.startsWith(new URL(stage.provider.issuer).origin) && new URL(url).pathname.endsWith("/token");

/** An API call's token scheme and the key's proof, as the browser sent them. */
export const credentialsOf = async (page: Page, work: () => Promise<unknown>) => {
  const request = await requestOf(page, (sent) => new URL(sent.url()).pathname === "/api/me", work);
  const headers = await request.allHeaders();
  return { authorization: headers["authorization"] ?? "", proof: headers["dpop"] };
};

/** Headers of a call that never left the browser: a proof of the key works once, and this one was not used. */
export async function unusedCredentials(page: Page): Promise<Record<string, string>> {
  let found: Record<string, string> | undefined;
  const catchIt = async (route: Route) => {
    const { authorization, dpop } = await route.request().allHeaders();
    found ??= { ...(authorization && { authorization }), ...(dpop && { dpop }) };
    await route.abort();
  };
  await page.route("**/api/me", catchIt);
  await page.goto("/account");
  await expect.poll(() => found, { timeout: PATIENCE_MS }).toBeDefined();
  await page.unroute("**/api/me", catchIt);
  return found ?? {};
}

/** Waits until the root element says so. */
export const phaseIs = (page: Page, phase: SessionPhase, timeout = PATIENCE_MS): Promise<void> =>
  page.locator(`html[data-session="${phase}"]`).waitFor({ state: "attached", timeout });

/** Phase of the session by the root element. */
export const phaseOf = (page: Page): Promise<string | null> =>
  page.locator("html").getAttribute("data-session");

/** Whether these words are on the page, once they are. */
export async function reads(page: Page, words: string | RegExp): Promise<boolean> {
  const found = page.getByText(words).first();
  await found.waitFor();
  return found.isVisible();
}

/** Prints how long something took. @returns seconds */
export function note(what: string, since: number): number {
  const seconds = (performance.now() - since) / 1000;
  process.stdout.write(`measured: ${what}: ${seconds.toFixed(1)} s\n`);
  return seconds;
}
