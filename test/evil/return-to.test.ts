import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openBrowser } from "#test/support/web/browser.ts";
import { failureShown, HOME, ledger, phase, visit } from "./stand.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Addresses that a foreign page would like people to land on after signing in. */
const WISHES = [
  "https://evil.example/",
  "//evil.example/",
  "///evil.example/",
  String.raw`/\evil.example/`,
  String.raw`\\evil.example/`,
  "https:evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "/.//evil.example/",
  "/a/..//evil.example/",
  "/%2e//evil.example/",
  "\t//evil.example/",
  "/\t/evil.example/",
  "\n//evil.example/",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://evil.example/1",
  "/auth/callback?code=x&state=y",
  "/auth/start?iss=x",
  "http://user@evil.example/",
  "@evil.example",
  "%2f%2fevil.example",
  String.raw`/\/evil.example`,
  "/\\\\evil.example",
  "///\\;@evil.example",
  "/%09/evil.example",
  "/%5cevil.example",
  "vbscript:msgbox(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "about:blank",
  "file:///etc/passwd",
  "ws://evil.example",
  "#//evil.example",
  "?next=//evil.example",
  "",
  " ",
  `/${"x".repeat(5000)}`,
  `//${"x".repeat(5000)}.example`,
] as const;

/** As many at a time as there are visitors. */
const VISITORS = 6;
const SHARES = Array.from({ length: VISITORS }, (_, at) => ({
  visitor: `ok~wishes-${at}`,
  wishes: WISHES.filter((_wish, index) => index % VISITORS === at),
}));

const startOf = (issuer: string, more: Readonly<Record<string, string>>) =>
  `/auth/start?${new URLSearchParams({ iss: `${inject("evilUrl")}/${issuer}`, ...more }).toString()}`;

test.concurrent.each(SHARES)(
  "$visitor: a sign-in that another page begins never ends on another origin",
  async ({ visitor: issuer, wishes }) => {
    const visitor = await visit(browser, issuer);
    const foreign: string[] = [];
    visitor.context.on("request", (request) => {
      if (new URL(request.url()).hostname !== "localhost") foreign.push(request.url());
    });
    for (const [at, wish] of wishes.entries()) {
      await visitor.page.goto(startOf(issuer, { target_link_uri: wish }));
      await visitor.page.waitForURL(
        ({ origin, pathname }) => origin === inject("evilProductUrl") && !pathname.startsWith("/auth/"),
      );
      await phase(visitor, "signed-in");
      expect((await ledger(visitor)).calls.token, wish).toBe(at + 1);
      expect(await visitor.page.evaluate(() => location.pathname.startsWith("//")), wish).toBe(false);
    }
    expect(foreign).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  },
);

test.concurrent("a sign-in that the provider begins asks for the person meant and leads to the page meant", async () => {
  const visitor = await visit(browser, "ok~third");
  await visitor.page.goto(startOf("ok~third", { login_hint: "dora", target_link_uri: `${HOME}?q=x` }));
  await phase(visitor, "signed-in");
  await visitor.page.waitForURL(`**${HOME}?q=x`);
  expect((await ledger(visitor)).seen.authorize).toMatchObject({ login_hint: "dora" });
  await visitor.context.close();
});

test.concurrent.each(["https://id.example", "", "slash"])(
  "a sign-in begun for the issuer “%s” is not gone on with",
  async (iss) => {
    const visitor = await visit(browser, "ok~stranger");
    const ours = `${inject("evilUrl")}/ok~stranger`;
    await visitor.page.goto(startOf("ok", { iss: iss === "slash" ? `${ours}/` : iss, login_hint: "dora" }));
    expect(await failureShown(visitor)).toBe("wrong-issuer");
    await phase(visitor, "signed-out");
    expect((await ledger(visitor)).calls).toMatchObject({ authorize: 0, token: 0 });
    await visitor.context.close();
  },
);
