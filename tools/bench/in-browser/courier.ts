import { expect, test } from "vitest";
import type { BrowserContext, Page } from "playwright-core";
import { STOP_WORDS, openCourier, startAgain, tap } from "#test/support/courier/stops-page.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { openBrowser } from "#test/support/web/browser.ts";
import { tellFigure } from "../figure.ts";

const DELIVERIES = 8;
const STARTS = 7;
const SLOWER = 4;

const figure = (what: string, ms: number): void => tellFigure(what, `${Math.round(ms)} ms`);
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Notes how long each tap took until its transaction ended, and when the first stop could be read. */
function watch(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const seen = { taps: [] as number[], tappedAt: 0, readableAt: 0 };
    Reflect.set(globalThis, "seen", seen);
    addEventListener("click", () => (seen.tappedAt = performance.now()), { capture: true });
    // oxlint-disable-next-line typescript/unbound-method -- called on its own database below
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function begin(stores, mode, options) {
      const made = transaction.call(this, stores, mode, options);
      if (mode === "readwrite" && made.objectStoreNames.contains("op"))
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

const slow = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
};

test("a courier's taps and starts without a network, on a processor four times slower", async () => {
  const browser = await openBrowser();
  const stops = await giveWork(DELIVERIES);
  const { context, page: first } = await openCourier(browser);
  await watch(context);
  for (const stop of stops) await first.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
  await context.setOffline(true);

  const starts: number[] = [];
  let page = first;
  for (let n = 0; n < STARTS; n += 1) {
    await page.close();
    page = await context.newPage();
    await slow(page);
    await page.goto("/c");
    await page.waitForFunction(() => Reflect.get(globalThis, "seen").readableAt > 0);
    starts.push(await page.evaluate(() => Reflect.get(globalThis, "seen").readableAt));
  }

  const taps: number[] = [];
  const words = STOP_WORDS.en;
  for (const stop of stops.filter(({ kind }) => kind === "collect")) {
    page = await startAgain(context, page, `/c/stop/${stop.taskId}`);
    await slow(page);
    for (const name of [words["stop.start"], words["stop.arrive"]]) {
      await tap(page, name);
      await page.waitForFunction(
        (count) => Reflect.get(globalThis, "seen").taps.length > count,
        taps.length % 2,
      );
      const all: number[] = await page.evaluate(() => Reflect.get(globalThis, "seen").taps);
      taps.push(...all.slice(-1));
    }
  }
  await browser.close();
  expect(taps).toHaveLength(2 * DELIVERIES);
  const [tapped, started] = [taps.toSorted((a, b) => a - b), starts.toSorted((a, b) => a - b)];
  figure("tap until it is on the disk, median", at(tapped, 0.5));
  figure("tap until it is on the disk, 99th percentile", at(tapped, 0.99));
  figure("start without a network until the route can be read, median", at(started, 0.5));
});
