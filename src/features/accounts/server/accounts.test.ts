import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Role } from "#kernel/actor.ts";
import { rows } from "#server/db/db.ts";
import { statementCosts } from "#test/support/seeds/budget.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { accountsApi } from "../contract/api.ts";
import type { Person } from "../contract/people.ts";
import { ACTOR_KEPT_MS } from "./actor-cache.ts";
import { actorFor, courierById, couriersOf } from "./public.ts";

const { world, ada } = useWorld({ people: { ada: ["Ada Admin", "org-admin"] } });

const byNumber = (a: number, b: number) => a - b;
const signIn = (
  subject: string,
  roles: Role[],
  more: { name?: string; email?: string; locale?: string } = {},
) => actorFor(world, world.now, { issuer: "https://id.example", subject, roles, ...more });
const person = async (id: string): Promise<Person> => {
  const { items } = good(await ada.call(accountsApi.listPeople, { limit: 100 }));
  const found = items.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const edit = async (id: string, changes: Partial<Person>, caller = ada) => {
  const { name, phone, roles, status, vehicle, version } = { ...(await person(id)), ...changes };
  return caller.call(accountsApi.editPerson, { id, name, phone, roles, status, vehicle, version });
};

describe("signing in", () => {
  test("the first time makes a person with the token's roles, ten times at once one", async () => {
    const actors = await Promise.all(
      Array.from({ length: 10 }, () => signIn("mia", ["sender"], { name: "Mia", locale: "de-AT" })),
    );
    expect(new Set(actors.map((actor) => actor.userId)).size).toBe(1);
    expect(await person(actors[0]?.userId ?? "")).toMatchObject({
      name: "Mia",
      locale: "de",
      roles: ["sender"],
      tokenRoles: ["sender"],
      status: "active",
    });
  });

  test.each([
    ["en-GB", "en-GB"],
    ["pt-BR", null],
  ])("a token that says %s gives the language %s", async (locale, kept) => {
    const actor = await signIn(`reads ${locale}`, ["sender"], { locale });
    expect((await person(actor.userId ?? "")).locale).toBe(kept);
  });

  test("of a courier gives a courier id and a vehicle", async () => {
    const actor = await signIn("rider", ["courier"], { name: "Rob Rider" });
    expect(actor.courierId).toBeDefined();
    const courier = await world.db.as(actor, (tx) => courierById(tx, actor.courierId ?? ""));
    expect(courier).toMatchObject({ name: "Rob Rider", vehicle: "bike", active: true, userId: actor.userId });
  });

  // v5.0.0-10.3.2
  test("the token is the ceiling, the membership the scope", async () => {
    const first = await signIn("dot", ["dispatcher", "sender"]);
    good(await edit(first.userId ?? "", { roles: ["dispatcher", "org-admin"] }));
    expect((await signIn("dot", ["dispatcher", "sender"])).roles).toEqual(["dispatcher"]);
    expect((await signIn("dot", ["dispatcher", "org-admin"])).roles).toEqual(["dispatcher", "org-admin"]);
    expect((await signIn("dot", ["sender"])).roles).toEqual([]);
    expect((await person(first.userId ?? "")).tokenRoles).toEqual(["sender"]);
  });

  test("of a suspended member is refused at once, and welcome again later", async () => {
    const { userId = "" } = await signIn("sus", ["sender"]);
    good(await edit(userId, { status: "suspended" }));
    await expect(signIn("sus", ["sender"])).rejects.toThrow("accounts.suspended");
    good(await edit(userId, { status: "active" }));
    expect((await signIn("sus", ["sender"])).userId).toBe(userId);
  });

  test("again soon costs no statement, and is looked up anew after a while", async () => {
    await signIn("cheap", ["sender"]);
    const again = await world.db.countStatements(() => signIn("cheap", ["sender"]));
    expect(again.statements).toBe(0);
    world.now += ACTOR_KEPT_MS;
    expect((await world.db.countStatements(() => signIn("cheap", ["sender"]))).statements).toBeGreaterThan(0);
  });

  test("names without a name come from the e-mail or the subject", async () => {
    const byMail = await signIn("m1", [], { email: "lou@example.org" });
    const bySubject = await signIn("m2", []);
    expect([byMail.name, bySubject.name]).toEqual(["lou", "m2"]);
  });
});

describe("me", () => {
  test("says who, where and with which roles; the language is remembered", async () => {
    expect(good(await ada.call(accountsApi.me, {}))).toMatchObject({
      name: "Ada Admin",
      roles: ["org-admin"],
      courierId: null,
      locale: null,
      org: { id: world.orgId, currency: "EUR", timezone: "Europe/Berlin" },
    });
    expect(good(await ada.call(accountsApi.chooseLocale, { locale: "ar" })).locale).toBe("ar");
    expect((await world.guest().call(accountsApi.me, {})).status).toBe(401);
  });
});

describe("editing", () => {
  test("against an old version is refused, and two at once follow each other", async () => {
    const { userId = "" } = await signIn("ed", ["sender"]);
    const { version } = good(await edit(userId, { name: "Ed One" }));
    expect(await edit(userId, { name: "Ed Two", version: version - 1 })).toMatchObject({
      status: 409,
      body: { code: "accounts.changed-meanwhile" },
    });
    const both = await Promise.all([edit(userId, { name: "A" }), edit(userId, { name: "B" })]);
    expect(both.map((answer) => answer.status).toSorted(byNumber)).toEqual([200, 409]);
  });

  test("the same key twice is one edit, also when the kept reply was lost", async () => {
    const { userId = "" } = await signIn("once", ["sender"]);
    const { name, phone, roles, status, vehicle, version } = await person(userId);
    const input = { id: userId, name: `${name} X`, phone, roles, status, vehicle, version };
    const key = randomUUID();
    const first = good(await ada.call(accountsApi.editPerson, input, { key }));
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    expect(good(await ada.call(accountsApi.editPerson, input, { key })).version).toBe(first.version);
  });

  test("the last administrator cannot go, not even when two resign at once", async () => {
    const { userId = "" } = ada.actor;
    for (const changes of [{ roles: [] }, { status: "suspended" as const }])
      expect(await edit(userId, changes)).toMatchObject({
        status: 422,
        body: { code: "accounts.last-admin" },
      });
    const second = await world.person("Zed Admin", "org-admin");
    const both = await Promise.all([
      edit(userId, { roles: ["dispatcher"] }),
      edit(second.actor.userId ?? "", { roles: ["dispatcher"] }),
    ]);
    expect(both.map((answer) => answer.status).toSorted(byNumber)).toEqual([200, 422]);
    const admins = await world.db.owner((tx) =>
      rows(
        tx,
        sql<{
          id: string;
        }>`select id from person where 'org-admin' = any (roles) and 'org-admin' = any (token_roles)`,
      ),
    );
    expect(admins).toHaveLength(1);
    await world.db.owner((tx) =>
      sql`update person set roles = token_roles where name like '% Admin'`.execute(tx),
    );
  });

  test("a courier needs a vehicle, and keeps the courier id for ever", async () => {
    const actor = await signIn("van", ["courier"]);
    const id = actor.userId ?? "";
    expect(await edit(id, { vehicle: null })).toMatchObject({
      status: 422,
      body: { code: "accounts.courier-needs-vehicle", fields: [{ path: "vehicle" }] },
    });
    good(await edit(id, { roles: [], vehicle: null }));
    expect((await signIn("van", ["courier"])).courierId).toBeUndefined();
    const now = await world.db.as(actor, (tx) => couriersOf(tx));
    expect(now.map((courier) => courier.id)).not.toContain(actor.courierId);
    good(await edit(id, { roles: ["courier"], vehicle: "van" }));
    expect((await signIn("van", ["courier"])).courierId).toBe(actor.courierId);
  });

  test("is for administrators, and of nobody is not found", async () => {
    const bo = await world.person("Bo", "dispatcher");
    const { id, name, phone, roles, status, vehicle, version } = await person(ada.actor.userId ?? "");
    const input = { id, name, phone, roles, status, vehicle, version };
    expect((await bo.call(accountsApi.editPerson, input)).status).toBe(403);
    expect((await (await world.person("Sid", "sender")).call(accountsApi.listPeople, {})).status).toBe(403);
    expect((await ada.call(accountsApi.editPerson, { ...input, id: randomUUID() })).status).toBe(404);
  });
});

describe("the list", () => {
  test("goes through everybody by name exactly once, page by page, while people join", async () => {
    for (let i = 0; i < 7; i += 1) await signIn(`list-${i}`, ["sender"], { name: "Same Name" });
    const before = good(await ada.call(accountsApi.listPeople, { limit: 100 })).items;
    const seen: Person[] = [];
    for (let cursor: string | undefined; ;) {
      const page = good(await ada.call(accountsApi.listPeople, { limit: 3, ...(cursor && { cursor }) }));
      seen.push(...page.items);
      if (page.next === null) break;
      cursor = page.next;
      await signIn(randomUUID(), ["sender"], { name: "Aaa First" });
    }
    const ids = seen.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of before) expect(ids).toContain(id);
  });

  test("is searched by name and e-mail and filtered by role", async () => {
    await signIn("found", ["courier"], { name: "Quentin 100%", email: "q@example.org" });
    const names = async (asked: object) =>
      good(await ada.call(accountsApi.listPeople, { limit: 100, ...asked })).items.map((one) => one.name);
    expect(await names({ search: "quent" })).toEqual(["Quentin 100%"]);
    expect(await names({ search: "q@exam" })).toEqual(["Quentin 100%"]);
    expect(await names({ search: "100%" })).toEqual(["Quentin 100%"]);
    expect(await names({ search: "quent", role: "sender" })).toEqual([]);
    const wrong = await ada.call(accountsApi.listPeople, { cursor: "bm9wZQ" });
    expect(wrong.body).toMatchObject({ code: "http.bad-input", fields: [{ path: "cursor" }] });
  });

  test("costs the same statements however many people there are", async () => {
    const list = () => ada.call(accountsApi.listPeople, { limit: 100 });
    const more = async () => {
      for (let i = 0; i < 5; i += 1) await signIn(randomUUID(), ["sender"]);
    };
    const { few, many } = await statementCosts(world, list, more);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(4);
  });
});
