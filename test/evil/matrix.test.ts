import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import { answerOf } from "#test/support/web/heard.ts";
import { expectNothingKept, expectTokensInDatabaseOnly } from "./kept.ts";
import { SIGN_IN_ROWS } from "./modes.ts";
import { firstOfKind } from "./row.ts";
import { failureShown, leaveFailure, ledger, phase, signIn, visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const refused = SIGN_IN_ROWS.flatMap(({ mode, expected, config }) =>
  expected === "signed-in" ? [] : [{ mode, expected, config }],
);
const left = firstOfKind(SIGN_IN_ROWS);
const accepted = SIGN_IN_ROWS.filter(({ expected }) => expected === "signed-in");

// v5.0.0-10.1.2, v5.0.0-10.2.1, v5.0.0-10.2.2, v5.0.0-10.5.1, v5.0.0-10.5.3, v5.0.0-10.5.4
test.concurrent.each(refused)("$mode is refused: $expected", async ({ mode, expected, config }) => {
  const visitor = await visit(browser, mode, config);
  await signIn(visitor);
  expect(await failureShown(visitor)).toBe(expected);
  await phase(visitor, "signed-out");
  await expectNothingKept(visitor);
  expect(visitor.sent).toEqual([]);
  if (left.has(mode)) await leaveFailure(visitor, expected);
  // The browser writes a blocked call to the console whatever the page makes of it.
  const isOurs = (fault: string) => expected === "policy-blocked" && fault.includes("//127.0.0.1:");
  expect(visitor.faults.filter((fault) => !isOurs(fault))).toEqual([]);
  await visitor.context.close();
});

test.concurrent.each(accepted)(
  "$mode is accepted: $what",
  async ({ mode, config, foreignToken, lie = "(nothing)" }) => {
    const visitor = await visit(browser, mode, config);
    const isMine = (answer: Response) => new URL(answer.url()).pathname === "/api/my/deliveries";
    const read = await answerOf(visitor.page, isMine, () => signIn(visitor));
    await phase(visitor, "signed-in");
    expect(new URL(visitor.page.url()).pathname).toBe("/my/deliveries");
    expect(read.status()).toBe(foreignToken ? 401 : 200);
    expect((await ledger(visitor)).calls.token).toBeGreaterThan(0);
    const { database, elsewhere } = await expectTokensInDatabaseOnly(visitor);
    expect(database + elsewhere).not.toContain(lie);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);
