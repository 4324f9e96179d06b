import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  axeFaults,
  DESKTOP,
  isLookedAt,
  openBrowser,
  openPerson,
  type Person,
} from "#test/support/web/browser.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { unreached } from "#test/support/web/reach.ts";
import { MESSAGES, type StateMessage, SCREENS } from "#test/support/sign-in/session-messages.ts";
import { spoken } from "#test/support/checks/spoken.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const PHONE = { width: 390, height: 844 } as const;
const NARROWEST = { width: 320, height: 640 } as const;
const SIZES = [DESKTOP, PHONE, NARROWEST] as const;
/** Everything here is waited for; a busy machine only makes it later. */
const PATIENCE_MS = 45_000;
const SCHEMES = ["light", "dark"] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());
vi.setConfig({ testTimeout: 240_000 });

/** Faults that a machine finds, light and dark, wide and narrow. */
async function faultsOf(page: Page, name: string, locale: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      const dark = colorScheme === "dark";
      await page.emulateMedia({ colorScheme });
      const picture = `${name}-${colorScheme}-${size.width}`;
      if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${picture}.png`), fullPage: true });
      // The narrowest differs from a phone in its width alone, which is measured below.
      if (size === NARROWEST || !isLookedAt(locale, { wide: size === DESKTOP, dark })) continue;
      const found = await axeFaults(page, dark ? ["color-contrast"] : undefined);
      faults.push(...found.map((fault) => `${picture}: ${fault}`));
    }
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) faults.push(`${name}: ${tooWide} px too wide at ${size.width}`);
  }
  return faults;
}

/** Everything that a machine can find wrong with it, in one language. */
async function faultsSeen(person: Person, locale: string, message: StateMessage): Promise<string[]> {
  person.context.setDefaultTimeout(PATIENCE_MS);
  const page = await message.open(person, spoken(locale));
  expect(await page.locator("html").getAttribute("dir")).toBe(locale === "ar" ? "rtl" : "ltr");
  expect(await page.locator("h1").count()).toBe(1);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const faults = await faultsOf(page, `${message.name}-${locale}`, locale);
  await page.setViewportSize(DESKTOP);
  const { foreign, errors } = person.watch;
  return [
    ...faults,
    ...(await unreached(page)).map((name) => `no key reaches ${name}`),
    ...foreign,
    ...errors.filter((error) => error.startsWith("policy")),
  ];
}

// Side by side, each in a browser context of its own: most of their time they wait for a provider or a look.
describe.concurrent.each(["en", "ar"])("in the language %s", (locale) => {
  test.each(SCREENS)("the screen $name is whole on every size, light and dark", async (screen) => {
    const person = await openPerson(browser, { locale });
    expect(await faultsSeen(person, locale, screen)).toEqual([]);
    expect(person.watch.errors).toEqual([]);
    await person.context.close();
  });

  test.each(MESSAGES)("$name is shown when it really happens, and reads well", async (message) => {
    const person = await openPerson(browser, { locale, worker: true });
    expect(await faultsSeen(person, locale, message)).toEqual([]);
    await person.context.close();
  });
});

test("the account menu shows name and picture, and every way of it leads somewhere", async () => {
  const { page, context } = await openPerson(browser);
  context.setDefaultTimeout(PATIENCE_MS);
  await enterAs(page, "bo", "/d/board");
  const { hall, accounts } = spoken("en");
  const menu = page.getByRole("banner").getByRole("button", { name: "Bo Hansen" });
  await menu.locator("img").waitFor();
  await menu.focus();
  await page.keyboard.press("Enter");
  const items = page.getByRole("menuitem");
  const ways = [
    "session.account",
    "session.my-devices",
    "session.console",
    "session.other-account",
    "session.sign-out",
    "session.sign-out-all",
  ].map((key) => hall[key] ?? "");
  // Items of lazily loaded rooms, and the provider's own pages, join the list once they are known.
  await expect.poll(() => items.allTextContents(), { timeout: PATIENCE_MS }).toEqual(ways);
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, "menu-en-light-1440.png") });
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await items.first().waitFor({ state: "hidden" });
  // The focus goes back a frame after the list has gone.
  await expect
    .poll(() => menu.evaluate((element) => element === document.activeElement), { timeout: PATIENCE_MS })
    .toBe(true);

  await menu.click();
  await page.getByRole("menuitem", { name: hall["session.sign-out-all"] ?? "", exact: true }).click();
  const asked = page.getByRole("dialog", { name: accounts["everywhere.title"] ?? "" });
  await asked.waitFor();
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, "everywhere-en-light-1440.png") });
  await page.keyboard.press("Escape");
  await asked.waitFor({ state: "hidden" });
  expect(new URL(page.url()).search).toBe("");
  await context.close();
});
