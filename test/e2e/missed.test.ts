import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import arabicChoices from "#features/choices/web/words/ar.json" with { type: "json" };
import englishChoices from "#features/choices/web/words/en.json" with { type: "json" };
import { courierApi } from "#features/courier/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import arabic from "#features/tracking/web/words/ar.json" with { type: "json" };
import english from "#features/tracking/web/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import { photo } from "#test/support/people/photo.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { type Locale, intlTag } from "#kernel/locale.ts";
import type { Money } from "#kernel/money.ts";
import { PHONE, axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
let bo: string;
let carla: string;
beforeAll(async () => {
  browser = await openBrowser();
  bo = await signIn(productUrl(), "bo");
  carla = await signIn(productUrl(), "carla");
});
afterAll(() => browser.close());

const languages = [
  ["en", english, englishChoices],
  ["ar", arabic, arabicChoices],
] as const;
type Words = typeof english;

interface Missable {
  readonly id: string;
  /** The recipient's own link, as it was mailed to them. */
  readonly path: string;
}

const read = ({ id }: Missable) => callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: bo });

/** Reports an end of the newest task of a kind, as Carla's phone does. */
async function report(one: Missable, kind: "collect" | "deliver" | "return", end: object): Promise<void> {
  const task = (await read(one)).tasks.findLast((each) => each.kind === kind);
  const head = { commandId: randomUUID(), occurredAt: new Date().toISOString(), taskId: task?.id ?? "" };
  const command = { note: null, proofIds: [], ...end, ...head } as never;
  await callWire(productUrl(), deliveriesApi.performTask, { id: one.id, command }, { token: carla });
}

/** A picture of the handover at the newest try. */
async function pictured(one: Missable): Promise<string> {
  const taskId = (await read(one)).tasks.findLast(({ kind }) => kind === "deliver")?.id ?? "";
  const proofId = randomUUID();
  const proof = { id: one.id, proofId, taskId, kind: "photo" as const, takenAt: new Date().toISOString() };
  const image = await photo();
  await callWire(productUrl(), deliveriesApi.keepProof, { ...proof, image }, { token: carla });
  return proofId;
}

/** A delivery that Carla has aboard, whose recipient was mailed their link. */
async function aboard(locale: string): Promise<Missable> {
  const email = `missed-${locale}-${randomUUID()}@example.org`;
  const [stop] = await giveWork(1, { recipientEmail: email });
  const start = `${productUrl()}/t/`;
  const link = async () =>
    (await mailsIn(inject("productFolder"), email)).map((mail) => linkIn(mail, start)).find(Boolean) ?? "";
  await expect.poll(link, { timeout: 60_000 }).toContain("/t/");
  const one = { id: stop?.deliveryId ?? "", path: new URL(await link()).pathname };
  await report(one, "collect", { type: "succeed", recipientName: null });
  return one;
}

const MISSED = { type: "fail", reason: "recipient_absent" };

/** Gives what is to be driven again to Carla, on the day of its window. */
async function giveAgain(one: Missable): Promise<void> {
  const date = (await read(one)).window.start.slice(0, 10);
  const seen = boardOf(await callWire(productUrl(), dispatchApi.readBoard, { date }, { token: bo })).couriers;
  const edit = {
    type: "assign" as const,
    commandId: randomUUID(),
    occurredAt: new Date().toISOString(),
    date,
    deliveryIds: [one.id],
    courierId: seen.find(({ name }) => name.startsWith("Carla"))?.id ?? "",
    beforeTaskId: null,
    seen: seen.map(({ id: courierId, route: { revision } }) => ({ courierId, revision })),
  };
  await callWire(productUrl(), dispatchApi.editPlan, { edit }, { token: bo });
  await callWire(productUrl(), courierApi.readDay, {}, { token: carla });
}

const shows = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1 }).filter({ hasText: title }).waitFor({ timeout: 60_000 });

/** Prices of the booking for another try and the way back. */
async function laterOf(one: Missable) {
  const later = (await read(one)).price?.later;
  if (!later) throw new Error("the demo's price list prices no further try");
  return later;
}

/** Amount as the page writes it. */
const moneyIn = (locale: Locale, { minor, currency }: Money): string =>
  new Intl.NumberFormat(intlTag(locale), { style: "currency", currency }).format(minor / 100);

/** Opens a choice, reads what it costs the sender, and confirms it. */
async function choose(
  page: Page,
  words: typeof englishChoices,
  kind: "window" | "return",
  amount: string,
): Promise<void> {
  await page.getByText(words[`kind.${kind}`], { exact: true }).click();
  await page.getByText(words.cost.replace("{amount}", amount)).locator("visible=true").waitFor();
  await page.getByRole("button", { name: words.confirm }).locator("visible=true").click();
}

/** Receivables of the order, as the office reads them. */
async function owedFor(one: Missable): Promise<string[]> {
  const { orderId: id } = await read(one);
  const { items } = await callWire(productUrl(), receivablesApi.readReceivables, { id }, { token: bo });
  return items.map(({ kind, owedBy, owed }) => `${kind} ${owedBy} ${owed.minor}`);
}

async function openMissed(locale: "en" | "ar", words: Words) {
  const one = await aboard(locale);
  const person = await openPerson(browser, { ...PHONE, locale });
  await person.page.goto(one.path);
  await person.page.locator(".track-pulse").waitFor();
  await report(one, "deliver", MISSED);
  await shows(person.page, words["state.missed.title"]);
  return { one, ...person };
}

test.each(languages)(
  "journey 7: who was missed picks another time at a price that they read, and the second try delivers it (%s)",
  async (locale, words, choices) => {
    const { one, page, context, watch } = await openMissed(locale, words);
    expect(await axeFaults(page)).toEqual([]);
    const { extraAttempt } = await laterOf(one);
    await choose(page, choices, "window", moneyIn(locale, extraAttempt));
    await page.getByText(choices["fate.standing"]).waitFor();
    await giveAgain(one);
    await report(one, "deliver", { type: "succeed", recipientName: "Rita", proofIds: [await pictured(one)] });
    await shows(page, words["state.delivered.title"]);
    expect(
      (await read(one)).tasks.filter(({ kind }) => kind === "deliver").map(({ state }) => state),
    ).toEqual(["failed", "succeeded"]);
    await expect
      .poll(() => owedFor(one), { timeout: 60_000 })
      .toEqual([`surcharge sender ${extraAttempt.minor}`]);
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);

test.each(languages)(
  "journey 7: who was missed sends it back at a price that they read, and the sender has it again (%s)",
  async (locale, words, choices) => {
    const { one, page, context, watch } = await openMissed(locale, words);
    const { return: wayBack } = await laterOf(one);
    await choose(page, choices, "return", moneyIn(locale, wayBack));
    await shows(page, words["state.returning.title"]);
    await giveAgain(one);
    await report(one, "return", { type: "succeed", recipientName: null });
    await shows(page, words["state.returned.title"]);
    expect(await axeFaults(page)).toEqual([]);
    expect((await read(one)).state).toBe("returned");
    await expect.poll(() => owedFor(one), { timeout: 60_000 }).toEqual([`surcharge sender ${wayBack.minor}`]);
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);

test.each(languages)(
  "journey 6: a wrong swipe that is put right turns the recipient's open page to delivered (%s)",
  async (locale, words) => {
    const { one, page, context, watch } = await openMissed(locale, words);
    const right = { to: "succeeded", reason: null, recipientName: "Rita" };
    await report(one, "deliver", { type: "correct", ...right, proofIds: [await pictured(one)] });
    await shows(page, words["state.delivered.title"]);
    expect(await axeFaults(page)).toEqual([]);
    expect(watch).toEqual({ foreign: [], errors: [] });
    await context.close();
  },
);
