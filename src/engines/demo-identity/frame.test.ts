import { createHash } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listenOn } from "#server/listen.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { openBrowser } from "#test/support/web/browser.ts";
import { freePort, openSignInService } from "#test/support/sign-in/sign-in-service.ts";
import type { ServiceOptions, SignInService } from "#test/support/sign-in/sign-in-service.ts";

let database: BareDatabase;
let browser: Browser;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await openBareDatabase();
  browser = await openBrowser();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(async () => {
  await browser.close();
  await database.close();
});

/** A provider, and an app at this host that is nothing but an empty page at every address. */
async function world(host: "localhost" | "127.0.0.1", options: ServiceOptions = {}) {
  const port = await freePort();
  const app = await listenOn(host, port, (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>app</title>");
  });
  const appUrl = `http://${host}:${port}`;
  const service = await openSignInService(database.db.pool, { ...options, appUrl });
  const context = await browser.newContext();
  stops.push(app.close, service.stop, () => context.close());
  return { appUrl, service, context };
}

async function signIn(context: BrowserContext, service: SignInService, extra: Record<string, string> = {}) {
  const page = await context.newPage();
  const { url } = await service.pending({ login_hint: "ada", ...extra });
  await page.goto(url);
  await page.waitForURL(/\/auth\/callback/);
  return { page, state: new URL(page.url()).searchParams.get("session_state") ?? "" };
}

/** Asks the frame in these words; "silence" where no answer comes. */
const ask = (page: Page, service: SignInService, words: string, patienceMs = 10_000): Promise<string> =>
  page.evaluate(
    async ({ url, words: said, patience }) => {
      let frame = document.querySelector("iframe");
      if (!frame) {
        const made = document.createElement("iframe");
        made.src = url;
        const loaded = new Promise((done) => made.addEventListener("load", done));
        document.body.append(made);
        await loaded;
        frame = made;
      }
      const answer = new Promise<string>((done) => {
        addEventListener("message", (event) => done(String(event.data)), { once: true });
        setTimeout(() => done("silence"), patience);
      });
      frame.contentWindow?.postMessage(said, new URL(url).origin);
      return answer;
    },
    { url: String(service.server["check_session_iframe"]), words, patience: patienceMs },
  );

test("the app's frame says unchanged while the session lives, changed after sign-out, error to nonsense", async () => {
  const { service, context } = await world("localhost");
  const { page, state } = await signIn(context, service);
  expect(await ask(page, service, `waybill-web ${state}`)).toBe("unchanged");
  expect(await ask(page, service, `another ${state}`)).toBe("changed");
  for (const nonsense of ["", "waybill-web", `waybill-web ${state} more`, "waybill-web nosalt"])
    expect(await ask(page, service, nonsense)).toBe("error");
  const account = await context.newPage();
  await account.goto(`${service.issuer}/session/end`);
  await account.getByRole("button", { name: "Sign out" }).click();
  await account.getByText("You are signed out.").waitFor();
  expect(await ask(page, service, `waybill-web ${state}`)).toBe("changed");
});

test("another person in the same browser changes the session; the same person coming back does not", async () => {
  const { service, context } = await world("localhost");
  const { page, state } = await signIn(context, service);
  const again = await signIn(context, service);
  expect(again.state).not.toBe(state);
  expect(await ask(page, service, `waybill-web ${state}`)).toBe("unchanged");
  await signIn(context, service, { login_hint: "bo" });
  expect(await ask(page, service, `waybill-web ${state}`)).toBe("changed");
});

test.each([
  ["on", "error"],
  ["naive", "changed"],
] as const)("a frame of another site that is %s answers %s", async (frame, answer) => {
  const { service, context } = await world("127.0.0.1", { frame });
  const { page, state } = await signIn(context, service);
  expect(await ask(page, service, `waybill-web ${state}`)).toBe(answer);
});

test("no other origin may hold the frame", async () => {
  const { service, context, appUrl } = await world("localhost");
  const answer = await fetch(String(service.server["check_session_iframe"]));
  expect(answer.headers.get("content-security-policy")).toContain(`frame-ancestors ${appUrl};`);
  expect(answer.headers.get("x-frame-options")).toBeNull();
  const other = await world("localhost");
  const page = await context.newPage();
  await page.goto(other.appUrl);
  expect(await ask(page, service, "waybill-web a.b", 500)).toBe("silence");
});

test("without the frame neither discovery nor the answers speak of it", async () => {
  const { service } = await world("localhost", { frame: "off" });
  expect(service.server).not.toHaveProperty("check_session_iframe");
  expect((await fetch(`${service.issuer}/session/check`)).status).toBe(404);
  const { answer } = await service.signIn("ada");
  expect(answer.headers.get("location")).not.toContain("session_state");
});

test("session_state is the hash that OpenID Connect Session Management asks for", async () => {
  const { service, appUrl } = await world("localhost");
  const { tab, answer } = await service.signIn("ada");
  const stateIn = (response: Response) =>
    new URL(response.headers.get("location") ?? "").searchParams.get("session_state") ?? "";
  const expected = (state: string, browserState: string) => {
    const [, salt = ""] = state.split(".");
    const text = ["waybill-web", appUrl, browserState, salt].join(" ");
    return `${createHash("sha256").update(text).digest("base64url")}.${salt}`;
  };
  const browserState = [...tab.cookies].find(([name]) => name.startsWith("op_bs"))?.[1] ?? "";
  expect(browserState).toMatch(/^[\w-]{43}$/);
  expect(stateIn(answer)).toBe(expected(stateIn(answer), browserState));
  const refused = await service.browser().visit((await service.pending({ prompt: "none" })).url);
  expect(refused.headers.get("location")).toContain("error=login_required");
  expect(stateIn(refused)).toBe(expected(stateIn(refused), ""));
});
