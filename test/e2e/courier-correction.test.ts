import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { stopToDeliver } from "#test/support/courier/give-work.ts";
import {
  STOP_WORDS,
  type Tongue,
  openCourier,
  startAgain,
  tap,
  unsentOn,
} from "#test/support/courier/stops-page.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { openBrowser, productUrl } from "#test/support/web/browser.ts";

let browser: Browser;
let bo: string;
beforeAll(async () => {
  browser = await openBrowser();
  bo = await signIn(productUrl(), "bo");
});
afterAll(() => browser.close());

/** End of a stop as the office has it, and what it lacks. */
async function recorded({ deliveryId: id, taskId }: CourierStop) {
  const read = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: bo });
  const task = read.tasks.find((one) => one.id === taskId);
  const asked = { kind: "proof_missing", limit: 100 } as const;
  const { items } = await callWire(productUrl(), exceptionsApi.listExceptions, asked, { token: bo });
  return {
    state: task?.state,
    taker: task?.outcome?.recipientName ?? null,
    reason: task?.outcome?.reason ?? null,
    pictures: read.proofs.filter((proof) => task?.outcome?.proofIds.includes(proof.id)).length,
    lacks: items.filter(({ delivery }) => delivery?.id === id).length,
  };
}

const submit = (page: Page) => page.locator("form button[type=submit]").click();
const picture = async (page: Page) => ({
  name: "door.png",
  mimeType: "image/png",
  buffer: await page.screenshot({ type: "png" }),
});

async function fail(page: Page, { taskId }: CourierStop): Promise<void> {
  await page.goto(`/c/stop/${taskId}/fail`);
  await page.getByRole("radio").first().check();
  await submit(page);
  await page.waitForURL("**/c");
}

/** Presses the way to correct on the page of a stop that has ended. */
async function correct(page: Page, { taskId }: CourierStop): Promise<void> {
  await page.goto(`/c/stop/${taskId}`);
  await page.locator(".courier-main a").click();
  await page.locator("form").waitFor();
}

async function allSent(page: Page): Promise<void> {
  await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
}

async function proveHandover(page: Page, tongue: Tongue, stop: CourierStop): Promise<void> {
  const words = STOP_WORDS[tongue];
  await correct(page, stop);
  await page.getByText(words["correct.text-succeeded"]).waitFor();
  await submit(page);
  await page.getByRole("alert").getByRole("link").first().waitFor();
  await page.getByLabel(words["done.name"]).fill("Rita at the door");
  await page.getByTestId("photo").setInputFiles(await picture(page));
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await submit(page);
  await page.waitForURL("**/c");
}

test.each<[Tongue, string, boolean]>([
  ["en", "without a network", true],
  ["ar", "with a network", false],
])(
  "a failure that worked after all takes the proofs of a handover (%s, %s)",
  async (tongue, _, isOffline) => {
    const stop = await stopToDeliver();
    const { page, context } = await openCourier(browser, tongue, { width: 360, height: 740 });
    await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
    await context.setOffline(isOffline);
    await fail(page, stop);
    if (!isOffline) await allSent(page);
    await proveHandover(page, tongue, stop);
    await context.setOffline(false);
    await allSent(page);
    expect(await recorded(stop)).toEqual({
      state: "succeeded",
      taker: "Rita at the door",
      reason: null,
      pictures: 1,
      lacks: 0,
    });
    await context.close();
  },
);

/** Hands over at a stop, up to the offer to take it back. */
async function handOver(page: Page, { taskId }: CourierStop): Promise<void> {
  const words = STOP_WORDS.en;
  await page.goto(`/c/stop/${taskId}/done`);
  await page.getByLabel(words["done.name"]).fill("Rita at the door");
  await page.getByLabel(words["done.note"]).fill("Third floor");
  await page.getByTestId("photo").setInputFiles(await picture(page));
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await submit(page);
  await page.waitForURL("**/c");
  await page.getByTestId("undo").waitFor();
}

test("a handover that did not work is corrected with its reason", async () => {
  const stop = await stopToDeliver();
  const { page, context } = await openCourier(browser, "en");
  await handOver(page, stop);
  await allSent(page);
  await correct(page, stop);
  await page.getByText(STOP_WORDS.en["correct.text-failed"]).waitFor();
  await page.getByRole("radio").first().check();
  await submit(page);
  await page.waitForURL("**/c");
  await allSent(page);
  expect(await recorded(stop)).toMatchObject({ state: "failed", reason: "recipient_absent" });
  await context.close();
});

/** Undo's bar lies over nothing that cannot be scrolled out from under it, and above the day's action. */
async function isFree(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.locator(".courier-day > .courier-actions").waitFor();
  const edges = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const [last, bar, action] = [
      ".courier-day > :nth-last-child(1 of :not(.courier-actions))",
      ".courier-undo",
      ".courier-day > .courier-actions",
    ].map((one) => document.querySelector(one)?.getBoundingClientRect());
    return [last?.bottom, bar?.top, bar?.bottom, action?.top].map(Number);
  });
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
}

test("the offer to take back survives a reload, and brings name, note and picture back", async () => {
  const stop = await stopToDeliver();
  const { page, context } = await openCourier(browser, "en", { width: 360, height: 740 });
  await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
  await context.setOffline(true);
  await handOver(page, stop);
  const fresh = await reloaded(context, page);
  await fresh.getByTestId("undo").waitFor();
  await isFree(fresh);
  await fresh.getByTestId("undo").getByRole("button").click();
  await fresh.getByTestId("undo").waitFor({ state: "detached" });
  await expect.poll(() => unsentOn(fresh)).toEqual({ ops: 0, files: 0 });
  await fresh.goto(`/c/stop/${stop.taskId}/done`);
  const words = STOP_WORDS.en;
  await expect.poll(() => fresh.getByLabel(words["done.name"]).inputValue()).toBe("Rita at the door");
  expect(await fresh.getByLabel(words["done.note"]).inputValue()).toBe("Third floor");
  await fresh.getByText(words["proof.photo-kept"]).waitFor();
  // Recorded anew it stands, and after its eight seconds no bar is left.
  await tap(fresh, words["stop.finish.deliver"]);
  await fresh.waitForURL("**/c");
  await context.setOffline(false);
  await allSent(fresh);
  await fresh.getByTestId("undo").waitFor({ state: "detached" });
  expect(await recorded(stop)).toMatchObject({ state: "succeeded", taker: "Rita at the door", pictures: 1 });
  await context.close();
});

/** Ends the page as a phone does that kills the app, and opens it again. */
const reloaded = (context: BrowserContext, page: Page): Promise<Page> => startAgain(context, page);
