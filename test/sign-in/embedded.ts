import type { BrowserContext, Page } from "playwright-core";
import { wordsFor } from "#engines/demo-identity/words.ts";
import { PEOPLE, type Who } from "./people.ts";
import type { ProviderUnderTest } from "./provider.ts";

const { words } = wordsFor({}, "en");

/** The provider that Waybill brings, at an address of its own. */
export function embeddedProvider(issuer: string, variant: "dpop" | "bearer"): ProviderUnderTest {
  return {
    issuer,
    tokenType: variant === "dpop" ? "DPoP" : "Bearer",
    settings: [
      "--provider-port",
      new URL(issuer).port,
      "--oidc-dpop",
      variant === "dpop" ? "required" : "off",
    ],
    asks: (page) => page.getByRole("heading", { name: words.who }).waitFor(),
    fillIn: chooseOnPage,
    cancel: (page) => page.getByRole("button", { name: words.cancel }).click(),
    showsAccount: (page, who) => page.getByText(PEOPLE[who].email).waitFor(),
    endSession: (context) => signOut(context, issuer),
    signOutThere: (context) => signOut(context, issuer),
    async silence(context) {
      const refuse = (route: { abort: () => Promise<void> }) => route.abort();
      await context.route(`${issuer}/**`, refuse);
      return () => context.unroute(`${issuer}/**`, refuse);
    },
  };
}

/** Noah is known there and stands behind no button. */
async function chooseOnPage(page: Page, who: Who): Promise<void> {
  const buttons = page.locator("button[name=person]");
  if (who === "noah") await buttons.first().evaluate((button) => button.setAttribute("value", "noah"));
  const button = who === "noah" ? buttons.first() : page.locator(`button[name=person][value="${who}"]`);
  await button.click();
}

async function signOut(context: BrowserContext, issuer: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${issuer}/account`);
  await page.getByRole("button", { name: words.signOutEverywhere }).click();
  await page.getByText(words.nobody).waitFor();
  await page.close();
}
