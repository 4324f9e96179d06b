import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { STOP_WORDS, statusOf } from "#test/support/courier/stops-page.ts";
import { photo } from "#test/support/people/photo.ts";
import { type KeptOnPhone, keptOn } from "#test/support/power/kept-on-phone.ts";
import { type PhoneProfile, phoneProfile } from "#test/support/power/phone-profile.ts";
import { notesOf, withTraces } from "#test/support/power/traces.ts";
import { callWire } from "#test/support/processes/product.ts";
import { type Dice, dice } from "#test/support/seeds/dice.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import { phaseIs, storedForOffline } from "#test/support/sign-in/session-page.ts";
import { enterBy, productUrl } from "#test/support/web/browser.ts";

/** Kills, and as many power cuts; `npm run kills` asks for more. */
const EACH = Number(process.env["WAYBILL_TEST_KILLS"] ?? 1);
/** Steps of a point before its end at the latest. */
const MOST_STEPS = 4;
/** A write of a tap takes 5 to 15 ms, up to 150 on a busy machine: the end comes before, in and after it. */
const MOST_DELAY_MS = 120;

const words = STOP_WORDS.en;
const folder = mkdtempSync(path.join(tmpdir(), "waybill-killed-"));
// A browser that failed to end may still write there.
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }));

/** One life of the browser, which ends at a step that the dice choose, some milliseconds after its tap. */
class Life {
  private steps = 0;
  private readonly phone: PhoneProfile;
  private readonly endsAt: number;
  private readonly delay: number;
  ending: Promise<void> | undefined;

  constructor(phone: PhoneProfile, throws: Dice) {
    this.phone = phone;
    this.endsAt = throws.between(1, MOST_STEPS);
    this.delay = throws.between(0, MOST_DELAY_MS);
  }

  /** Taps; the browser may end meanwhile. */
  async step(tap: () => Promise<unknown>): Promise<void> {
    this.steps += 1;
    if (this.steps === this.endsAt)
      this.ending = new Promise((resolve) => void setTimeout(resolve, this.delay)).then(() =>
        this.phone.kill(),
      );
    await tap();
  }
}

/** Works a stop from wherever it stands, and notes each fact once the page shows it as saved. */
async function work(page: Page, stop: CourierStop, life: Life, shown: Set<string>): Promise<void> {
  const { taskId } = stop;
  await page.goto(`/c/stop/${taskId}`);
  const actions = page.locator(".courier-actions");
  const start = actions.getByRole("button", { name: words["stop.start"], exact: true });
  const arrive = actions.getByRole("button", { name: words["stop.arrive"], exact: true });
  const collect = actions.getByRole("button", { name: /collected$/ });
  const finish = actions.getByRole("link", { name: words["stop.finish.deliver"] });
  const ended = actions.getByText(words["ended.succeeded"]);
  await start.or(arrive).or(collect).or(finish).or(ended).waitFor();
  // Saved before the page could show it.
  if (await ended.isVisible()) return void shown.add(`${taskId} succeed`);
  if (await start.isVisible()) {
    await life.step(() => start.click());
    await arrive.waitFor();
    shown.add(`${taskId} start`);
  }
  if (await arrive.isVisible()) {
    await life.step(() => arrive.click());
    await collect.or(finish).waitFor();
    shown.add(`${taskId} arrive`);
  }
  if (stop.kind === "collect") await life.step(() => collect.click());
  else {
    await finish.click();
    await page.getByLabel(words["done.name"]).fill(`Taker of ${stop.number}`);
    const buffer = Buffer.from(await photo(640, 480), "base64");
    await life.step(() =>
      page.getByTestId("photo").setInputFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer }),
    );
    await page.getByText(words["proof.photo-kept"]).waitFor();
    shown.add(`${taskId} photo`);
    await life.step(() => page.locator("form button[type=submit]").click());
  }
  await page.waitForURL("**/c");
  shown.add(`${taskId} succeed`);
}

const factsOf = ({ commands, pictures }: KeptOnPhone): string[] => [
  ...commands.map(({ taskId, type }) => `${taskId} ${type}`),
  ...pictures.filter(({ isWhole }) => isWhole).map(({ taskId, kind }) => `${taskId} ${kind}`),
];

/** Opens the stored day without a network: all that was shown as saved is there, and what waits is counted. */
async function readBack(context: BrowserContext, shown: ReadonlySet<string>): Promise<Page> {
  await context.setOffline(true);
  const page = await context.newPage();
  const notes = notesOf(page);
  try {
    await page.goto("/c");
    await statusOf(page).getByRole("link").waitFor();
  } catch (error) {
    throw await withTraces(error, page, notes);
  }
  const kept = await keptOn(page);
  const facts = factsOf(kept);
  expect([...shown].filter((fact) => !facts.includes(fact))).toEqual([]);
  const waiting = kept.commands.filter(({ state }) => state === "waiting").length;
  if (waiting > 0)
    await statusOf(page)
      .getByText(new RegExp(`\\b${waiting}\\b`))
      .waitFor();
  return page;
}

async function sendAll(page: Page): Promise<KeptOnPhone> {
  await page.context().setOffline(false);
  await page.goto("/c");
  const signIn = page.locator("#main").getByRole("button", { name: words["out.sign-in-now"], exact: true });
  const signedIn = page.locator(`html[data-session="signed-in"]`);
  await signedIn.or(signIn).waitFor();
  // A kill between the provider's new token and its storing ends the session.
  if (await signIn.isVisible()) await signIn.click();
  await phaseIs(page, "signed-in");
  const waiting = async () => {
    const { commands, pictures } = await keptOn(page);
    return [...commands, ...pictures].filter(({ state }) => state === "waiting").length;
  };
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  return keptOn(page);
}

const bo = tokenOf(productUrl(), "bo");
const read = (id: string) => callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: bo });

test(
  `what was shown as saved survives ${EACH} kills and ${EACH} power cuts, and arrives once`,
  { timeout: 120_000 + EACH * 90_000 },
  async () => {
    const seed = testSeed();
    const throws = dice(seed);
    const phone = phoneProfile(folder);
    // oxlint-disable-next-line no-console -- read by people
    console.log(
      `WAYBILL_TEST_SEED=${seed}${phone.canLosePower ? "" : ", no C compiler here: no power cuts"}`,
    );
    const stops = (await giveWork(Math.ceil(EACH * 0.8) + 1)).toSorted((a, b) =>
      a.kind.localeCompare(b.kind),
    );
    const first = await phone.start();
    const page = await first.newPage();
    await enterBy(page, "courier");
    await page.locator(`a[href="/c/stop/${stops.at(-1)?.taskId}"]`).waitFor({ state: "attached" });
    await storedForOffline(page);
    await first.close();

    const shown = new Set<string>();
    const ends = Array.from({ length: EACH }, () => (phone.canLosePower ? ["kill", "cut"] : ["kill"])).flat();
    for (const end of ends) {
      const context = await phone.start();
      const here = await readBack(context, shown);
      const notes = notesOf(here);
      if (throws.chance(0.4)) await context.setOffline(false);
      const life = new Life(phone, throws);
      try {
        for (const stop of stops.filter(({ taskId }) => !shown.has(`${taskId} succeed`)))
          await work(here, stop, life, shown);
      } catch (error) {
        if (!life.ending) throw await withTraces(error, here, notes);
      }
      if (!life.ending) throw new Error("the work ended before the browser did");
      await life.ending;
      if (end === "cut") phone.losePower();
    }

    const last = await phone.start();
    const { commands, pictures } = await sendAll(await readBack(last, shown));
    const verdicts = new Set(commands.map(({ verdict }) => verdict));
    expect([...verdicts].filter((verdict) => verdict !== "accepted" && verdict !== "replayed")).toEqual([]);
    const facts = commands.map(({ taskId, type }) => `${taskId} ${type}`);
    expect(facts.toSorted()).toEqual([...new Set(facts)].toSorted());
    const deliveries = await Promise.all([...new Set(stops.map(({ deliveryId }) => deliveryId))].map(read));
    const proofs = deliveries.flatMap((one) => one.proofs.map(({ id }) => id));
    expect(
      pictures
        .filter(({ state }) => state === "sent")
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(proofs.toSorted());
    const states = deliveries.flatMap(({ tasks }) => tasks.map(({ id, state }) => ({ id, state })));
    for (const { id, state } of states) expect(state).toBe(stateAfter(id, facts));
    for (const { timeline } of deliveries) {
      const lines = timeline.map(({ type, occurredAt, data }) => JSON.stringify([type, occurredAt, data]));
      expect(lines).toEqual([...new Set(lines)]);
    }
    await last.close();
  },
);

function stateAfter(taskId: string, facts: readonly string[]): string {
  const has = (type: string) => facts.includes(`${taskId} ${type}`);
  if (has("succeed")) return "succeeded";
  if (has("arrive")) return "arrived";
  return has("start") ? "en_route" : "assigned";
}
