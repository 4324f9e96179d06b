import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, LaunchOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { lateMorningZone } from "../people/late-morning.ts";

export type Door = "sender" | "dispatcher" | "courier" | "admin";

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly dark?: boolean;
  readonly reducedMotion?: boolean;
  /** Keeps the app for times without network. Its service worker takes 1.4 s of processor time a person, measured. */
  readonly worker?: boolean;
  /** Another Waybill than the one of all journeys. */
  readonly url?: string;
}

export const PHONE = { width: 360, height: 740 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

/** How long anything on a page may take on a busy machine. */
const PATIENCE_MS = 45_000;

/** Playwright's own. Of several such lists Chromium reads the last one alone, so they stand in ours. */
export const OFF_BY_PLAYWRIGHT: readonly string[] = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];
/** Two hidden pages of the address line come with each window: measured, 1 s of its processor time of 2.4 s. */
const HIDDEN_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** WebGL is counted out in software: a map costs more than all else on its page. */
const WITH_MAPS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
/** Pages say then that no map can be drawn here, and show its list. */
const WITHOUT_MAPS = ["--disable-3d-apis"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu-rasterization",
  "--disable-gpu-compositing",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...HIDDEN_PAGES].join()}`,
];

const WHOLE = process.env["WAYBILL_TEST_CHROMIUM"] ?? "/usr/bin/chromium";
/** Chromium without its windows: measured on a journey, 4.2 s of processor time instead of 8.8. */
const SHELL = process.env["WAYBILL_TEST_HEADLESS_SHELL"] ?? WHOLE;

interface Wishes extends LaunchOptions {
  /** Draws maps, where a test looks at them. */
  readonly maps?: boolean;
  /** A whole one: the headless shell refuses camera and notifications unasked, and keeps no page for going back. */
  readonly whole?: boolean;
}

export const openBrowser = (wishes: Wishes = {}): Promise<Browser> => {
  const { maps = false, whole = false, args = [], ...more } = wishes;
  return chromium.launch({
    executablePath: whole ? WHOLE : SHELL,
    args: [...FLAGS, ...(maps ? WITH_MAPS : WITHOUT_MAPS), ...args],
    ...more,
  });
};

/** A whole browser whose profile lies in a folder, where its preferences can be written before. */
export const openProfile = (folder: string, more: Parameters<typeof chromium.launchPersistentContext>[1]) =>
  chromium.launchPersistentContext(folder, {
    executablePath: WHOLE,
    args: [...FLAGS, ...WITHOUT_MAPS],
    ...more,
  });

export const productUrl = (): string => inject("productUrl");

/** Forbidden acts of a page: requests to other hosts, errors in the console, policy violations. */
export interface Watch {
  readonly foreign: string[];
  readonly errors: string[];
}

export const newWatch = (): Watch => ({ foreign: [], errors: [] });

export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: Watch;
}

/** A browser of one person: own storage, own language and look, everything odd noted. */
export async function openPerson(browser: Browser, look: Look = {}): Promise<Person> {
  const context = await browser.newContext({
    baseURL: look.url ?? productUrl(),
    viewport: { width: look.width ?? DESKTOP.width, height: look.height ?? DESKTOP.height },
    locale: look.locale ?? "en",
    timezoneId: lateMorningZone(),
    colorScheme: look.dark ? "dark" : "light",
    serviceWorkers: look.worker ? "allow" : "block",
    reducedMotion: look.reducedMotion === false ? "no-preference" : "reduce",
  });
  const watch = newWatch();
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost" && hostname !== "127.0.0.1")
      watch.foreign.push(request.url());
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await watchPage(page, watch);
  return { context, page, watch };
}

/** Notes errors in the console, uncaught ones, and each breach of the content security policy by its directive. */
export async function watchPage(page: Page, watch: Watch): Promise<void> {
  await page.exposeFunction("noteBreach", (text: string) => {
    watch.errors.push(`policy violation: ${text}`);
  });
  await page.addInitScript(() => {
    const note: unknown = Reflect.get(globalThis, "noteBreach");
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      if (typeof note === "function") note(`${effectiveDirective} ${blockedURI}`);
    });
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (4\d\d|503)/.test(message.text()))
      watch.errors.push(message.text());
  });
  page.on("pageerror", (error) => watch.errors.push(String(error)));
}

/** Through the start page's door and the real sign-in, one click. */
export async function enterBy(page: Page, door: Door): Promise<void> {
  await page.goto("/");
  const own = new URL(page.url()).origin;
  await page.getByTestId(`door-${door}`).click();
  await page.waitForURL(
    ({ origin, pathname }) => origin === own && pathname !== "/" && !pathname.startsWith("/auth"),
  );
}

/**
 * Whether a machine looks for faults in a view of a page. Darkness changes colours only, and the same ones on every size; a
 * language changes neither colours nor roles.
 */
export const isLookedAt = (
  locale: string,
  view: { readonly wide: boolean; readonly dark: boolean },
): boolean => (locale === "en" ? !(view.wide && view.dark) : !view.wide && !view.dark);

const axeSource = readFileSync(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

interface AxeFinding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Faults that axe finds on the page against WCAG 2.2 AA (or by these rules alone), one line a fault. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated through the debugger, so the page's content security policy stays as it is.
  const session = await page.context().newCDPSession(page);
  const { result: has } = await session.send("Runtime.evaluate", { expression: "typeof axe" });
  if (has.value === "undefined") await session.send("Runtime.evaluate", { expression: axeSource });
  const look = async (context: string, runOnly: readonly string[]): Promise<Fault[]> => {
    const { result } = await session.send("Runtime.evaluate", {
      expression: `${DRAWN}.then(() => axe.run(${context}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] })).then((found) => JSON.stringify(found.violations))`,
      awaitPromise: true,
      returnByValue: true,
    });
    const findings: AxeFinding[] = JSON.parse(String(result.value ?? "[]"));
    return findings.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = "" }) => ({ id, at: target.join(" "), text: failureSummary })),
    );
  };
  const faults: Fault[] = [];
  for (const fault of await look("document", rules ?? STANDARDS))
    if (isInPassing(fault)) {
      await page.locator(fault.at).evaluate((found) => found.scrollIntoView({ block: "center" }));
      faults.push(...(await look(JSON.stringify(fault.at), [fault.id])));
    } else faults.push(fault);
  await session.detach();
  return faults.map(({ id, at, text }) => `${id}: ${at} ${text}`);
}

interface Fault {
  readonly id: string;
  readonly at: string;
  readonly text: string;
}

/** Part of it lies under a bar that stays while the page is scrolled: it is looked at again in the middle of the window. */
const isInPassing = ({ id, text }: Fault): boolean =>
  id === "target-size" && text.includes("partially obscured");

/** Changes that follow from a new size of the window are drawn two frames later; what comes in growing is measured when it is there. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(
    document.getAnimations()
      .filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished)))`;
