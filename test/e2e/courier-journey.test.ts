import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { InputOf } from "#contract/endpoint.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { syncApi } from "#features/courier/contract/sync.ts";
import arLoad from "#features/custody/web/words/ar.json" with { type: "json" };
import enLoad from "#features/custody/web/words/en.json" with { type: "json" };
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { code128, qrCode } from "#server/pdf/symbols.ts";
import arScan from "#web/scan/words/ar.json" with { type: "json" };
import enScan from "#web/scan/words/en.json" with { type: "json" };
import { writeFilm } from "#test/support/codes/camera-film.ts";
import { askProofsBySize, parcelsAboard, pinOf } from "#test/support/courier/parcels-aboard.ts";
import {
  STOP_WORDS,
  type Tongue,
  comeOnDuty,
  openCourier,
  sign,
  slowDown,
  startAgain,
  statusOf,
  tap,
  unsentOn,
} from "#test/support/courier/stops-page.ts";
import { photo } from "#test/support/people/photo.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { takeMadeData } from "#test/support/processes/made-data.ts";
import { type Product, callWire, startProduct } from "#test/support/processes/product.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";
import { openBrowser } from "#test/support/web/browser.ts";

/** The middle of today's phones, four times slower than this machine. */
const JOURNEY_PHONE = { width: 390, height: 844 } as const;
const SLOWER = 4;
/** By which the server's time of an action may lie beside this test's clock, besides the phone's doubt about its own. */
const CLOCK_MS = 1_000;
const WORDS = {
  en: { ...enLoad, ...enScan, ...STOP_WORDS.en },
  ar: { ...arLoad, ...arScan, ...STOP_WORDS.ar },
} as const;
type Words = (typeof WORDS)[Tongue];

const folder = mkdtempSync(path.join(tmpdir(), "waybill-journey-"));
let product: Product;
let picture: Buffer;

beforeAll(async () => {
  const [port = 0, provider = 0, metrics = 0] = await freePorts(3);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, "--payment=none"];
  takeMadeData("demo", folder);
  product = await startProduct(folder, port, [...flags, "--pay-ways=cash-delivery,invoice"]);
  picture = Buffer.from(await photo(1600, 1200), "base64");
  await askProofsBySize(product.url, {
    small: ["photo"],
    medium: ["recipient_name", "signature"],
    large: ["pin"],
  });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser whose camera sees these parcels' labels, one after the other. */
function filmed([first = "", second = ""]: readonly string[]): Promise<Browser> {
  const film = path.join(folder, "labels.y4m");
  writeFilm(film, [code128(first), qrCode(second)]);
  return openBrowser({
    whole: true,
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
}

const box = (page: Page, code: string) => page.getByRole("checkbox", { name: code });

/** Checks the load: the camera reads two labels, the others are typed. */
async function checkLoad(page: Page, words: Words, codes: readonly string[]): Promise<void> {
  await page.locator('a[href="/c/load"]').click();
  await page.getByRole("button", { name: words["scan.open"] }).click();
  for (const code of codes.slice(0, 2)) await expect.poll(() => box(page, code).isChecked()).toBe(true);
  for (const code of codes.slice(2)) {
    await page.getByLabel(words["scan.type"]).fill(code);
    await page.getByRole("button", { name: words["scan.take"] }).click();
    await expect.poll(() => box(page, code).isChecked()).toBe(true);
  }
  await page.getByRole("button", { name: words["load.finish"] }).click();
  await page.getByRole("heading", { name: words["load.summary"] }).waitFor();
  await page.locator('.page-header a[href="/c"], a[href="/c"]').first().click();
}

/** From the day to the form that ends the stop. */
async function arriveAt(page: Page, words: Words, stop: CourierStop): Promise<void> {
  await page.locator(`a[href="/c/stop/${stop.taskId}"]`).first().click();
  await tap(page, words["stop.start"]);
  await tap(page, words["stop.arrive"]);
  if (stop.cash) {
    await page.getByTestId("cash").getByRole("button").click();
    await page.getByTestId("cash").waitFor({ state: "detached" });
  }
  await page.getByRole("link", { name: words["stop.finish.deliver"] }).click();
}

async function takePhoto(page: Page, words: Words): Promise<void> {
  const file = { name: "door.jpg", mimeType: "image/jpeg", buffer: picture };
  await page.getByTestId("photo").setInputFiles(file);
  await page.getByText(words["proof.photo-kept"]).waitFor();
}

/**
 * The longest round trip, in ms, in which a phone read the server's clock: by so much its own may be off, however right it
 * is.
 */
function doubtOf(context: BrowserContext): () => number {
  let longest = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname !== syncApi.sync.path) return;
    const { samples = [] }: Partial<InputOf<typeof syncApi.sync>> = request.postDataJSON();
    longest = Math.max(longest, ...samples.map(({ rtt }) => rtt));
  });
  return () => longest;
}

/** Ends the stop whose form is open. @returns the moments between which it was pressed */
async function finish(page: Page): Promise<{ readonly from: number; readonly to: number }> {
  const from = Date.now();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/c");
  await page.getByTestId("undo").waitFor();
  return { from, to: Date.now() };
}

/** Record of a stop in the office. */
async function recorded({ deliveryId, taskId }: CourierStop) {
  const office = { token: tokenOf(product.url, "bo") };
  const read = await callWire(product.url, deliveriesApi.readDelivery, { id: deliveryId }, office);
  const outcome = read.tasks.find(({ id }) => id === taskId)?.outcome;
  return {
    taker: outcome?.recipientName ?? null,
    pin: outcome?.pinCheck ?? null,
    proofs: read.proofs.flatMap(({ id, kind }) => (outcome?.proofIds.includes(id) ? [kind] : [])),
    allProofs: read.proofs.length,
    times: read.timeline.filter(({ type }) => type === "delivery.delivered").length,
    at: Date.parse(outcome?.occurredAt ?? ""),
  };
}

/** Contradictions of these deliveries that a person would have to settle. */
async function exceptionsOf(stops: readonly CourierStop[]): Promise<number> {
  const { items } = await callWire(
    product.url,
    exceptionsApi.listExceptions,
    {},
    { token: tokenOf(product.url, "bo") },
  );
  const contradictions = items.filter(({ kind }) => kind !== "late");
  return contradictions.filter((one) => stops.some(({ number }) => one.delivery?.number === number)).length;
}

test.each(["en", "ar"] as const)(
  "five stops without a network, with photo, signature, PIN and cash, arrive once with true times (%s)",
  async (tongue) => {
    const words = WORDS[tongue];
    const work = await parcelsAboard(product.url, [
      { size: "small", way: "invoice" },
      { size: "medium", way: "invoice" },
      { size: "large", way: "invoice" },
      { size: "small", way: "cash-delivery" },
      { size: "small", way: "invoice" },
    ]);
    const stops = work.map(({ stop }) => stop);
    const [photographed, signed, asked, paid, last] = stops;
    if (!photographed || !signed || !asked || !paid || !last) throw new Error("no work");
    const pin = await pinOf(product.url, asked);
    const codes = stops.flatMap(({ parcels }) => parcels.map(({ code }) => code));
    const browser = await filmed(codes);
    onTestFinished(() => browser.close());
    const person = await openCourier(browser, tongue, { ...JOURNEY_PHONE, url: product.url });
    const { context } = person;
    let { page } = person;
    const doubt = doubtOf(context);
    await context.grantPermissions(["camera"]);
    await slowDown(page, SLOWER);
    await comeOnDuty(page);
    await checkLoad(page, words, codes);
    await expect.poll(() => unsentOn(page)).toEqual({ ops: 0, files: 0 });
    await context.setOffline(true);

    const pressed: { readonly from: number; readonly to: number }[] = [];
    await arriveAt(page, words, photographed);
    await takePhoto(page, words);
    pressed.push(await finish(page));

    await arriveAt(page, words, signed);
    await page.getByLabel(words["done.name"]).fill("Rita Ray");
    await page.getByTestId("signature").click();
    await sign(page);
    await tap(page, words["proof.keep"]);
    await page.getByText(words["proof.signed"]).waitFor();
    // The phone is killed on the form: name and signature are there again.
    page = await startAgain(context, page, `/c/stop/${signed.taskId}/done`);
    await slowDown(page, SLOWER);
    await page.getByText(words["proof.signed"]).waitFor();
    expect(await page.getByLabel(words["done.name"]).inputValue()).toBe("Rita Ray");
    pressed.push(await finish(page));

    await arriveAt(page, words, asked);
    await page.getByLabel(words["done.pin"]).fill(pin);
    pressed.push(await finish(page));

    for (const stop of [paid, last]) {
      await arriveAt(page, words, stop);
      await takePhoto(page, words);
      pressed.push(await finish(page));
    }
    page = await startAgain(context, page);
    await slowDown(page, SLOWER);
    await statusOf(page).getByText(/16/).waitFor();
    expect(await unsentOn(page)).toEqual({ ops: 16, files: 4 });

    await context.setOffline(false);
    await expect.poll(() => unsentOn(page), { timeout: 90_000 }).toEqual({ ops: 0, files: 0 });
    const read = await Promise.all(stops.map(recorded));
    const isTrue = read.map(({ at }, nth) => {
      const { from = Infinity, to = 0 } = pressed[nth] ?? {};
      return at > from - CLOCK_MS - doubt() && at < to + CLOCK_MS + doubt();
    });
    const once = { taker: null, pin: null, proofs: ["photo"], allProofs: 1, times: 1 };
    expect(read.map(({ at: _at, ...rest }) => rest)).toEqual([
      once,
      { ...once, taker: "Rita Ray", proofs: ["signature"] },
      { ...once, pin: "right", proofs: [], allProofs: 0 },
      once,
      once,
    ]);
    expect(isTrue, `doubt of ${doubt()} ms`).toEqual([true, true, true, true, true]);
    expect(doubt()).toBeGreaterThan(0);
    const sender = { token: tokenOf(product.url, "ada") };
    const cash = work.find(({ stop }) => stop === paid);
    const { items } = await callWire(
      product.url,
      receivablesApi.readReceivables,
      { id: cash?.orderId ?? "" },
      sender,
    );
    expect(items).toMatchObject([{ kind: "cash-delivery", state: "received" }]);
    expect(await exceptionsOf(stops)).toBe(0);
    expect(person.watch.foreign).toEqual([]);
  },
);
