import type { Browser, Page, Response, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { syncApi } from "#features/courier/contract/sync.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import {
  arriving,
  begin,
  collecting,
  isSent,
  isStored,
  recorded,
  stopToCollect,
} from "#test/support/courier/first-stop.ts";
import { STOP_WORDS, openCourier, statusOf, unsentOn } from "#test/support/courier/stops-page.ts";
import { MIXED_FILLERS, QUOTA_BYTES, fillUp, hasReserve } from "#test/support/courier/full-phone.ts";
import { keptOn } from "#test/support/power/kept-on-phone.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { storedForOffline } from "#test/support/sign-in/session-page.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import { PHONE, enterBy, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";
import { answerOf } from "#test/support/web/heard.ts";
import { shown } from "#test/support/web/journey.ts";

const SYNC = `**${syncApi.sync.path}`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const bo = tokenOf(productUrl(), "bo");

const facts = async (page: Page) =>
  (await keptOn(page)).commands.map(({ type, taskId }) => `${type} ${taskId}`);

/** Each full phone takes few more commands: room of refused writes comes back while it fills. */
const MOST_TAPS = 24;

/** From now on every transaction that writes is aborted, as where the disk has no room at all. */
const refuseWrites = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const begin: IDBDatabase["transaction"] = Reflect.get(IDBDatabase.prototype, "transaction");
    Reflect.set(
      IDBDatabase.prototype,
      "transaction",
      function aborted(this: IDBDatabase, ...given: Parameters<typeof begin>): IDBTransaction {
        const work = begin.apply(this, given);
        if (given[1] === "readwrite" && !Reflect.has(window, "hasRoom")) queueMicrotask(() => work.abort());
        return work;
      },
    );
  });

const takeWrites = (page: Page): Promise<void> =>
  page.evaluate(() => void Reflect.set(window, "hasRoom", true));

test("a full phone gives its reserve up for what happened, says what is not saved, and loses nothing", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openPerson(browser, { ...PHONE, worker: true });
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(productUrl());
  const limit = (quotaSize: number) => devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  await limit(QUOTA_BYTES);
  await enterBy(page, "courier");
  await isStored(page, stop);
  await storedForOffline(page);
  await context.setOffline(true);
  const duty = page.getByRole("switch");
  if (await duty.isChecked()) await duty.click();
  await page.getByRole("switch", { checked: false }).click();
  await expect.poll(() => hasReserve(page)).toBe(true);

  // The browser frees some room again after a write that it refused, so one full phone may still take a command.
  const saved = (await facts(page)).length;
  let taps = 0;
  while (taps < MOST_TAPS && (await hasReserve(page))) {
    await fillUp(page, MIXED_FILLERS);
    await duty.click();
    taps += 1;
    await expect.poll(async () => (await facts(page)).length).toBe(saved + taps);
  }
  expect(await hasReserve(page)).toBe(false);
  if (!(await duty.isChecked())) await duty.click();
  await page.goto(`/c/stop/${stop.taskId}`);
  await begin(page, stop);
  expect(await facts(page)).toContain(`start ${stop.taskId}`);

  // Nothing can be written any more: nothing is shown as done, and the same tap works once there is room.
  await refuseWrites(page);
  await arriving(page).click();
  const alarm = page.getByRole("alert").getByText(STOP_WORDS.en["refusal.not-saved"]);
  await alarm.first().waitFor();
  expect(await facts(page)).not.toContain(`arrive ${stop.taskId}`);
  await expect.poll(() => arriving(page).count()).toBe(1);
  expect(await collecting(page).count()).toBe(0);

  await limit(2 * QUOTA_BYTES);
  await takeWrites(page);
  await arriving(page).click();
  await collecting(page).waitFor();
  await expect.poll(() => alarm.count()).toBe(0);
  await context.setOffline(false);
  await isSent(page);
  expect(await recorded(stop)).toEqual({ state: "arrived", isDoubled: false });
  await context.close();
});

test("a frozen tab that holds the sending is passed over by the next one, and nothing doubles", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openCourier(browser);
  await isStored(page, stop);
  const hanging: Route[] = [];
  await page.route(SYNC, (route) => void hanging.push(route));
  await begin(page, stop);
  await expect.poll(() => hanging.length).toBeGreaterThan(0);
  const devtools = await context.newCDPSession(page);
  // `Page.setWebLifecycleState` leaves the timers of a headless page running; a paused debugger stops them all.
  await devtools.send("Debugger.enable");
  await devtools.send("Debugger.pause");
  const second = await context.newPage();
  await second.goto("/c");
  await isSent(second);
  expect((await recorded(stop)).state).toBe("en_route");

  await devtools.send("Debugger.disable");
  await page.unroute(SYNC);
  await Promise.allSettled(hanging.map((route) => route.continue()));
  await statusOf(page)
    .getByText(/All sent/)
    .waitFor();
  expect((await keptOn(page)).commands.map(({ verdict }) => verdict)).toEqual(["accepted"]);
  expect(await recorded(stop)).toEqual({ state: "en_route", isDoubled: false });
  await context.close();
});

/** Writes the list of this phone's people as a page does that counted its unsent work just before. */
const writeOwner = (page: Page, unsent: number): Promise<void> =>
  page.evaluate(async (count) => {
    const opening = indexedDB.open("wb.couriers", 1);
    opening.addEventListener(
      "upgradeneeded",
      () => void opening.result.createObjectStore("owner", { keyPath: "hash" }),
    );
    await new Promise((done, fail) => {
      opening.addEventListener("success", done);
      for (const name of ["blocked", "error"]) opening.addEventListener(name, () => fail(new Error(name)));
    });
    const work = opening.result.transaction("owner", "readwrite");
    const owner = { hash: "h", subject: "carla", name: "Carla Ruiz", unsent: count, at: 1, isReadable: true };
    work.objectStore("owner").put(owner);
    await new Promise((done, fail) => {
      work.addEventListener("complete", done);
      work.addEventListener("abort", () => fail(work.error));
    });
    opening.result.close();
  }, unsent);

/** Waits until the page has read that list and drawn what comes of it. */
const ownersDrawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open("wb.couriers");
    await new Promise((done) => opening.addEventListener("success", done));
    const reading = opening.result.transaction("owner").objectStore("owner").getAll();
    await new Promise((done) => reading.addEventListener("success", done));
    opening.result.close();
    for (let frames = 3; frames > 0; frames -= 1) await new Promise(requestAnimationFrame);
  });

async function begunAnew(): Promise<string[]> {
  const asked = { kind: "phone_began_anew" as const, group: "open" as const, limit: 100 };
  const { items } = await callWire(productUrl(), exceptionsApi.listExceptions, asked, { token: bo });
  return items.map(({ id }) => id);
}

/** The bar is drawn anew with the list of stops: there it is whole and high enough on the narrowest screen. */
async function collectAndSeeUndo(page: Page): Promise<void> {
  await collecting(page).click();
  await page.waitForURL("**/c");
  await page.setViewportSize({ width: 320, height: 640 });
  const undo = await page.getByTestId("undo").getByRole("button").boundingBox();
  expect(undo && { isWhole: undo.x >= 0 && undo.x + undo.width <= 320, isHigh: undo.height >= 48 }).toEqual({
    isWhole: true,
    isHigh: true,
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

test("a phone whose storage was deleted says what is gone, and the office is told", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openCourier(browser);
  await isStored(page, stop);
  const before = await begunAnew();
  await begin(page, stop);
  const main = await arriving(page).boundingBox();
  expect(main && { isHigh: main.height >= 64, isInReach: main.y > PHONE.height / 2 }).toEqual({
    isHigh: true,
    isInReach: true,
  });
  await arriving(page).click();
  // The outcome waits for its undo, and the server learns that it does.
  const isTold = (answer: Response) =>
    answer.url().endsWith(syncApi.sync.path) && answer.request().postDataJSON().waiting.commands === 1;
  await answerOf(page, isTold, () => collectAndSeeUndo(page));
  await context.setOffline(true);
  await statusOf(page)
    .getByText(/\(1 waiting\)/)
    .waitFor();
  expect(await unsentOn(page)).toEqual({ ops: 1, files: 0 });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", {
    origin: new URL(page.url()).origin,
    storageTypes: "all",
  });
  // A database that is being deleted opens for nobody for a moment.
  await vi.waitFor(() => writeOwner(page, 1), { timeout: 10_000 });
  const gone = page.getByText(/not sent and gone: 1/);
  await shown(page, gone);
  await ownersDrawn(page);
  expect(await gone.count()).toBe(1);

  await context.setOffline(false);
  await enterAs(page, "carla", "/c");
  await isStored(page, stop);
  await expect.poll(async () => (await begunAnew()).filter((id) => !before.includes(id)).length).toBe(1);
  const [id = ""] = (await begunAnew()).filter((one) => !before.includes(one));
  const { facts: known } = await callWire(productUrl(), exceptionsApi.readException, { id }, { token: bo });
  expect(known).toMatchObject({ waiting: 1 });
  expect((await recorded(stop)).state).toBe("arrived");
  await context.close();
});
