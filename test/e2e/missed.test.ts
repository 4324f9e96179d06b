import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noticesApi } from "#features/notices/contract/api.ts";
import { DAY_MS, fromIso } from "#kernel/instant.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { tap } from "#test/support/courier/stops-page.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, callWire, startProduct } from "#test/support/processes/product.ts";
import { letDaysPass } from "#test/support/tracking/let-days-pass.ts";
import {
  MISSED_WORDS,
  type Missable,
  type Town,
  arriveAt,
  by,
  confirm,
  giveByDesk,
  laterOf,
  leaveAt,
  mailedPath,
  openAboard,
  openMissed,
  owedFor,
  prove,
  read,
  readCost,
  shows,
  takeWindow,
  taskOf,
  windowsOn,
} from "#test/support/tracking/missed.ts";
import { axeFaults, openBrowser } from "#test/support/web/browser.ts";
import { like } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 400_000 });

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const folder = mkdtempSync(path.join(tmpdir(), "waybill-missed-"));
let product: Product;
let town: Town;

beforeAll(async () => {
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  takeMadeData("demo", folder);
  const [port = 0, provider, metrics, bank] = await freePorts(4);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, `--sandbox-port=${bank}`];
  product = await startProduct(folder, port, flags);
  town = { browser: await openBrowser(), url: product.url, folder };
});
afterAll(async () => {
  await town.browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const shoot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
};

/** A delivery of Carla's day, whose recipient was mailed their link. */
async function booked(): Promise<Missable> {
  const email = `missed-${randomUUID()}@example.org`;
  const [stop] = await giveWork(1, { recipientEmail: email }, town.url);
  return { id: stop?.deliveryId ?? "", path: await mailedPath(town, email) };
}

/** Notices that the recipient was mailed, as the delivery's log has them; corrections are marked. */
async function told(one: Missable): Promise<string[]> {
  const { entries } = await callWire(town.url, noticesApi.listNotices, { id: one.id }, by(town, "bo"));
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

/** A window of another day at this hour, and in how many days it is. */
async function windowOfNow(page: Page): Promise<{ readonly value: string; readonly days: number }> {
  const now = Date.now();
  for (const value of await windowsOn(page)) {
    const [start = 0, end = 0] = value.split("/").map(fromIso);
    const days = Math.ceil((start - now) / DAY_MS);
    if (end - days * DAY_MS > now) return { value, days };
  }
  throw new Error("no window of another day is open at this hour");
}

test.each(["en", "ar"] as const)(
  "journey 6: a wrong swipe that is put right turns the recipient's open page to delivered (%s)",
  async (tongue) => {
    const words = MISSED_WORDS[tongue];
    const one = await booked();
    const { courier, recipient } = await openMissed(town, tongue, one);
    const taskId = await taskOf(town, one, "deliver");
    const ended = courier.page.locator(`a[href="/c/stop/${taskId}"]`).first();
    await courier.page.locator("details", { has: ended }).locator("summary").click();
    await ended.click();
    await courier.page.locator(".courier-main a").click();
    await courier.page.getByText(words.courier["correct.text-succeeded"]).waitFor();
    await prove(courier.page, tongue);
    await shows(recipient.page, words["state.delivered.title"]);
    const { state, timeline } = await read(town, one);
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
    const words = MISSED_WORDS[tongue];
    const one = await booked();
    const { courier, recipient } = await openMissed(town, tongue, one);
    const { number } = await read(town, one);
    const { return: wayBack } = await laterOf(town, one);
    await readCost(recipient.page, tongue, { kind: "return", minor: wayBack.minor });
    await confirm(recipient.page, tongue);
    await shows(recipient.page, words["state.returning.title"]);
    await giveByDesk(town, tongue, number);
    await arriveAt(courier.page, tongue, await taskOf(town, one, "return"));
    await courier.page.locator(".courier-main").getByText(words.courier["stop.finish.return"]).click();
    await prove(courier.page, tongue);
    await shows(recipient.page, words["state.returned.title"]);
    expect(await axeFaults(recipient.page)).toEqual([]);
    expect((await read(town, one)).state).toBe("returned");
    const charged = [`surcharge sender ${wayBack.minor}`];
    await expect.poll(() => owedFor(town, one), { timeout: 60_000 }).toEqual(charged);
    expect(recipient.watch).toEqual({ foreign: [], errors: [] });
    for (const { context } of [courier, recipient]) await context.close();
  },
);

test.each(["en", "ar"] as const)(
  "journey 7: who was missed picks another day at a price that they read, and the courier hands it over then (%s)",
  async (tongue) => {
    const words = MISSED_WORDS[tongue];
    const one = await booked();
    const { courier, recipient } = await openMissed(town, tongue, one);
    expect(await axeFaults(recipient.page)).toEqual([]);
    const { extraAttempt } = await laterOf(town, one);
    await readCost(recipient.page, tongue, { kind: "window", minor: extraAttempt.minor });
    const { value, days } = await windowOfNow(recipient.page);
    expect(days).toBeGreaterThan(0);
    await takeWindow(recipient.page, value);
    await shoot(recipient.page, `missed-1-choice-${tongue}`);
    await confirm(recipient.page, tongue);
    await recipient.page.getByText(words["fate.standing"]).waitFor();
    const { number, window } = await read(town, one);
    expect([window.start, window.end].map(fromIso)).toEqual(value.split("/").map(fromIso));
    const taskId = await taskOf(town, one, "deliver");
    await gone(courier.page, taskId);

    await letDaysPass(folder, { deliveryId: one.id, days });
    await giveByDesk(town, tongue, number);
    await arriveAt(courier.page, tongue, taskId);
    await shows(recipient.page, words["state.at_the_door.title"]);
    await shoot(recipient.page, `missed-2-door-${tongue}`);
    await courier.page.locator(".courier-main").getByText(words.courier["stop.finish.deliver"]).click();
    await shoot(courier.page, `missed-3-handover-${tongue}`);
    await prove(courier.page, tongue);
    await shows(recipient.page, words["state.delivered.title"]);
    await recipient.page.getByText(like(words["fate.kept"])).waitFor();
    expect(await axeFaults(recipient.page)).toEqual([]);
    await shoot(recipient.page, `missed-4-delivered-${tongue}`);
    const { tasks } = await read(town, one);
    const tries = tasks.filter(({ kind }) => kind === "deliver").map(({ state }) => state);
    expect(tries).toEqual(["failed", "succeeded"]);
    const charged = [`surcharge sender ${extraAttempt.minor}`];
    await expect.poll(() => owedFor(town, one), { timeout: 60_000 }).toEqual(charged);
    expect([recipient.watch, courier.watch.foreign]).toEqual([{ foreign: [], errors: [] }, []]);
    for (const { context } of [courier, recipient]) await context.close();
  },
);

test.each(["en", "ar"] as const)(
  "a wish for the door stands on the courier's open stop at once, goes with its taking back, and is final at the door (%s)",
  async (tongue) => {
    const words = MISSED_WORDS[tongue];
    const one = await booked();
    const { courier, recipient } = await openAboard(town, tongue, one);
    const taskId = await taskOf(town, one, "deliver");
    await courier.page.locator(`a[href="/c/stop/${taskId}"]`).first().click();
    await tap(courier.page, words.courier["stop.start"]);
    await shows(recipient.page, words["state.on_its_way.title"]);
    const wish = (kind: "safe_place" | "neighbour", place: string) =>
      courier.page.getByText(words.courier[`handover.${kind}`].replace("{place}", place));
    const takeBack = recipient.page.getByRole("button", { name: words["take-back"] });
    await leaveAt(recipient.page, tongue, { kind: "safe_place", place: "Behind the shed" });
    await wish("safe_place", "Behind the shed").waitFor();
    await shoot(recipient.page, `wish-1-chosen-${tongue}`);
    await shoot(courier.page, `wish-2-courier-${tongue}`);
    await takeBack.click();
    // The courier may see it before the page has its answer, and until then takes no other press.
    await recipient.page.getByText(words["done.taken-back"]).waitFor();
    await wish("safe_place", "Behind the shed").waitFor({ state: "detached" });
    await leaveAt(recipient.page, tongue, { kind: "neighbour", place: "Weber" });
    await wish("neighbour", "Weber").waitFor();
    await tap(courier.page, words.courier["stop.arrive"]);
    await shows(recipient.page, words["state.at_the_door.title"]);
    await recipient.page.getByText(like(words["fate.kept"])).waitFor();
    expect(await takeBack.count()).toBe(0);
    expect(await axeFaults(recipient.page)).toEqual([]);
    await shoot(recipient.page, `wish-3-door-${tongue}`);
    expect([recipient.watch, courier.watch.foreign]).toEqual([{ foreign: [], errors: [] }, []]);
    for (const { context } of [courier, recipient]) await context.close();
  },
);
