import type { Browser, BrowserContext, Page } from "playwright-core";
import { openPerson } from "../web/browser.ts";
import { enterAs } from "./enter-as.ts";
import { issuerOf } from "./session-page.ts";

/** Somebody on the provider's own account page, who may end every session of theirs there. */
export interface AtAccountPage {
  readonly page: Page;
  /** Presses "Sign out everywhere". Answers once the provider did it. */
  endAll(): Promise<void>;
  close(): Promise<void>;
}

/** Another browser of the same person, where the app is open in another tab. */
export async function inAnotherBrowser(browser: Browser, who: string): Promise<AtAccountPage> {
  const { context, page } = await openPerson(browser);
  await enterAs(page, who, "/account");
  const there = await inThisBrowser(context, await issuerOf(page));
  return { ...there, close: () => context.close() };
}

/** Another tab of the same browser: what the provider keeps there changes under the eyes of its frame. */
export const inThisBrowser = async (context: BrowserContext, issuer: string): Promise<AtAccountPage> =>
  openAccount(await context.newPage(), issuer);

async function openAccount(page: Page, issuer: string): Promise<AtAccountPage> {
  await page.goto(`${issuer}/account`);
  const button = page.getByRole("button", { name: "Sign out everywhere" });
  await button.waitFor();
  return {
    page,
    async endAll() {
      await button.click();
      await page.getByText("Nobody is signed in here").waitFor();
    },
    close: () => page.close(),
  };
}
