import type { Browser, BrowserContext, Page } from "playwright-core";
import { sessionMachine, type SessionPhase } from "#contract/session.ts";

const HOUR_MS = 3_600_000;
export const hours = (count: number): number => count * HOUR_MS;

/** Waits until the root element says so. */
export const phaseIs = (page: Page, phase: SessionPhase, timeout = 60_000): Promise<void> =>
  page.locator(`html[data-session="${phase}"]`).waitFor({ state: "attached", timeout });

/** Seconds from now until the page is in a phase. */
export async function secondsUntil(page: Page, phase: SessionPhase): Promise<number> {
  const since = performance.now();
  await phaseIs(page, phase);
  return (performance.now() - since) / 1000;
}

/** A figure for docs/performance.md. */
export const tell = (what: string, value: number, unit: "s" | "ms"): void =>
  // oxlint-disable-next-line no-console -- read by people
  console.log(`figure: ${what}: ${unit === "s" ? value.toFixed(2) : value.toFixed(0)} ${unit}`);

/** Notes on every page opened from now on which phases it went through, and when (ms after its start). */
export async function notePhases(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: [string, number][] = [];
    Reflect.set(globalThis, "notedPhases", noted);
    const note = () => {
      const phase = document.documentElement?.dataset["session"];
      if (phase !== undefined && phase !== noted.at(-1)?.[0]) noted.push([phase, performance.now()]);
    };
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ["data-session"],
    });
  });
}

export const notedPhases = (page: Page): Promise<[phase: string, ms: number][]> =>
  page.evaluate(() => {
    const noted: unknown = Reflect.get(globalThis, "notedPhases");
    return noted as [string, number][];
  });

/** The device's clock is off by this much on every page that opens from now on. */
export async function shiftClock(context: BrowserContext, ms: number): Promise<void> {
  await context.addInitScript((by: number) => {
    const RealDate = Date;
    const now = () => RealDate.now() + by;
    class Shifted extends RealDate {
      constructor(...given: [] | [number | string | Date]) {
        if (given.length === 0) super(now());
        else super(...given);
      }
      static override now = now;
    }
    Reflect.set(globalThis, "Date", Shifted);
  }, ms);
}

/** Makes the stored session older, as if that much time had passed since the last answer of the provider. */
export const ageSession = (page: Page, ms: number): Promise<void> =>
  shiftTimes(page, ["at", "since", "lastSeen", "expiresAt"], ms);

/** The shared token has run out: whichever tab looks next must renew it. */
export const runOut = (page: Page): Promise<void> => shiftTimes(page, ["expiresAt"], hours(1));

async function shiftTimes(page: Page, names: readonly string[], ms: number): Promise<void> {
  await page.evaluate(
    ([times, by]) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("wb.auth");
        opening.addEventListener("error", () => fail(opening.error));
        opening.addEventListener("success", () => {
          const database = opening.result;
          const work = database.transaction("session", "readwrite");
          const store = work.objectStore("session");
          const reading = store.get("record");
          reading.addEventListener("success", () => {
            const record = reading.result;
            for (const time of times) record[time] -= by;
            store.put(record, "record");
          });
          work.addEventListener("complete", () => {
            database.close();
            done();
          });
          work.addEventListener("abort", () => fail(work.error));
        });
      }),
    [names, ms] as const,
  );
}

/** How often the stored session was renewed; nothing when there is none. */
export const generation = (page: Page): Promise<number | undefined> =>
  page.evaluate(
    () =>
      new Promise<number | undefined>((done, fail) => {
        const opening = indexedDB.open("wb.auth");
        opening.addEventListener("error", () => fail(opening.error));
        // None there: the empty one that the app would make.
        opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("session"));
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("session").objectStore("session").get("record");
          reading.addEventListener("error", () => fail(reading.error));
          reading.addEventListener("success", () => {
            opening.result.close();
            done(reading.result?.gen);
          });
        });
      }),
  );

/** Steps between phases that the table of the contract does not have. */
export const strangeSteps = (phases: readonly (readonly [phase: string, ms: number])[]): string[] =>
  phases
    .slice(1)
    .map(([to], at) => [phases[at]?.[0] ?? "", to] as const)
    .filter(
      ([before, after]) =>
        !sessionMachine.transitions.some(
          ({ from, to }) => from.some((phase) => phase === before) && to === after,
        ),
    )
    .map((step) => step.join(" → "));

/** Until the service worker is in charge and has stored the app. */
export async function storedForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** The provider that this product signs in with. */
export const issuerOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const config = await fetch("/config.json").then((answer) => answer.json());
    return String(config.issuer);
  });

/** Until the provider's frame is loaded: a browser keeps no page for its Back button that still loads a frame. */
export async function checkFrameLoaded(page: Page, issuer: string): Promise<void> {
  const address = `${issuer}/session/check`;
  const element = page.locator(`iframe[src^="${address}"]`);
  await element.waitFor({ state: "attached", timeout: 30_000 });
  const frame = await (await element.elementHandle())?.contentFrame();
  await frame?.waitForURL((url) => url.href.startsWith(address), { waitUntil: "load", timeout: 30_000 });
}

/** How long after the page's start a phase came for the first time, in ms. @throws Error when it never came */
export async function phaseCameAt(page: Page, phase: SessionPhase): Promise<number> {
  const phases = await notedPhases(page);
  const found = phases.find(([noted]) => noted === phase);
  if (!found) throw new Error(`never ${phase}, only ${phases.map(([noted]) => noted).join(", ")}`);
  return found[1];
}

/** The phases that a page went through since it was opened. */
export const phasesOf = async (page: Page): Promise<string[]> =>
  (await notedPhases(page)).map(([phase]) => phase);

/** Goes back. The page's answer is here before it leaves: leaving at once can take the answer with it. */
export const leaveBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    setTimeout(() => history.back());
  });

/** Nothing runs on any page of this browser, as when a laptop is closed. @returns opens it again */
export async function putToSleep(browser: Browser): Promise<() => void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const signal = (name: NodeJS.Signals) => {
    for (const { id } of pages) process.kill(id, name);
  };
  signal("SIGSTOP");
  return () => signal("SIGCONT");
}

/** Counts the questions to the provider's token endpoint. */
export function countTokenRequests(context: BrowserContext, issuer: string): () => number {
  let count = 0;
  context.on("request", (request) => {
    if (request.method() === "POST" && request.url().startsWith(`${issuer}/token`)) count += 1;
  });
  return () => count;
}
