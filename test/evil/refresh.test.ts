import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import hall from "#web/words/en.json" with { type: "json" };
import { REFRESH_ROWS } from "./refresh-rows.ts";
import { firstOfKind } from "./row.ts";
import { expectNothingKept, kept } from "./kept.ts";
import {
  chooseInMenu,
  failureShown,
  heal,
  leaveFailure,
  ledger,
  phase,
  phases,
  signedIn,
  until,
} from "./stand.ts";
import type { Visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const withEnd = (end: (expected: string) => boolean) => REFRESH_ROWS.filter(({ expected }) => end(expected));

const left = firstOfKind(REFRESH_ROWS);

const refreshes = async (visitor: Visit): Promise<number> => (await ledger(visitor)).calls.refresh;

test.concurrent.each(withEnd((expected) => expected === "kept"))(
  "$mode signs nobody out, and all is well when it is over",
  async ({ mode }) => {
    const visitor = await signedIn(browser, mode);
    await phase(visitor, "signed-in-offline");
    expect(await refreshes(visitor)).toBeGreaterThan(0);
    const { secrets } = await ledger(visitor);
    const [, , , refreshToken = "none was given"] = secrets.first;
    expect((await kept(visitor)).database).toContain(refreshToken);

    await heal(visitor);
    await phase(visitor, "signed-in");
    expect(await phases(visitor)).not.toContain("signed-out");
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

/** Calls to our API with a token of a refresh. */
async function fresh(visitor: Visit): Promise<string[]> {
  const { secrets } = await ledger(visitor);
  return visitor.sent.filter((header) => secrets.refreshed.includes(header.split(" ")[1] ?? ""));
}

test.concurrent.each(withEnd((expected) => expected === "refreshed"))(
  "$mode: the fresh token is taken and used",
  async ({ mode }) => {
    const visitor = await signedIn(browser, mode);
    await until(async () => (await refreshes(visitor)) > 0);
    // A page that asks our API for what it shows.
    await chooseInMenu(visitor, hall["session.account"]);
    await until(async () => (await fresh(visitor)).length > 0);
    await phase(visitor, "signed-in");
    expect(await phases(visitor)).not.toContain("signed-out");
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

// v5.0.0-10.5.2
test.concurrent.each(withEnd((expected) => expected !== "kept" && expected !== "refreshed"))(
  "$mode ends the session and nothing of the answer is kept: $expected",
  async ({ mode, expected }) => {
    const visitor = await signedIn(browser, mode);
    await phase(visitor, "signed-out");
    const shown = await failureShown(visitor);
    expect(shown).toBe(expected);
    await expectNothingKept(visitor);
    expect(await fresh(visitor)).toEqual([]);
    if (shown !== undefined && left.has(mode)) await leaveFailure(visitor, shown);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);
