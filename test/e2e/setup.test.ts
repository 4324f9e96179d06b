import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import arabicInvite from "#features/accounts/web/words/ar.json" with { type: "json" };
import englishInvite from "#features/accounts/web/words/en.json" with { type: "json" };
import arabicShifts from "#features/shifts/web/words/ar.json" with { type: "json" };
import englishShifts from "#features/shifts/web/words/en.json" with { type: "json" };
import arabic from "#features/setup/web/words/ar.json" with { type: "json" };
import english from "#features/setup/web/words/en.json" with { type: "json" };
import { portsOfOwn } from "#test/support/processes/free-ports.ts";
import { type Product, startProduct } from "#test/support/processes/product.ts";
import { DESKTOP, PHONE, axeFaults, openBrowser, openPerson } from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 300_000 });

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
/** Presses from the start page to an open shop, a vehicle and an invitation among them. */
const MOST_PRESSES = 15;

let browser: Browser;
let product: Product | undefined;
let folder = "";
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => browser.close());

/** A Waybill that nobody has set up. */
async function openEmpty(): Promise<string> {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-setup-"));
  const { port, flags } = await portsOfOwn();
  product = await startProduct(folder, port, [...flags, "--demo", "no"]);
  return product.url;
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

const CASES = [
  {
    locale: "en",
    size: DESKTOP,
    dark: false,
    words: english,
    invite: englishInvite,
    shifts: englishShifts,
    byKeys: false,
  },
  {
    locale: "ar",
    size: { ...PHONE, width: 320 },
    dark: true,
    words: arabic,
    invite: arabicInvite,
    shifts: arabicShifts,
    byKeys: true,
  },
] as const;

test.each(CASES)(
  "an administrator sets up an empty installation in few presses, in $locale",
  async ({ locale, size, dark, words, invite, shifts, byKeys }) => {
    const url = await openEmpty();
    const stranger = await openPerson(browser, { ...size, url, locale, dark });
    await stranger.page.goto("/");
    await stranger.page.locator(".banner").waitFor();
    await shoot(stranger.page, `home-${locale}`);

    const { page, watch } = await openPerson(browser, { ...size, url, locale, dark });
    let presses = 1;
    const press = async (target: Locator) => {
      presses += 1;
      if (!byKeys) return target.click();
      await target.focus();
      await page.keyboard.press(
        ((await target.getAttribute("type")) ?? "button") === "checkbox" ? "Space" : "Enter",
      );
    };
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const at = (step: keyof typeof words & `step.${string}`) =>
      page.getByRole("heading", { name: words[step], exact: true }).waitFor();
    const field = (label: string) => page.getByLabel(label, { exact: false });
    const lookAt = async (name: string) => {
      await shoot(page, `${name}-${locale}`);
      expect(await axeFaults(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    };

    await page.goto("/");
    await page.getByTestId("door-admin").click();
    await press(page.locator("button[name=person][value=greta]"));
    await page.waitForURL((address) => address.pathname === "/a/start");
    await at("step.name");
    await field(words["name.label"]).fill("Radkurier Nord");
    await lookAt("name");
    await press(button(words["go.save"]));
    await at("step.money");
    await lookAt("money");
    await press(button(words["go.save"]));
    await at("step.area");
    await field(words["area.lat"]).fill("52.52");
    await field(words["area.lon"]).fill("13.405");
    await lookAt("area");
    await press(button(words["go.save"]));
    await at("step.hours");
    await lookAt("hours");
    await press(button(words["go.save"]));
    await at("step.vehicles");

    // Left and taken up again: the first step that is to do is shown.
    await page.goto("/a/start");
    await at("step.vehicles");
    await field(shifts["vehicles.name"]).fill("Lastenrad 1");
    await press(button(shifts["vehicles.add"]));
    await page.getByRole("listitem").filter({ hasText: "Lastenrad 1" }).waitFor();
    await lookAt("vehicles");
    await press(button(words["go.on"]));
    await at("step.people");
    await press(button(words["people.invite"]));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(invite["invite.email"]).fill("carla@example.org");
    await press(dialog.getByRole("checkbox").nth(1));
    await lookAt("invite");
    await press(dialog.getByRole("button", { name: invite["invite.make"] }));
    await press(dialog.getByRole("button", { name: invite["invite.done"] }));
    await page.getByText("carla@example.org").waitFor();
    await lookAt("people");
    await press(button(words["go.on"]));
    await at("step.price");
    await expect.poll(() => page.getByTestId("example").textContent()).toMatch(/\d/);
    await lookAt("price");
    await press(button(words["price.publish"]));
    await at("step.finish");
    await lookAt("finish");
    await press(button(words["finish.button"]));
    await page.getByText(words["finish.done"].replace("{org}", "Radkurier Nord")).waitFor();
    await lookAt("done");
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
    expect(watch).toEqual({ foreign: [], errors: [] });

    const offered: { windows: unknown[] } = await (await fetch(`${url}/api/windows`)).json();
    expect(offered.windows.length).toBeGreaterThan(0);
    await stranger.page.goto("/");
    await stranger.page.getByTestId("door-admin").waitFor();
    await expect.poll(() => stranger.page.locator(".banner").count()).toBe(0);
    await Promise.all([stranger.context.close(), page.context().close()]);
  },
);
