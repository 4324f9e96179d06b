import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { SIGN_IN_FAILURES, type SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Json } from "./fault.ts";
import type { Ledger } from "./provider.ts";

/** Asks for a sender, who our only person is. */
export const HOME = "/my/deliveries";
/** Longer than the 10 s that the provider may take, on a busy machine. */
const PATIENCE_MS = 25_000;

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Path of the issuer at the provider. */
  readonly issuer: string;
  /** Policy violations and errors that nobody caught. */
  readonly faults: string[];
  /** Everything that was written to the console. */
  readonly said: string[];
  /** `Authorization` of every call to our API. */
  readonly sent: string[];
}

/** A browser of one person before a product that trusts the given issuer of the misbehaving provider. */
export async function visit(browser: Browser, issuer: string, config: Json = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: inject("evilProductUrl"),
    locale: "en",
    reducedMotion: "reduce",
    // What a worker fetches does not pass through `route`.
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const own: Json = await response.json();
    await route.fulfill({
      response,
      json: { ...own, issuer: `${inject("evilUrl")}/${issuer}`, ...config },
    });
  });
  const seen = { faults: [] as string[], said: [] as string[], sent: [] as string[] };
  context.on("request", (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined && new URL(request.url()).pathname.startsWith("/api/"))
      seen.sent.push(authorization);
  });
  // Every phase since the page was opened.
  await context.addInitScript(() => {
    const past: string[] = [];
    Object.assign(window, { past });
    new MutationObserver(() => past.push(document.documentElement.dataset["session"] ?? "none")).observe(
      document,
      { attributes: true, attributeFilter: ["data-session"], subtree: true },
    );
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    seen.said.push(message.text());
    if (/content security policy|trusted ?(type|script|html)/i.test(message.text()))
      seen.faults.push(message.text());
  });
  page.on("pageerror", (error) => seen.faults.push(String(error)));
  return { context, page, issuer, ...seen };
}

/** Presses "Sign in" on a page that asks for it. */
export async function signIn({ page }: Visit, path: string = HOME): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
}

/** Signs out by the account menu. */
export async function signOut({ page }: Visit): Promise<void> {
  await page.getByTestId("account-menu").click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
}

/** Waits until something is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("it never became so");
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** What the provider was asked by this visit. */
export async function ledger({ issuer }: Visit): Promise<Ledger> {
  const response = await fetch(`${inject("evilUrl")}/admin/${issuer}`);
  const told: Ledger = await response.json();
  return told;
}

/** The issuer's fault is over. */
export async function heal({ issuer }: Visit): Promise<void> {
  await fetch(`${inject("evilUrl")}/admin/${issuer}`, { method: "POST" });
}

const words: Record<string, string> = JSON.parse(readFileSync("src/web/words/en.json", "utf8"));
const quoted = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
const SENTENCES = [...new Set(SIGN_IN_FAILURES.flatMap(({ code }) => code ?? []))].map(
  (code) => [code, quoted(words[`auth.${code}`] ?? code).replaceAll(/\{[^}]*\}/g, ".+")] as const,
);

/** Waits until a sentence of a failure is shown. */
export async function failureShown({ page }: Visit): Promise<SignInFailureCode | undefined> {
  const found = await page.waitForFunction(
    (sentences) =>
      sentences.find(([, pattern]) => new RegExp(pattern).test(document.body.textContent ?? ""))?.[0],
    SENTENCES,
  );
  return found.jsonValue();
}

/** Waits until the root element says the phase. */
export async function phase(
  { page }: Visit,
  wanted: "signed-out" | "signed-in" | "signed-in-offline",
): Promise<void> {
  await page.waitForFunction((name) => document.documentElement.dataset["session"] === name, wanted);
}

/** The phases that this page went through, oldest first. */
export const phases = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, "past"));

/** All that the page's origin keeps, and its address bar's past, as text. */
export async function kept({ context, page }: Visit): Promise<{ elsewhere: string; database: string }> {
  const found = await page.evaluate(async () => {
    const plain = (value: unknown): unknown =>
      value instanceof CryptoKey || (typeof value === "object" && value !== null && "privateKey" in value)
        ? "a key"
        : value;
    const databases: unknown[] = [];
    for (const { name, version } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("refused")));
      });
      for (const store of database.objectStoreNames)
        databases.push(
          await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.addEventListener("success", () => resolve([name, store, request.result.map(plain)]));
          }),
        );
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(request.url);
    return {
      database: JSON.stringify(databases),
      elsewhere: JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        location.href,
        history.state,
        document.referrer,
        document.documentElement.outerHTML,
        cached,
      ]),
    };
  });
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send("Page.getNavigationHistory");
  const own = entries.filter(({ url }) => new URL(url).origin === inject("evilProductUrl"));
  return { ...found, elsewhere: found.elsewhere + JSON.stringify(own) };
}
