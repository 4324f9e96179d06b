import { expect, test, vi } from "vitest";
import { type Desk, openDesk } from "#test/support/sign-in/sign-in-driver.ts";
import { membershipIn } from "./membership.ts";

// A busy machine takes long to read the driver anew for every test.
vi.setConfig({ testTimeout: 30_000 });

/** A browser where people join by invitation; our server gives these roles, whatever the token names. */
async function openInvited(roles: readonly string[], changes: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk({ joinBy: "invitation", ...changes });
  desk.provider.manners.roles = [];
  const become = (next: readonly string[]) => {
    desk.provider.manners.api = () => desk.provider.json({ roles: next });
  };
  become(roles);
  return { desk, become };
}
const reading = async ({ driver }: Desk) => (await driver.diagnose()).roles;

test("where people join by invitation, the membership's roles show, and the token needs none", async () => {
  const { desk } = await openInvited(["dispatcher"]);
  expect(await desk.signIn()).toBe("/d/board");
  expect(desk.driver.state()).toMatchObject({ kind: "signed-in", roles: ["dispatcher"] });
  expect(await reading(desk)).toEqual({
    from: "membership",
    reasons: [{ canonical: "dispatcher", gives: ["dispatcher"] }],
    tooMany: false,
  });
  const [asked] = desk.provider.to("/api/me");
  expect(asked?.headers.get("authorization")).toMatch(/^Bearer ./);
});

test("a token's roles show nothing there, nor do those of userinfo", async () => {
  const { desk } = await openInvited([]);
  desk.provider.manners.roles = ["sender", "dispatcher"];
  desk.provider.manners.userinfo = {
    sub: "ada",
    name: "Ada L.",
    resource_access: { "waybill-api": { roles: ["sender"] } },
  };
  await desk.signIn();
  await vi.waitFor(() => expect(desk.driver.account().name).toBe("Ada L."));
  expect(desk.driver.roles()).toEqual([]);
});

test("who is no member has no role, and gets the invited one at the next question", async () => {
  const { desk, become } = await openInvited([]);
  desk.provider.manners.api = () => desk.provider.json({ code: "accounts.not-invited" }, 403);
  await desk.signIn();
  expect(desk.driver.state()).toMatchObject({ kind: "signed-in", roles: [] });
  become(["courier"]);
  await desk.driver.confirm("person");
  expect(desk.driver.roles()).toEqual(["courier"]);
});

test("a role that is given or taken is known after a refresh, and after any look at who one is", async () => {
  const { desk, become } = await openInvited(["sender", "dispatcher"]);
  await desk.signIn();
  become(["sender"]);
  await desk.driver.confirm("person");
  expect(desk.driver.roles()).toEqual(["sender"]);
  const told = vi.fn<() => void>();
  desk.driver.on(told);
  become(["sender", "org-admin"]);
  const answer = await desk.driver.fetch("/api/me");
  expect(await answer.json()).toEqual({ roles: ["sender", "org-admin"] });
  expect(desk.driver.state()).toMatchObject({ roles: ["sender", "org-admin"] });
  expect(told).toHaveBeenCalled();
});

test("a provider without refresh tokens hides no new role: our server is asked when somebody looks", async () => {
  const { desk, become } = await openInvited([]);
  desk.provider.manners.answer = (body) => ({ ...body, refresh_token: undefined });
  await desk.signIn();
  become(["courier"]);
  await desk.driver.confirm("person");
  expect(desk.driver.roles()).toEqual(["courier"]);
});

test("our server's silence takes no role away, its no takes all", async () => {
  const { desk } = await openInvited(["dispatcher"]);
  await desk.signIn();
  for (const api of [desk.provider.unplugged, () => desk.provider.json({}, 503)]) {
    desk.provider.manners.api = api;
    await desk.driver.confirm("person");
    expect(desk.driver.roles()).toEqual(["dispatcher"]);
  }
  desk.provider.manners.api = () => desk.provider.json({ code: "accounts.not-invited" }, 403);
  await desk.driver.confirm("person");
  expect(desk.driver.roles()).toEqual([]);
});

test("where roles come by the token, our server is not asked for them", async () => {
  const desk = await openDesk();
  desk.provider.manners.api = () => desk.provider.json({ roles: ["org-admin"] });
  await desk.signIn();
  expect(desk.provider.to("/api/me")).toEqual([]);
  await desk.driver.fetch("/api/me");
  expect(desk.driver.roles()).toEqual(["sender"]);
});

test.each([undefined, null, "sender", {}, { roles: "sender" }, { roles: ["root", 7, null] }])(
  "an answer that names no role of ours gives none: %j",
  (me) => expect(membershipIn(me).roles).toEqual([]),
);
