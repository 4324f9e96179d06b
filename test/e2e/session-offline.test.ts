import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LATER_CACHE } from "#contract/offline-shell.ts";
import { SESSION_TIMES } from "#contract/session.ts";
import { PHONE, enterBy, openBrowser, openPerson, type Person } from "#test/support/web/browser.ts";
import {
  ageSession,
  hours,
  issuerOf,
  notePhases,
  phaseCameAt,
  phaseIs,
  phasesOf,
  secondsUntil,
  shiftClock,
  storedForOffline,
  tell,
} from "#test/support/sign-in/session-page.ts";
import courier from "#features/courier/web/words/en.json" with { type: "json" };
import courierAr from "#features/courier/web/words/ar.json" with { type: "json" };
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };

/** From one look at the session to the next, and as long as the provider may take to answer. */
const ONE_LOOK_S = SESSION_TIMES.sessionCheckEveryS + SESSION_TIMES.providerMessageWaitS;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A courier whose app is stored on the phone. */
async function openCourier(): Promise<Person> {
  const person = await openPerson(browser, { ...PHONE, worker: true });
  await notePhases(person.context);
  await enterBy(person.page, "courier");
  await phaseIs(person.page, "signed-in");
  await storedForOffline(person.page);
  return person;
}

/** Closes the app and starts it again without network. */
async function startOffline({ context, page }: Pick<Person, "context" | "page">, path = "/c"): Promise<Page> {
  await context.setOffline(true);
  await page.close();
  const fresh = await context.newPage();
  await fresh.goto(path);
  return fresh;
}

const offlineMessage = (page: Page) => page.getByRole("heading", { name: hall["state.offline.title"] });
/** Line above the day that the phone keeps: it stands there though nothing answers. */
const storedDay = (page: Page) =>
  page.getByTestId("phone-status").getByText(courier["out.all-sent"].replace("{time}", "").trim());

// They wait side by side, each in a browser context of its own; nobody of them ends a session.
describe.concurrent("without network", () => {
  test("the app starts signed in while the token lives", async () => {
    const person = await openCourier();
    const page = await startOffline(person);
    await phaseIs(page, "signed-in");
    await storedDay(page).waitFor();
    tell("offline start, token alive: signed in after", await phaseCameAt(page, "signed-in"), "ms");
    const phases = await phasesOf(page);
    expect(phases).not.toContain("signed-in-offline");
    expect(phases.filter((phase) => phase === "signed-out")).toHaveLength(0);
    expect(await page.getByText(session["title.wrong-role"]).count()).toBe(0);
    await person.context.close();
  });

  test("the app starts signed in offline when the token ran out a day ago, and is renewed when the network is back", async () => {
    const person = await openCourier();
    await ageSession(person.page, hours(23));
    const page = await startOffline(person, "/c?from=home");
    await phaseIs(page, "signed-in-offline");
    await storedDay(page).waitFor();
    const at = await phaseCameAt(page, "signed-in-offline");
    tell("offline start, token a day old: signed in offline after", at, "ms");
    await person.context.setOffline(false);
    const seconds = await secondsUntil(page, "signed-in");
    tell("network back until renewed", seconds, "s");
    expect(seconds).toBeLessThan(ONE_LOOK_S);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await offlineMessage(page).count()).toBe(0);
    expect(await phasesOf(page)).not.toContain("signed-out");
    await person.context.close();
  });

  test.each([
    ["the allowed hours are over", 25, 0],
    ["the clock was set back", 0, -hours(1)],
  ])("the app is locked when %s, and unlocks by itself with the network", async (_title, aged, clock) => {
    const person = await openCourier();
    await ageSession(person.page, hours(aged));
    await shiftClock(person.context, clock);
    const page = await startOffline(person);
    await phaseIs(page, "signed-out");
    // Also in the live region, for as long as it is announced.
    await page
      .getByText(/Connect once to confirm your sign-in.*Everything stored here is kept safely/)
      .first()
      .waitFor();
    expect(await offlineMessage(page).count()).toBe(0);
    await person.context.setOffline(false);
    await phaseIs(page, "signed-in");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await person.context.close();
  });

  test("the other languages, the map and the scanner come later, by themselves", async () => {
    const person = await openCourier();
    const parts = [
      "/courier.ar-",
      "/hall.ar-",
      "/session.ar-",
      "/map-canvas-",
      "/maplibre-gl-worker-",
      "/zxing_reader-",
    ];
    const later = () =>
      person.page.evaluate(async (name) => {
        const keys = await (await caches.open(name)).keys();
        return keys.map(({ url }) => url);
      }, LATER_CACHE);
    await expect
      .poll(async () => {
        const urls = await later();
        return parts.filter((part) => !urls.some((url) => url.includes(part)));
      })
      .toEqual([]);
    await person.page.evaluate(() => localStorage.setItem("wb.locale", "ar"));
    const page = await startOffline(person);
    await page.getByRole("heading", { level: 1, name: courierAr["day.title"] }).waitFor();
    await person.context.close();
  });

  test("whoever never signed in here is told to connect once", async () => {
    const person = await openCourier();
    const { context, page } = person;
    await page.evaluate(() => {
      localStorage.clear();
      indexedDB.deleteDatabase("wb.auth");
    });
    const fresh = await startOffline({ context, page });
    await phaseIs(fresh, "signed-out");
    await fresh.getByText(session["auth.first-time-offline"]).waitFor();
    expect(await phasesOf(fresh)).not.toContain("signed-in");
    await context.close();
  });

  test("an old address of the provider's answer opens the app, and no code gets into a cache", async () => {
    const person = await openCourier();
    const page = await startOffline(person, "/auth/callback?code=secret-code&state=stranger");
    await phaseIs(page, "signed-in");
    expect(page.url()).not.toContain("secret-code");
    const kept = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
      return urls;
    });
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.filter((url) => /code=|state=|\/api\/|config\.json/.test(url))).toEqual([]);
    await person.context.close();
  });
});

describe.concurrent("a provider that does not answer", () => {
  test.for([
    ["is gone", "abort"],
    ["answers 503", "503"],
    ["hangs", "hang"],
  ] as const)("and %s signs nobody out in the middle of a shift", async ([, fault], { expect }) => {
    const { context, page } = await openCourier();
    const issuer = await issuerOf(page);
    let asked = 0;
    await context.route(`${issuer}/**`, async (route) => {
      asked += 1;
      if (fault === "abort") await route.abort();
      else if (fault === "503") await route.fulfill({ status: 503, body: "" });
      // A request that hangs is let go when the context closes.
    });
    await ageSession(page, hours(2));
    await phaseIs(page, "signed-in-offline");
    // Started anew, it is still there.
    await page.reload();
    await phaseIs(page, "signed-in-offline");
    // It starts from what is stored, and asks the provider afterwards.
    await expect.poll(() => asked).toBeGreaterThan(0);
    await phaseIs(page, "signed-in-offline");
    await context.unroute(`${issuer}/**`);
    await phaseIs(page, "signed-in");
    expect(await phasesOf(page)).not.toContain("signed-out");
    await context.close();
  });
});
