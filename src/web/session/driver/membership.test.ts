import { expect, test, vi } from "vitest";
import { type StubBrowser, openStubBrowser } from "#test/support/sign-in/sign-in-driver.ts";
import { membershipIn } from "./membership.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

/** A browser where people join by invitation; our server gives these roles, whatever the token names. */
async function openInvited(roles: readonly string[], changes: Parameters<typeof openStubBrowser>[0] = {}) {
  const browser = await openStubBrowser({ joinBy: "invitation", ...changes });
  browser.provider.manners.roles = [];
  const become = (next: readonly string[]) => {
    browser.provider.manners.api = () => browser.provider.json({ roles: next });
  };
  become(roles);
  return { browser, become };
}
const reading = async ({ driver }: StubBrowser) => (await driver.diagnose()).roles;

test("where people join by invitation, the membership's roles show, and the token needs none", async () => {
  const { browser } = await openInvited(["dispatcher"]);
  expect(await browser.signIn()).toBe("/d/board");
  expect(browser.driver.state()).toMatchObject({ kind: "signed-in", roles: ["dispatcher"] });
  expect(await reading(browser)).toEqual({
    from: "membership",
    reasons: [{ canonical: "dispatcher", gives: ["dispatcher"] }],
    tooMany: false,
  });
  const [asked] = browser.provider.to("/api/me");
  expect(asked?.headers.get("authorization")).toMatch(/^Bearer ./);
});

test("a token's roles show nothing there, nor do those of userinfo", async () => {
  const { browser } = await openInvited([]);
  browser.provider.manners.roles = ["sender", "dispatcher"];
  browser.provider.manners.userinfo = {
    sub: "ada",
    name: "Ada L.",
    resource_access: { "waybill-api": { roles: ["sender"] } },
  };
  await browser.signIn();
  await vi.waitFor(() => expect(browser.driver.account().name).toBe("Ada L."));
  expect(browser.driver.roles()).toEqual([]);
});

test("who is no member has no role, and gets the invited one at the next question", async () => {
  const { browser, become } = await openInvited([]);
  browser.provider.manners.api = () => browser.provider.json({ code: "accounts.not-invited" }, 403);
  await browser.signIn();
  expect(browser.driver.state()).toMatchObject({ kind: "signed-in", roles: [] });
  become(["courier"]);
  await browser.driver.confirm("person");
  expect(browser.driver.roles()).toEqual(["courier"]);
});

test("a role that is given or taken is known after a refresh, and after any look at who one is", async () => {
  const { browser, become } = await openInvited(["sender", "dispatcher"]);
  await browser.signIn();
  become(["sender"]);
  await browser.driver.confirm("person");
  expect(browser.driver.roles()).toEqual(["sender"]);
  const told = vi.fn<() => void>();
  browser.driver.on(told);
  become(["sender", "org-admin"]);
  const answer = await browser.driver.fetch("/api/me");
  expect(await answer.json()).toEqual({ roles: ["sender", "org-admin"] });
  expect(browser.driver.state()).toMatchObject({ roles: ["sender", "org-admin"] });
  expect(told).toHaveBeenCalled();
});

test("a provider without refresh tokens hides no new role: our server is asked when somebody looks", async () => {
  const { browser, become } = await openInvited([]);
  browser.provider.manners.answer = (body) => ({ ...body, refresh_token: undefined });
  await browser.signIn();
  become(["courier"]);
  await browser.driver.confirm("person");
  expect(browser.driver.roles()).toEqual(["courier"]);
});

test("our server's silence takes no role away, its no takes all", async () => {
  const { browser } = await openInvited(["dispatcher"]);
  await browser.signIn();
  for (const api of [browser.provider.unplugged, () => browser.provider.json({}, 503)]) {
    browser.provider.manners.api = api;
    await browser.driver.confirm("person");
    expect(browser.driver.roles()).toEqual(["dispatcher"]);
  }
  browser.provider.manners.api = () => browser.provider.json({ code: "accounts.not-invited" }, 403);
  await browser.driver.confirm("person");
  expect(browser.driver.roles()).toEqual([]);
});

test("where roles come by the token, our server is not asked for them", async () => {
  const browser = await openStubBrowser();
  browser.provider.manners.api = () => browser.provider.json({ roles: ["org-admin"] });
  await browser.signIn();
  expect(browser.provider.to("/api/me")).toEqual([]);
  await browser.driver.fetch("/api/me");
  expect(browser.driver.roles()).toEqual(["sender"]);
});

test.each([undefined, null, "sender", {}, { roles: "sender" }, { roles: ["root", 7, null] }])(
  "an answer that names no role of ours gives none: %j",
  (me) => expect(membershipIn(me).roles).toEqual([]),
);
