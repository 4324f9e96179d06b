import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import arabic from "#features/dispatch/web/words/ar.json" with { type: "json" };
import english from "#features/dispatch/web/words/en.json" with { type: "json" };
import { DAY_MS, HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  PHONE,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { countPresses } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 180_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = { en: english, ar: arabic } as const;
const MANY = 10;

async function tenDeliveries(): Promise<string[]> {
  const stops = await giveWork(MANY);
  return [...new Set(stops.map(({ deliveryId }) => deliveryId))];
}

const readAs = async (door: string, id: string) =>
  callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: await signIn(productUrl(), door) });

/** Shows these deliveries, and no others, as late: which are late by themselves depends on the hour. */
async function makeLate(page: Page, ids: readonly string[]): Promise<void> {
  await page.route("**/api/board*", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const reply = await route.fetch();
    const sheet = dispatchApi.readBoard.reply.parse(await reply.json());
    const [over, ahead] = [sheet.windows.end.length, sheet.windows.end.length + 1];
    const now = Date.now();
    sheet.windows.start.push(toIso(now - HOUR_MS), toIso(now));
    sheet.windows.end.push(toIso(now - 12 * MINUTE_MS), toIso(now + DAY_MS));
    sheet.deliveries.window = sheet.deliveries.id.map((id) => (ids.includes(id) ? over : ahead));
    for (const { route: plan } of sheet.couriers)
      plan.stops.window = plan.stops.delivery.map((at) => sheet.deliveries.window[at] ?? ahead);
    await route.fulfill({ response: reply, json: sheet });
  });
}

test.each([
  ["en", DESKTOP, false, `Select ${MANY} late`],
  ["ar", PHONE, true, `تحديد ${MANY} متأخرة`],
] as const)(
  "three clicks move ten late stops to the next open day, %s",
  async (locale, size, dark, lateText) => {
    const words = WORDS[locale];
    const ids = await tenDeliveries();
    const before = await Promise.all(ids.map((id) => readAs("bo", id)));
    const { page, context, watch } = await openPerson(browser, { ...size, locale, dark });
    const presses = await countPresses([context]);
    await enterBy(page, "dispatcher");
    await makeLate(page, ids);
    await page.goto("/d/board");
    const late = page.getByRole("button", { name: lateText });
    await late.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const earlier = presses();

    await late.click();
    await page.getByRole("button", { name: words["action.postpone"], exact: true }).click();
    await page.getByRole("textbox", { name: words["postpone.day"], exact: true }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: words["postpone.do"], exact: true }).click();

    const isMoved = async (id: string, at: number): Promise<boolean> => {
      const { courierId, window } = await readAs("bo", id);
      return courierId === null && fromIso(window.start) > fromIso(before[at]?.window.start ?? "");
    };
    await expect.poll(async () => (await Promise.all(ids.map(isMoved))).filter(Boolean).length).toBe(MANY);
    expect(presses() - earlier).toBe(3);
    expect(watch.errors).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  },
);

test("three clicks give ten late stops to one courier, those on duty first", async () => {
  const words = WORDS.en;
  const ids = await tenDeliveries();
  const { page, context, watch } = await openPerson(browser, DESKTOP);
  const presses = await countPresses([context]);
  await enterBy(page, "dispatcher");
  await makeLate(page, ids);
  await page.goto("/d/board");
  const late = page.getByRole("button", { name: `Select ${MANY} late` });
  await late.waitFor();
  const earlier = presses();
  await late.click();
  await page.getByRole("button", { name: words["action.assign"], exact: true }).click();
  const first = page.getByRole("dialog").getByRole("option").first();
  const chosen = (await first.locator("bdi, .strong").first().textContent()) ?? "";
  expect(await first.textContent()).toContain(words["duty.on"]);
  await first.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect
    .poll(async () => {
      const after = await Promise.all(ids.map((id) => readAs("bo", id)));
      return new Set(after.map(({ courierName }) => courierName));
    })
    .toEqual(new Set([chosen]));
  expect(presses() - earlier).toBe(3);
  expect(watch.errors).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

test("two clicks give one late stop that a courier has to the courier who costs the least", async () => {
  const words = WORDS.en;
  const [stop] = await giveWork(1);
  if (!stop) throw new Error("nothing was given");
  const id = stop.deliveryId;
  const { page, context, watch } = await openPerson(browser, DESKTOP);
  await enterBy(page, "dispatcher");
  await makeLate(page, [id]);
  await page.goto("/d/board");
  const late = page.getByRole("button", { name: "Select 1 late" });
  await late.waitFor();
  await late.click();
  await page.getByRole("button", { name: words["action.assign"], exact: true }).click();
  const best = page.getByRole("dialog").getByRole("option").filter({ hasText: words["quote.best"] });
  await best.waitFor();
  const token = await signIn(productUrl(), "bo");
  /** The courier who costs the least by the server and by the dialog: other tests change routes meanwhile. */
  const agreed = async (): Promise<string> => {
    const { quotes } = await callWire(productUrl(), dispatchApi.quoteDelivery, { id }, { token });
    const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token }));
    const name = board.couriers.find((courier) => courier.id === quotes[0]?.courierId)?.name;
    const first = await page.getByRole("dialog").getByRole("option").first().textContent();
    return name !== undefined && first?.includes(name) === true ? name : "";
  };
  let cheapest = "";
  await expect.poll(async () => (cheapest = await agreed())).not.toBe("");
  await best.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(async () => (await readAs("bo", id)).courierName).toBe(cheapest);
  expect(watch.errors).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});
