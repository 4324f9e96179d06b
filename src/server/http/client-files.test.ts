import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../db/db.ts";
import { buildApp } from "./app.ts";
import { type ClientOptions, serveClient } from "./client-files.ts";

let folder = "";
let app: Awaited<ReturnType<typeof buildApp>>;
const silent = () => undefined;

async function openApp(options?: ClientOptions) {
  const db: Partial<Db> = {};
  const opened = await buildApp({
    db: db as Db,
    routes: [],
    rawRoutes: [],
    refusals: {},
    actorOf: () => Promise.resolve({ kind: "guest", orgId: "", roles: [] }),
    clock: () => 0,
    log: { info: silent, warn: silent, error: silent },
    headers: { "x-page": "any", "x-frame-options": "DENY", "content-security-policy": "strict" },
    trustProxy: [],
    limitFactor: 0,
  });
  const headers = {
    pay: { "x-page": "payment" },
    book: (styles: readonly string[]) => ({ "x-page": "any", "x-styles": styles.join(" ") }),
  };
  await serveClient(opened, folder, headers, options);
  return opened;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-client-"));
  await writeFile(path.join(folder, "index.html"), "the console");
  for (const language of ["en", "ar"]) {
    await writeFile(path.join(folder, `book.plain.${language}.html`), `booking in ${language}`);
    await writeFile(
      path.join(folder, `book.demo.${language}.html`),
      `<style>main{}</style>demo in ${language}`,
    );
  }
  await writeFile(path.join(folder, "pay.html"), "the payment page");
  await mkdir(path.join(folder, "assets"));
  for (const name of ["zxing-worker-a1b2c3d4.js", "home-a1b2c3d4.js"])
    await writeFile(path.join(folder, "assets", name), "code");
  app = await openApp();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = async (url: string, accept = "text/html") => {
  const { statusCode, body } = await app.inject({ url, headers: { accept } });
  return statusCode === 200 ? body : statusCode;
};

test.each(["/", "/deliveries", "/auth/callback?code=x&state=y", "/account/diagnostics", "/join"])(
  "%s is a page of the console",
  async (url) => {
    expect(await get(url)).toBe("the console");
  },
);

test.each([
  ["/book", "ar-EG,en;q=0.8", "booking in ar"],
  ["/book", "xx, en-GB;q=0.9, ar;q=0.8", "booking in en"],
  ["/book", "xx", "booking in en"],
  ["/book?step=contact", "en", "the console"],
  ["/book/done/0190-1", "en", "the console"],
])("%s in %s begins with: %s", async (url, language, text) => {
  const reply = await app.inject({ url, headers: { accept: "text/html", "accept-language": language } });
  expect(reply.body).toBe(text);
});

test("a cache between keeps the first view of booking by language", async () => {
  const { headers } = await app.inject({ url: "/book" });
  expect(headers["vary"]).toContain("accept-language");
});

test("the payment page is the only one with headers of its own", async () => {
  expect(await get("/book/pay/0190-1")).toBe("the payment page");
  const headersOf = async (url: string) =>
    (await app.inject({ url, headers: { accept: "text/html" } })).headers["x-page"];
  expect(await headersOf("/book/pay/0190-1?redirect_status=succeeded")).toBe("payment");
  for (const url of ["/", "/book", "/book/pay", "/book/pay/a/b", "/pay.html", "/api/nothing"])
    expect(await headersOf(url)).toBe("any");
});

// v5.0.0-13.4.5
test.each(["/auth/backchannel-logout", "/metrics", "/api/nothing", "/assets/gone.js", "/robots.txt"])(
  "%s is for machines: it is not there, rather than a page",
  async (url) => {
    expect(await get(url)).toBe(404);
  },
);

test("who wants no page gets none", async () => {
  expect(await get("/deliveries", "application/json")).toBe(404);
});

test("the policy of /book lets in the style sheets of its own documents", async () => {
  const demo = await openApp({ isDemo: () => true });
  const { headers } = await demo.inject({ url: "/book" });
  const hash = createHash("sha256").update("main{}").digest("base64");
  expect(headers["x-styles"]).toBe(`sha256-${hash}`);
  await demo.close();
});

test("where a reader's language is not on offer, /book begins in the first that is", async () => {
  const other = await openApp({ locales: ["ar", "en-GB"] });
  const begin = async (language: string) =>
    (await other.inject({ url: "/book", headers: { accept: "text/html", "accept-language": language } }))
      .body;
  expect(await begin("fr")).toBe("booking in ar");
  expect(await begin("en-US,fr")).toBe("booking in en");
  await other.close();
});

test("the worker that reads barcodes may compile WebAssembly, no other file may", async () => {
  const policyOf = async (url: string) => (await app.inject({ url })).headers["content-security-policy"];
  expect(await policyOf("/assets/zxing-worker-a1b2c3d4.js")).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  );
  for (const url of ["/assets/home-a1b2c3d4.js", "/", "/c/load"]) expect(await policyOf(url)).toBe("strict");
  const { headers } = await app.inject({ url: "/assets/zxing-worker-a1b2c3d4.js" });
  expect(headers["x-frame-options"]).toBe("DENY");
});

test("/book of a demo begins with the strip that says so", async () => {
  const demo = await openApp({ isDemo: () => true });
  const { body } = await demo.inject({ url: "/book", headers: { "accept-language": "ar" } });
  expect(body).toBe("<style>main{}</style>demo in ar");
  await demo.close();
});

test("/book of a demo that ends begins without the strip at once", async () => {
  let isDemo = true;
  const demo = await openApp({ isDemo: () => isDemo });
  isDemo = false;
  const { body } = await demo.inject({ url: "/book", headers: { "accept-language": "ar" } });
  expect(body).toBe("booking in ar");
  await demo.close();
});

test("the page of a build that was made meanwhile finds its files", async () => {
  await writeFile(path.join(folder, "assets", "hall-e5f6a7b8.js"), "new code");
  expect(await get("/assets/hall-e5f6a7b8.js", "*/*")).toBe("new code");
  expect(await get("/assets/hall-00000000.js", "*/*")).toBe(404);
});
