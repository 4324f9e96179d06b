import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/browser.ts";
import { REFRESH_ROWS } from "./refresh-rows.ts";
import { failureShown, heal, kept, ledger, phase, phases, signIn, until, visit } from "./stand.ts";
import type { Visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const withEnd = (end: (expected: string) => boolean) => REFRESH_ROWS.filter(({ expected }) => end(expected));

async function signedIn(mode: string): Promise<Visit> {
  const visitor = await visit(browser, mode);
  await signIn(visitor);
  await phase(visitor, "signed-in");
  return visitor;
}

const refreshes = async (visitor: Visit): Promise<number> => (await ledger(visitor)).calls.refresh;

test.concurrent.each(withEnd((expected) => expected === "kept"))(
  "$mode signs nobody out, and all is well when it is over",
  async ({ mode }) => {
    const visitor = await signedIn(mode);
    await phase(visitor, "signed-in-offline");
    expect(await refreshes(visitor)).toBeGreaterThan(0);
    const { secrets } = await ledger(visitor);
    const [, , , refreshToken = "none was given"] = secrets.first;
    expect((await kept(visitor)).database).toContain(refreshToken);

    await heal(visitor);
    await phase(visitor, "signed-in");
    expect((await phases(visitor)).slice(1)).not.toContain("signed-out");
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent.each(withEnd((expected) => expected === "refreshed"))(
  "$mode: the fresh token is taken and used",
  async ({ mode }) => {
    const visitor = await signedIn(mode);
    await until(async () => (await refreshes(visitor)) > 1);
    await visitor.page.reload();
    await phase(visitor, "signed-in");
    await until(async () => {
      const { secrets } = await ledger(visitor);
      return visitor.sent.some((header) => secrets.refreshed.includes(header.split(" ")[1] ?? ""));
    });
    expect(await phases(visitor)).not.toContain("signed-out");
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent.each(withEnd((expected) => expected !== "kept" && expected !== "refreshed"))(
  "$mode ends the session and nothing of the answer is kept: $expected",
  async ({ mode, expected }) => {
    const visitor = await signedIn(mode);
    await phase(visitor, "signed-out");
    expect(await failureShown(visitor)).toBe(expected);
    const { secrets } = await ledger(visitor);
    const { database, elsewhere } = await kept(visitor);
    for (const secret of [...secrets.first, ...secrets.refreshed]) {
      expect(database).not.toContain(secret);
      expect(elsewhere).not.toContain(secret);
      expect(visitor.sent.filter((header) => secrets.refreshed.includes(header.split(" ")[1] ?? ""))).toEqual(
        [],
      );
    }
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);
