import { afterEach, expect, test, vi } from "vitest";
import { FAILURE_CASES } from "#contract/sign-in-failure-cases.ts";
import { SIGN_IN_FAILURES } from "#contract/sign-in-failures.ts";
import { type StubBrowser, openStubBrowser } from "#test/support/sign-in/sign-in-driver.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.restoreAllMocks());

const HOUR_MS = 3_600_000;

/** Outcome: a rejection's trouble, the reason of being signed out, why work goes on alone, or the news. */
type Seen = string | undefined;
const rejected = (work: Promise<unknown>): Promise<Seen> =>
  work.then(
    () => "nothing",
    (error: unknown) => String(Reflect.get(Object(error), "trouble")),
  );
const state = ({ driver }: StubBrowser): Seen => {
  const now = driver.state();
  if (now.kind === "signed-out") return now.trouble;
  return now.kind === "signed-in" ? now.why : now.kind;
};
/** News besides that this browser keeps nothing, which is so in every one of these tests. */
const news = ({ driver }: StubBrowser): Seen =>
  driver
    .notices()
    .map(({ code }) => code)
    .find((code) => code !== "storage-refused");

const later = (ms: number) => {
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + ms);
};
const unplug = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
const html = () =>
  new Response("<h1>Welcome to our hotel</h1>", { headers: { "content-type": "text/html" } });
const refusing = (browser: StubBrowser, error: string) => {
  browser.provider.manners.token = () => browser.provider.json({ error }, 400);
};
const answering = (
  browser: StubBrowser,
  status: number,
  code: string,
  facts: Record<string, string> = {},
) => {
  browser.provider.manners.api = () => browser.provider.json({ code, status, facts, way: "mend" }, status);
};
/** The provider sends the person back with an error. */
const cameBack = async (browser: StubBrowser, error: string) =>
  rejected(browser.driver.finish(browser.answer(await browser.leave(), { code: undefined, error })));

/** How each failure comes about with the real driver, and what is then to be said. */
const HAPPENS: Readonly<Record<string, (browser: StubBrowser) => Promise<Seen> | Seen>> = {
  async F1(browser) {
    browser.provider.manners.discovery = browser.provider.unplugged;
    return rejected(browser.leave());
  },
  async F2(browser) {
    browser.provider.manners.discovery = html;
    return rejected(browser.leave());
  },
  async F3(browser) {
    browser.provider.manners.metadata = { issuer: "https://other.example" };
    return rejected(browser.leave());
  },
  F4: (browser) => cameBack(browser, "access_denied"),
  F5: (browser) => cameBack(browser, "temporarily_unavailable"),
  F6: (browser) => rejected(browser.driver.finish(new URL("/auth/callback?code=a&state=b", location.origin))),
  async F7(browser) {
    const answer = browser.answer(await browser.leave());
    await browser.driver.finish(answer);
    expect(await browser.driver.finish(answer)).toBe("/d/board");
    return news(browser);
  },
  async F8(browser) {
    const answer = browser.answer(await browser.leave());
    later(HOUR_MS + 60_000);
    return rejected(browser.driver.finish(answer));
  },
  async F9(browser) {
    browser.provider.manners.claims = (claims) => ({ ...claims, nonce: "of-somebody-else" });
    return rejected(browser.signIn());
  },
  async F10(browser) {
    browser.provider.manners.token = browser.provider.unplugged;
    return rejected(browser.signIn());
  },
  async F11(browser) {
    browser.provider.manners.token = html;
    return rejected(browser.signIn());
  },
  async F12(browser) {
    browser.provider.manners.roles = ["gardener"];
    await browser.signIn();
    return browser.driver.roles().length === 0 ? "no-role" : "a role";
  },
  async F13(browser) {
    await browser.signIn();
    refusing(browser, "invalid_grant");
    await browser.driver.confirm("event");
    return state(browser);
  },
  async F14(browser) {
    await browser.signIn();
    const tab = browser.another();
    await tab.confirm("wake");
    await tab.logout({ hereOnly: true });
    await browser.driver.confirm("wake");
    return state(browser);
  },
  async F15(browser) {
    await browser.signIn();
    browser.provider.manners.subject = "bo";
    await browser.signIn(browser.another());
    await browser.driver.confirm("wake");
    expect(browser.driver.state()).toMatchObject({ kind: "signed-in", subject: "bo" });
    return news(browser);
  },
  async F16(browser) {
    await browser.signIn();
    refusing(browser, "invalid_grant");
    later(60 * HOUR_MS);
    await browser.driver.confirm("wake");
    return state(browser);
  },
  async F17(browser) {
    Object.defineProperty(navigator, "standalone", { value: true, configurable: true });
    const answer = browser.answer(await browser.leave());
    Object.defineProperty(navigator, "standalone", { value: undefined, configurable: true });
    // The browser is another storage than the app: nothing of that sign-in is here.
    localStorage.clear();
    sessionStorage.clear();
    return rejected(browser.driver.finish(answer));
  },
  async F18(browser) {
    await browser.signIn();
    unplug();
    await browser.driver.confirm("wake");
    return state(browser);
  },
  async F19(browser) {
    await browser.signIn();
    browser.provider.manners.token = () => new Response("", { status: 503 });
    await browser.driver.confirm("wake");
    return state(browser) === "busy" ? "provider-busy" : state(browser);
  },
  async F20(browser) {
    await browser.signIn();
    browser.provider.manners.discovery = browser.provider.unplugged;
    await browser.driver.logout();
    return news(browser);
  },
  async F21(browser) {
    browser.provider.manners.metadata = { end_session_endpoint: undefined };
    await browser.signIn();
    await browser.driver.logout();
    return news(browser);
  },
  async F22(browser) {
    browser.provider.manners.tellsTime = false;
    browser.provider.manners.aheadS = -20 * 60;
    return rejected(browser.signIn());
  },
  async F23(browser) {
    refusing(browser, "invalid_dpop_proof");
    return rejected(browser.signIn());
  },
  async F24(browser) {
    browser.provider.manners.roles = ["sender", "dispatcher"];
    await browser.signIn();
    browser.provider.manners.roles = ["sender"];
    answering(browser, 403, "accounts.forbidden");
    await browser.driver.fetch("/api/board");
    expect(browser.driver.roles()).toEqual(["sender"]);
    return news(browser);
  },
  async F25(browser) {
    await browser.signIn();
    return browser.driver.notices()[0]?.code;
  },
  async F27(browser) {
    await browser.signIn();
    unplug();
    later(25 * HOUR_MS);
    await browser.driver.confirm("wake");
    return state(browser);
  },
  async F28(browser) {
    unplug();
    return rejected(browser.leave());
  },
  F31(browser) {
    vi.stubGlobal("isSecureContext", false);
    return rejected(browser.leave());
  },
  async F33(browser) {
    browser.provider.manners.discovery = browser.provider.unplugged;
    for (let nth = 0; nth < 3; nth += 1) await rejected(browser.driver.login());
    return rejected(browser.driver.login());
  },
  async F34(browser) {
    await browser.signIn();
    await browser.provider.changeKeys();
    refusing(browser, "invalid_grant");
    await browser.driver.confirm("person");
    return state(browser);
  },
  async F35(browser) {
    await browser.signIn();
    answering(browser, 503, "http.busy", { part: "identity" });
    await browser.driver.fetch("/api/me");
    return state(browser);
  },
  async F36(browser) {
    await browser.signIn();
    answering(browser, 401, "accounts.signed-out", { fault: "audience" });
    await browser.driver.fetch("/api/me");
    expect((await browser.driver.diagnose()).api).toEqual({
      isTaken: false,
      fault: "audience",
      said: "urn:waybill:api",
    });
    return news(browser);
  },
  F37: (browser) => cameBack(browser, "interaction_required"),
  async F38(browser) {
    await browser.signIn();
    refusing(browser, "invalid_grant");
    await browser.driver.confirm("person");
    return state(browser);
  },
  async F39(browser) {
    const tab = browser.another();
    const answers = [
      browser.answer(await browser.leave()),
      browser.answer(await browser.leave(tab)),
    ] as const;
    await browser.driver.finish(answers[0]);
    await tab.finish(answers[1]);
    await browser.driver.confirm("wake");
    expect(browser.driver.state()).toMatchObject({ kind: "signed-in", offline: false });
    return news(browser);
  },
  async F41(browser) {
    browser.provider.manners.metadata = { token_endpoint: "https://token.example/token" };
    browser.provider.manners.api = ({ url }) => {
      const event = new Event("securitypolicyviolation");
      Object.assign(event, { effectiveDirective: "connect-src", blockedURI: url, disposition: "enforce" });
      document.dispatchEvent(event);
      return browser.provider.unplugged();
    };
    const seen = await rejected(browser.signIn());
    expect((await browser.driver.diagnose()).provider?.blocked).toEqual(["https://token.example"]);
    return seen;
  },
};

test("F6 and F7: the bare address says why to a guest, and leads whoever is signed in on", async () => {
  const browser = await openStubBrowser();
  const bare = new URL("/auth/callback", location.origin);
  expect(await rejected(browser.driver.finish(bare))).toBe("stale-link");
  await browser.signIn();
  expect(await browser.driver.finish(bare)).toBe("/d/board");
  expect(browser.driver.state().kind).toBe("signed-in");
});

test("F8: so it is told when a sweep was faster than the answer", async () => {
  const browser = await openStubBrowser();
  const answer = browser.answer(await browser.leave());
  later(HOUR_MS + 60_000);
  localStorage.clear();
  sessionStorage.clear();
  expect(await rejected(browser.driver.finish(answer))).toBe("took-too-long");
});

test("F27: a clock that was set back is told as such", async () => {
  const browser = await openStubBrowser();
  await browser.signIn();
  unplug();
  later(-HOUR_MS);
  await browser.driver.confirm("wake");
  expect(browser.driver.state()).toEqual({
    kind: "signed-out",
    trouble: "offline-too-long",
    facts: { code: "clock-back" },
  });
});

test("F27: of hours that are over, no clock is blamed", async () => {
  const browser = await openStubBrowser();
  await browser.signIn();
  unplug();
  later(25 * HOUR_MS);
  await browser.driver.confirm("wake");
  expect(browser.driver.state()).toEqual({ kind: "signed-out", trouble: "offline-too-long" });
});

test("F27: a page that opens offline with the clock set back says so too", async () => {
  const browser = await openStubBrowser();
  await browser.signIn();
  unplug();
  later(-HOUR_MS);
  const { makePhase } = await import("../phase.ts");
  const { makeOidcDriver } = await import("../driver/oidc-driver.ts");
  const phase = makePhase();
  phase.go("begin");
  const page = makeOidcDriver(phase);
  await page.confirm("wake");
  expect(page.state()).toMatchObject({ trouble: "offline-too-long", facts: { code: "clock-back" } });
});

const rows = SIGN_IN_FAILURES.filter(({ number }) => number in HAPPENS).map(
  ({ number, code }) => [number, FAILURE_CASES[number], code] as const,
);
test.each(rows)("%s really happens: %s", async (number, _when, code) => {
  const browser = await openStubBrowser();
  expect(await HAPPENS[number]?.(browser)).toBe(code);
});
