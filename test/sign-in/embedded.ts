import { type Page } from "playwright-core";
import { PEOPLE, type Who } from "./people.ts";
import type { ProviderUnderTest } from "./provider.ts";

/** The provider that Waybill brings, at an address of its own. */
export function embeddedProvider(issuer: string): ProviderUnderTest {
  return {
    issuer,
    tokenType: "DPoP",
    settings: ["--provider-port", new URL(issuer).port, "--oidc-dpop", "required"],
    asks: (page) => page.getByRole("heading", { name: "Who do you want to be?" }).waitFor(),
    fillIn: chooseOnPage,
    cancel: (page) => page.getByRole("button", { name: "Cancel" }).click(),
    showsAccount: (page, who) => page.getByText(PEOPLE[who].email).waitFor(),
    async endSession(context) {
      const page = await context.newPage();
      await page.goto(`${issuer}/account`);
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.getByText("Nobody is signed in here").waitFor();
      await page.close();
    },
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
