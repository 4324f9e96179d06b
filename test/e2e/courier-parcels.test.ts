import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { FACTS_FILE } from "#features/evidence/domain/sealed-file.ts";
import { checkEvidence } from "#features/evidence/server/public.ts";
import evidenceAr from "#features/evidence/web/words/ar.json" with { type: "json" };
import evidenceEn from "#features/evidence/web/words/en.json" with { type: "json" };
import partsAr from "#features/parcels/web/words/ar.json" with { type: "json" };
import partsEn from "#features/parcels/web/words/en.json" with { type: "json" };
import trackingAr from "#features/tracking/web/words/ar.json" with { type: "json" };
import trackingEn from "#features/tracking/web/words/en.json" with { type: "json" };
import { trackingApi } from "#features/tracking/contract/api.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import { STOP_WORDS, type Tongue, openCourier, tap, unsentOn } from "#test/support/courier/stops-page.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { downloadOf } from "#test/support/web/heard.ts";
import { button } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 300_000 });

const WORDS = {
  en: { parts: partsEn, evidence: evidenceEn, tracking: trackingEn },
  ar: { parts: partsAr, evidence: evidenceAr, tracking: trackingAr },
} as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function threeParcels() {
  const stops = await giveWork(1, { parcels: 3 });
  const of = (kind: CourierStop["kind"]) => {
    const found = stops.find((one) => one.kind === kind);
    if (!found) throw new Error(`no stop to ${kind}`);
    return found;
  };
  const [one = "", two = "", three = ""] = of("collect").parcels.map(({ code }) => code);
  return { collect: of("collect"), deliver: of("deliver"), one, two, three };
}

/** Says of one parcel what became of it. */
const say = (page: Page, code: string, word: string) =>
  page
    .getByRole("group", { name: new RegExp(code) })
    .getByRole("radio", { name: word, exact: true })
    .check();

const submit = (page: Page) => page.locator("form button[type=submit]").click();

async function prove(page: Page, tongue: Tongue): Promise<void> {
  const words = STOP_WORDS[tongue];
  await page.getByLabel(words["done.name"]).fill("Rita at the door");
  const buffer = await page.screenshot({ type: "png" });
  await page.getByTestId("photo").setInputFiles({ name: "door.png", mimeType: "image/png", buffer });
  await page.getByText(words["proof.photo-kept"]).waitFor();
}

/** Goes to a stop and opens the page of single parcels. */
async function atStop(page: Page, tongue: Tongue, { taskId }: CourierStop): Promise<void> {
  const words = STOP_WORDS[tongue];
  await page.goto(`/c/stop/${taskId}`);
  await tap(page, words["stop.start"]);
  await tap(page, words["stop.arrive"]);
  await page.getByRole("link", { name: words["stop.not-all"], exact: true }).waitFor();
}

async function openParts(page: Page, tongue: Tongue): Promise<void> {
  await page.getByRole("link", { name: STOP_WORDS[tongue]["stop.not-all"], exact: true }).click();
  await page.locator("form").waitFor();
}

type Work = Awaited<ReturnType<typeof threeParcels>>;

async function collectTwo(page: Page, tongue: Tongue, { collect, one, two, three }: Work): Promise<void> {
  const { parts } = WORDS[tongue];
  await atStop(page, tongue, collect);
  await openParts(page, tongue);
  await say(page, one, parts["part.collected"]);
  await say(page, two, parts["part.collected"]);
  await say(page, three, parts["how.missing"]);
  expect(await axeFaults(page)).toEqual([]);
  await submit(page);
  await page.waitForURL("**/c");
}

/** Says at the door that one of two parcels was refused. */
async function refuseOne(page: Page, tongue: Tongue, { deliver, one, two }: Work): Promise<void> {
  const { parts } = WORDS[tongue];
  await atStop(page, tongue, deliver);
  await openParts(page, tongue);
  await say(page, one, parts["part.delivered"]);
  await say(page, two, parts["how.refused"]);
  await prove(page, tongue);
  await submit(page);
  await page.waitForURL("**/c");
}

/** Records both as delivered, and corrects that to one of them. */
async function correctOne(page: Page, tongue: Tongue, { deliver, one, two }: Work): Promise<void> {
  const { parts } = WORDS[tongue];
  await atStop(page, tongue, deliver);
  await page.goto(`/c/stop/${deliver.taskId}/done`);
  await prove(page, tongue);
  await submit(page);
  await page.waitForURL("**/c");
  await page.goto(`/c/stop/${deliver.taskId}`);
  await page.locator(".courier-main a").click();
  await openParts(page, tongue);
  await page.getByText(parts["part.correct"]).waitFor();
  await say(page, one, parts["part.delivered"]);
  await say(page, two, parts["how.refused"]);
  expect(await axeFaults(page)).toEqual([]);
  await submit(page);
  await page.waitForURL("**/c");
}

/** Page of the delivery at the desk and its evidence. */
async function atTheDesk(tongue: Tongue, { deliver, one, two, three }: Work): Promise<void> {
  const { parts, evidence } = WORDS[tongue];
  const { page, context } = await openPerson(browser, { locale: tongue, ...DESKTOP });
  await enterBy(page, "dispatcher");
  await page.goto(`/d/deliveries/${deliver.deliveryId}`);
  const line = (code: string, word: string) =>
    page.locator(".parcel-line", { hasText: code }).getByText(word, { exact: true }).first().waitFor();
  await line(one, parts["state.delivered"]);
  await line(two, parts["how.refused"]);
  await line(two, parts["state.on_board"]);
  await line(three, parts["state.not_sent"]);
  await line(three, parts["how.missing"]);
  const zip = await downloadOf(page, () => button(page, evidence["panel.zip"]).click());
  const path = await zip.path();
  const { faults, proofs } = await checkEvidence(path);
  expect({ faults, proofs }).toEqual({ faults: [], proofs: 1 });
  const facts = Buffer.from(unzipSync(await readFile(path))[FACTS_FILE] ?? []).toString("utf8");
  const said = [...facts.matchAll(/"code":\s*"([^"]+)",\s*"how":\s*"(\w+)"/g)].map(([, code, how]) => [
    code,
    how,
  ]);
  expect(said).toEqual(
    expect.arrayContaining([
      [three, "missing"],
      [two, "refused"],
    ]),
  );
  expect(said.some(([code]) => code === one)).toBe(false);
  await context.close();
}

/** Page of the recipient. */
async function atTheRecipient(tongue: Tongue, { deliver }: Work): Promise<void> {
  const token = await signIn(productUrl(), "bo");
  const { path } = await callWire(
    productUrl(),
    trackingApi.shareDelivery,
    { id: deliver.deliveryId },
    { token },
  );
  const { page, context, watch } = await openPerson(browser, { locale: tongue, width: 360, height: 740 });
  await page.goto(path);
  await page.locator("main h1").waitFor();
  const title = (await page.locator("main h1").textContent()) ?? "";
  expect(title).toMatch(tongue === "en" ? /^One of \D*3 parcels is delivered$/ : /\p{N}/u);
  expect(watch.errors).toEqual([]);
  await context.close();
}

test.each<[Tongue, string, typeof refuseOne]>([
  ["ar", "one of two is refused at the door", refuseOne],
  ["en", "one of two is refused after all", correctOne],
])("without a network one of three is missing and %s: %s", async (tongue, _title, deliverOne) => {
  const work = await threeParcels();
  const { page, context } = await openCourier(browser, tongue, { width: 360, height: 740 });
  await page.locator(`a[href="/c/stop/${work.collect.taskId}"]`).first().waitFor();
  await context.setOffline(true);
  await collectTwo(page, tongue, work);
  await deliverOne(page, tongue, work);
  await context.setOffline(false);
  await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
  await context.close();
  await atTheDesk(tongue, work);
  await atTheRecipient(tongue, work);
});
