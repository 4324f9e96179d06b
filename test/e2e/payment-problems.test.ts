import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAYMENT_PROBLEMS } from "#features/payments/contract/payment-problems.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";
import { type ProblemGallery, openProblemGallery } from "#test/support/paying/problem-gallery.ts";
import { WORD_LOCALES, readWords } from "../../tools/build/words-plugin.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
  { width: 320, height: 640 },
] as const;
/** All languages load their page at the same time, on a busy machine. */
const PATIENCE_MS = 90_000;
const SHOWN = PAYMENT_PROBLEMS.filter(({ says }) => says !== undefined);

let browser: Browser;
let gallery: ProblemGallery;
const pages = new Map<string, Page>();
// All languages at once: each waits several seconds for a form that is late.
beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openProblemGallery()]);
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  await Promise.all(WORD_LOCALES.map(async (locale) => pages.set(locale, await openProblems(locale))));
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

async function openProblems(locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZES[0], locale, reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(gallery.page(locale));
  await page.locator("[data-row]").last().waitFor();
  // A form that is only late says so first; its ways out come before the loader gives up.
  await page.locator("[data-problem='element.slow'] button").first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** The fixed parts of a sentence: what stands between its names and branches. */
const partsOf = (sentence: string): string[] =>
  sentence.startsWith("{n, plural") ? [] : sentence.split(/\{[^}]*\}/).filter((part) => part.trim() !== "");

/** In halves: a browser draws no picture higher than 16,384 px. */
async function takePictures(page: Page, name: string): Promise<void> {
  const halves = await page.locator("[data-half]").all();
  for (const [n, half] of halves.entries()) await half.screenshot({ path: `${name}-${n + 1}.png` });
}

describe.each(WORD_LOCALES)("in the language %s", (locale) => {
  let page: Page;
  beforeAll(() => {
    page = pages.get(locale) ?? expect.fail(`no page in ${locale}`);
  });

  test("every payment problem is shown: the sentence, and a button for each way out", async () => {
    const words = readWords("src/features/payments/web/words", locale);
    for (const { code, says = "", ways } of SHOWN) {
      const problem = page.locator(`[data-row="${code}"]`);
      const text = await problem.innerText();
      for (const part of partsOf(words[says] ?? "")) expect(text, code).toContain(part.trim());
      expect(text, code).not.toMatch(/payments:|\{\w+\}|undefined/);
      const buttons = await problem.getByRole("button").count();
      expect(buttons, code).toBeGreaterThanOrEqual(ways.length);
    }
    for (const { code } of PAYMENT_PROBLEMS.filter(({ place }) => place === "silent"))
      expect(await page.locator(`[data-row="${code}"] .pay`).innerText(), code).toBe("");
    expect(await page.locator("html").getAttribute("dir")).toBe(locale === "ar" ? "rtl" : "ltr");
  });

  test("no payment problem has a fault that a machine finds, light and dark, wide and narrow", async () => {
    const faults: string[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `payment-problems-${locale}-${colorScheme}-${size.width}`;
        if (SHOTS) await takePictures(page, path.join(SHOTS, name));
        // Darkness changes colours only, the same ones on every size and in every language; a width changes no name.
        if (size !== SIZES[1] || (colorScheme === "dark" && locale !== "en")) continue;
        const found = await axeFaults(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
        faults.push(...found.map((fault) => `${name}: ${fault}`));
      }
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("[data-row]")]
          .filter((it) => it.getBoundingClientRect().width > innerWidth || it.scrollWidth > it.clientWidth)
          .map((it) => it.dataset["row"]),
      );
      if (wide.length > 0) faults.push(`too wide at ${size.width}: ${wide.join(", ")}`);
    }
    expect(faults).toEqual([]);
  });
});
