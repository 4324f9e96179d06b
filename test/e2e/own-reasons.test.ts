import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arabicDetail from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import englishDetail from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import { reasonsApi } from "#features/reasons/contract/api.ts";
import arabicReasons from "#features/reasons/web/words/ar.json" with { type: "json" };
import englishReasons from "#features/reasons/web/words/en.json" with { type: "json" };
import arabicDrafts from "#web/drafts/words/ar.json" with { type: "json" };
import englishDrafts from "#web/drafts/words/en.json" with { type: "json" };
import { stopToDeliver } from "#test/support/courier/give-work.ts";
import { openCourier, STOP_WORDS, unsentOn } from "#test/support/courier/stops-page.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  axeFaults,
  DESKTOP,
  enterBy,
  openBrowser,
  openPerson,
  PHONE,
  productUrl,
} from "#test/support/web/browser.ts";
import { button } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 180_000 });

const LANGUAGES = [
  {
    locale: "en",
    name: "A dog in the yard",
    words: englishReasons,
    drafts: englishDrafts,
    desk: englishDetail,
  },
  { locale: "ar", name: "كلب في الفناء", words: arabicReasons, drafts: arabicDrafts, desk: arabicDetail },
] as const;
/** Name that every reader has where their own language has none. */
const FIRST = { en: "A dog in the yard", ar: "A dog at the gate" } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  // Tries are recorded by them, so they are switched off, as an administrator would.
  const office = { token: await signIn(productUrl(), "greta") };
  const { version, reasons } = await callWire(productUrl(), reasonsApi.readReasons, {}, office);
  const off = reasons.map((one) => (one.code.startsWith("own_") ? { ...one, isOn: false } : one));
  await callWire(productUrl(), reasonsApi.editReasons, { version, reasons: off }, office);
});

const languageIn = (locale: string, code: string): string =>
  new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? "";
const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
};

test.each(LANGUAGES)(
  "an administrator adds a reason with a photo, a courier fails by it offline, and the desk reads it and what is next ($locale)",
  async ({ locale, name, words, drafts, desk }) => {
    const admin = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(admin.page, "admin");
    await admin.page.goto("/a/reasons");
    await button(admin.page, words["add.dropoff"]).click();
    const dialog = admin.page.getByRole("dialog");
    const nameField = (code: string) =>
      dialog.getByLabel(words["field.name"].replace("{language}", languageIn(locale, code)));
    await nameField("en").fill(FIRST[locale]);
    await nameField(locale).fill(name);
    await dialog.getByLabel(words["field.fault"]).selectOption("recipient");
    await dialog.getByLabel(words["field.next"]).selectOption("return");
    await button(dialog, words["proof.photo"]).click();
    expect(await axeFaults(admin.page)).toEqual([]);
    await shoot(admin.page, `dialog-${locale}`);
    await button(dialog, words["field.done"]).click();
    await dialog.waitFor({ state: "detached" });
    await admin.page.getByRole("tabpanel").locator("summary").click();
    await admin.page.getByRole("tabpanel").getByLabel(name).check();
    expect(await axeFaults(admin.page)).toEqual([]);
    await shoot(admin.page, `desktop-${locale}`);
    await admin.page.setViewportSize({ width: 360, height: 740 });
    await shoot(admin.page, `phone-${locale}`);
    expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await admin.page.setViewportSize(DESKTOP);
    await button(admin.page, drafts.save).click();
    await admin.page.getByText(words.saved).waitFor();

    const stop = await stopToDeliver();
    const { page, context } = await openCourier(browser, locale, PHONE);
    await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
    await context.setOffline(true);
    await page.goto(`/c/stop/${stop.taskId}/fail`);
    await page.locator(".radios-more summary").click();
    await page.getByRole("radio", { name }).check();
    await page.locator("form button[type=submit]").click();
    await page.getByText(STOP_WORDS[locale]["refusal.no-photo"]).first().waitFor();
    await shoot(page, `courier-${locale}`);
    await page.getByTestId("photo").setInputFiles({
      name: "dog.png",
      mimeType: "image/png",
      buffer: await page.screenshot({ type: "png" }),
    });
    await page.getByText(STOP_WORDS[locale]["proof.photo-kept"]).waitFor();
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/c");
    await context.setOffline(false);
    await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
    await context.close();

    const bo = await openPerson(browser, { locale, ...DESKTOP });
    await enterBy(bo.page, "dispatcher");
    await bo.page.goto(`/d/deliveries/${stop.deliveryId}`);
    const usual = bo.page.getByTestId("usual-act");
    await usual.getByText(name).waitFor();
    expect(await usual.textContent()).toContain(desk["act.send_back"]);
    expect(await bo.page.locator(".detail-actions button").first().textContent()).toContain(
      desk["act.send_back"],
    );
    expect(await bo.page.locator(".timeline").getByText(name).count()).toBeGreaterThan(0);
    expect(await axeFaults(bo.page)).toEqual([]);
    await shoot(bo.page, `desk-${locale}`);
    expect([...admin.watch.errors, ...bo.watch.errors]).toEqual([]);
    await admin.context.close();
    await bo.context.close();
  },
);
