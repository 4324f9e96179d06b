import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import type { Manifest } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WORK_PAGES } from "#main/work-pages.ts";
import hall from "#web/words/en.json" with { type: "json" };
import { keptOn } from "#test/support/power/kept-on-phone.ts";
import { PHONE, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { atStep, button, english, fillAddresses } from "#test/support/web/journey.ts";
import { type UpdatableProduct, openUpdatable } from "#test/support/web/newer-version.ts";
import { STOP_WORDS, unsentOn } from "#test/support/courier/stops-page.ts";
import { phaseIs, storedForOffline } from "#test/support/sign-in/session-page.ts";

const PATIENCE_MS = 30_000;
const TRIP = { pickup: "Kaufhaus am Markt", dropoff: "Brückenstraße 85", sender: "Ada", recipient: "Jules" };

let browser: Browser;
let product: UpdatableProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), openUpdatable()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const born = (page: Page) => page.evaluate(() => performance.timeOrigin);
/** Number of the version whose shell this page has; the first has none. */
const version = (page: Page) =>
  page.evaluate(() =>
    Number(document.querySelector<HTMLMetaElement>("meta[name=waybill-version]")?.content ?? 0),
  );
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());

test("an update waits until somebody asks for it: no page is taken away, and no form is lost", async () => {
  const context = await browser.newContext({ baseURL: product.url, locale: "en", reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByTestId("door-sender").click();
  await page.waitForURL("**/my/deliveries");
  await phaseIs(page, "signed-in");
  await storedForOffline(page);
  await page.goto("/book");
  await fillAddresses(page, english, TRIP);
  const contents = page.getByLabel(english["parcels.contents"]);
  await contents.fill("A clock, wrapped twice");
  const before = await born(page);

  product.update();
  await lookForUpdate(page);
  await page.getByText(hall["update.notice"]).waitFor();
  expect(await contents.inputValue()).toBe("A clock, wrapped twice");
  // Another page opened meanwhile still works with the files of the old version.
  const second = await context.newPage();
  await second.goto("/my/deliveries");
  await phaseIs(second, "signed-in");
  expect(await version(second)).toBe(0);
  await second.close();
  expect(await born(page)).toBe(before);

  await button(page, hall["update.reload"]).click();
  await page.waitForFunction((old) => performance.timeOrigin !== old, before);
  await phaseIs(page, "signed-in");
  expect(await version(page)).toBe(1);
  await atStep(page, english["book.trip.title"]);
  expect(await contents.inputValue()).toBe("A clock, wrapped twice");
  expect(await page.getByText(hall["update.notice"]).count()).toBe(0);
  const left = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const names = await caches.keys();
    return {
      waits: registration?.waiting !== null || registration.installing !== null,
      caches: names.filter((name) => name.startsWith("workbox-precache")).length,
    };
  });
  expect(left).toEqual({ waits: false, caches: 1 });
  await context.close();
});

const words = STOP_WORDS.en;
const courierPages = WORK_PAGES.flat().filter(({ frame }) => frame === "courier");
/** Sources of a courier's pages, read from the text of what loads them. */
const pagesOfCourier = courierPages.map(
  ({ load }) => /"\/?(src\/[^"]+\.tsx)"/.exec(String(load))?.[1] ?? String(load),
);
const wordsOfCourier = courierPages.flatMap(({ words: rooms }) => rooms);
/** Parts of those pages that are shown later, and what works behind them. */
const LATER_PARTS = /^src\/features\/(courier|courier-phone|custody)\/|\/open-messages\.tsx$/;
/** Comes above every page of a demo, as late as the demo's settings. */
const TOUR = "src/web/home/tour-bar.tsx";
/** Asked for by a press, for a phone whose work cannot be sent. */
const BY_A_PRESS = /\/save-unsent\.ts$/;
const manifest = (): Manifest => JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

/** These parts of the build, and all that they import in their turn. */
function reachedFrom(built: Manifest, names: Iterable<string>): Set<string> {
  const reached = new Set(names);
  // A set goes on to what is added meanwhile.
  for (const name of reached) for (const next of built[name]?.imports ?? []) reached.add(next);
  return reached;
}

/** Files of this build with a courier's pages, their words and the parts that they show later, and what these import in their turn. */
function codeOfCourier(): string[] {
  const built = manifest();
  const parts = Object.keys(built).filter(
    (name) => built[name]?.isDynamicEntry === true && LATER_PARTS.test(name) && !BY_A_PRESS.test(name),
  );
  const spoken = ["messages", ...wordsOfCourier].map((room) => `virtual:words/${room}/en`);
  const reached = reachedFrom(built, [...pagesOfCourier, TOUR, ...parts, ...spoken]);
  return [...reached].map((name) => built[name]?.file ?? `${name}, which was not built`);
}

/** Notices of the session and their words: they come whenever the session has something to say. */
const NOTICES = [
  "src/web/shell/session/session-notices.tsx",
  "src/web/session/failures/failure-messages.ts",
  "virtual:words/session/en",
];
/** Paths of this build's files with the notices, and with what these import in their turn. */
function codeOfNotices(): Set<string> {
  const built = manifest();
  const files = [...reachedFrom(built, NOTICES)].flatMap((name) => {
    const part = built[name];
    if (!part) throw new Error(`${name} was not built`);
    return [part.file, ...(part.css ?? [])];
  });
  return new Set(files.map((file) => `/${file}`));
}
const missingOn = (page: Page, files: readonly string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const names = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname.slice(1));
    return all.filter((file) => !names.includes(file));
  }, files);
test("a shift asks for no code after its first page, and ends its stop while a new version waits", async () => {
  // The worker in charge is still storing the map's engine when the new one takes over.
  product.hold(/\/assets\/maplibre/);
  const { context, page } = await openPerson(browser, { ...PHONE, worker: true, url: product.url });
  await enterBy(page, "courier");
  await storedForOffline(page);
  // A browser notes 250 files by itself, fewer than a day asks for.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
  await page.goto("/c");
  await page.locator(".courier-stop-next").waitFor();
  const here = await version(page);
  expect(pagesOfCourier.length).toBeGreaterThan(9);
  // Each file asks for those that it imports: the last of them is there when all are.
  await expect.poll(() => missingOn(page, codeOfCourier()), { timeout: PATIENCE_MS }).toEqual([]);
  const asked: string[] = [];
  const notices = codeOfNotices();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(js|css)$/.test(pathname) && !notices.has(pathname)) asked.push(pathname);
  });
  await page.getByTestId("phone-status").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: words["out.title"] }).waitFor();
  await page.goBack();
  await page.locator(".courier-stop-next").click();
  await page.getByRole("link", { name: words["stop.cannot"] }).waitFor();
  expect(asked, asked.join(", ")).toEqual([]);

  // The new version is deployed, without the files of the old one.
  const before = await born(page);
  product.update();
  product.remove(/^\/assets\//);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await lookForUpdate(page);
  await page.getByText(hall["update.after-stop"]).waitFor();
  const second = await context.newPage();
  await second.goto("/c/outbox");
  await second.getByRole("heading", { level: 1, name: words["out.title"] }).waitFor();
  expect(await version(second)).toBe(here);
  await second.getByText(hall["update.after-stop"]).waitFor();
  expect(await button(second, hall["update.reload"]).count()).toBe(0);
  await second.close();
  expect(await born(page)).toBe(before);

  // The stop is finished on pages that were not opened before, with a photo, and nothing is lost.
  await page.getByRole("link", { name: words["stop.cannot"] }).click();
  await page.getByRole("heading", { level: 1, name: words["fail.title"] }).waitFor();
  await page.getByRole("radio").first().check();
  const photo = await page.screenshot({ type: "png" });
  await page.getByTestId("photo").setInputFiles({ name: "box.png", mimeType: "image/png", buffer: photo });
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await page.getByRole("button", { name: words["fail.submit"], exact: true }).click();
  await page.waitForURL("**/c");
  await page.waitForFunction((old) => performance.timeOrigin !== old, before);
  await page.getByRole("heading", { level: 1, name: words["day.title"] }).waitFor();
  expect(await version(page)).toBe(here + 1);
  await expect.poll(() => unsentOn(page), { timeout: PATIENCE_MS }).toEqual({ ops: 0, files: 0 });
  expect((await keptOn(page)).commands.map(({ type, verdict }) => [type, verdict])).toEqual([
    ["fail", "accepted"],
  ]);
  await context.close();
});
