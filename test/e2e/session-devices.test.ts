import { performance } from "node:perf_hooks";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openBrowser, openPerson, PHONE } from "#test/support/web/browser.ts";
import { requestOf } from "#test/support/web/heard.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { phaseIs, tell } from "#test/support/sign-in/session-page.ts";
import { said, spoken } from "#test/support/checks/spoken.ts";

const { accounts, hall, session } = spoken("en");
/** Everything here is waited for; a busy machine only makes it later. */
const PATIENCE_MS = 60_000;
/** Somebody who was disabled may go on this long. */
const DISABLED_MS = 60_000;

vi.setConfig({ testTimeout: 240_000 });
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A browser of its own in which somebody is signed in. */
async function open(who: string, path: string, look = {}): Promise<Page> {
  const { page, context } = await openPerson(browser, look);
  context.setDefaultTimeout(PATIENCE_MS);
  await enterAs(page, who, path);
  return page;
}
const close = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

const button = (page: Page, name: string | undefined) =>
  page.getByRole("button", { name: name ?? "", exact: true });
const inDialog = (page: Page, name: string | undefined) =>
  page.getByRole("dialog").getByRole("button", { name: name ?? "", exact: true });
const devices = (page: Page) =>
  page.getByRole("list", { name: accounts["devices.title"] ?? "" }).getByRole("listitem");

/** How many devices are listed, once they are so many. */
const countOnce = (page: Page, count: number): Promise<number> =>
  vi.waitFor(
    async () => {
      const found = await devices(page).count();
      if (found !== count) throw new Error(`${found} devices are listed`);
      return found;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );

/** The page says that the session was ended elsewhere. */
async function isOut(page: Page): Promise<void> {
  await phaseIs(page, "signed-out", PATIENCE_MS);
  await page.getByText(session["auth.ended-elsewhere"] ?? "").waitFor();
}
/** A reload asks the server anew: the session lives. */
async function stays(page: Page, email: string): Promise<void> {
  await page.goto("/account");
  await page.getByText(email).waitFor();
  await phaseIs(page, "signed-in");
}

/** Whatever earlier tests left signed in is out; this browser stands alone. */
async function alone(page: Page): Promise<void> {
  await devices(page).first().waitFor();
  if ((await button(page, accounts["others.do"]).count()) > 0) {
    await button(page, accounts["others.do"]).click();
    await inDialog(page, accounts["others.do"]).click();
  }
  expect(await countOnce(page, 1)).toBe(1);
}

/** Sets the membership of a person as an administrator does. */
async function setStatus(desktop: Page, name: string, status: "active" | "suspended"): Promise<void> {
  await button(desktop, said(accounts["people.edit"], { name })).click();
  const dialog = desktop.getByRole("dialog");
  await dialog.getByLabel(accounts["person.status"] ?? "").selectOption(status);
  await dialog.getByRole("button", { name: accounts["person.save"] ?? "", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

// Side by side: each of the three is about people of its own.
describe.concurrent("a session is ended from elsewhere", () => {
  describe.sequential("by its own person", () => {
    test("one person in two browsers: ending one signs it out within seconds, the other stays", async () => {
      const desktop = await open("ada", "/account");
      await alone(desktop);
      const phone = await open("ada", "/my/deliveries", PHONE);
      // The list follows by itself once the other is there, and is read anew here to have it at once.
      await vi.waitFor(
        async () => {
          await desktop.reload();
          await devices(desktop).first().waitFor();
          expect(await devices(desktop).count()).toBe(2);
        },
        { timeout: PATIENCE_MS, interval: 500 },
      );
      const other = devices(desktop).filter({ hasNotText: accounts["devices.here"] ?? "" });
      const began = performance.now();
      await other.getByRole("button").click();
      await isOut(phone);
      tell("a device ended elsewhere until signed out", (performance.now() - began) / 1000, "s");
      expect(await countOnce(desktop, 1)).toBe(1);
      await stays(desktop, "ada@demo.example");
      // The way back in works, and leads to where the phone was.
      await phone
        .getByRole("main")
        .getByRole("button", { name: session["way.again"] ?? "" })
        .click();
      await phone.waitForURL(
        (url) => url.pathname === "/my/deliveries" || url.port !== new URL(desktop.url()).port,
      );
      await close(desktop, phone);
    });

    test("all other devices are signed out with one answer, this one stays", async () => {
      const desktop = await open("ada", "/account");
      const others = [await open("ada", "/my/deliveries"), await open("ada", "/account", PHONE)];
      await desktop.reload();
      await button(desktop, accounts["others.do"]).click();
      await inDialog(desktop, accounts["others.do"]).click();
      for (const other of others) await isOut(other);
      expect(await countOnce(desktop, 1)).toBe(1);
      await stays(desktop, "ada@demo.example");
      await close(desktop, ...others);
    });
  });

  describe.sequential("by its own person everywhere, and by a dispatcher", () => {
    test("signing out everywhere ends this browser and every other, at the sign-in service too", async () => {
      const desktop = await open("bo", "/d/board");
      const phone = await open("bo", "/account", PHONE);
      await desktop.getByRole("banner").getByRole("button", { name: "Bo Hansen" }).click();
      await desktop.getByRole("menuitem", { name: hall["session.sign-out-all"] ?? "", exact: true }).click();
      await inDialog(desktop, accounts["everywhere.do"]).click();
      await desktop.waitForURL((url) => url.pathname === "/");
      await phaseIs(desktop, "signed-out", PATIENCE_MS);
      await isOut(phone);
      for (const page of [desktop, phone]) {
        await page.goto("/d/board");
        await page
          .getByRole("main")
          .getByRole("button", { name: new RegExp(`${hall["session.sign-in"]}|${session["way.again"]}`) })
          .first()
          .click();
        // No person is let in without being asked.
        await page.getByRole("heading", { name: "Who would you like to be?" }).waitFor();
      }
      expect(new URL(desktop.url()).pathname).not.toBe("/d/board");
      await close(desktop, phone);
    });

    test("a dispatcher ends the sessions of a courier whose phone is lost, after a question", async () => {
      const phone = await open("carla", "/c", PHONE);
      const desktop = await open("bo", "/a/people");
      await desktop.getByRole("heading", { level: 1, name: accounts["people.title"] ?? "" }).waitFor();
      expect(await button(desktop, accounts["invite.do"]).count()).toBe(0);
      await button(desktop, said(accounts["end.named"], { name: "Carla Ruiz" })).click();
      await desktop.getByText(accounts["end.kept"] ?? "").waitFor();
      const began = performance.now();
      await inDialog(desktop, accounts["end.do"]).click();
      await isOut(phone);
      tell("a courier's sessions ended until signed out", (performance.now() - began) / 1000, "s");
      await desktop.getByRole("dialog").waitFor({ state: "hidden" });
      await phaseIs(desktop, "signed-in");
      await enterAs(phone, "carla", "/account");
      await stays(phone, "carla@demo.example");
      await close(phone, desktop);
    });
  });

  test("somebody who is suspended is out within a minute, is told why at the next try, and in again once that is taken back", async () => {
    const phone = await open("elif", "/c", PHONE);
    const desktop = await open("greta", "/a/people");
    const began = performance.now();
    await setStatus(desktop, "Élif Bernard", "suspended");
    await phaseIs(phone, "signed-out", DISABLED_MS);
    const took = performance.now() - began;
    tell("suspended until signed out", took / 1000, "s");
    expect(took).toBeLessThan(DISABLED_MS);
    // Signing in again changes nothing as long as the membership is suspended, and says why.
    const again = phone.getByRole("main").getByRole("button", { name: session["way.again"] ?? "" });
    const chooser = phone.locator("button[name=person][value=elif]");
    const isAnswered = (request: Request) => request.url().includes("/auth/callback?code=");
    await requestOf(phone, isAnswered, async () => {
      await again.click();
      // Whoever learnt of the end from a signal is asked anew who they are; whoever was refused by us is not.
      void chooser.click().catch(() => undefined);
    });
    await phone.waitForURL((url) => url.pathname === "/c");
    await phone.getByText(/your account was disabled/).waitFor();
    await setStatus(desktop, "Élif Bernard", "active");
    await enterAs(phone, "elif", "/account");
    await stays(phone, "elif@demo.example");
    await close(phone, desktop);
  });
});
