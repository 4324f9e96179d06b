import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openBrowser } from "#test/support/browser.ts";
import { failureShown, kept, ledger, phase, signIn, signOut, visit } from "./stand.ts";
import type { Visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function signedIn(issuer: string): Promise<Visit> {
  const visitor = await visit(browser, issuer);
  await signIn(visitor);
  await phase(visitor, "signed-in");
  return visitor;
}

async function isForgotten(visitor: Visit): Promise<boolean> {
  const { secrets } = await ledger(visitor);
  const { database, elsewhere } = await kept(visitor);
  return secrets.first.every((secret) => !database.includes(secret) && !elsewhere.includes(secret));
}

test.concurrent.each(["ok~bye", "bye-other-state", "bye-no-state"])(
  "%s: signing out leads through the provider to the start page",
  async (issuer) => {
    const visitor = await signedIn(issuer);
    await signOut(visitor);
    await visitor.page.waitForURL((url) => url.href === `${inject("evilProductUrl")}/`);
    await phase(visitor, "signed-out");
    const { calls, seen } = await ledger(visitor);
    expect(calls["end-session"]).toBe(1);
    expect(seen["end-session"]).toMatchObject({
      client_id: "waybill-web",
      post_logout_redirect_uri: `${inject("evilProductUrl")}/`,
    });
    expect(await isForgotten(visitor)).toBe(true);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent.each(["bye-no-endpoint", "bye-revoke-500", "bye-script-address"])(
  "%s: signed out here, and told that the provider keeps its session",
  async (issuer) => {
    const visitor = await signedIn(issuer);
    await signOut(visitor);
    expect(await failureShown(visitor)).toBe("provider-keeps-session");
    await phase(visitor, "signed-out");
    expect((await ledger(visitor)).calls.revoke).toBe(1);
    expect(await isForgotten(visitor)).toBe(true);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent("a provider that does not answer cannot keep anybody signed in", async () => {
  const visitor = await signedIn("ok~gone");
  await visitor.context.route(`${inject("evilUrl")}/**`, (route) => route.abort());
  await signOut(visitor);
  expect(await failureShown(visitor)).toBe("provider-not-told");
  await phase(visitor, "signed-out");
  expect(await isForgotten(visitor)).toBe(true);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
