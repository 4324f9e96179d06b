import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/browser.ts";
import { failureShown, ledger, phase, phases, signedIn } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.concurrent("a token for another service is refused by our server, told, and asked about once", async () => {
  const visitor = await signedIn(browser, "api-aud-wrong");
  // An audience is nothing that a sender could mend.
  expect(await failureShown(visitor)).toBe("not-verified");
  expect((await ledger(visitor)).calls.refresh).toBeLessThanOrEqual(1);
  expect(await phases(visitor)).not.toContain("signed-out");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test.concurrent("an account without a role is signed in and sees that it may do nothing here", async () => {
  const visitor = await signedIn(browser, "no-roles");
  expect(await failureShown(visitor)).toBe("no-role");
  await phase(visitor, "signed-in");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
