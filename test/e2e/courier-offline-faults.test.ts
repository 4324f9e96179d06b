import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { syncApi } from "#features/courier/contract/sync.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { STOP_WORDS, openCourier, statusOf, tap, unsentOn } from "#test/support/courier/stops-page.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { openBrowser, productUrl } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const words = STOP_WORDS.en;
const NOTHING_WAITS = { ops: 0, files: 0 };
async function isSent(page: Page): Promise<void> {
  await expect.poll(() => unsentOn(page), { timeout: 60_000 }).toEqual(NOTHING_WAITS);
}

/** The stop of the new work that may begin. */
async function stopToCollect(): Promise<CourierStop> {
  const stop = (await giveWork(1)).find(({ kind }) => kind === "collect");
  if (!stop) throw new Error("the new work has nothing to collect");
  return stop;
}

async function stateOf({ deliveryId, taskId }: CourierStop): Promise<string | undefined> {
  const token = await signIn(productUrl(), "bo");
  const { tasks } = await callWire(productUrl(), deliveriesApi.readDelivery, { id: deliveryId }, { token });
  return tasks.find((one) => one.id === taskId)?.state;
}

/** Waits until the phone has the stop, and opens it. */
async function openStop(page: Page, { taskId }: CourierStop): Promise<void> {
  await page.locator(`a[href="/c/stop/${taskId}"]`).first().waitFor();
  await page.goto(`/c/stop/${taskId}`);
}

/** Ids of the commands that any tab sent. */
function noteCommands(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname !== syncApi.sync.path) return;
    const { commands }: { commands: { id: string }[] } = request.postDataJSON();
    sent.push(...commands.map(({ id }) => id));
  });
  return sent;
}

test("a captive portal that answers 200 is no server: the work waits and says so", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openCourier(browser);
  await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
  let answers = 0;
  await context.route("**/api/**", (route) => {
    answers += 1;
    return route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Free Wi-Fi</h1>" });
  });
  await openStop(page, stop);
  await tap(page, words["stop.start"]);
  await page.getByRole("button", { name: words["stop.arrive"] }).waitFor();
  await page.goto("/c/outbox");
  await tap(page, words["out.try-now"]);
  await page.getByText(words["out.why.no-network"]).waitFor();
  await statusOf(page).getByText("Saved on this phone (1 waiting)").waitFor();
  expect(answers).toBeGreaterThan(0);
  expect(await unsentOn(page)).toEqual({ ops: 1, files: 0 });

  await context.unroute("**/api/**");
  await tap(page, words["out.try-now"]);
  await isSent(page);
  await page.getByText(words["out.empty"]).waitFor();
  expect(await stateOf(stop)).toBe("en_route");
  await context.close();
});

test("two tabs show the same work and send each command once", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openCourier(browser);
  const sent = noteCommands(context);
  await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
  await context.setOffline(true);
  await openStop(page, stop);
  await tap(page, words["stop.start"]);
  const second = await context.newPage();
  await second.goto(`/c/stop/${stop.taskId}`);
  await tap(second, words["stop.arrive"]);
  await page.locator(".courier-actions button").first().click();
  await page.waitForURL("**/c");
  await statusOf(second).getByText("Saved on this phone (3 waiting)").waitFor();
  expect(await unsentOn(page)).toEqual({ ops: 3, files: 0 });
  sent.length = 0;

  await context.setOffline(false);
  await isSent(page);
  expect(sent).toHaveLength(3);
  expect(new Set(sent).size).toBe(3);
  expect(await stateOf(stop)).toBe("succeeded");
  await context.close();
});
