import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "#kernel/actor.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { openIdentityWorld } from "#test/support/sign-in/identity-world.ts";
import type { Claims, IdentityWorld, Visitor } from "#test/support/sign-in/identity-world.ts";
import { accountsApi } from "../contract/api.ts";
import { INVITATION_KEPT_MS } from "../domain/invitation.ts";

let at: IdentityWorld;
let ada: Visitor;

beforeAll(async () => {
  at = await openIdentityWorld({ joinBy: "invitation" });
  ada = at.visitor({ subject: "ada", name: "Ada", roles: ["org-admin"], sessionId: "ada" });
  good(await ada.call(accountsApi.me, {}));
});
afterAll(() => at.world.close());

const visitor = (subject: string, claims: Partial<Claims> = {}) =>
  at.visitor({ subject, name: subject, ...claims });
const meOf = async (who: Visitor) => (await who.call(accountsApi.me, {})).body;
const tokenIn = (path: string) => path.split("#")[1] ?? "";
const invite = async (
  email: string,
  roles: Exclude<Role, "waybill-operator">[] = ["dispatcher"],
  vehicle: "van" | null = null,
) => {
  const { invitation, path } = good(await ada.call(accountsApi.invitePerson, { email, roles, vehicle }));
  return { ...invitation, token: tokenIn(path) };
};
const accept = (who: Visitor, token: string) => who.call(accountsApi.acceptInvitation, { token });
const open = async () =>
  good(await ada.call(accountsApi.listInvitations, { limit: 100 })).items.map(({ email }) => email);
const peopleNamed = (name: string) =>
  at.world.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from person where name = ${name}`));

describe("where people join by invitation", () => {
  test("the very first administrator comes in by the token, the second one does not", async () => {
    expect(await meOf(ada)).toMatchObject({ name: "Ada", roles: ["org-admin"] });
    const second = visitor("second", { roles: ["org-admin"], email: "second@example.org" });
    const answer = await second.call(accountsApi.me, {});
    expect(answer).toMatchObject({ status: 403, body: { code: "accounts.not-invited" } });
    expect(await peopleNamed("second")).toEqual([]);
  });

  test("an unknown person is refused clearly, and stays a guest where guests may be", async () => {
    const nobody = visitor("nobody", { roles: ["sender", "dispatcher"] });
    for (const endpoint of [accountsApi.me, accountsApi.listPeople, accountsApi.listMySessions])
      expect((await nobody.call(endpoint, {})).body.code).toBe("accounts.not-invited");
    expect((await accept(nobody, "a".repeat(22))).body.code).toBe("accounts.invitation-unknown");
    expect(await peopleNamed("nobody")).toEqual([]);
  });

  test("a proven e-mail address is enough; the membership's roles count, the token needs none", async () => {
    await invite("Mia@Example.org", ["courier", "sender"], "van");
    const mia = visitor("mia", { email: "mia@example.ORG", emailVerified: true });
    const me = await meOf(mia);
    expect(me).toMatchObject({ roles: ["sender", "courier"] });
    expect(me.courierId).not.toBeNull();
    const { items } = good(await ada.call(accountsApi.listPeople, { search: "mia" }));
    expect(items).toMatchObject([{ vehicle: "van", status: "active" }]);
    expect(await open()).not.toContain("Mia@Example.org");
  });

  test("a token that does not say that the address is verified proves nothing, the link still opens", async () => {
    const { token } = await invite("quiet@example.org", ["org-admin"]);
    for (const emailVerified of [undefined, false]) {
      const claims = { email: "quiet@example.org", ...(emailVerified !== undefined && { emailVerified }) };
      expect((await meOf(visitor("eve", claims))).code).toBe("accounts.not-invited");
    }
    good(await accept(visitor("quiet", { email: "quiet@example.org" }), token));
    expect(await meOf(visitor("quiet"))).toMatchObject({ roles: ["org-admin"] });
  });

  test("an expired invitation lets nobody in", async () => {
    await invite("late@example.org");
    at.world.now += INVITATION_KEPT_MS;
    const late = visitor("late", { email: "late@example.org", emailVerified: true });
    expect((await meOf(late)).code).toBe("accounts.not-invited");
    at.world.now += DAY_MS;
    expect(await open()).toContain("late@example.org");
  });
});

describe("the link", () => {
  test("makes a member once, whatever the address is where none is proven", async () => {
    const { token } = await invite("link@example.org", ["sender"]);
    const lou = visitor("lou", { email: "other@example.org", emailVerified: false });
    expect(good(await accept(lou, token))).toEqual({ roles: ["sender"] });
    expect(await meOf(lou)).toMatchObject({ name: "lou", roles: ["sender"] });
    expect(good(await accept(lou, token))).toEqual({ roles: ["sender"] });
    expect((await accept(visitor("eve"), token)).body.code).toBe("accounts.invitation-used");
    expect(await peopleNamed("eve")).toEqual([]);
  });

  test("is kept only as a hash", async () => {
    const { id, token } = await invite("hash@example.org");
    const row = await at.world.db.owner((tx) =>
      first(tx, sql<{ text: string }>`select to_jsonb(i)::text as text from invitation i where id = ${id}`),
    );
    expect(row?.text).toContain("hash@example.org");
    expect(row?.text).not.toContain(token);
  });

  test("of two at once lets one in; the same person twice at once is one member", async () => {
    const { token } = await invite("race@example.org");
    const answers = await Promise.all(["race-a", "race-b"].map((subject) => accept(visitor(subject), token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const again = await invite("race2@example.org");
    const same = await Promise.all([1, 2, 3].map(() => accept(visitor("race-c"), again.token)));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await peopleNamed("race-c")).length).toBe(1);
    expect((await peopleNamed("race-a")).length + (await peopleNamed("race-b")).length).toBe(1);
  });

  test("says when it is for another address, withdrawn, expired or replaced, and asks guests to sign in", async () => {
    const { id, token } = await invite("face@example.org");
    const other = visitor("face", { email: "else@example.org", emailVerified: true });
    expect((await accept(other, token)).body.code).toBe("accounts.invitation-other-email");
    expect((await accept(at.visitor({ subject: "x" }), "b".repeat(22))).status).toBe(404);
    expect((await at.world.guest().call(accountsApi.acceptInvitation, { token })).status).toBe(401);
    const { path } = good(await ada.call(accountsApi.renewInvitation, { id }));
    expect((await accept(other, token)).body.code).toBe("accounts.invitation-unknown");
    at.world.now += INVITATION_KEPT_MS;
    expect((await accept(visitor("face"), tokenIn(path))).body.code).toBe("accounts.invitation-expired");
    const renewed = good(await ada.call(accountsApi.renewInvitation, { id }));
    expect(renewed.invitation.state).toBe("open");
    good(await ada.call(accountsApi.withdrawInvitation, { id }));
    const withdrawn = await accept(visitor("face"), tokenIn(renewed.path));
    expect(withdrawn.body.code).toBe("accounts.invitation-withdrawn");
    expect(await peopleNamed("face")).toEqual([]);
  });

  test("gives a member further roles, and says when there is nothing to give", async () => {
    const first = await invite("more@example.org", ["sender"]);
    const mo = visitor("mo");
    good(await accept(mo, first.token));
    const same = await invite("more2@example.org", ["sender"]);
    expect((await accept(mo, same.token)).body.code).toBe("accounts.already-member");
    const more = await invite("more3@example.org", ["courier"], "van");
    good(await accept(mo, more.token));
    expect(await meOf(mo)).toMatchObject({ roles: ["sender", "courier"] });
    expect((await meOf(mo)).courierId).not.toBeNull();
  });
});

describe("inviting", () => {
  test("one address has one open invitation, also when two invite at once; a member needs none", async () => {
    const wish = { email: "twice@example.org", roles: ["sender" as const], vehicle: null };
    const both = await Promise.all([1, 2].map(() => ada.call(accountsApi.invitePerson, wish)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const upper = await ada.call(accountsApi.invitePerson, { ...wish, email: "TWICE@example.org" });
    expect(upper.body).toMatchObject({ code: "accounts.already-invited", fields: [{ path: "email" }] });
    await meOf(visitor("twice", { email: "twice@example.org", emailVerified: true }));
    const member = await ada.call(accountsApi.invitePerson, wish);
    expect(member.body.code).toBe("accounts.already-member");
  });

  test("an address that a member only claims stands in nobody's way", async () => {
    const { token } = await invite("squatter@example.org", ["sender"]);
    good(await accept(visitor("squatter", { email: "boss@example.org" }), token));
    await invite("boss@example.org");
    await meOf(visitor("boss", { email: "boss@example.org", emailVerified: true }));
    const again = { email: "boss@example.org", roles: ["sender" as const], vehicle: null };
    const answer = await ada.call(accountsApi.invitePerson, again);
    expect(answer.body.code).toBe("accounts.already-member");
  });

  test("a member whose provider verifies the address later is known by it", async () => {
    const { token } = await invite("first@example.org", ["sender"]);
    good(await accept(visitor("lea", { email: "lea@example.org" }), token));
    await meOf(visitor("lea", { email: "lea@example.org", emailVerified: true, sessionId: "later" }));
    const wish = { email: "Lea@example.org", roles: ["sender" as const], vehicle: null };
    expect((await ada.call(accountsApi.invitePerson, wish)).body.code).toBe("accounts.already-member");
  });

  test("sent again under the same key it is the same invitation with a fresh link", async () => {
    const key = randomUUID();
    const wish = { email: "again@example.org", roles: ["sender" as const], vehicle: null };
    const one = good(await ada.call(accountsApi.invitePerson, wish, { key }));
    const two = good(await ada.call(accountsApi.invitePerson, wish, { key }));
    expect(two.invitation.id).toBe(one.invitation.id);
    expect((await accept(visitor("again"), tokenIn(one.path))).status).toBe(404);
    expect((await accept(visitor("again"), tokenIn(two.path))).status).toBe(200);
  });

  test("a courier needs a vehicle, and what is over can be neither renewed nor withdrawn", async () => {
    const wish = { email: "van@example.org", roles: ["courier" as const], vehicle: null };
    expect((await ada.call(accountsApi.invitePerson, wish)).body).toMatchObject({
      code: "accounts.courier-needs-vehicle",
      fields: [{ path: "vehicle" }],
    });
    const { id, token } = await invite("over@example.org");
    good(await accept(visitor("over"), token));
    for (const endpoint of [accountsApi.renewInvitation, accountsApi.withdrawInvitation]) {
      expect((await ada.call(endpoint, { id })).body.code).toBe("accounts.invitation-over");
      expect((await ada.call(endpoint, { id: randomUUID() })).status).toBe(404);
    }
    const gone = await invite("gone@example.org");
    good(await ada.call(accountsApi.withdrawInvitation, { id: gone.id }));
    expect(good(await ada.call(accountsApi.withdrawInvitation, { id: gone.id })).state).toBe("withdrawn");
  });

  test("the list is read page by page, each invitation once", async () => {
    for (let nth = 0; nth < 3; nth += 1) await invite(`page-${nth}@example.org`);
    const all = await open();
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = good(
        await ada.call(accountsApi.listInvitations, { limit: 2, ...(cursor !== undefined && { cursor }) }),
      );
      expect(page.joinBy).toBe("invitation");
      seen.push(...page.items.map(({ email }) => email));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen).toEqual(all);
  });
});

describe("where people join by roles", () => {
  test("an invitation adds to the membership, and the token stays the ceiling", async () => {
    const roles = await openIdentityWorld({ joinBy: "roles" });
    try {
      const boss = roles.visitor({ subject: "boss", name: "Boss", roles: ["org-admin"] });
      const wish = { email: "zoe@example.org", roles: ["dispatcher" as const], vehicle: null };
      good(await boss.call(accountsApi.invitePerson, wish));
      const zoe = (granted: Role[]) =>
        roles.visitor({ subject: "zoe", email: "zoe@example.org", emailVerified: true, roles: granted });
      expect((await meOf(zoe(["sender"]))).roles).toEqual(["sender"]);
      expect((await meOf(zoe(["sender", "dispatcher", "org-admin"]))).roles).toEqual([
        "sender",
        "dispatcher",
      ]);
      expect(good(await boss.call(accountsApi.listInvitations, {}))).toMatchObject({
        items: [],
        joinBy: "roles",
      });
    } finally {
      await roles.world.close();
    }
  });
});
