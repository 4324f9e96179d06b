import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Loaded, loadScript } from "#features/checkout/web/load-script.ts";
import { paymentHeaders } from "#server/http/security.ts";
import { openBrowser } from "#test/support/web/browser.ts";
import { type PageOptions, type ScriptHosts, openScriptHosts } from "#test/support/paying/script-hosts.ts";

declare global {
  interface Window {
    loadScript: typeof loadScript;
    installTrustedTypes: () => void;
    Bank?: unknown;
  }
}

let browser: Browser;
let hosts: ScriptHosts;
let context: BrowserContext;
beforeAll(async () => {
  [browser, hosts] = await Promise.all([openBrowser(), openScriptHosts()]);
});
afterEach(async () => {
  await context.close();
  hosts.reset();
});
afterAll(async () => {
  await browser.close();
  await hosts.close();
});

async function open(options: PageOptions = {}): Promise<Page> {
  context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(hosts.page(options));
  return page;
}

/** Limit for silent hosts; those that answer have the product's 10 s, which a busy machine may need. */
const SHORT_MS = 400;
const WAITS_MS = [0, 50, 100];

/** Asks `times` at once. @returns the answers, without what cannot leave the page */
const load = (page: Page, src: string, { times = 1, trusted = false, timeoutMs = 10_000 } = {}) =>
  page.evaluate(
    async ([address, limits, count, install]) => {
      if (install) window.installTrustedTypes();
      const usable = (value: unknown) => typeof value === "function";
      const all = Array.from({ length: count }, () =>
        window.loadScript(address, { global: "Bank", usable, ...limits }),
      );
      const answers = await Promise.all(all);
      return answers.map(({ ok, ...rest }) => ({ ok, ...("reason" in rest && rest) }));
    },
    [src, { timeoutMs, waitsMs: WAITS_MS }, times, trusted] as const,
  );

const failed = (reason: (Loaded & { ok: false })["reason"], ...trail: string[]) => [
  { ok: false, reason, trail },
];
const fine = [{ ok: true }];
const tagsOf = (page: Page, src: string) =>
  page.evaluate((start) => [...document.scripts].filter((tag) => tag.src.startsWith(start)).length, src);

test("any number of callers make one request, and later callers none", async () => {
  const page = await open();
  expect(hosts.seen("ok")).toEqual([]);
  expect(await load(page, hosts.script("ok"), { times: 5 })).toEqual(
    Array.from({ length: 5 }, () => ({ ok: true })),
  );
  expect(await load(page, hosts.script("ok"))).toEqual(fine);
  expect(hosts.seen("ok")).toEqual([""]);
});

// A public network's page in place of a script is refused by the browser itself, which sees that it is HTML of
// another origin.
const REFUSED = [
  "missing",
  "missing-with-script",
  "broken",
  "reset",
  "truncated",
  "portal",
  "portal-nosniff",
];
for (const name of REFUSED)
  test(`refused by its host (${name}): tried three times, then told as held back`, async () => {
    const page = await open();
    expect(await load(page, hosts.script(name))).toEqual(failed("blocked", "failed", "failed", "failed"));
    expect(hosts.seen(name).length).toBeGreaterThanOrEqual(3);
    expect(await tagsOf(page, hosts.script(name))).toBe(0);
  });

for (const name of ["empty", "empty-late", "bad-syntax", "throws"])
  test(`it loads and brings nothing (${name})`, async () => {
    const page = await open();
    expect(await load(page, hosts.script(name))).toEqual(failed("no-global", "loaded", "loaded", "loaded"));
  });

test("nothing listens there", async () => {
  const page = await open();
  expect(await load(page, "http://localhost:9/bank.js")).toMatchObject([{ ok: false, reason: "blocked" }]);
});

test("a blocker in the browser looks the same as a dead host, and is told so", async () => {
  const page = await open();
  await page.route(hosts.script("ok"), (route) => route.abort("blockedbyclient"));
  expect(await load(page, hosts.script("ok"))).toEqual(failed("blocked", "failed", "failed", "failed"));
});

test.each(["namenotresolved", "timedout", "internetdisconnected", "failed"])(
  "a line that fails in the browser (%s) is told alike",
  async (how) => {
    const page = await open();
    await page.route(hosts.script("ok"), (route) => route.abort(how));
    expect(await load(page, hosts.script("ok"))).toEqual(failed("blocked", "failed", "failed", "failed"));
  },
);

test("when our own server is silent too, it is the network", async () => {
  const page = await open();
  hosts.reset(false);
  expect(await load(page, hosts.script("broken"))).toMatchObject([{ reason: "network" }]);
});

test("a host that never answers ends by our own clock; each further try has an address of its own", async () => {
  const page = await open();
  const began = Date.now();
  expect(await load(page, hosts.script("silent"), { timeoutMs: SHORT_MS })).toEqual(
    failed("timeout", "timeout", "timeout", "timeout"),
  );
  expect(Date.now() - began).toBeGreaterThanOrEqual(3 * SHORT_MS);
  expect(hosts.seen("silent")).toEqual(["", "?r=1", "?r=2"]);
});

test("after a hang the next address is asked anew, and loads", async () => {
  const page = await open();
  expect(await load(page, hosts.script("silent-first"), { timeoutMs: 5 * SHORT_MS })).toEqual(fine);
  expect(hosts.seen("silent-first")).toEqual(["", "?r=1"]);
});

test("a script that arrives after its time is taken, once", async () => {
  const page = await open();
  expect(await load(page, hosts.script("slow"), { timeoutMs: SHORT_MS })).toEqual(fine);
  await page.waitForFunction(() => typeof window.Bank === "function");
});

test("the first try fails, the second loads", async () => {
  const page = await open();
  expect(await load(page, hosts.script("fails-once"))).toEqual(fine);
  expect(hosts.seen("fails-once")).toHaveLength(2);
});

test("after it failed, asking again loads without a reload", async () => {
  const page = await open();
  const held = (route: { abort: () => Promise<void> }) => route.abort();
  await page.route(hosts.script("ok"), held);
  expect(await load(page, hosts.script("ok"))).toMatchObject([{ ok: false }]);
  await page.unroute(hosts.script("ok"), held);
  expect(await load(page, hosts.script("ok"))).toEqual(fine);
});

test("without a network it waits, spends no try, and goes on by itself", async () => {
  const page = await open();
  await context.setOffline(true);
  const running = load(page, hosts.script("ok"));
  await page.waitForFunction(() => !navigator.onLine);
  expect(hosts.seen("ok")).toEqual([]);
  await context.setOffline(false);
  expect(await running).toEqual(fine);
  expect(hosts.seen("ok")).toEqual([""]);
});

test("a dead tag in the page is not waited for", async () => {
  const page = await open({ body: `<script src="${hosts.script("fails-once")}"></script>` });
  expect(await load(page, hosts.script("fails-once"))).toEqual(fine);
});

test("a tag in the page that is still loading is joined", async () => {
  const page = await open({ body: `<script async src="${hosts.script("slow")}"></script>` });
  expect(await load(page, hosts.script("slow"))).toEqual(fine);
});

test("two tags of its provider's in the page, of two versions: what stands is taken, without a third request", async () => {
  const tags = ["older", "ok"].map((name) => `<script src="${hosts.script(name)}"></script>`);
  const page = await open({ body: tags.join("") });
  expect(await load(page, hosts.script("ok"))).toEqual(fine);
  expect([hosts.seen("older"), hosts.seen("ok")]).toEqual([[""], [""]]);
});

test("an older version that stands in the page is taken as it is", async () => {
  const page = await open({ body: `<script src="${hosts.script("older")}"></script>` });
  expect(await load(page, hosts.script("ok"))).toEqual(fine);
  expect(hosts.seen("ok")).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(Object(window.Bank), "version"))).toBe("older");
});

test.each([
  ["require-corp", "ok", failed("blocked", "failed", "failed", "failed")],
  ["require-corp", "for-everybody", fine],
  ["credentialless", "ok", fine],
] as const)(
  "where our page embeds by %s, a script of another origin (%s)",
  async (embedder, name, expected) => {
    const page = await open({ embedder });
    expect(await load(page, hosts.script(name))).toEqual(expected);
  },
);

test("something else under its name is told, without a request", async () => {
  const page = await open();
  await page.evaluate(() => {
    window.Bank = { not: "a bank" };
  });
  expect(await load(page, hosts.script("ok"))).toEqual(failed("foreign-global"));
  expect(hosts.seen("ok")).toEqual([]);
});

test("a policy of ours that lacks its host is told at once as our fault, without a request", async () => {
  const page = await open({ policy: "script-src 'self'" });
  expect(await load(page, hosts.script("ok"))).toEqual(failed("csp", "csp"));
  expect(hosts.seen("ok")).toEqual([]);
});

test("under Trusted Types only a registered address loads", async () => {
  const policy = "require-trusted-types-for 'script'; trusted-types default";
  const page = await open({ policy });
  expect(await load(page, hosts.script("ok"), { trusted: true })).toEqual(fine);
  await page.goto(hosts.page({ policy }));
  expect(await load(page, hosts.script("ok"))).toEqual(failed("csp", "csp"));
});

test("under Trusted Types a provider's script brings a second one, a style sheet, styles and a frame", async () => {
  const policy = paymentHeaders({
    issuer: undefined,
    cards: { script: [hosts.origin], frame: [hosts.origin], connect: [hosts.origin] },
  })["content-security-policy"];
  const page = await open({ policy: String(policy) });
  expect(await load(page, hosts.script("brings-more"), { trusted: true })).toEqual(fine);
  await page.waitForFunction(() => document.title === "frame: ready, script: ready, sheet: ready");
  expect(await page.evaluate(() => getComputedStyle(document.body).position)).toBe("relative");
  const stranger = await page.evaluate(() => {
    try {
      document.createElement("script").src = "http://stranger.localhost:9/more.js";
      return "taken";
    } catch (error) {
      return String(error);
    }
  });
  expect(stranger).toContain("not allowed");
});

test("a script of another version or shape is told at once, without asking again", async () => {
  const page = await open();
  expect(await load(page, hosts.script("no-function"))).toEqual(failed("wrong-version", "loaded"));
  expect(hosts.seen("no-function")).toEqual([""]);
});

test("under a strict policy with a nonce it loads, being started by a trusted script", async () => {
  const page = await open({ policy: "script-src 'nonce-n1' 'strict-dynamic'" });
  expect(await load(page, hosts.script("ok"))).toEqual(fine);
});
