import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newWatch, openBrowser, watchPage } from "#test/support/web/browser.ts";
import { type Origins, paymentHeaders, securityHeaders } from "./security.ts";

/** The browser's, as far as it is used here; text stands for its trusted kinds. */
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createScriptURL?: (address: string) => string },
  ): { createScriptURL(address: string): string };
};

const ALWAYS = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data: blob:",
  "font-src": "'self'",
  "worker-src": "'self'",
  "manifest-src": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
  "object-src": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "default",
};

const CARDS = {
  script: ["https://js.bank.example", "https://*.js.bank.example"],
  frame: ["https://js.bank.example", "https://*.js.bank.example", "https://hooks.bank.example"],
  connect: ["https://api.bank.example"],
};

test("a card provider's script, frames and calls are let in, each where it belongs, and nothing else changes", () => {
  const issuer = "https://id.example";
  const [without, given] = [securityHeaders({ issuer }), paymentHeaders({ issuer, cards: CARDS })];
  const rule = (headers: Record<string, string>, name: string) =>
    (headers["content-security-policy"] ?? "").split("; ").find((one) => one.startsWith(`${name} `));
  expect(rule(given, "script-src")).toBe(`script-src 'self' ${CARDS.script.join(" ")}`);
  expect(rule(given, "frame-src")).toBe(`frame-src ${issuer} ${CARDS.frame.join(" ")}`);
  expect(rule(given, "connect-src")).toBe(`connect-src 'self' ${issuer} ${CARDS.connect.join(" ")}`);
  expect(rule(given, "style-src")).toBe(`style-src 'self' ${CARDS.script.join(" ")}`);
  for (const name of Object.keys(ALWAYS).filter((one) => one !== "script-src" && one !== "style-src"))
    expect(rule(given, name)).toBe(rule(without, name));
  expect(given["permissions-policy"]).toContain(
    'payment=(self "https://js.bank.example" "https://hooks.bank.example")',
  );
  expect(given["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(given["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  expect(given).not.toHaveProperty("cross-origin-embedder-policy");
  expect(without["permissions-policy"]).toContain("payment=(),");
  expect(paymentHeaders({ issuer })["permissions-policy"]).toContain("payment=(self),");
});

test("where people come by https, browsers are told to stay there; elsewhere nothing is said of it", () => {
  const issuer = undefined;
  for (const headers of [securityHeaders, paymentHeaders]) {
    expect(headers({ issuer, isSecure: true })["strict-transport-security"]).toBe("max-age=31536000");
    expect(headers({ issuer, isSecure: false })).not.toHaveProperty("strict-transport-security");
  }
});

test.each<[string, Origins, string, string]>([
  ["no provider", { issuer: undefined }, "'self'", "'none'"],
  [
    "the embedded provider",
    { issuer: "http://localhost:8081" },
    "'self' http://localhost:8081",
    "http://localhost:8081",
  ],
  [
    "a provider on one origin",
    { issuer: "https://id.example", provider: [] },
    "'self' https://id.example",
    "https://id.example",
  ],
  [
    "a provider on several origins, its own named twice",
    { issuer: "https://accounts.example", provider: ["https://token.example", "https://accounts.example"] },
    "'self' https://accounts.example https://token.example",
    "https://accounts.example",
  ],
])("the policy with %s", (_says, origins, connect, frame) => {
  const directives = (securityHeaders(origins)["content-security-policy"] ?? "")
    .split("; ")
    .map((one) => [one.slice(0, one.indexOf(" ")), one.slice(one.indexOf(" ") + 1)]);
  expect(Object.fromEntries(directives)).toEqual({ ...ALWAYS, "connect-src": connect, "frame-src": frame });
});

// v5.0.0-3.4.3, v5.0.0-14.2.3
test("no configuration lets in inline code, evaluated code or a wildcard", () => {
  const policy = securityHeaders({ issuer: "https://id.example" })["content-security-policy"];
  expect(policy).not.toMatch(/unsafe-|\*|https?:(?!\/\/id\.example)/);
  expect(securityHeaders({ issuer: undefined })).toMatchObject({
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
});

describe("in a real browser", () => {
  let browser: Browser;
  const servers: { close: () => void }[] = [];
  let own = "";
  let provider = "";
  let stranger = "";

  const serve = (headers: () => Record<string, string>) =>
    new Promise<string>((done) => {
      const server = createServer((_request, response) => {
        response.writeHead(200, {
          "content-type": "text/html",
          "access-control-allow-origin": "*",
          ...headers(),
        });
        response.end("<!doctype html><title>page</title>");
      });
      servers.push(server);
      server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });

  beforeAll(async () => {
    browser = await openBrowser();
    provider = await serve(() => ({}));
    stranger = await serve(() => ({}));
    own = await serve(() => securityHeaders({ issuer: provider }));
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers) server.close();
  });

  /** A page of ours that does this, and what the tests' watch notes of it. */
  async function doing(act: (page: Page) => Promise<unknown>) {
    const page = await browser.newPage();
    const watch = newWatch();
    await watchPage(page, watch);
    await page.goto(own);
    await act(page).catch(() => undefined);
    return { page, errors: watch.errors };
  }

  const framed = (page: Page, url: string) =>
    page.evaluate(async (src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      const loaded = new Promise((done) => frame.addEventListener("load", done));
      document.body.append(frame);
      await loaded;
    }, url);
  const fetched = (page: Page, url: string) => page.evaluate((address) => fetch(address).then(String), url);

  test("what sign-in needs breaks nothing", async () => {
    const { page, errors } = await doing(async (page) => {
      await fetched(page, provider);
      await framed(page, provider);
      await page.evaluate(async () => {
        const image = new Image();
        image.src = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
        await image.decode().catch(() => undefined);
      });
    });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(errors).toEqual([]);
  });

  test.each<[string, string, (page: Page) => Promise<unknown>]>([
    ["a call to a stranger", "connect-src", (page) => fetched(page, stranger)],
    ["a stranger's frame", "frame-src", (page) => framed(page, stranger)],
    [
      "a stranger's script, let through by a policy",
      "script-src",
      (page) =>
        page.evaluate((url) => {
          const policy = trustedTypes.createPolicy("default", { createScriptURL: (address) => address });
          const script = document.createElement("script");
          script.src = policy.createScriptURL(url);
          document.body.append(script);
        }, stranger),
    ],
    [
      "a second policy",
      "trusted-types",
      (page) => page.evaluate(() => trustedTypes.createPolicy("other", {})),
    ],
    [
      "markup set as text",
      "require-trusted-types-for",
      (page) =>
        page.evaluate(() => {
          document.body.innerHTML = "<b>x</b>";
        }),
    ],
    [
      "a form sent to a stranger",
      "form-action",
      (page) =>
        page.evaluate((url) => {
          const form = document.createElement("form");
          form.action = url;
          document.body.append(form);
          form.submit();
        }, stranger),
    ],
  ])("%s is noted by the tests' watch", async (_says, directive, act) => {
    const { errors } = await doing(act);
    await expect.poll(() => errors.join("\n")).toContain(`policy violation: ${directive}`);
  });
});
