import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { type CalibrationReply, timesApi } from "#features/times/contract/api.ts";
import type { Role } from "#kernel/actor.ts";
import { ALL_PAGES } from "#main/pages.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { giveWork } from "#test/support/courier/give-work.ts";
import type { Door, Person } from "#test/support/web/browser.ts";
import {
  axeFaults,
  enterBy,
  isLookedAt,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";
import { standingOrder } from "#test/support/web/standing-order.ts";
import { answerOf } from "#test/support/web/heard.ts";

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];
const LANGUAGES = ["en", "ar"] as const;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const;
/** The narrowest screen on which nothing may be scrolled sideways. */
const NARROW = { width: 320, height: 640 } as const;

/** Doors of the start page, and the operator's, which is on no page. */
type Way = Door | "operator";
const DOOR: Readonly<Record<Role, Way>> = {
  sender: "sender",
  courier: "courier",
  dispatcher: "dispatcher",
  // No door of its own: whoever has the money's role alone sees what an administrator sees of it.
  finance: "admin",
  "org-admin": "admin",
  "waybill-operator": "operator",
};

const COMPARED: CalibrationReply = {
  days: 28,
  buckets: [
    { from: 0, to: 0.5, stops: 0, given: null, kept: null },
    { from: 0.5, to: 0.85, stops: 12, given: 0.7, kept: 0.67 },
    { from: 0.85, to: 0.95, stops: 400, given: 0.9, kept: 0.91 },
    { from: 0.95, to: 1, stops: 300, given: 0.99, kept: 0.9 },
  ],
  arrivals: 50,
  within: 0.74,
};

/** How to come to a screen whose address names something that exists. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "/my/deliveries/$id": (page) => follow(page, "/my/deliveries", "a[href^='/my/deliveries/']"),
  "/book/done/$id": async (page) => {
    await page.goto("/my/deliveries");
    const first = page.locator("a[href^='/my/deliveries/']").first();
    const read = await answerOf(page, /\/api\/deliveries\/[^/]+$/, () => first.click());
    const { orderId }: { orderId: string } = await read.json();
    await page.goto(`/book/done/${orderId}`);
  },
  "/d/deliveries/$id": (page) => follow(page, "/d/deliveries", "a[href^='/d/deliveries/']"),
  "/d/deliveries/$id/edit": async (page) => {
    await page.goto(`/d/deliveries/${(await workAtOneDoor())[0]?.deliveryId}/edit`);
    await page.locator("main form").waitFor();
  },
  "/d/deliveries/$id/trip": async (page) => {
    await page.goto(`/d/deliveries/${(await workAtOneDoor())[0]?.deliveryId}/trip`);
    await page.locator("main form").waitFor();
  },
  "/c/stop/$id": (page) => follow(page, "/c", "a[href^='/c/stop/']"),
  "/c/stop/$id/done": async (page) => openBelow(page, "done"),
  "/c/stop/$id/fail": async (page) => openBelow(page, "fail"),
  "/c/stop/$id/parts": async (page) => openBelow(page, "parts"),
  "/c/stop/$id/door": async (page) => {
    const stops = await workAtOneDoor();
    await page.goto("/c");
    for (const { taskId } of stops) await page.locator(`main a[href='/c/stop/${taskId}']`).first().waitFor();
    await page.goto(`/c/stop/${stops[0]?.taskId}/door`);
    await page.locator("main form").waitFor();
  },
  "/d/reports": async (page) => {
    await page.goto("/d/reports");
    await page.locator("main table").waitFor();
    await page.locator("main .chart svg").first().waitFor();
  },
  "/d/reports/predictions": async (page) => {
    // With stops to compare, whichever journeys came before this one.
    await page.route(`**${timesApi.readCalibration.path}?*`, (route) => route.fulfill({ json: COMPARED }));
    await page.goto("/d/reports/predictions");
    await page.locator("main table").waitFor();
  },
  "/d/import/$id": async (page) => {
    await page.goto("/d/import");
    const file = { name: "day.csv", mimeType: "text/csv", buffer: Buffer.from("Name;Telefon\nRita;030 1\n") };
    await page.locator("main input[type='file']").setInputFiles(file);
    await page.waitForURL("**/d/import/*");
    await page.locator("main form").waitFor();
  },
  "/d/recurring/$id": async (page) => {
    await page.goto(`/d/recurring/${await standingOrder(productUrl())}`);
    await page.locator("main li").first().waitFor();
  },
  "/d/recurring/$id/edit": async (page) => {
    await page.goto(`/d/recurring/${await standingOrder(productUrl())}/edit`);
    await page.locator("main form").waitFor();
  },
  "/d/shifts/$week": async (page) => void (await page.goto("/d/shifts/2026-11-23")),
  "/d/plan/$date": async (page) => void (await page.goto(`/d/plan/${new Date().toISOString().slice(0, 10)}`)),
  "/d/times/$task": async (page) => void (await page.goto(`/d/times/${(await workAtOneDoor())[0]?.taskId}`)),
  "/c/times/$task": async (page) => void (await page.goto(`/c/times/${(await workAtOneDoor())[0]?.taskId}`)),
  "/d/routes/$courierId": async (page) => {
    await workAtOneDoor();
    const token = await signIn(productUrl(), "bo");
    const { couriers } = await callWire(productUrl(), dispatchApi.readBoard, {}, { token });
    const busy = couriers.find(({ route }) => route.stops.taskId.length > 0);
    await page.goto(`/d/routes/${busy?.id}`);
    await page.locator("main table").waitFor();
  },
  "/t/$token": async (page) => {
    await page.goto("/");
    await page.getByTestId("door-recipient").click();
    await page.waitForURL("**/t/*");
  },
};

let atOneDoor: Promise<CourierStop[]> | undefined;
/** Two deliveries of one sender, once for all languages: with one alone the page leads back to its stop. */
const workAtOneDoor = (): Promise<CourierStop[]> => (atOneDoor ??= giveWork(2));

async function follow(page: Page, list: string, link: string): Promise<void> {
  await page.goto(list);
  await page.locator(`main ${link}`).first().click();
  await page.waitForURL((url) => url.pathname !== list);
}

async function openBelow(page: Page, what: string): Promise<void> {
  await follow(page, "/c", "a[href^='/c/stop/']");
  await page.goto(`${new URL(page.url()).pathname}/${what}`);
}

interface Screen {
  readonly path: string;
  readonly needs: readonly Role[] | undefined;
}

const SCREENS: readonly Screen[] = [
  ...ALL_PAGES.flat().map(({ path: at, needs }) => ({ path: at, needs })),
  { path: "/t/$token", needs: undefined },
];
/** Screens that name no role and yet are somebody's. */
const OWNED: Readonly<Record<string, Way>> = { "/book/done/$id": "sender", "/account": "sender" };
const doorOf = ({ path: at, needs }: Screen): Way | "nobody" =>
  OWNED[at] ?? (needs?.[0] ? DOOR[needs[0]] : "nobody");
/** Closed doors by their nature: nobody to show, and an invitation without its link. */
const CLOSED: ReadonlySet<string> = new Set(["/no-access", "/join"]);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ maps: true });
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

const DOORS = [...new Set(SCREENS.map(doorOf))];

// The languages side by side: while one page waits for the server, the other is looked at.
describe.concurrent.each(LANGUAGES)("in the language %s", (locale) => {
  describe.sequential.each(DOORS)("through the door of %s", (door) => {
    let person: Person;
    beforeAll(async () => {
      person = await openPerson(browser, { locale });
      if (door === "nobody") return;
      if (door === "operator") await enterAs(person.page, "oskar", "/ops");
      else await enterBy(person.page, door);
      // A page that is left while its parts come breaks off their loading.
      await settled(person.page);
    });
    afterAll(() => person.context.close());

    test.each(SCREENS.filter((screen) => doorOf(screen) === door))(
      "$path has no fault that a machine finds, light and dark, wide and narrow",
      async ({ path: at }) => {
        const { page, watch } = person;
        await page.setViewportSize(WIDTHS[0]);
        await page.emulateMedia({ colorScheme: "light" });
        await (WAYS[at] ? WAYS[at](page) : page.goto(at));
        await settled(page);
        const closed = await page.locator("main .message:not(.message-empty)").allTextContents();
        expect(closed.length, closed.join()).toBe(CLOSED.has(at) ? 1 : 0);
        expect(await page.locator("html").getAttribute("dir")).toBe(locale === "ar" ? "rtl" : "ltr");
        const faults: string[] = [];
        const covered = await page.evaluate(coveredByBar);
        if (covered > 1) faults.push(`the bar covers ${covered} px of the page`);
        for (const size of WIDTHS)
          for (const colorScheme of ["light", "dark"] as const) {
            await page.setViewportSize(size);
            await page.emulateMedia({ colorScheme });
            const name = `${at.slice(1).replaceAll(/[/$]+/g, "-") || "home"}-${locale}-${colorScheme}-${size.width}`;
            if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
            const dark = colorScheme === "dark";
            if (!isLookedAt(locale, { wide: size === WIDTHS[0], dark })) continue;
            const found = await axeFaults(page, dark ? ["color-contrast"] : undefined);
            faults.push(...found.map((fault) => `${colorScheme} ${size.width}: ${fault}`));
          }
        await page.setViewportSize(NARROW);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (tooWide > 0) faults.push(`${tooWide} px too wide at 320`);
        expect(faults).toEqual([]);
        expect({ ...watch }).toEqual({ foreign: [], errors: [] });
      },
    );
  });
});

/** px of the page that lie below the bar at its top. */
function coveredByBar(): number {
  scrollTo(0, 0);
  const bar = document.querySelector(".app-bar")?.getBoundingClientRect();
  const first = document.querySelector("main > *")?.getBoundingClientRect();
  return bar && first ? bar.bottom - first.top : 0;
}

/** Everything that was asked for is there: no skeleton, no picture under way. */
async function settled(page: Page): Promise<void> {
  await page.locator("main").first().waitFor();
  await page.waitForFunction(
    () => document.querySelector("main :is(h1, h2)") !== null && document.querySelector(".skeleton") === null,
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
