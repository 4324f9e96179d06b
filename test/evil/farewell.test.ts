import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import { expectNothingKept } from "./kept.ts";
import { failureShown, HOME, ledger, phase, signedIn, signOut } from "./stand.ts";
import type { Visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Only the ID token is named to the provider, which gave it; nothing of it stays. */
async function expectForgotten(visitor: Visit): Promise<void> {
  const origin = inject("evilUrl");
  const told = visitor.asked.filter((request) =>
    request.startsWith(`${origin}/${visitor.issuer}/end-session?`),
  );
  const others = visitor.asked.filter((request) => !told.includes(request));
  await expectNothingKept({ ...visitor, asked: others });
  expect(visitor.faults).toEqual([]);
}

test.concurrent.each(["ok~bye", "bye-other-state", "bye-no-state"])(
  "%s: signing out leads through the provider to the start page",
  async (issuer) => {
    const visitor = await signedIn(browser, issuer);
    await signOut(visitor);
    await visitor.page.waitForURL((url) => url.href === `${inject("evilProductUrl")}/`);
    await phase(visitor, "signed-out");
    const { calls, seen } = await ledger(visitor);
    expect([calls["end-session"], calls.revoke]).toEqual([1, 1]);
    expect(seen["end-session"]).toMatchObject({
      client_id: "waybill-web",
      post_logout_redirect_uri: `${inject("evilProductUrl")}/`,
    });
    await expectForgotten(visitor);
    await visitor.context.close();
  },
);

test.concurrent.each(["bye-no-endpoint", "bye-revoke-500"])(
  "%s: signed out here, and told that the provider keeps its session",
  async (issuer) => {
    const visitor = await signedIn(browser, issuer);
    await signOut(visitor);
    expect(await failureShown(visitor)).toBe("provider-keeps-session");
    await phase(visitor, "signed-out");
    expect((await ledger(visitor)).calls.revoke).toBe(1);
    await expectForgotten(visitor);
    await visitor.context.close();
  },
);

test.concurrent("bye-500: a provider whose sign-out is broken leaves nobody signed in here", async () => {
  const visitor = await signedIn(browser, "bye-500");
  await signOut(visitor);
  await visitor.page.waitForURL(`${inject("evilUrl")}/bye-500/end-session?**`);
  await visitor.page.goto(HOME);
  await phase(visitor, "signed-out");
  expect((await ledger(visitor)).calls["end-session"]).toBe(1);
  await expectForgotten(visitor);
  await visitor.context.close();
});

test.concurrent.each([
  ["ok~gone", "breaks the connection"],
  ["ok~silent", "never answers"],
])("%s: a provider that %s cannot keep anybody signed in", async (issuer) => {
  const visitor = await signedIn(browser, issuer);
  await visitor.context.route(`${inject("evilUrl")}/**`, (route) =>
    issuer === "ok~gone" ? route.abort() : undefined,
  );
  await visitor.page.evaluate(() => Object.assign(window, { stays: true }));
  await signOut(visitor);
  await phase(visitor, "signed-out");
  expect(await failureShown(visitor)).toBe("provider-not-told");
  // No page was loaded anew.
  expect(await visitor.page.evaluate<unknown>(() => Reflect.get(window, "stays"))).toBe(true);
  await phase(visitor, "signed-out");
  await expectForgotten(visitor);
  await visitor.context.close();
});
