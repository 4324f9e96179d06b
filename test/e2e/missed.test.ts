import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import arabicChoices from "#features/choices/web/words/ar.json" with { type: "json" };
import englishChoices from "#features/choices/web/words/en.json" with { type: "json" };
import { courierApi } from "#features/courier/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { noticesApi } from "#features/notices/contract/api.ts";
import arabic from "#features/tracking/web/words/ar.json" with { type: "json" };
import english from "#features/tracking/web/words/en.json" with { type: "json" };
import { placesApi } from "#features/places/contract/api.ts";
import { type Locale, intlTag } from "#kernel/locale.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import {
  STOP_WORDS,
  type Tongue,
  comeOnDuty,
  openCourier,
  tap,
  unsentOn,
} from "#test/support/courier/stops-page.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import { photo } from "#test/support/people/photo.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, callWire, startProduct } from "#test/support/processes/product.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import { PHONE, axeFaults, openBrowser, openPerson } from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 400_000 });

const WORDS = {
  en: { ...english, ...englishChoices, courier: STOP_WORDS.en, collected: /collected$/ },
  ar: { ...arabic, ...arabicChoices, courier: STOP_WORDS.ar, collected: /^استُلم/ },
} as const;

const folder = mkdtempSync(path.join(tmpdir(), "waybill-missed-"));
let browser: Browser;
let product: Product;

beforeAll(async () => {
  takeMadeData("demo", folder);
  const [port = 0, provider, metrics, bank] = await freePorts(4);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, `--sandbox-port=${bank}`];
  product = await startProduct(folder, port, flags);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tokens = new Map<string, ReturnType<typeof tokenOf>>();
/** Office and couriers by the wire; each signs in once. */
function by(who: string) {
  const token = tokens.get(who) ?? tokenOf(product.url, who);
  tokens.set(who, token);
  return { token };
}
/** Day of an instant in the service area. */
async function dateOf(instant: string): Promise<string> {
  const { timezone } = await callWire(product.url, placesApi.readArea, {});
  return localAt(fromIso(instant), timezone).date;
}
const read = ({ id }: Missable) => callWire(product.url, deliveriesApi.readDelivery, { id }, by("bo"));
const nowText = (): string => new Date().toISOString();

interface Missable {
  readonly id: string;
  readonly email: string;
  /** The recipient's own link, as it was mailed to them. */
  readonly path: string;
}

/** A delivery of Carla's day, whose recipient was mailed their link. */
async function booked(): Promise<Missable> {
  const email = `missed-${randomUUID()}@example.org`;
  const [stop] = await giveWork(1, { recipientEmail: email }, product.url);
  const start = `${product.url}/t/`;
  const link = async () =>
    (await mailsIn(folder, email)).map((mail) => linkIn(mail, start)).find(Boolean) ?? "";
  await expect.poll(link, { timeout: 60_000 }).toContain("/t/");
  return { id: stop?.deliveryId ?? "", email, path: new URL(await link()).pathname };
}

/** Carla's phone, on duty. */
async function courierOf(tongue: Tongue) {
  const courier = await openCourier(browser, tongue, { ...PHONE, url: product.url });
  await comeOnDuty(courier.page);
  return courier;
}

/** The recipient's phone on their own page. */
async function recipientOf(tongue: Tongue, one: Missable) {
  const person = await openPerson(browser, {
    ...PHONE,
    locale: tongue,
    url: product.url,
  });
  await person.page.goto(one.path);
  await person.page.locator(".track-pulse").waitFor();
  return person;
}

const taskOf = async (one: Missable, kind: "collect" | "deliver" | "return") =>
  (await read(one)).tasks.findLast((each) => each.kind === kind)?.id ?? "";

/** From the day's list to the stop, up to its last press. */
async function arriveAt(page: Page, tongue: Tongue, taskId: string): Promise<void> {
  const words = WORDS[tongue].courier;
  await page.goto("/c");
  await page.locator(`a[href="/c/stop/${taskId}"]`).first().click();
  await tap(page, words["stop.start"]);
  await tap(page, words["stop.arrive"]);
}

async function collect(page: Page, tongue: Tongue, one: Missable): Promise<void> {
  await arriveAt(page, tongue, await taskOf(one, "collect"));
  await page.getByRole("button", { name: WORDS[tongue].collected }).click();
  await page.waitForURL("**/c");
}

/** Says at the door that nobody is in. */
async function miss(page: Page, tongue: Tongue, one: Missable): Promise<void> {
  const taskId = await taskOf(one, "deliver");
  await arriveAt(page, tongue, taskId);
  await page.locator(`a[href="/c/stop/${taskId}/fail"]`).click();
  await page.getByRole("radio").first().check();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/c");
}

/** Fills in the form of a handover, which stands open, and sends it. */
async function prove(page: Page, tongue: Tongue): Promise<void> {
  const words = WORDS[tongue].courier;
  await page.getByLabel(words["done.name"]).fill("Rita Ray");
  const picture = await page.screenshot({ type: "png" });
  await page.getByTestId("photo").setInputFiles({ name: "door.png", mimeType: "image/png", buffer: picture });
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/c");
  await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
}

/** Collected and then missed by taps; the recipient looks on. */
async function openMissed(tongue: Tongue) {
  const one = await booked();
  const courier = await courierOf(tongue);
  await collect(courier.page, tongue, one);
  const recipient = await recipientOf(tongue, one);
  await miss(courier.page, tongue, one);
  await shows(recipient.page, WORDS[tongue]["state.missed.title"]);
  expect((await read(one)).state).toBe("attempt_failed");
  return { one, courier, recipient };
}

const shows = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1 }).filter({ hasText: title }).waitFor({ timeout: 60_000 });

/** The desk puts what is to be driven again on Carla's route of its day. */
async function giveAgain(one: Missable, date: string): Promise<void> {
  const board = await callWire(product.url, dispatchApi.readBoard, { date }, by("bo"));
  const seen = boardOf(board).couriers;
  const edit = {
    type: "assign" as const,
    commandId: randomUUID(),
    occurredAt: nowText(),
    date,
    deliveryIds: [one.id],
    courierId: seen.find(({ name }) => name.startsWith("Carla"))?.id ?? "",
    beforeTaskId: null,
    seen: seen.map(({ id: courierId, route: { revision } }) => ({ courierId, revision })),
  };
  await callWire(product.url, dispatchApi.editPlan, { edit }, by("bo"));
  await callWire(product.url, courierApi.readDay, {}, by("carla"));
}

/** Prices of the booking for another try and the way back. */
async function laterOf(one: Missable) {
  const later = (await read(one)).price?.later;
  if (!later) throw new Error("the demo's price list prices no further try");
  return later;
}

/** Opens a choice, reads what it costs the sender, and confirms it. */
async function choose(page: Page, tongue: Locale & Tongue, kind: "window" | "return", minor: number) {
  const words = WORDS[tongue];
  await page.getByText(words[`kind.${kind}`], { exact: true }).click();
  const amount = new Intl.NumberFormat(intlTag(tongue), { style: "currency", currency: "EUR" });
  await page
    .getByText(words.cost.replace("{amount}", amount.format(minor / 100)))
    .locator("visible=true")
    .waitFor();
  await page.getByRole("button", { name: words.confirm }).locator("visible=true").click();
}

/** Receivables of the order, as the office reads them. */
async function owedFor(one: Missable): Promise<string[]> {
  const { orderId: id } = await read(one);
  const { items } = await callWire(product.url, receivablesApi.readReceivables, { id }, by("bo"));
  return items.map(({ kind, owedBy, owed }) => `${kind} ${owedBy} ${owed.minor}`);
}

/** Notices that the recipient was mailed, as the delivery's log has them; corrections are marked. */
async function told(one: Missable): Promise<string[]> {
  const { entries } = await callWire(product.url, noticesApi.listNotices, { id: one.id }, by("bo"));
  return entries
    .filter(({ audience, way, state }) => audience === "recipient" && way === "mail" && state === "sent")
    .map(({ notice, corrects }) => (corrects ? `${notice}, corrected` : notice));
}

/** The courier's list of today has no such stop. */
const gone = async (page: Page, taskId: string): Promise<void> => {
  await page.goto("/c");
  await page.locator(".courier-stop").first().waitFor({ state: "attached" });
  expect(await page.locator(`a[href="/c/stop/${taskId}"]`).count()).toBe(0);
};

/** Carla's handover at the newest try, with a picture. */
async function deliverByWire(one: Missable): Promise<void> {
  const taskId = await taskOf(one, "deliver");
  const proofId = randomUUID();
  const proof = { id: one.id, proofId, taskId, kind: "photo" as const, takenAt: nowText() };
  await callWire(product.url, deliveriesApi.keepProof, { ...proof, image: await photo() }, by("carla"));
  const head = { commandId: randomUUID(), occurredAt: nowText(), taskId };
  const command = {
    type: "succeed" as const,
    ...head,
    recipientName: "Rita",
    note: null,
    proofIds: [proofId],
  };
  await callWire(product.url, deliveriesApi.performTask, { id: one.id, command }, by("carla"));
}

test.each(["en", "ar"] as const)(
  "journey 6: a wrong swipe that is put right turns the recipient's open page to delivered (%s)",
  async (tongue) => {
    const words = WORDS[tongue];
    const { one, courier, recipient } = await openMissed(tongue);
    const taskId = await taskOf(one, "deliver");
    const ended = courier.page.locator(`a[href="/c/stop/${taskId}"]`).first();
    await courier.page.locator("details", { has: ended }).locator("summary").click();
    await ended.click();
    await courier.page.locator(".courier-main a").click();
    await courier.page.getByText(words.courier["correct.text-succeeded"]).waitFor();
    await prove(courier.page, tongue);
    await shows(recipient.page, words["state.delivered.title"]);
    const { state, timeline } = await read(one);
    expect(state).toBe("delivered");
    expect(timeline.filter(({ type }) => type === "delivery.corrected")).toHaveLength(1);
    expect(await axeFaults(recipient.page)).toEqual([]);
    expect([recipient.watch, courier.watch.foreign]).toEqual([{ foreign: [], errors: [] }, []]);
    expect(await told(one), "it was put right before anybody was told").not.toContain("missed");
    for (const { context } of [courier, recipient]) await context.close();
  },
);

test.each(["en", "ar"] as const)(
  "journey 7: who was missed sends it back at a price that they read, and the sender has it again and is charged (%s)",
  async (tongue) => {
    const words = WORDS[tongue];
    const { one, courier, recipient } = await openMissed(tongue);
    const { return: wayBack } = await laterOf(one);
    await choose(recipient.page, tongue, "return", wayBack.minor);
    await shows(recipient.page, words["state.returning.title"]);
    await giveAgain(one, await dateOf(nowText()));
    await arriveAt(courier.page, tongue, await taskOf(one, "return"));
    await courier.page.locator(".courier-main").getByText(words.courier["stop.finish.return"]).click();
    await prove(courier.page, tongue);
    await shows(recipient.page, words["state.returned.title"]);
    expect(await axeFaults(recipient.page)).toEqual([]);
    expect((await read(one)).state).toBe("returned");
    await expect.poll(() => owedFor(one), { timeout: 60_000 }).toEqual([`surcharge sender ${wayBack.minor}`]);
    expect(recipient.watch).toEqual({ foreign: [], errors: [] });
    for (const { context } of [courier, recipient]) await context.close();
  },
);

test.each(["en", "ar"] as const)(
  "journey 7: who was missed picks tomorrow at a price that they read, and the second try delivers it then (%s)",
  async (tongue) => {
    const words = WORDS[tongue];
    const { one, courier, recipient } = await openMissed(tongue);
    expect(await axeFaults(recipient.page)).toEqual([]);
    const { extraAttempt } = await laterOf(one);
    await choose(recipient.page, tongue, "window", extraAttempt.minor);
    await recipient.page.getByText(words["fate.standing"]).waitFor();
    const date = await dateOf((await read(one)).window.start);
    expect(date > (await dateOf(nowText()))).toBe(true);
    await giveAgain(one, date);
    await gone(courier.page, await taskOf(one, "deliver"));
    // A phone shows the route of its own day alone: the second try is told by the wire.
    await deliverByWire(one);
    await shows(recipient.page, words["state.delivered.title"]);
    const { tasks } = await read(one);
    expect(tasks.filter(({ kind }) => kind === "deliver").map(({ state }) => state)).toEqual([
      "failed",
      "succeeded",
    ]);
    await expect
      .poll(() => owedFor(one), { timeout: 60_000 })
      .toEqual([`surcharge sender ${extraAttempt.minor}`]);
    expect(recipient.watch).toEqual({ foreign: [], errors: [] });
    for (const { context } of [courier, recipient]) await context.close();
  },
);
