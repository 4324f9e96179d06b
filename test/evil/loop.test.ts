import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import { expectNothingKept } from "./kept.ts";
import { failureShown, HOME, heal, leaveFailure, ledger, phase, signIn, visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.concurrent("three sign-ins that came to nothing stop the fourth, and a press goes on", async () => {
  const visitor = await visit(browser, "sig-bad~loop");
  // All of it happens within the guard's minute, however busy the machine is.
  await visitor.page.clock.setFixedTime(Date.now());
  const iss = `${inject("evilUrl")}/sig-bad~loop`;
  const start = `/auth/start?${new URLSearchParams({ iss, target_link_uri: HOME }).toString()}`;
  for (let round = 0; round < 3; round += 1) {
    await visitor.page.goto(start);
    expect(await failureShown(visitor)).toBe("not-verified");
  }
  await visitor.page.goto(start);
  expect(await failureShown(visitor)).toBe("keeps-failing");
  expect((await ledger(visitor)).calls).toMatchObject({ authorize: 3, token: 3 });
  await expectNothingKept(visitor);

  await heal(visitor);
  await leaveFailure(visitor, "keeps-failing", "/");
  expect((await ledger(visitor)).calls).toMatchObject({ authorize: 4, token: 4 });
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test.concurrent("a provider that sends nobody back leaves the page where it is", async () => {
  const visitor = await visit(browser, "authz-204");
  await signIn(visitor);
  await visitor.page.waitForFunction(() => document.documentElement.dataset["session"] === "signing-in");
  await phase(visitor, "signed-out");
  await heal(visitor);
  await signIn(visitor);
  await phase(visitor, "signed-in");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
