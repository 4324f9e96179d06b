import { afterEach, expect, test, vi } from "vitest";
import { FAILURE_CASES } from "#contract/sign-in-failure-cases.ts";
import { SIGN_IN_FAILURES } from "#contract/sign-in-failures.ts";
import { type Desk, openDesk } from "#test/support/sign-in/sign-in-driver.ts";

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
const state = ({ driver }: Desk): Seen => {
  const now = driver.state();
  if (now.kind === "signed-out") return now.trouble;
  return now.kind === "signed-in" ? now.why : now.kind;
};
/** News besides that this browser keeps nothing, which is so in every one of these tests. */
const news = ({ driver }: Desk): Seen =>
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
const refusing = (desk: Desk, error: string) => {
  desk.provider.manners.token = () => desk.provider.json({ error }, 400);
};
const answering = (desk: Desk, status: number, code: string, facts: Record<string, string> = {}) => {
  desk.provider.manners.api = () => desk.provider.json({ code, status, facts, way: "mend" }, status);
};
/** The provider sends the person back with an error. */
const cameBack = async (desk: Desk, error: string) =>
  rejected(desk.driver.finish(desk.answer(await desk.leave(), { code: undefined, error })));

/** How each failure comes about with the real driver, and what is then to be said. */
const HAPPENS: Readonly<Record<string, (desk: Desk) => Promise<Seen> | Seen>> = {
  async F1(desk) {
    desk.provider.manners.discovery = desk.provider.unplugged;
    return rejected(desk.leave());
  },
  async F2(desk) {
    desk.provider.manners.discovery = html;
    return rejected(desk.leave());
  },
  async F3(desk) {
    desk.provider.manners.metadata = { issuer: "https://other.example" };
    return rejected(desk.leave());
  },
  F4: (desk) => cameBack(desk, "access_denied"),
  F5: (desk) => cameBack(desk, "temporarily_unavailable"),
  F6: (desk) => rejected(desk.driver.finish(new URL("/auth/callback?code=a&state=b", location.origin))),
  async F7(desk) {
    const answer = desk.answer(await desk.leave());
    await desk.driver.finish(answer);
    expect(await desk.driver.finish(answer)).toBe("/d/board");
    return news(desk);
  },
  async F8(desk) {
    const answer = desk.answer(await desk.leave());
    later(HOUR_MS + 60_000);
    return rejected(desk.driver.finish(answer));
  },
  async F9(desk) {
    desk.provider.manners.claims = (claims) => ({ ...claims, nonce: "of-somebody-else" });
    return rejected(desk.signIn());
  },
  async F10(desk) {
    desk.provider.manners.token = desk.provider.unplugged;
    return rejected(desk.signIn());
  },
  async F11(desk) {
    desk.provider.manners.token = html;
    return rejected(desk.signIn());
  },
  async F12(desk) {
    desk.provider.manners.roles = ["gardener"];
    await desk.signIn();
    return desk.driver.roles().length === 0 ? "no-role" : "a role";
  },
  async F13(desk) {
    await desk.signIn();
    refusing(desk, "invalid_grant");
    await desk.driver.confirm("event");
    return state(desk);
  },
  async F14(desk) {
    await desk.signIn();
    const tab = desk.another();
    await tab.confirm("wake");
    await tab.logout({ hereOnly: true });
    await desk.driver.confirm("wake");
    return state(desk);
  },
  async F15(desk) {
    await desk.signIn();
    desk.provider.manners.subject = "bo";
    await desk.signIn(desk.another());
    await desk.driver.confirm("wake");
    expect(desk.driver.state()).toMatchObject({ kind: "signed-in", subject: "bo" });
    return news(desk);
  },
  async F16(desk) {
    await desk.signIn();
    refusing(desk, "invalid_grant");
    later(60 * HOUR_MS);
    await desk.driver.confirm("wake");
    return state(desk);
  },
  async F17(desk) {
    Object.defineProperty(navigator, "standalone", { value: true, configurable: true });
    const answer = desk.answer(await desk.leave());
    Object.defineProperty(navigator, "standalone", { value: undefined, configurable: true });
    // The browser is another storage than the app: nothing of that sign-in is here.
    localStorage.clear();
    sessionStorage.clear();
    return rejected(desk.driver.finish(answer));
  },
  async F18(desk) {
    await desk.signIn();
    unplug();
    await desk.driver.confirm("wake");
    return state(desk);
  },
  async F19(desk) {
    await desk.signIn();
    desk.provider.manners.token = () => new Response("", { status: 503 });
    await desk.driver.confirm("wake");
    return state(desk) === "busy" ? "provider-busy" : state(desk);
  },
  async F20(desk) {
    await desk.signIn();
    desk.provider.manners.discovery = desk.provider.unplugged;
    await desk.driver.logout();
    return news(desk);
  },
  async F21(desk) {
    desk.provider.manners.metadata = { end_session_endpoint: undefined };
    await desk.signIn();
    await desk.driver.logout();
    return news(desk);
  },
  async F22(desk) {
    desk.provider.manners.tellsTime = false;
    desk.provider.manners.aheadS = -20 * 60;
    return rejected(desk.signIn());
  },
  async F23(desk) {
    refusing(desk, "invalid_dpop_proof");
    return rejected(desk.signIn());
  },
  async F24(desk) {
    desk.provider.manners.roles = ["sender", "dispatcher"];
    await desk.signIn();
    desk.provider.manners.roles = ["sender"];
    answering(desk, 403, "accounts.forbidden");
    await desk.driver.fetch("/api/board");
    expect(desk.driver.roles()).toEqual(["sender"]);
    return news(desk);
  },
  async F25(desk) {
    await desk.signIn();
    return desk.driver.notices()[0]?.code;
  },
  async F27(desk) {
    await desk.signIn();
    unplug();
    later(25 * HOUR_MS);
    await desk.driver.confirm("wake");
    return state(desk);
  },
  async F28(desk) {
    unplug();
    return rejected(desk.leave());
  },
  F31(desk) {
    vi.stubGlobal("isSecureContext", false);
    return rejected(desk.leave());
  },
  async F33(desk) {
    desk.provider.manners.discovery = desk.provider.unplugged;
    for (let nth = 0; nth < 3; nth += 1) await rejected(desk.driver.login());
    return rejected(desk.driver.login());
  },
  async F34(desk) {
    await desk.signIn();
    await desk.provider.changeKeys();
    refusing(desk, "invalid_grant");
    await desk.driver.confirm("person");
    return state(desk);
  },
  async F35(desk) {
    await desk.signIn();
    answering(desk, 503, "http.busy", { part: "identity" });
    await desk.driver.fetch("/api/me");
    return state(desk);
  },
  async F36(desk) {
    await desk.signIn();
    answering(desk, 401, "accounts.signed-out", { fault: "audience" });
    await desk.driver.fetch("/api/me");
    expect((await desk.driver.diagnose()).api).toEqual({
      isTaken: false,
      fault: "audience",
      said: "urn:waybill:api",
    });
    return news(desk);
  },
  F37: (desk) => cameBack(desk, "interaction_required"),
  async F38(desk) {
    await desk.signIn();
    refusing(desk, "invalid_grant");
    await desk.driver.confirm("person");
    return state(desk);
  },
  async F39(desk) {
    const tab = desk.another();
    const answers = [desk.answer(await desk.leave()), desk.answer(await desk.leave(tab))] as const;
    await desk.driver.finish(answers[0]);
    await tab.finish(answers[1]);
    await desk.driver.confirm("wake");
    expect(desk.driver.state()).toMatchObject({ kind: "signed-in", offline: false });
    return news(desk);
  },
  async F41(desk) {
    desk.provider.manners.metadata = { token_endpoint: "https://token.example/token" };
    desk.provider.manners.api = ({ url }) => {
      const event = new Event("securitypolicyviolation");
      Object.assign(event, { effectiveDirective: "connect-src", blockedURI: url, disposition: "enforce" });
      document.dispatchEvent(event);
      return desk.provider.unplugged();
    };
    const seen = await rejected(desk.signIn());
    expect((await desk.driver.diagnose()).provider?.blocked).toEqual(["https://token.example"]);
    return seen;
  },
};

test("F6 and F7: the bare address says why to a guest, and leads whoever is signed in on", async () => {
  const desk = await openDesk();
  const bare = new URL("/auth/callback", location.origin);
  expect(await rejected(desk.driver.finish(bare))).toBe("stale-link");
  await desk.signIn();
  expect(await desk.driver.finish(bare)).toBe("/d/board");
  expect(desk.driver.state().kind).toBe("signed-in");
});

test("F8: so it is told when a sweep was faster than the answer", async () => {
  const desk = await openDesk();
  const answer = desk.answer(await desk.leave());
  later(HOUR_MS + 60_000);
  localStorage.clear();
  sessionStorage.clear();
  expect(await rejected(desk.driver.finish(answer))).toBe("took-too-long");
});

test("F27: a clock that was set back is told as such", async () => {
  const desk = await openDesk();
  await desk.signIn();
  unplug();
  later(-HOUR_MS);
  await desk.driver.confirm("wake");
  expect(desk.driver.state()).toEqual({
    kind: "signed-out",
    trouble: "offline-too-long",
    facts: { code: "clock-back" },
  });
});

test("F27: of hours that are over, no clock is blamed", async () => {
  const desk = await openDesk();
  await desk.signIn();
  unplug();
  later(25 * HOUR_MS);
  await desk.driver.confirm("wake");
  expect(desk.driver.state()).toEqual({ kind: "signed-out", trouble: "offline-too-long" });
});

test("F27: a page that opens offline with the clock set back says so too", async () => {
  const desk = await openDesk();
  await desk.signIn();
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
  const desk = await openDesk();
  expect(await HAPPENS[number]?.(desk)).toBe(code);
});
