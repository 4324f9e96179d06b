import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import ar from "#features/custody/web/words/ar.json" with { type: "json" };
import en from "#features/custody/web/words/en.json" with { type: "json" };
import arScan from "#web/scan/words/ar.json" with { type: "json" };
import enScan from "#web/scan/words/en.json" with { type: "json" };
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { STOP_WORDS, openCourier, tap, unsentOn } from "#test/support/courier/stops-page.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, openBrowser, productUrl } from "#test/support/web/browser.ts";

const CUSTODY = { en: { ...en, ...enScan }, ar: { ...ar, ...arScan } } as const;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function shot(page: Page, name: string): Promise<void> {
  const shots = process.env["WAYBILL_TEST_SHOTS"];
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
}

const recorded = async ({ deliveryId, taskId }: CourierStop) => {
  const token = await signIn(productUrl(), "bo");
  const { tasks, proofs } = await callWire(
    productUrl(),
    deliveriesApi.readDelivery,
    { id: deliveryId },
    { token },
  );
  const task = tasks.find(({ id }) => id === taskId);
  const named = task?.outcome?.proofIds ?? [];
  return { state: task?.state, proofs: proofs.filter(({ id }) => named.includes(id)).length };
};

test.each([["en"], ["ar"]] as const)(
  "three deliveries at one door are one screen, and one of them goes to a colleague, all without a network (%s)",
  async (tongue) => {
    const words = STOP_WORDS[tongue];
    const own = CUSTODY[tongue];
    const stops = await giveWork(3);
    const collects = stops.filter(({ kind }) => kind === "collect");
    const delivers = stops.filter(({ kind }) => kind === "deliver");
    const [firstCollect] = collects;
    const [first, second, third] = delivers;
    if (!firstCollect || !first || !second || !third) throw new Error("no work");
    const { page, context } = await openCourier(browser, tongue);
    for (const stop of stops) await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
    await context.setOffline(true);

    await page.goto(`/c/stop/${firstCollect.taskId}`);
    await page.locator(`a[href="/c/stop/${firstCollect.taskId}/door"]`).click();
    await tap(page, own["door.all"]);
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/c");
    await page.getByTestId("undo").waitFor();
    const collected = await unsentOn(page);
    expect(collected.ops).toBeGreaterThanOrEqual(3);

    await page.goto(`/c/stop/${first.taskId}/door`);
    for (const stop of [first, second])
      await page.getByRole("checkbox", { name: stop.parcels[0]?.code ?? "" }).check();
    await page.getByLabel(words["done.name"]).fill("Rita at the door");
    const photo = await page.screenshot({ type: "png" });
    await page.getByTestId("photo").setInputFiles({ name: "door.png", mimeType: "image/png", buffer: photo });
    await page.getByText(words["proof.photo-kept"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `door-${tongue}`);
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/c");
    expect(await unsentOn(page)).toEqual({ ops: collected.ops + 2, files: 1 });

    await page.goto("/c/handover");
    await shot(page, `handover-${tongue}`);
    await tap(page, own["hand.give"]);
    await page.getByRole("checkbox", { name: third.number }).check();
    await shot(page, `give-${tongue}`);
    await page.locator(".courier-actions button").first().click();
    const digits = await page.getByTestId("handover-code").innerText();
    await page.locator("svg.custody-qr").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `code-${tongue}`);
    await tap(page, own["give.done"]);
    await page.waitForURL("**/c");
    expect(await page.locator(`a[href="/c/stop/${third.taskId}"]`).count()).toBe(0);

    await context.setOffline(false);
    await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
    expect(await Promise.all([first, second].map(recorded))).toEqual([
      { state: "succeeded", proofs: 1 },
      { state: "succeeded", proofs: 1 },
    ]);

    await page.goto("/c/handover");
    await tap(page, own["hand.take"]);
    await page.getByLabel(own["take.digits"]).fill(digits);
    await tap(page, own["scan.take"]);
    await page.getByText(own["take.later"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `take-${tongue}`);
    await context.close();
  },
);
