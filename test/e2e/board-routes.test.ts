import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf, type BoardStop } from "#features/dispatch/contract/board.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, DESKTOP, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

const token = () => signIn(productUrl(), "bo");
async function carla() {
  const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token: await token() }));
  const found = board.couriers.find(({ name }) => name.startsWith("Carla"));
  if (!found) throw new Error("the demo has no Carla");
  return found;
}
const idsOf = (stops: readonly BoardStop[]): string[] => stops.map(({ taskId }) => taskId);

const lineOf = (page: Page, courierId: string): Locator => page.locator(`[data-courier='${courierId}']`);

/** Books a delivery that nobody has, and finds its line with those of all couriers beside it. */
async function openLine(page: Page): Promise<{ id: string; line: Locator }> {
  const { deliveryId: id } = await moneyByWire(productUrl()).held(undefined, {});
  const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token: await token() }));
  const number = board.deliveries.find((one) => one.id === id)?.number;
  if (number === undefined) throw new Error("what was booked is not today's work");
  await enterAs(page, "bo", `/d/board?q=${number}`);
  const line = page
    .getByRole("listbox", { name: "Unassigned" })
    .getByRole("option")
    .filter({ hasText: number });
  await line.click();
  // The line that keys start from stays in the page, however long the list is.
  await page.getByRole("searchbox").fill("");
  return { id, line };
}

test.each([false, true])(
  "a courier's press shows the route on the map, and another lets it go (dark: %s)",
  async (dark) => {
    await giveWork(1);
    const { id, name } = await carla();
    const { page, watch, context } = await openPerson(browser, { ...DESKTOP, dark });
    await enterAs(page, "bo", "/d/board");
    await page.locator(".map-box[data-ready='true']").waitFor();
    const line = lineOf(page, id);
    await line.getByText(name).click();
    await expect.poll(() => line.getAttribute("aria-selected")).toBe("true");
    expect(await line.getAttribute("aria-expanded")).toBe("true");
    expect(await axeFaults(page)).toEqual([]);
    if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `route-1440-${dark ? "dark" : "light"}.png`) });
    await line.getByText(name).click();
    await expect.poll(() => line.getAttribute("aria-selected")).toBe("false");
    await page.keyboard.press("Enter");
    await expect.poll(() => line.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Escape");
    await expect.poll(() => line.getAttribute("aria-selected")).toBe("false");
    await line.locator(".fold").click();
    await expect.poll(() => line.getAttribute("aria-expanded")).toBe("false");
    expect(await line.getAttribute("aria-selected")).toBe("false");
    expect({ ...watch }).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);

/** Scrolls the couriers until a line is drawn: the tree draws no more than fit. */
async function reveal(page: Page, line: Locator): Promise<void> {
  const tree = page.getByRole("tree");
  await tree.waitFor();
  await expect
    .poll(async () => {
      if ((await line.count()) > 0) return true;
      await tree.evaluate((box) => box.scrollBy(0, 300));
      return false;
    })
    .toBe(true);
}

test("a delivery dropped on a courier goes to its best place, which is said", async () => {
  await giveWork(2);
  const { page, watch, context } = await openPerson(browser, DESKTOP);
  const { id, line } = await openLine(page);
  const asked = { token: await token() };
  const { quotes } = await callWire(productUrl(), dispatchApi.quoteDelivery, { id }, asked);
  // Other tests may have filled the route of any one courier.
  const { courierId = "", places = [] } = quotes[0] ?? {};
  const courier = async () => {
    const { couriers } = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, asked));
    return couriers.find((one) => one.id === courierId);
  };
  const name = (await courier())?.name;
  await reveal(page, lineOf(page, courierId));
  expect(places).toHaveLength(2);
  await line.dragTo(lineOf(page, courierId));
  const said = page.getByRole("status").filter({ hasText: `is ${name}’s now: stop` });
  await said.waitFor();
  const stops = (await courier())?.route.stops ?? [];
  const own = idsOf(stops.filter(({ deliveryId }) => deliveryId === id));
  expect(own).toEqual(places.map(({ taskId }) => taskId));
  for (const { taskId, beforeTaskId } of places) {
    const after = idsOf(stops).slice(idsOf(stops).indexOf(taskId) + 1);
    expect(after.find((one) => !own.includes(one)) ?? null).toBe(beforeTaskId);
  }
  const [first = 0, last = 0] = own.map((taskId) => idsOf(stops).indexOf(taskId) + 1);
  expect(await said.textContent()).toContain(`stop ${first} and ${last} of ${stops.length}`);
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
  await context.close();
});

test("a delivery dropped between two stops stands there", async () => {
  const given = await giveWork(2);
  const { page, watch, context } = await openPerson(browser, DESKTOP);
  const { id, line } = await openLine(page);
  const { id: courierId } = await carla();
  const before = given.at(-1)?.taskId;
  // The tree's keys go to the last line, which stays in the page then.
  const stop = page.getByRole("tree").locator(`[data-key='s:${before}']`);
  await lineOf(page, courierId).waitFor();
  await reveal(page, stop);
  await stop.scrollIntoViewIfNeeded();
  await line.dragTo(stop, { targetPosition: { x: 120, y: 4 } });
  await page.getByRole("status").filter({ hasText: "Assigned" }).waitFor();
  const { stops } = (await carla()).route;
  const at = stops.findIndex(({ taskId }) => taskId === before);
  expect(stops.slice(at - 2, at).map(({ deliveryId }) => deliveryId)).toEqual([id, id]);
  expect({ ...watch }).toEqual({ foreign: [], errors: [] });
  await context.close();
});
