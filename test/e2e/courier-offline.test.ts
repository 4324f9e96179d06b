import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { openBrowser, productUrl } from "#test/support/web/browser.ts";
import { STOP_WORDS, openCourier, unsentOn } from "#test/support/courier/stops-page.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { askForPin, pinShown } from "#test/support/tracking/pin.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The middle of today's phones. */
const JOURNEY_PHONE = { width: 390, height: 844 } as const;

test("the recipient's PIN is compared at the door, or later where there was no network", async () => {
  const words = STOP_WORDS.en;
  await askForPin();
  const stops = await giveWork(2, { forAdults: true });
  const office = { token: await signIn(productUrl(), "bo") };
  const carla = { token: await signIn(productUrl(), "carla") };
  const [near, far] = stops.filter(({ kind }) => kind === "deliver");
  if (!near || !far) throw new Error("no stop to deliver");
  const linkOf = ({ deliveryId: id }: CourierStop) =>
    callWire(productUrl(), trackingApi.shareDelivery, { id }, office);
  const links = { near: await linkOf(near), far: await linkOf(far) };
  for (const { deliveryId: id, taskId } of stops.filter(({ kind }) => kind === "collect")) {
    const head = { commandId: crypto.randomUUID(), occurredAt: new Date().toISOString(), offline: false };
    const end = { ...head, type: "succeed" as const, taskId, recipientName: null, note: null, proofIds: [] };
    await callWire(productUrl(), deliveriesApi.performTask, { id, command: end }, carla);
  }
  const { page, context } = await openCourier(browser, "en", JOURNEY_PHONE);
  const recipient = await context.newPage();
  const pin = (await pinShown(recipient, links.near.path)) ?? "";
  expect(pin).toMatch(/^\d{4}$/);
  const wrong = String((Number(pin) + 1) % 10_000).padStart(4, "0");
  const submit = () => page.locator("form button[type=submit]").click();
  const photo = { name: "door.png", mimeType: "image/png", buffer: await page.screenshot({ type: "png" }) };
  const fillIn = async ({ taskId }: CourierStop, typed: string) => {
    await page.goto(`/c/stop/${taskId}/done`);
    await page.getByLabel(words["done.name"]).fill("Rita at the door");
    await page.getByTestId("photo").setInputFiles(photo);
    await page.getByText(words["proof.photo-kept"]).waitFor();
    await page.getByLabel(words["done.pin"]).fill(typed);
  };

  // With a network a wrong one is said at its input and nothing is recorded; the right one ends the stop.
  await fillIn(near, wrong);
  await submit();
  await page.getByText("This is not the PIN. 4 more tries.").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/c/stop/${near.taskId}/done`);
  await page.getByLabel(words["done.pin"]).fill(pin);
  await submit();
  await page.waitForURL("**/c");

  // Without one any digits are taken, and the server compares them when they arrive.
  const farPin = (await pinShown(recipient, links.far.path)) ?? "";
  await context.setOffline(true);
  await fillIn(far, String((Number(farPin) + 1) % 10_000).padStart(4, "0"));
  await submit();
  await page.waitForURL("**/c");
  await context.setOffline(false);
  await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });

  const checkOf = async ({ deliveryId: id, taskId }: CourierStop) => {
    const { tasks } = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, office);
    return tasks.find((task) => task.id === taskId)?.outcome?.pinCheck;
  };
  expect([await checkOf(near), await checkOf(far)]).toEqual(["right", "wrong"]);
  const missing = async () => {
    const asked = { kind: "proof_missing", limit: 100 } as const;
    const { items } = await callWire(productUrl(), exceptionsApi.listExceptions, asked, office);
    return items.filter(({ delivery }) => [near, far].some(({ deliveryId }) => deliveryId === delivery?.id));
  };
  await expect
    .poll(async () => (await missing()).map(({ delivery }) => delivery?.id))
    .toEqual([far.deliveryId]);
  const [row] = await missing();
  const { facts } = await callWire(productUrl(), exceptionsApi.readException, { id: row?.id ?? "" }, office);
  expect(facts["missing"]).toBe("pin_wrong");
  expect(await pinShown(recipient, links.near.path)).toBeNull();
  await context.close();
});
