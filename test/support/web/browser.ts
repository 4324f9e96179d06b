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
  /** Another Waybill than the one of all journeys. */
  readonly url?: string;
}

export const PHONE = { width: 360, height: 740 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

/** How long anything on a page may take on a busy machine. */
const PATIENCE_MS = 45_000;

/** Maps need WebGL, which is counted out in software; the pages around them are drawn at a quarter of that cost without. */
const FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-rasterization",
  "--disable-gpu-compositing",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const LAUNCH = {
  executablePath: process.env["WAYBILL_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
  args: FLAGS,
};

export const openBrowser = (more: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ ...LAUNCH, ...more });

/** A browser whose profile lies in a folder, where its preferences can be written before. */
export const openProfile = (folder: string, more: Parameters<typeof chromium.launchPersistentContext>[1]) =>
  chromium.launchPersistentContext(folder, { ...LAUNCH, ...more });

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
  const runOnly = JSON.stringify(rules ?? STANDARDS);
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ${runOnly}, resultTypes: ["violations"] }).then((found) => JSON.stringify(found.violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const findings: AxeFinding[] = JSON.parse(String(result.value ?? "[]"));
  return findings.flatMap((finding) =>
    finding.nodes.map((node) => `${finding.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}
