import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import arabic from "#features/exceptions/web/words/ar.json" with { type: "json" };
import english from "#features/exceptions/web/words/en.json" with { type: "json" };
import {
  DESKTOP,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { button } from "#test/support/web/journey.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";

/** Tasks are checked for lateness once a minute. */
const CHECKED_MS = 150_000;
vi.setConfig({ testTimeout: 300_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const openCount = async (token: string): Promise<number> =>
  (await callWire(productUrl(), exceptionsApi.countExceptions, {}, { token })).open;

/** The number that the board's header shows is the server's, by live news. */
async function countIsRight(board: Page, token: string): Promise<void> {
  const link = board.locator("a.open-exceptions");
  await expect
    .poll(async () => `${Number.parseInt(await link.innerText(), 10) - (await openCount(token))}`, {
      timeout: 60_000,
      interval: 500,
    })
    .toBe("0");
}

test.each([
  ["en", DESKTOP, english],
  ["ar", { width: 390, height: 844 }, arabic],
] as const)(
  "a late stop comes into the queue by itself, and a dispatcher resolves it (%s)",
  async (locale, size, words) => {
    const token = await signIn(productUrl(), "bo");
    const { page, context, watch } = await openPerson(browser, { locale, ...size });
    await enterBy(page, "dispatcher");
    const kind = page.locator(".exception-head", { hasText: words["kind.late"] });
    const late = page.locator("a.exception-row").filter({ has: kind });
    await page.goto("/d/board");
    const link = page.locator("a.open-exceptions");
    await link.waitFor();
    await link.click();
    await late.first().waitFor({ timeout: CHECKED_MS });
    expect(await axeFaults(page)).toEqual([]);
    const board = await context.newPage();
    await board.goto("/d/board");
    if (locale === "en") await countIsRight(board, token);

    const id = await late.first().evaluate((row) => row.closest("li")?.dataset["id"]);
    await late.first().focus();
    await page.keyboard.press("Enter");
    const detail = page.getByRole("article", { name: words["kind.late"] });
    await detail.waitFor();
    await page.keyboard.press("t");
    await detail.getByText("Bo Hansen").first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await button(detail, words["do.called"]).click();
    await detail.getByText(words["ended.called"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    if (locale === "en") await countIsRight(board, token);

    const { resolution, history } = await callWire(
      productUrl(),
      exceptionsApi.readException,
      { id: id ?? "" },
      { token },
    );
    expect([resolution, ...history.map(({ what }) => what)]).toEqual([
      "called",
      "opened",
      "taken",
      "resolved",
    ]);
    await page.goto("/d/exceptions");
    await page.locator("a.exception-row").first().waitFor();
    expect(await page.locator(`li[data-id="${id}"]`).count()).toBe(0);
    expect(watch).toEqual({ foreign: [], errors: [] });
  },
);
