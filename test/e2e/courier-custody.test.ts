import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import ar from "#features/custody/web/words/ar.json" with { type: "json" };
import en from "#features/custody/web/words/en.json" with { type: "json" };
import arScan from "#web/scan/words/ar.json" with { type: "json" };
import enScan from "#web/scan/words/en.json" with { type: "json" };
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { collectCancelled, wantBack } from "#test/support/courier/cancelled-in-hand.ts";
import { collecting } from "#test/support/courier/first-stop.ts";
import { STOP_WORDS, openCourier, tap, unsentOn } from "#test/support/courier/stops-page.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { writeFilm } from "#test/support/codes/camera-film.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { PHONE, axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

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

test("three deliveries at one door are one screen, and one of them goes to a colleague, all without a network", async () => {
  const tongue = "ar";
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
});

/** The code that the giver's phone draws, as a camera would see it. */
async function drawnOn(page: Page): Promise<Parameters<typeof writeFilm>[1][number]> {
  const code = page.locator("svg.custody-qr");
  const size = Number((await code.getAttribute("viewBox"))?.split(" ").at(-1));
  const drawn = (await code.locator("path").getAttribute("d")) ?? "";
  const dark = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
    ([, x, y]) => [Number(x), Number(y), 1, 1] as const,
  );
  return { width: size, height: size, dark };
}

test("one phone shows a code, another one's camera reads it, and the stop changes hands without a network", async () => {
  const stops = await giveWork(1);
  const collect = stops.find(({ kind }) => kind === "collect");
  const deliver = stops.find(({ kind }) => kind === "deliver");
  if (!collect || !deliver) throw new Error("no work");
  const giver = await openCourier(browser);
  await giver.page.goto(`/c/stop/${collect.taskId}`);
  await giver.context.setOffline(true);
  for (const step of ["stop.start", "stop.arrive"] as const) await tap(giver.page, STOP_WORDS.en[step]);
  await collecting(giver.page).click();
  await giver.page.waitForURL("**/c");
  await giver.page.goto("/c/handover");
  await tap(giver.page, en["hand.give"]);
  await giver.page.getByRole("checkbox", { name: deliver.number }).check();
  await giver.page.locator(".courier-actions button").first().click();
  const symbol = await drawnOn(giver.page);
  await tap(giver.page, en["give.done"]);
  await giver.page.waitForURL("**/c");

  const folder = mkdtempSync(path.join(tmpdir(), "waybill-code-"));
  const film = path.join(folder, "code.y4m");
  writeFilm(film, [symbol]);
  const other = await openBrowser({
    whole: true,
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const taker = await openPerson(other, { ...PHONE, worker: true });
    await taker.context.grantPermissions(["camera"]);
    await enterAs(taker.page, "dmitri", "/c/handover");
    await tap(taker.page, en["hand.take"]);
    await taker.page.getByText(deliver.address.label).first().waitFor();
    await shot(taker.page, "taken-en");
    await taker.context.setOffline(true);
    await tap(taker.page, en["take.done"]);
    await taker.page.waitForURL("**/c");
    await taker.page.locator(`a[href="/c/stop/${deliver.taskId}"]`).first().waitFor();

    await taker.context.setOffline(false);
    await expect.poll(() => unsentOn(taker.page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
    await giver.context.setOffline(false);
    await expect.poll(() => unsentOn(giver.page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
    const token = await signIn(productUrl(), "bo");
    const { tasks } = await callWire(
      productUrl(),
      deliveriesApi.readDelivery,
      { id: deliver.deliveryId },
      { token },
    );
    expect(tasks.find(({ id }) => id === deliver.taskId)?.courierName).toMatch(/^Dmitri/);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
    await giver.context.close();
  }
});

test("parcels of a delivery that was cancelled meanwhile are led to their end", async () => {
  const tongue = "en";
  const words = STOP_WORDS[tongue];
  const own = CUSTODY[tongue];
  const collect = (await giveWork(1)).find(({ kind }) => kind === "collect");
  if (!collect) throw new Error("no work");
  const { page, context } = await openCourier(browser, tongue);
  await collectCancelled({ page, context, tongue }, collect);
  const link = page.locator("a[href='/c/in-hand']");
  await shot(page, `in-hand-day-${tongue}`);
  await page.goto("/c/outbox");
  await page.setViewportSize({ width: 320, height: 640 });
  const look = page.locator(".list-item", { has: page.getByRole("button", { name: words["day.seen"] }) });
  const reason = await look.first().locator(".choice-text").boundingBox();
  expect(reason?.width, "the reason takes the width of the phone").toBeGreaterThan(220);
  await shot(page, `in-hand-look-${tongue}`);
  await page.setViewportSize(PHONE);
  await page.goto("/c");
  await link.click();
  const card = page.locator(".card", { hasText: collect.number });
  await card.getByText(own["held.wait"]).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await shot(page, `in-hand-wait-${tongue}`);

  const refused = await wantBack(collect);
  await page.reload();
  await card.getByText(own["held.to-sender"]).waitFor({ timeout: 90_000 });
  await shot(page, `in-hand-told-${tongue}`);
  await card.getByLabel(own["held.taken-by"]).fill("Sara");
  await page.getByRole("button", { name: own["held.done-sender"] }).click();
  await card.waitFor({ state: "detached" });
  await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
  const token = await signIn(productUrl(), "bo");
  const { facts } = await callWire(productUrl(), exceptionsApi.readException, { id: refused }, { token });
  expect(facts["handEnd"]).toBe("sender");
  await context.close();
});
