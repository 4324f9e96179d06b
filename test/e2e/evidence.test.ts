import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkEvidence } from "#features/evidence/server/public.ts";
import arabic from "#features/evidence/web/words/ar.json" with { type: "json" };
import english from "#features/evidence/web/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { DESKTOP, axeFaults, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { downloadOf } from "#test/support/web/heard.ts";
import { button } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const NARROW = { width: 390, height: 844 };

async function openAsOffice(page: Page): Promise<void> {
  const [stop] = await giveWork(1);
  await page.goto(`/d/deliveries/${stop?.deliveryId}`);
}

async function openAsSender(page: Page): Promise<void> {
  await page.goto("/my/deliveries");
  await page.locator("a[href^='/my/deliveries/']").first().click();
}

test.each([
  ["dispatcher", "en", DESKTOP, english, openAsOffice],
  ["sender", "ar", NARROW, arabic, openAsSender],
] as const)("a %s saves the evidence of a delivery (%s)", async (door, locale, size, words, open) => {
  const { page, context, watch } = await openPerson(browser, { locale, ...size });
  await enterBy(page, door);
  await open(page);
  await button(page, words["panel.zip"]).waitFor();
  const zip = await downloadOf(page, () => button(page, words["panel.zip"]).click());
  expect(zip.suggestedFilename()).toMatch(/^WB-\w{4}-\w{4}-evidence\.zip$/);
  const { faults, seal, facts } = await checkEvidence(await zip.path());
  expect({ faults, some: facts > 2 }).toEqual({ faults: [], some: true });

  await page.getByText(words["panel.seals"], { exact: true }).click();
  await page.getByRole("list", { name: words["panel.seals"] }).getByText(seal).waitFor();
  const pdf = await downloadOf(page, () => button(page, words["panel.pdf"]).click());
  expect(pdf.suggestedFilename()).toBe(zip.suggestedFilename().replace(/zip$/, "pdf"));
  expect(await axeFaults(page)).toEqual([]);
  expect(watch).toMatchObject({ foreign: [], errors: [] });
  await context.close();
});
