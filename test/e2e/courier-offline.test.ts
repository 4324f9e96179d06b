import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CourierStop, courierApi } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { openBrowser, productUrl } from "#test/support/web/browser.ts";
import {
  STOP_WORDS,
  type Tongue,
  handOver,
  openCourier,
  slowDown,
  startAgain,
  statusOf,
  tap,
  unsentOn,
} from "#test/support/courier/stops-page.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { proofsApi } from "#features/proofs/contract/api.ts";
import { ALWAYS } from "#features/proofs/domain/policy.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Works one stop from its start to its end, without waiting for any network. */
async function work(page: Page, stop: CourierStop, tongue: Tongue): Promise<void> {
  const words = STOP_WORDS[tongue];
  await page.goto(`/c/stop/${stop.taskId}`);
  await tap(page, words["stop.start"]);
  await tap(page, words["stop.arrive"]);
  if (stop.kind === "collect") {
    await page.locator(".courier-actions button").first().click();
    await page.waitForURL("**/c");
    return;
  }
  await handOver(page, tongue, `Taker of ${stop.number}`);
}

/** Record of a stop in the office. */
async function recorded(stop: CourierStop) {
  const token = await signIn(productUrl(), "bo");
  const { tasks, proofs, timeline } = await callWire(
    productUrl(),
    deliveriesApi.readDelivery,
    { id: stop.deliveryId },
    { token },
  );
  const task = tasks.find((one) => one.id === stop.taskId);
  return {
    state: task?.state,
    taker: task?.outcome?.recipientName ?? null,
    at: Date.parse(task?.outcome?.occurredAt ?? ""),
    proofs: proofs.map(({ kind }) => kind).toSorted(),
    deliveredTimes: timeline.filter(({ type }) => type === "delivery.delivered").length,
  };
}

/** The middle of today's phones. */
const JOURNEY_PHONE = { width: 390, height: 844 } as const;

// On a phone that is four times slower than this machine, and on one that is not: a slower one burns its time.
test.each<[Tongue, number]>([
  ["en", 4],
  ["ar", 1],
])(
  "a day without network arrives once, with its times and proofs on the right stop (%s, processor ÷ %d)",
  async (tongue, slower) => {
    const words = STOP_WORDS[tongue];
    const stops = await giveWork(3);
    const person = await openCourier(browser, tongue, JOURNEY_PHONE);
    const { context } = person;
    let { page } = person;
    await slowDown(page, slower);
    if (await page.getByRole("switch").isChecked()) await page.getByRole("switch").click();
    await page.getByRole("switch", { checked: false }).waitFor();
    const collects = stops.filter(({ kind }) => kind === "collect");
    const delivers = stops.filter(({ kind }) => kind === "deliver");
    for (const stop of stops) await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().waitFor();
    await expect.poll(() => unsentOn(page)).toEqual({ ops: 0, files: 0 });
    await context.setOffline(true);

    await page.getByRole("switch").click();
    await page.getByRole("switch", { checked: true }).waitFor();
    const since = Date.now();
    for (const stop of collects) await work(page, stop, tongue);
    page = await startAgain(context, page);
    await slowDown(page, slower);
    await statusOf(page).getByText(/10/).waitFor();
    const [first, ...others] = delivers;
    if (!first) throw new Error("no stop to deliver");
    await work(page, first, tongue);
    // The phone is killed on the form: name, photo and signature are there again.
    page = await startAgain(context, page, `/c/stop/${first.taskId}/done`);
    await slowDown(page, slower);
    await page.getByText(words["proof.photo-kept"]).waitFor();
    await page.getByText(words["proof.signed"]).waitFor();
    expect(await page.getByLabel(words["done.name"]).inputValue()).toBe(`Taker of ${first.number}`);
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/c");
    await page.getByTestId("undo").waitFor();
    for (const stop of others) {
      await work(page, stop, tongue);
      await page.locator("form button[type=submit]").click();
      await page.waitForURL("**/c");
    }
    await page.getByTestId("undo").waitFor({ state: "detached" });
    await page.reload();
    await statusOf(page).getByText(/19/).waitFor();
    const until = Date.now();
    expect(await unsentOn(page)).toEqual({ ops: 19, files: 6 });

    await context.setOffline(false);
    await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
    await statusOf(page)
      .getByRole("link")
      .filter({ hasText: words["out.all-sent"].split("·")[0] ?? "" })
      .waitFor();

    const token = await signIn(productUrl(), "carla");
    expect((await callWire(productUrl(), courierApi.readDay, {}, { token })).onDuty).toBe(true);
    const read = await Promise.all(stops.map(recorded));
    expect(
      read.map(({ at, ...rest }) => ({ ...rest, isInTime: at > since - 2_000 && at < until + 2_000 })),
    ).toEqual(
      stops.map(({ kind, number }) => ({
        state: "succeeded",
        taker: kind === "deliver" ? `Taker of ${number}` : null,
        proofs: ["photo", "signature"],
        deliveredTimes: 1,
        isInTime: true,
      })),
    );
    await context.close();
  },
);

/** Asks for a PIN where parcels for adults are handed over; other deliveries of this product have none. */
async function askForPin(): Promise<void> {
  const admin = { token: await signIn(productUrl(), "greta") };
  const { version, rules } = await callWire(productUrl(), proofsApi.readProofPolicy, {}, admin);
  const rule = { phase: "deliver", end: "succeed", required: ["pin"], preferred: [] } as const;
  const adults = {
    ...rule,
    id: "adults",
    when: { ...ALWAYS, serviceLevels: [], sizes: [], ageRestricted: true },
  };
  const others = rules.filter(({ id }) => id !== adults.id);
  await callWire(productUrl(), proofsApi.editProofPolicy, { version, rules: [...others, adults] }, admin);
}

/** The PIN on the page of a tracking link; null once it is shown no more. */
async function pinShown(page: Page, token: string): Promise<string | null> {
  await page.goto(`/t/${token}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const pin = page.getByTestId("pin");
  return (await pin.count()) === 0 ? null : (await pin.innerText()).replaceAll(/\D/g, "");
}

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
  const pin = (await pinShown(recipient, links.near.token)) ?? "";
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
  const farPin = (await pinShown(recipient, links.far.token)) ?? "";
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
  expect(await pinShown(recipient, links.near.token)).toBeNull();
  await context.close();
});
