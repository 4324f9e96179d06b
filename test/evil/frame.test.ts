import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import { ledger, phase, phases, signedIn, until } from "./stand.ts";
import type { Visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As long as the frame may take and one look more. */
const rest = (visitor: Visit) => visitor.page.waitForTimeout(12_000);

test.concurrent.each([
  "frame-changed",
  "frame-error",
  "frame-silent",
  "frame-odd",
  "frame-stray",
  "frame-500",
  "frame-hang",
])("%s: a frame that never proved alive causes nothing", async (issuer) => {
  const visitor = await signedIn(browser, issuer);
  await until(async () => (await ledger(visitor)).calls.frame > 0);
  await rest(visitor);
  expect((await ledger(visitor)).calls.refresh).toBe(0);
  expect(await phases(visitor)).not.toContain("signed-out");
  await phase(visitor, "signed-in");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test.concurrent.each(["frame-changed-later", "frame-flood"])(
  "%s: a frame that proved alive and says changed causes one question, no more",
  async (issuer) => {
    const visitor = await signedIn(browser, issuer);
    await until(async () => (await ledger(visitor)).calls.refresh > 0);
    await rest(visitor);
    expect((await ledger(visitor)).calls.refresh).toBe(1);
    expect(await phases(visitor)).not.toContain("signed-out");
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent("words that do not come from the provider's frame are not heard", async () => {
  const visitor = await signedIn(browser, "frame-unchanged");
  await until(async () => (await ledger(visitor)).calls.frame > 0);
  await visitor.page.evaluate(
    (stray) => {
      const words = ["changed", "error", "unchanged", "ended", { kind: "ended" }, { type: "signed-out" }];
      for (const word of words) postMessage(word, "*");
      const frame = document.createElement("iframe");
      frame.src = stray;
      document.body.append(frame);
    },
    `${inject("evilUrl")}/frame-stray~other/session`,
  );
  await until(async () => (await ledger({ ...visitor, issuer: "frame-stray~other" })).calls.frame > 0);
  await rest(visitor);
  expect((await ledger(visitor)).calls.refresh).toBe(0);
  await phase(visitor, "signed-in");
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
