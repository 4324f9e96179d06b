import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import { failureShown, ledger, phase, phases, signedIn } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.concurrent.each([
  ["api-aud-wrong", "WAYBILL_OIDC_AUDIENCE"],
  ["api-typ-jwt", "WAYBILL_OIDC_TOKEN_TYPES"],
  ["api-iss-wrong", "WAYBILL_OIDC_ISSUER"],
  ["api-client-wrong", "WAYBILL_OIDC_CLIENT_ID"],
  ["api-opaque", "WAYBILL_OIDC_RESOURCE"],
])(
  "%s: a token is refused by our server, told once with %s, and asked about once",
  async (issuer, setting) => {
    const visitor = await signedIn(browser, issuer);
    const { page } = visitor;
    expect(await failureShown(visitor)).toBe("token-refused");
    await page.getByText(setting).waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
    await page.getByRole("button", { name: hall["session.sign-out"], exact: true }).waitFor();
    expect((await ledger(visitor)).calls.refresh).toBeLessThanOrEqual(1);
    await page.getByRole("link", { name: session["way.diagnostics"], exact: true }).click();
    await page.getByRole("definition").filter({ hasText: setting }).waitFor();
    expect(await phases(visitor)).not.toContain("signed-out");
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent("an account without a role is signed in and sees that it may do nothing here", async () => {
  const visitor = await signedIn(browser, "no-roles");
  expect(await failureShown(visitor)).toBe("no-role");
  await phase(visitor, "signed-in");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
