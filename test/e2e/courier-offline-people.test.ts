import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { syncApi } from "#features/courier/contract/sync.ts";
import hall from "#web/words/en.json" with { type: "json" };
import {
  begin,
  collecting,
  isSent,
  isStored,
  noteCommands,
  recorded,
  stopToCollect,
} from "#test/support/courier/first-stop.ts";
import { stopToDeliver } from "#test/support/courier/give-work.ts";
import { STOP_WORDS, openCourier, startAgain, statusOf, tap } from "#test/support/courier/stops-page.ts";
import { storedDays } from "#test/support/courier/stored-day.ts";
import { keptOn } from "#test/support/power/kept-on-phone.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { inAnotherBrowser } from "#test/support/sign-in/provider-ends.ts";
import { ageSession, hours, phaseIs } from "#test/support/sign-in/session-page.ts";
import { openBrowser, productUrl } from "#test/support/web/browser.ts";

const words = STOP_WORDS.en;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function collect(page: Page, stop: CourierStop): Promise<void> {
  await begin(page, stop);
  await tap(page, words["stop.arrive"]);
  await collecting(page).click();
  await page.waitForURL("**/c");
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: hall["session.sign-out"], exact: true }).click();
  // Over the provider's page and back: whatever is opened before that is left again.
  await page.waitForURL(`${productUrl()}/`);
}

const tickedCodes = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("wb.scan.")));

test("another person on the phone sees and sends nothing of the first, whose work waits for them", async () => {
  const stop = await stopToCollect();
  const aboard = await stopToDeliver();
  const { context, page } = await openCourier(browser);
  const sent = noteCommands(context);
  await isStored(page, stop);
  await isStored(page, aboard);
  await context.route(`**${syncApi.sync.path}`, (route) => route.abort());
  await begin(page, stop);
  const [own] = (await keptOn(page)).commands.filter(({ state }) => state === "waiting");
  await page.goto("/c/load");
  await page.getByRole("checkbox").first().check();
  expect(await tickedCodes(page)).not.toEqual([]);
  await page.goto("/c/outbox");
  await statusOf(page).getByText("Saved on this phone (1 waiting)").waitFor();
  await signOut(page, "Carla Ruiz");
  await phaseIs(page, "signed-out");
  await expect.poll(() => storedDays(page)).not.toContain(stop.taskId);
  expect(await tickedCodes(page)).toEqual([]);

  await context.unroute(`**${syncApi.sync.path}`);
  sent.length = 0;
  await enterAs(page, "dmitri", "/c");
  await page.getByText("Carla Ruiz has 1 unsent. Only Carla Ruiz can send it.").waitFor();
  await statusOf(page)
    .getByText(/All sent/)
    .waitFor();
  await page.goto(`/c/stop/${stop.taskId}`);
  await page.getByText(words["stop.gone.title"]).waitFor();
  expect(await page.innerText("body")).not.toContain(stop.address.label);
  expect(sent).not.toContain(own?.id);
  expect((await recorded(stop)).state).toBe("assigned");
  await page.goto("/c");
  await signOut(page, "Dmitri Novak");
  await phaseIs(page, "signed-out");

  await enterAs(page, "carla", "/c");
  await isSent(page);
  expect(sent.filter((id) => id === own?.id)).toHaveLength(1);
  expect(await recorded(stop)).toEqual({ state: "en_route", isDoubled: false });
  await context.close();
});

test("a second phone of the same person that did the same is evidence: nothing doubles or waits for ever", async () => {
  const stop = await stopToCollect();
  const one = await openCourier(browser);
  const two = await openCourier(browser);
  await isStored(one.page, stop);
  await isStored(two.page, stop);
  await one.context.setOffline(true);
  await collect(one.page, stop);
  await collect(two.page, stop);
  await isSent(two.page);
  expect((await recorded(stop)).state).toBe("succeeded");
  await one.context.setOffline(false);
  await isSent(one.page);
  expect(await recorded(stop)).toEqual({ state: "succeeded", isDoubled: false });
  const verdicts = (await keptOn(one.page)).commands.map(({ verdict }) => verdict);
  expect(verdicts.filter((verdict) => verdict === "noted").length).toBeGreaterThan(0);
  expect(verdicts.filter((verdict) => verdict === "refused" || verdict === null)).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test("a session that ended while offline leaves the day and what waits in sight, and a sign-in sends it", async () => {
  const stop = await stopToCollect();
  const { context, page: first } = await openCourier(browser);
  await isStored(first, stop);
  await context.setOffline(true);
  await begin(first, stop);
  const there = await inAnotherBrowser(browser, "carla");
  await there.endAll();
  await there.close();
  await context.setOffline(false);
  await phaseIs(first, "signed-out");
  await statusOf(first).getByText("Sign in to send 1. It is safe here.").waitFor();

  const page = await startAgain(context, first, `/c/stop/${stop.taskId}`);
  await phaseIs(page, "signed-out");
  await page
    .getByRole("heading", { level: 1 })
    .getByText(stop.address.label.split(",")[0] ?? "")
    .waitFor();
  await statusOf(page).getByRole("link").click();
  await page.getByText(words["out.why.signed-out"]).waitFor();
  await page.locator("#main").getByRole("button", { name: words["out.sign-in-now"], exact: true }).click();
  await page.locator("button[name=person][value=carla]").click();
  await phaseIs(page, "signed-in");
  await isSent(page);
  expect(await recorded(stop)).toEqual({ state: "en_route", isDoubled: false });

  // Offline for longer than the operator allows: the day is locked, the count of unsent work is named.
  await context.setOffline(true);
  await page.goto(`/c/stop/${stop.taskId}`);
  await tap(page, words["stop.arrive"]);
  await statusOf(page).getByText("Saved on this phone (1 waiting)").waitFor();
  await ageSession(page, hours(25));
  const locked = await startAgain(context, page);
  await phaseIs(locked, "signed-out");
  // The bar says it until the page does so itself.
  await locked
    .getByText(/One delivery is kept safely until then/)
    .first()
    .waitFor();
  expect(await locked.innerText("body")).not.toContain(stop.address.label);
  await context.setOffline(false);
  await phaseIs(locked, "signed-in");
  await isSent(locked);
  expect(await recorded(stop)).toEqual({ state: "arrived", isDoubled: false });
  await context.close();
});
