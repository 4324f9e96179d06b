import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/browser.ts";
import { SIGN_IN_ROWS } from "./modes.ts";
import type { Row } from "./row.ts";
import { failureShown, kept, ledger, phase, signIn, visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const rejected = SIGN_IN_ROWS.filter(({ expected }) => expected !== "signed-in");
const accepted = SIGN_IN_ROWS.filter(({ expected }) => expected === "signed-in");

test.concurrent.each(rejected)("$mode is refused: $expected", async ({ mode, expected, config }: Row) => {
  const visitor = await visit(browser, mode, config);
  await signIn(visitor);
  expect(await failureShown(visitor)).toBe(expected);
  await phase(visitor, "signed-out");

  const { secrets } = await ledger(visitor);
  const { database, elsewhere } = await kept(visitor);
  for (const secret of [...secrets.first, ...secrets.refreshed]) {
    expect(database).not.toContain(secret);
    expect(elsewhere).not.toContain(secret);
  }
  expect(visitor.sent).toEqual([]);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test.concurrent.each(accepted)(
  "$mode is accepted: $what",
  async ({ mode, config, foreignToken, lie = "(nothing)" }: Row) => {
    const visitor = await visit(browser, mode, config);
    const [read] = await Promise.all([
      visitor.page.waitForResponse((answer) => answer.url().includes("/api/deliveries")),
      signIn(visitor),
    ]);
    await phase(visitor, "signed-in");
    expect(new URL(visitor.page.url()).pathname).toBe("/my/deliveries");
    expect(read.status()).toBe(foreignToken ? 401 : 200);

    const { calls, secrets } = await ledger(visitor);
    expect(calls.token).toBeGreaterThan(0);
    const { database, elsewhere } = await kept(visitor);
    for (const secret of secrets.first) expect(elsewhere).not.toContain(secret);
    expect(database + elsewhere).not.toContain(lie);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);
