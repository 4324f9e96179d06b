import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf, unassignedOf } from "#features/dispatch/contract/board.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, enterBy, openBrowser, openPerson, PHONE, productUrl } from "#test/support/web/browser.ts";
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
const result = (page: Page) => page.getByTestId("plan-result");

async function openPlan(look: object): Promise<Page> {
  const { page } = await openPerson(browser, look);
  await enterBy(page, "dispatcher");
  await page.getByRole("listbox").first().waitFor();
  return page;
}

test("a day is planned, published and undone by keyboard alone", async () => {
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
  const [open] = unassignedOf(now);
  if (!open || !courier) throw new Error("the demo has nothing to assign");
  const edit = {
    type: "assign" as const,
    commandId: crypto.randomUUID(),
    occurredAt: new Date().toISOString(),
    date: now.date,
    deliveryIds: [open.id],
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
