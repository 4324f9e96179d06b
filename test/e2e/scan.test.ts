import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import arabic from "#features/courier/web/words/ar.json" with { type: "json" };
import english from "#features/courier/web/words/en.json" with { type: "json" };
import { toLoad } from "#features/parcels/domain/scan.ts";
import { code128, qrCode } from "#server/pdf/symbols.ts";
import arabicScan from "#web/scan/words/ar.json" with { type: "json" };
import arabicLoad from "#features/custody/web/words/ar.json" with { type: "json" };
import englishPhone from "#features/courier-phone/web/words/en.json" with { type: "json" };
import englishLoad from "#features/custody/web/words/en.json" with { type: "json" };
import englishScan from "#web/scan/words/en.json" with { type: "json" };
import { feel, feltOn } from "#test/support/courier/felt.ts";
import { axeFaults, enterBy, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";
import type { Person } from "#test/support/web/browser.ts";
import { writeFilm } from "#test/support/codes/camera-film.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";

/** A code with a right check character that no delivery has. */
const FOREIGN = "WB-0000-0000-1";
const WIDTH = 390;
let folder = "";
let codes: readonly string[] = [];
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-film-"));
  const token = await signIn(productUrl(), "carla");
  const day = await callWire(productUrl(), courierApi.readDay, {}, { token });
  codes = toLoad(day.stops).flatMap(({ parcels }) => parcels.map(({ code }) => code));
  const film = path.join(folder, "label.y4m");
  writeFilm(film, [code128(codes[0] ?? ""), qrCode(FOREIGN)]);
  browser = await openBrowser({
    whole: true,
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function atLoadCheck(locale: string, isAllowed: boolean): Promise<Person> {
  const person = await openPerson(browser, { width: WIDTH, height: 780, locale });
  if (isAllowed) await person.context.grantPermissions(["camera"]);
  await enterBy(person.page, "courier");
  await person.page.goto("/c/load");
  return person;
}

const box = (page: Page, code: string) => page.getByRole("checkbox", { name: code });
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function shot(page: Page, name: string): Promise<void> {
  const shots = process.env["WAYBILL_TEST_SHOTS"];
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
}

test.each([
  ["en", { ...english, ...englishLoad }, englishScan],
  ["ar", { ...arabic, ...arabicLoad }, arabicScan],
] as const)(
  "the camera reads a Code 128 and a QR under the page's strict policy, in %s",
  async (locale, words, scan) => {
    const { page, watch, context } = await atLoadCheck(locale, true);
    const workers: (string | undefined)[] = [];
    page.on("response", (answer) => {
      if (answer.url().includes("zxing-worker")) workers.push(answer.headers()["content-security-policy"]);
    });
    await page.getByRole("button", { name: words["scan.open"] }).click();
    await page.locator(".scan-picture[data-state=running]").waitFor();
    await shot(page, `scan-${locale}`);
    const [first = ""] = codes;
    await expect.poll(() => box(page, first).isChecked()).toBe(true);
    await page.getByText(words["scan.foreign"].replace("{code}", FOREIGN)).waitFor();
    expect(workers).toEqual([expect.stringContaining("'wasm-unsafe-eval'")]);
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await shot(page, `scanned-${locale}`);

    await page.getByLabel(scan["scan.type"]).fill("WB-1");
    await page.getByRole("button", { name: scan["scan.take"] }).click();
    await page.getByText(words["scan.no-code"]).first().waitFor();

    await page.getByRole("button", { name: words["load.finish"] }).click();
    await page.getByRole("heading", { name: words["load.summary"] }).waitFor();
    await page.getByText(FOREIGN).first().waitFor();
    expect(await page.getByText(first, { exact: true }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `summary-${locale}`);

    await page.reload();
    expect(await box(page, first).isChecked()).toBe(true);
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);

test.each([
  ["en", english, englishScan],
  ["ar", arabic, arabicScan],
] as const)("a refused camera says what to do, and the code is typed, in %s", async (locale, words, scan) => {
  const { page, watch, context } = await atLoadCheck(locale, false);
  await page.getByRole("button", { name: words["scan.open"] }).click();
  await page.getByText(scan["trouble.refused"]).waitFor();
  const [first = ""] = codes;
  await page.getByLabel(scan["scan.type"]).fill(first.toLowerCase().replaceAll("-", " "));
  await page.getByRole("button", { name: scan["scan.take"] }).click();
  await expect.poll(() => box(page, first).isChecked()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await shot(page, `refused-${locale}`);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("a phone's own detector reads the label without the library, and a wrong code is felt", async () => {
  const [first = ""] = codes;
  const person = await openPerson(browser, { width: WIDTH, height: 780, locale: "en" });
  await person.context.grantPermissions(["camera"]);
  await feel(person.context);
  await person.context.addInitScript(
    (texts) => {
      const found = class {
        static getSupportedFormats = async () => ["code_128", "qr_code"];
        detect = async () => texts.map((rawValue) => ({ rawValue }));
      };
      Object.assign(globalThis, { BarcodeDetector: found });
    },
    [first, FOREIGN],
  );
  const { page, watch, context } = person;
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await enterBy(page, "courier");
  await page.goto("/c/load");
  await page.getByRole("button", { name: english["scan.open"] }).click();
  await expect.poll(() => box(page, first).isChecked()).toBe(true);
  await page.getByText(english["scan.foreign"].replace("{code}", FOREIGN)).waitFor();
  expect(await feltOn(page)).toEqual([30, [120, 80, 120]]);
  expect(asked.filter((url) => url.includes("zxing_reader"))).toEqual([]);
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test.each([true, false])(
  "each start of duty asks the browser to keep the work, which answers %s",
  async (isKept) => {
    const { page, watch, context } = await openPerson(browser, { width: WIDTH, height: 780, locale: "en" });
    await context.addInitScript((answer) => {
      let kept = false;
      let asked = 0;
      const persist = async () => {
        asked += 1;
        Object.assign(globalThis, { asked });
        return (kept = answer);
      };
      Object.defineProperties(navigator.storage, {
        persist: { value: persist },
        persisted: { value: async () => kept },
      });
    }, isKept);
    await enterBy(page, "courier");
    const duty = page.getByRole("switch");
    const asked = () => page.evaluate(() => Reflect.get(globalThis, "asked"));
    if (await duty.isChecked()) await duty.click();
    await expect.poll(() => duty.isChecked()).toBe(false);
    const before = Number((await asked()) ?? 0);
    for (const nth of [1, 2]) {
      await duty.click();
      await expect.poll(asked).toBe(before + nth);
      const warning = page.getByText(englishPhone["out.not-kept"]);
      await (isKept ? warning.waitFor({ state: "detached" }) : warning.waitFor());
      await duty.click();
      await expect.poll(() => duty.isChecked()).toBe(false);
    }
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);
