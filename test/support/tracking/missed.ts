import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import arabicChoices from "#features/choices/web/words/ar.json" with { type: "json" };
import englishChoices from "#features/choices/web/words/en.json" with { type: "json" };
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicBoard from "#features/dispatch/web/words/ar.json" with { type: "json" };
import englishBoard from "#features/dispatch/web/words/en.json" with { type: "json" };
import arabic from "#features/tracking/web/words/ar.json" with { type: "json" };
import english from "#features/tracking/web/words/en.json" with { type: "json" };
import { intlTag } from "#kernel/locale.ts";
import { STOP_WORDS, type Tongue, comeOnDuty, openCourier, tap, unsentOn } from "../courier/stops-page.ts";
import { linkIn, mailsIn } from "../people/mails.ts";
import { callWire } from "../processes/product.ts";
import { tokenOf } from "../sign-in/sign-in.ts";
import { PHONE, enterBy, openPerson } from "../web/browser.ts";
import { button } from "../web/journey.ts";

/** Words of recipient, courier and desk by language. */
export const MISSED_WORDS = {
  en: {
    ...english,
    ...englishChoices,
    courier: STOP_WORDS.en,
    board: englishBoard,
    collected: /collected$/,
  },
  ar: { ...arabic, ...arabicChoices, courier: STOP_WORDS.ar, board: arabicBoard, collected: /^استُلم/ },
} as const;

/** A Waybill of its own, and the browser of everybody there. */
export interface Town {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
}

/** A delivery whose recipient was mailed their own link, which decides. */
export interface Missable {
  readonly id: string;
  readonly path: string;
}

const tokens = new Map<string, ReturnType<typeof tokenOf>>();
/** Somebody by the wire; each signs in once. */
export function by({ url }: Town, who: string) {
  const token = tokens.get(`${url} ${who}`) ?? tokenOf(url, who);
  tokens.set(`${url} ${who}`, token);
  return { token };
}

export const read = (town: Town, { id }: Missable) =>
  callWire(town.url, deliveriesApi.readDelivery, { id }, by(town, "bo"));

export const taskOf = async (town: Town, one: Missable, kind: "collect" | "deliver" | "return") =>
  (await read(town, one)).tasks.findLast((each) => each.kind === kind)?.id ?? "";

/** Path of the link that was mailed to a recipient. */
export async function mailedPath({ url, folder }: Town, email: string): Promise<string> {
  const link = async () =>
    (await mailsIn(folder, email)).map((mail) => linkIn(mail, `${url}/t/`)).find(Boolean) ?? "";
  await expect.poll(link, { timeout: 60_000 }).toContain("/t/");
  return new URL(await link()).pathname;
}

/** Carla's phone, on duty. */
async function courierOf({ browser, url }: Town, tongue: Tongue) {
  const courier = await openCourier(browser, tongue, { ...PHONE, url });
  await comeOnDuty(courier.page);
  return courier;
}

/** The recipient's phone on their own page. */
async function recipientOf({ browser, url }: Town, tongue: Tongue, { path }: Missable) {
  const person = await openPerson(browser, { ...PHONE, locale: tongue, url });
  await person.page.goto(path);
  await person.page.locator(".track-pulse").waitFor();
  return person;
}

export const shows = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1 }).filter({ hasText: title }).waitFor({ timeout: 60_000 });

/** From the day's list to the stop, up to its last press. */
export async function arriveAt(page: Page, tongue: Tongue, taskId: string): Promise<void> {
  const words = MISSED_WORDS[tongue].courier;
  await page.goto("/c");
  await page.locator(`a[href="/c/stop/${taskId}"]`).first().click();
  await tap(page, words["stop.start"]);
  await tap(page, words["stop.arrive"]);
}

/** Says at the door that nobody is in. */
async function miss(page: Page, tongue: Tongue, taskId: string): Promise<void> {
  await arriveAt(page, tongue, taskId);
  await page.locator(`a[href="/c/stop/${taskId}/fail"]`).click();
  await page.getByRole("radio").first().check();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/c");
}

/** Fills in the form of a handover, which stands open, and sends it. */
export async function prove(page: Page, tongue: Tongue): Promise<void> {
  const words = MISSED_WORDS[tongue].courier;
  await page.getByLabel(words["done.name"]).fill("Rita Ray");
  const picture = await page.screenshot({ type: "png" });
  await page.getByTestId("photo").setInputFiles({ name: "door.png", mimeType: "image/png", buffer: picture });
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/c");
  await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
}

/** Collected by taps; the recipient looks on. */
export async function openAboard(town: Town, tongue: Tongue, one: Missable) {
  const courier = await courierOf(town, tongue);
  await arriveAt(courier.page, tongue, await taskOf(town, one, "collect"));
  await courier.page.getByRole("button", { name: MISSED_WORDS[tongue].collected }).click();
  await courier.page.waitForURL("**/c");
  return { courier, recipient: await recipientOf(town, tongue, one) };
}

/** Collected and then missed by taps; the recipient looks on. */
export async function openMissed(town: Town, tongue: Tongue, one: Missable) {
  const { courier, recipient } = await openAboard(town, tongue, one);
  await miss(courier.page, tongue, await taskOf(town, one, "deliver"));
  await shows(recipient.page, MISSED_WORDS[tongue]["state.missed.title"]);
  expect((await read(town, one)).state).toBe("attempt_failed");
  return { courier, recipient };
}

/** Prices of the booking for another try and the way back. */
export async function laterOf(town: Town, one: Missable) {
  const later = (await read(town, one)).price?.later;
  if (!later) throw new Error("the demo's price list prices no further try");
  return later;
}

/** The part of the recipient's page that an opened choice shows. */
const opened = (page: Page) => page.locator(".choices-list details[open]");

/** Opens a choice and reads what it costs the sender. */
export async function readCost(
  page: Page,
  tongue: Tongue,
  { kind, minor }: { readonly kind: "window" | "return"; readonly minor: number },
): Promise<void> {
  const words = MISSED_WORDS[tongue];
  await page.getByText(words[`kind.${kind}`], { exact: true }).click();
  const amount = new Intl.NumberFormat(intlTag(tongue), { style: "currency", currency: "EUR" });
  await opened(page)
    .getByText(words.cost.replace("{amount}", amount.format(minor / 100)))
    .waitFor();
}

/** Wishes that parcels are left somewhere. */
export async function leaveAt(
  page: Page,
  tongue: Tongue,
  { kind, place }: { readonly kind: "safe_place" | "neighbour"; readonly place: string },
): Promise<void> {
  const words = MISSED_WORDS[tongue];
  await page.getByText(words[`kind.${kind}`], { exact: true }).click();
  await opened(page).getByLabel(words[`ask.${kind}`]).fill(place);
  await confirm(page, tongue);
  await page.getByText(words["done.chosen"]).waitFor();
}

/** Takes one of the windows of the opened choice. */
export const takeWindow = (page: Page, value: string) =>
  opened(page).locator("select[name=window]").selectOption(value);

/** Windows of the opened choice, as `start/end`. */
export const windowsOn = (page: Page): Promise<string[]> =>
  opened(page)
    .locator("select[name=window] option")
    .evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""));

/**
 * Confirms the opened choice. Where the delivery changed under the form, as by a late report of the courier's phone, the page
 * says so and it is confirmed once more.
 */
export async function confirm(page: Page, tongue: Tongue): Promise<void> {
  const words = MISSED_WORDS[tongue];
  const press = () => opened(page).getByRole("button", { name: words.confirm }).click();
  await press();
  const changed = page.getByText(words.changed);
  await changed.or(page.getByText(words["done.chosen"])).first().waitFor();
  if (!(await changed.isVisible())) return;
  await press();
  await page.getByText(words["done.chosen"]).waitFor();
}

/** A dispatcher's phone gives a delivery of today to Carla. */
export async function giveByDesk({ browser, url }: Town, tongue: Tongue, number: string): Promise<void> {
  const { board } = MISSED_WORDS[tongue];
  const { context, page, watch } = await openPerson(browser, { ...PHONE, locale: tongue, url });
  await enterBy(page, "dispatcher");
  await page.goto(`/d/board?q=${number}`);
  const waiting = page.getByRole("listbox", { name: board["unassigned.title"] });
  await waiting.getByRole("option").first().click();
  await button(page, board["action.assign"]).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("option", { name: /^Carla/ }).click();
  await dialog.waitFor({ state: "detached" });
  expect(watch).toEqual({ foreign: [], errors: [] });
  await context.close();
}

/** Receivables of the order, as the office reads them. */
export async function owedFor(town: Town, one: Missable): Promise<string[]> {
  const { orderId: id } = await read(town, one);
  const { items } = await callWire(town.url, receivablesApi.readReceivables, { id }, by(town, "bo"));
  return items.map(({ kind, owedBy, owed }) => `${kind} ${owedBy} ${owed.minor}`);
}
