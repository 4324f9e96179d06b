import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { BrowserContext, Page } from "playwright-core";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { STOP_WORDS, openCourier, slowDown, startAgain, tap } from "#test/support/courier/stops-page.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { openBrowser } from "#test/support/web/browser.ts";
import { tellFigure } from "../figure.ts";

const DELIVERIES = 8;
const STARTS = 7;
const SLOWER = 4;
/** From a button that can be read to the finger on it. */
const PERSON_MS = 500;

const words = STOP_WORDS.en;
const figure = (what: string, ms: number): void => tellFigure(what, `${Math.round(ms)} ms`);
const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

/** Notes how long each tap took until its transaction ended, and when the first stop could be read. */
function watch(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const seen = { taps: [] as number[], tappedAt: 0, readableAt: 0 };
    Reflect.set(globalThis, "seen", seen);
    const begin = () => (seen.tappedAt = performance.now());
    addEventListener("click", begin, { capture: true });
    addEventListener("change", begin, { capture: true });
    // oxlint-disable-next-line typescript/unbound-method -- called on its own database below
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function begun(stores, mode, options) {
      const made = transaction.call(this, stores, mode, options);
      if (mode === "readwrite" && made.objectStoreNames.contains("file"))
        made.addEventListener("complete", () => {
          if (seen.tappedAt > 0) seen.taps.push(performance.now() - seen.tappedAt);
          seen.tappedAt = 0;
        });
      return made;
    };
    const look = () => {
      if (document.querySelector(".courier-stop")) seen.readableAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Acts as a person does who has read the page. @returns milliseconds until what was done is on the disk */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  // oxlint-disable-next-line playwright/no-wait-for-timeout -- a person's own time is measured here
  await page.waitForTimeout(PERSON_MS);
  await page.evaluate(() => {
    const seen = Reflect.get(globalThis, "seen");
    seen.taps.length = 0;
    seen.tappedAt = 0;
  });
  await act();
  await page.waitForFunction(() => Reflect.get(globalThis, "seen").taps.length > 0);
  const [took = Number.NaN]: number[] = await page.evaluate(() => Reflect.get(globalThis, "seen").taps);
  return took;
}

/** A photo of 12 megapixels with a camera's grain. */
const grainy = () =>
  sharp(randomBytes(1000 * 750 * 3), { raw: { width: 1000, height: 750, channels: 3 } })
    .resize(4000, 3000)
    .jpeg({ quality: 85 })
    .toBuffer();

async function openStop(context: BrowserContext, before: Page, { taskId }: CourierStop, part = "") {
  const page = await startAgain(context, before, `/c/stop/${taskId}${part}`);
  await slowDown(page, SLOWER);
  return page;
}

test("a courier's taps and starts without a network, on a processor four times slower", async () => {
  const browser = await openBrowser();
  const stops = await giveWork(DELIVERIES);
  const { context, page: first } = await openCourier(browser);
  await watch(context);
  for (const stop of stops) await first.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
  await context.setOffline(true);
  const load = loadavg()[0] ?? 0;

  const starts: number[] = [];
  let page = first;
  for (let n = 0; n < STARTS; n += 1) {
    await page.close();
    page = await context.newPage();
    await slowDown(page, SLOWER);
    await page.goto("/c");
    await page.waitForFunction(() => Reflect.get(globalThis, "seen").readableAt > 0);
    starts.push(await page.evaluate(() => Reflect.get(globalThis, "seen").readableAt));
  }

  const [taps, photos, withPhoto]: [number[], number[], number[]] = [[], [], []];
  const begin = async (): Promise<void> => {
    for (const name of [words["stop.start"], words["stop.arrive"]]) {
      await page.getByRole("button", { name, exact: true }).waitFor();
      taps.push(await timed(page, () => tap(page, name)));
    }
  };
  for (const stop of stops.filter(({ kind }) => kind === "collect")) {
    page = await openStop(context, page, stop);
    await begin();
    const collect = page.locator(".courier-actions button").first();
    await collect.waitFor();
    taps.push(await timed(page, () => collect.click()));
  }
  const buffer = await grainy();
  for (const stop of stops.filter(({ kind }) => kind === "deliver")) {
    page = await openStop(context, page, stop);
    await begin();
    page = await openStop(context, page, stop, "/done");
    await page.getByLabel(words["done.name"]).fill("Rita");
    const camera = page.getByTestId("photo");
    const taken = { name: "door.jpg", mimeType: "image/jpeg", buffer };
    photos.push(await timed(page, () => camera.setInputFiles(taken)));
    await page.getByText(words["proof.photo-kept"]).waitFor();
    await page.getByText(words["proof.keeping"]).waitFor({ state: "detached" });
    withPhoto.push(await timed(page, () => page.locator("form button[type=submit]").click()));
    await page.waitForURL("**/c");
  }
  await browser.close();
  expect([taps.length, photos.length, withPhoto.length]).toEqual([5 * DELIVERIES, DELIVERIES, DELIVERIES]);
  const each: [string, readonly number[]][] = [
    ["tap until it is on the disk", taps],
    [`photo of ${(buffer.length / 1e6).toFixed(1)} MB until it is on the disk`, photos],
    ["tap with a photo until it is on the disk", withPhoto],
    ["start without a network until the route can be read", starts],
  ];
  for (const [what, times] of each)
    for (const [name, share] of [
      ["median", 0.5],
      ["99th percentile", 0.99],
    ] as const)
      figure(`${what}, ${name} of ${times.length}`, at(times, share));
  tellFigure("load of the machine", `${load.toFixed(1)} before`);
});
