import { beforeEach, expect, test, vi } from "vitest";
import { type StubBrowser, openStubBrowser } from "#test/support/sign-in/sign-in-driver.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

let browser: StubBrowser;
beforeEach(async () => {
  browser = await openStubBrowser();
  await browser.signIn();
});

const problem = (status: number, code: string, facts: Record<string, string> = {}) =>
  browser.provider.json({ code, status, facts, way: "mend" }, status);
const ended = () => problem(401, "accounts.signed-out", { fault: "ended" });
const confirm = () => {
  const response = problem(401, "accounts.confirm-sign-in", { fault: "old" });
  response.headers.set("www-authenticate", 'DPoP error="insufficient_user_authentication", max_age="900"');
  return response;
};
const suspended = () => problem(403, "accounts.suspended");
const providerRefuses = () => {
  browser.provider.manners.token = () => browser.provider.json({ error: "invalid_grant" }, 400);
};
/** Our server's answers to one call after the other; the last one stays. */
const answering = (...answers: (() => Response)[]) => {
  browser.provider.manners.api = () =>
    (answers.length > 1 ? answers.shift() : answers[0])?.() ?? new Response();
};
const trouble = () => {
  const state = browser.driver.state();
  return state.kind === "signed-out" ? state.trouble : state.kind;
};

test("a call that our server refuses as ended says so before any event does", async () => {
  answering(ended);
  providerRefuses();
  await browser.driver.fetch("/api/board");
  expect(trouble()).toBe("ended-elsewhere");
});

test("a call that is refused without that reason leaves the provider's no as it is", async () => {
  answering(() => problem(401, "accounts.signed-out", { fault: "expired" }));
  providerRefuses();
  await browser.driver.fetch("/api/board");
  expect(trouble()).toBe("ended-or-disabled");
});

test("a suspended member whose fresh token is refused is out and told why", async () => {
  answering(ended, suspended);
  const response = await browser.driver.fetch("/api/board");
  expect(response.status).toBe(403);
  expect(trouble()).toBe("ended-or-disabled");
});

test("a suspended member whose token is refused at once is out and told why", async () => {
  answering(suspended);
  await browser.driver.fetch("/api/board");
  expect(trouble()).toBe("ended-or-disabled");
});

test.each([
  ["suspended", suspended, "ended-or-disabled"],
  ["not suspended", () => browser.provider.json({}), "ended-elsewhere"],
])("long after signing in, who is %s is out without another try, and told why", async (_who, next, why) => {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + 90_000);
  answering(ended, next);
  expect((await browser.driver.fetch("/api/board", { method: "POST" })).status).toBe(401);
  clock.mockRestore();
  expect(trouble()).toBe(why);
  expect(browser.provider.to("/api/board")).toHaveLength(1);
});

test("a call that wants a newer sign-in is answered so: no fresh token is asked for, now or because of it", async () => {
  answering(confirm);
  const asked = browser.provider.to("/token").length;
  expect((await browser.driver.fetch("/api/refunds", { method: "POST" })).status).toBe(401);
  expect(browser.provider.to("/api/refunds")).toHaveLength(1);
  expect(browser.provider.to("/token")).toHaveLength(asked);
  answering(
    () => problem(401, "accounts.signed-out", { fault: "expired" }),
    () => browser.provider.json({}),
  );
  expect((await browser.driver.fetch("/api/board")).status).toBe(200);
});

test("one that wants a newer sign-in of a fresh token too keeps no later call from asking for another", async () => {
  answering(
    () => problem(401, "accounts.signed-out", { fault: "expired" }),
    confirm,
    () => problem(401, "accounts.signed-out", { fault: "expired" }),
    () => browser.provider.json({}),
  );
  expect((await browser.driver.fetch("/api/refunds", { method: "POST" })).status).toBe(401);
  expect((await browser.driver.fetch("/api/board")).status).toBe(200);
});

test("an end that was told by another page keeps its reason", async () => {
  answering(suspended);
  const other = browser.another();
  await other.confirm("wake");
  await browser.driver.fetch("/api/board");
  answering(ended);
  await other.fetch("/api/board");
  expect(other.state()).toMatchObject({ kind: "signed-out", trouble: "ended-or-disabled" });
});

test.each([
  ["at once", 0],
  ["long after signing in", 90_000],
])(
  "a call of one person that is refused %s is never sent as another who signed in meanwhile",
  async (_when, age) => {
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now + age);
    let calls = 0;
    browser.provider.manners.api = async () => {
      calls += 1;
      if (calls > 1) return browser.provider.json({});
      browser.provider.manners.subject = "bo";
      await browser.signIn(browser.another());
      return ended();
    };
    expect((await browser.driver.fetch("/api/board", { method: "POST" })).status).toBe(401);
    clock.mockRestore();
    expect(browser.driver.state()).toMatchObject({ kind: "signed-in", subject: "bo" });
    expect(browser.provider.to("/api/board")).toHaveLength(1);
  },
);
