import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { SIGN_IN_FAILURES, type SignInFailureCode } from "#contract/sign-in-failures.ts";
import hall from "#web/words/en.json" with { type: "json" };
import session from "#web/session/words/en.json" with { type: "json" };
import { PERSON } from "./token-endpoint.ts";
import type { Json } from "./fault.ts";
import type { Ledger } from "./provider.ts";

/** Asks for a sender, who our only person is. */
export const HOME = "/my/deliveries";
/** Much longer than the 10 s that the provider may take: a busy machine is no fault. */
const PATIENCE_MS = 60_000;

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
  /** Address and referrer of every request, without the provider's answer itself. */
  readonly asked: string[];
}

/** A browser of one person before a product that trusts the given issuer of the misbehaving provider. */
export async function visit(browser: Browser, issuer: string, config: Json = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: inject("evilProductUrl"),
    locale: "en",
    reducedMotion: "reduce",
    // Requests of a worker are not seen here.
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(trustOther, { issuer: `${inject("evilUrl")}/${issuer}`, ...config });
  const seen = {
    faults: [] as string[],
    said: [] as string[],
    sent: [] as string[],
    asked: [] as string[],
  };
  context.on("request", (request) => {
    const { authorization, referer = "" } = request.headers();
    const { pathname } = new URL(request.url());
    if (authorization !== undefined && pathname.startsWith("/api/")) seen.sent.push(authorization);
    seen.asked.push(pathname === "/auth/callback" ? referer : `${request.url()} ${referer}`);
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

/** In the page: `/config.json` says these things instead. Changed there, because intercepted requests are never cached. */
function trustOther(own: Json): void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init);
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.pathname !== "/config.json" || !answer.ok) return answer;
    const told: Json = await answer.json();
    return Response.json({ ...told, ...own }, { headers: answer.headers });
  };
}

/** Presses "Sign in" on a page that asks for it. */
export async function signIn({ page }: Visit, path: string = HOME): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: hall["session.sign-in"], exact: true }).first().click();
}

/** Signs in and waits until that is so. */
export async function signedIn(browser: Browser, issuer: string, config: Json = {}): Promise<Visit> {
  const visitor = await visit(browser, issuer, config);
  await signIn(visitor);
  await phase(visitor, "signed-in");
  return visitor;
}

/** Chooses from the menu under the person's name. */
export async function chooseInMenu({ page }: Visit, item: string): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: PERSON.name }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

export const signOut = (visitor: Visit): Promise<void> => chooseInMenu(visitor, hall["session.sign-out"]);

/** Leaves a failure by its own button: once the fault is over that leads to where the person wanted to go. */
export async function leaveFailure(
  visitor: Visit,
  code: SignInFailureCode,
  to: string = HOME,
): Promise<void> {
  const { page } = visitor;
  const way = SIGN_IN_FAILURES.find((row) => row.code === code)?.way;
  await heal(visitor);
  if (way === "by-itself") {
    await page.getByRole("main").getByRole("link", { name: hall["state.home"] }).click();
    await page.waitForURL(`${inject("evilProductUrl")}/`);
    return;
  }
  const name = way === "retry" ? hall["state.again"] : session["way.again"];
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
  await page.waitForURL(`${inject("evilProductUrl")}${to}`);
  await phase(visitor, "signed-in");
}

/** Waits until something is so. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("it never became so");
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Requests of this visit to the provider. */
export async function ledger({ issuer }: Visit): Promise<Ledger> {
  const response = await fetch(`${inject("evilUrl")}/admin/${issuer}`);
  const told: Ledger = await response.json();
  return told;
}

/** The issuer's fault is over. */
export async function heal({ issuer }: Visit): Promise<void> {
  await fetch(`${inject("evilUrl")}/admin/${issuer}`, { method: "POST" });
}

const WORDS: Readonly<Record<string, string>> = session;
const quoted = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
const CODES = [...new Set(SIGN_IN_FAILURES.flatMap(({ code }) => code ?? []))];
const SENTENCES = CODES.flatMap((code) =>
  [WORDS[`auth.${code}`], WORDS[`roles.${code}`]].flatMap((sentence = "") =>
    sentence === "" || sentence.includes("plural")
      ? []
      : [[code, quoted(sentence).replaceAll(/\{\w+\}/g, ".+")] as const],
  ),
);

/** Waits until a sentence of a failure is shown. Of several, one is the reason of the other, which the line for support names. */
export async function failureShown({ page }: Visit): Promise<SignInFailureCode | undefined> {
  const found = await page.waitForFunction((sentences) => {
    const text = document.body.textContent ?? "";
    const [, named] = document.querySelector(".message-report")?.textContent.split(" · ") ?? [];
    const shown = sentences.filter(([, pattern]) => new RegExp(pattern).test(text));
    return (shown.find(([code]) => code === named) ?? shown[0])?.[0];
  }, SENTENCES);
  return found.jsonValue();
}

/** Waits until the root element says the phase. */
export async function phase(
  { page }: Visit,
  wanted: "signed-out" | "signed-in" | "signed-in-offline",
): Promise<void> {
  await page.waitForFunction((name) => document.documentElement.dataset["session"] === name, wanted);
}

/** The phases that this page went through since somebody was signed in on it, oldest first. */
export async function phases({ page }: Visit): Promise<string[]> {
  const past = await page.evaluate<string[]>(() => Reflect.get(window, "past"));
  return past.slice(past.indexOf("signed-in"));
}
