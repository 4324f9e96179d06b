import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { collecting, isSent, isStored, recorded, stopToCollect } from "#test/support/courier/first-stop.ts";
import { STOP_WORDS, openCourier, statusOf, tap, unsentOn } from "#test/support/courier/stops-page.ts";
import { keptOn } from "#test/support/power/kept-on-phone.ts";
import { openBrowser } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const words = STOP_WORDS.en;
const openStop = async (page: Page, stop: CourierStop): Promise<void> => {
  await isStored(page, stop);
  await page.goto(`/c/stop/${stop.taskId}`);
};

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
  expect((await recorded(stop)).state).toBe("en_route");
  await context.close();
});

test("two tabs show the same work, and each command is carried out once", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openCourier(browser);
  await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
  await context.setOffline(true);
  await openStop(page, stop);
  await tap(page, words["stop.start"]);
  const second = await context.newPage();
  await second.goto(`/c/stop/${stop.taskId}`);
  await tap(second, words["stop.arrive"]);
  await page.getByRole("button", { name: words["stop.arrive"], exact: true }).waitFor({ state: "hidden" });
  await collecting(page).click();
  await page.waitForURL("**/c");
  await statusOf(second).getByText("Saved on this phone (3 waiting)").waitFor();
  expect(await unsentOn(page)).toEqual({ ops: 3, files: 0 });

  await context.setOffline(false);
  await isSent(page);
  // A command whose answer was cut off goes once more, and the server answers as it did.
  const verdicts = (await keptOn(second)).commands.map(
    ({ type, verdict }) => `${type} ${verdict === "replayed" ? "accepted" : verdict}`,
  );
  expect(new Set(verdicts)).toEqual(new Set(["start accepted", "arrive accepted", "succeed accepted"]));
  expect(verdicts).toHaveLength(3);
  expect(await recorded(stop)).toEqual({ state: "succeeded", isDoubled: false });
  await context.close();
});
