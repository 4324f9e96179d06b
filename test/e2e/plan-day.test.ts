import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, enterBy, openBrowser, openPerson, PHONE, productUrl } from "#test/support/web/browser.ts";
import history from "../../src/features/deliveries/web/words/en.json" with { type: "json" };
import words from "../../src/features/dispatch/web/words/en.json" with { type: "json" };
import en from "../../src/features/planning/web/words/en.json" with { type: "json" };
import de from "../../src/features/planning/web/words/de.json" with { type: "json" };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const boardNow = async () => {
  const token = await signIn(productUrl(), "bo");
  return { token, board: boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token })) };
};
/** Books deliveries of today that nobody has. @returns the ids */
async function bookOpen(count: number): Promise<string[]> {
  const town = moneyByWire(productUrl());
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await town.held()).deliveryId);
  return ids;
}
const result = (page: Page) => page.getByTestId("plan-result");

async function openPlan(look: object): Promise<Page> {
  const { page } = await openPerson(browser, look);
  await enterBy(page, "dispatcher");
  await page.getByRole("listbox").first().waitFor();
  return page;
}

test("a day is planned, published and undone by keyboard alone", async () => {
  await bookOpen(2);
  const page = await openPlan({});
  await page.getByRole("listbox", { name: "Unassigned" }).focus();
  await page.keyboard.press("p");
  await page.waitForURL("**/d/plan/**");
  await page.getByRole("heading", { level: 1, name: en["page.title"] }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("plan-progress").waitFor();
  await result(page).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("j");
  await page.keyboard.press("w");
  await page.getByRole("dialog", { name: en["why.title"] }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  await result(page).getByRole("button", { name: en["undo"] }).waitFor();
  await result(page).getByRole("button", { name: en["undo"] }).focus();
  await page.keyboard.press("Enter");
  await result(page).getByText(en["undone.text"]).waitFor();
});

test("a plan that came second is refused with who changed what, and laid over the day, in German on a phone", async () => {
  const [open] = await bookOpen(2);
  const page = await openPlan({ ...PHONE, locale: "de" });
  const { board } = await boardNow();
  await page.goto(`/d/plan/${board.date}`);
  await page.getByRole("button", { name: de["do.plan"], exact: true }).click();
  await result(page).getByRole("button", { name: de["publish"] }).waitFor();
  const { token, board: now } = await boardNow();
  const { items } = await callWire(productUrl(), planningApi.listPlans, { date: now.date }, { token });
  const plan = await callWire(productUrl(), planningApi.readPlan, { id: items[0]?.id ?? "" }, { token });
  // Couriers with work that changes hands are in no plan: an edit of their route is no conflict with one.
  const courier = now.couriers.find(({ id }) => plan.outcome?.routes.some((one) => one.courierId === id));
  if (open === undefined || !courier) throw new Error("the plan gives nobody a route");
  const edit = {
    type: "assign" as const,
    commandId: crypto.randomUUID(),
    occurredAt: new Date().toISOString(),
    date: now.date,
    deliveryIds: [open],
    courierId: courier.id,
    beforeTaskId: null,
    seen: [{ courierId: courier.id, revision: courier.route.revision }],
  };
  await callWire(productUrl(), dispatchApi.editPlan, { edit }, { token });
  await result(page).getByRole("button", { name: de["publish"] }).click();
  await page.getByText(/hat inzwischen die Tour von .* geändert/).waitFor();
  await page.getByRole("button", { name: de["conflict.lay"] }).click();
  await result(page).getByRole("button", { name: de["undo"] }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

test("a delivery that is pinned on the board by key stays where it is in a plan, which says so", async () => {
  const [given] = await giveWork(1);
  const { board } = await boardNow();
  const isGiven = ({ deliveryId }: { readonly deliveryId: string }) => deliveryId === given?.deliveryId;
  const courier = board.couriers.find(({ route }) => route.stops.some(isGiven));
  const stop = courier?.route.stops.find(isGiven);
  if (!courier || !stop) throw new Error("what was given away is on no route");
  const page = await openPlan({});
  await page.goto(`/d/board?q=${stop.number}&tab=couriers`);
  const line = page.getByRole("treeitem").filter({ hasText: stop.number });
  await line.first().click();
  await page.keyboard.press("f");
  await line.first().getByText(words["badge.pinned"]).waitFor();
  await page.keyboard.press("Control+z");
  await line.first().getByText(words["badge.pinned"]).waitFor({ state: "detached" });
  await page.keyboard.press("f");
  await line.first().getByText(words["badge.pinned"]).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await page.goto(`/d/plan/${board.date}`);
  await page.getByRole("button", { name: en["do.plan"], exact: true }).click();
  await page.getByTestId("plan-progress").waitFor();
  await result(page).getByRole("button", { name: en["publish"] }).waitFor();
  const said = en["stayed.pinned"].replace("{number}", stop.number).replace("{courier}", courier.name);
  await page.getByTestId("plan-stayed").getByText(said).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await result(page).getByRole("button", { name: en["publish"] }).click();
  await result(page).getByRole("button", { name: en["undo"] }).waitFor();
  const { board: after } = await boardNow();
  const holder = after.couriers.find(({ route }) =>
    route.stops.some(({ deliveryId }) => deliveryId === stop.deliveryId),
  );
  expect(holder?.id).toBe(courier.id);

  await page.goto(`/d/deliveries/${stop.deliveryId}`);
  await page.getByText(history["event.pinned"]).first().waitFor();
  await page.goto(`/d/board?q=${stop.number}&tab=couriers`);
  await line.first().click();
  await page.getByRole("button", { name: words["action.unpin"] }).click();
  await line.first().getByText(words["badge.pinned"]).waitFor({ state: "detached" });
});
