import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { openIdentityWorld } from "#test/support/sign-in/identity-world.ts";
import type { Claims, IdentityWorld, Visitor } from "#test/support/sign-in/identity-world.ts";
import { accountsApi } from "../contract/api.ts";
import { ACTOR_KEPT_MS } from "./actor-cache.ts";
import { SIGHTED_MS } from "./sightings.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0";

let at: IdentityWorld;
const told: string[] = [];
let isProviderDown = false;
let tries = 0;

beforeAll(async () => {
  at = await openIdentityWorld({
    identityProvider: {
      endPerson: (subject) => {
        tries += 1;
        if (isProviderDown) return Promise.reject(new Error("the provider is away"));
        told.push(subject);
        return Promise.resolve();
      },
    },
  });
});
afterAll(() => at.world.close());

const person = (subject: string, more: Omit<Claims, "subject"> = {}) => ({ subject, name: subject, ...more });
const devices = async (visitor: Visitor) =>
  good(await visitor.call(accountsApi.listMySessions, { limit: 100 })).items;
const statusOf = async (visitor: Visitor) => (await visitor.call(accountsApi.me, {})).status;
const idOf = async (visitor: Visitor) => good(await visitor.call(accountsApi.me, {})).id;
const later = () => (at.world.now += 2_000);

async function twoDevices(subject: string, more: Omit<Claims, "subject"> = {}) {
  const phone = at.visitor(person(subject, { sessionId: `${subject}-phone`, ...more }), PHONE);
  const desktop = at.visitor(person(subject, { sessionId: `${subject}-desktop`, ...more }), DESKTOP);
  await statusOf(phone);
  later();
  await statusOf(desktop);
  return { phone, desktop };
}

describe("my devices", () => {
  test("are named by browser and system, last used first, and this one is marked", async () => {
    const { desktop, phone } = await twoDevices("mia");
    expect(await devices(desktop)).toMatchObject([
      { browser: "Microsoft Edge", system: "Windows", form: "desktop", here: true, bound: false },
      { browser: "Chrome", system: "Android", form: "phone", here: false },
    ]);
    expect((await devices(phone)).map(({ here }) => here)).toEqual([false, true]);
  });

  test("come page by page, each once", async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      await statusOf(at.visitor(person("page", { sessionId: `page-${nth}` })));
      later();
    }
    const visitor = at.visitor(person("page", { sessionId: "page-0" }));
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = good(
        await visitor.call(accountsApi.listMySessions, { limit: 2, ...(cursor !== undefined && { cursor }) }),
      );
      seen.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
    const wrong = await visitor.call(accountsApi.listMySessions, { cursor: "bm9wZQ" });
    expect(wrong.body).toMatchObject({ code: "http.bad-input", fields: [{ path: "cursor" }] });
  });

  test("are written at most once in five minutes, however often they call", async () => {
    const visitor = at.visitor(person("often", { sessionId: "often-1" }));
    const seenAt = async () => (await devices(visitor))[0]?.lastSeenAt;
    const first = await seenAt();
    for (let nth = 0; nth < 4; nth += 1) {
      at.world.now += ACTOR_KEPT_MS;
      await statusOf(visitor);
    }
    expect(await seenAt()).toBe(first);
    at.world.now += SIGHTED_MS;
    expect(Date.parse((await seenAt()) ?? "")).toBe(at.world.now);
  });

  test("where the provider names no session, one row stands for the client", async () => {
    const visitor = at.visitor(person("no-sid"), PHONE);
    await statusOf(visitor);
    await statusOf(at.visitor(person("no-sid"), DESKTOP));
    expect(await devices(visitor)).toMatchObject([{ here: true }]);
  });
});

describe("signing out", () => {
  // v5.0.0-7.4.1
  test("ends the tokens of that session at once; its other device and its next sign-in go on", async () => {
    const { desktop, phone } = await twoDevices("out");
    const token = { sessionId: "out-desktop", issuedAt: at.world.now, expiresAt: at.world.now + 300_000 };
    const held = at.visitor(person("out", token), DESKTOP);
    expect(good(await held.call(accountsApi.endThisSession, {}))).toEqual({ ended: 1 });
    const refused = await held.call(accountsApi.me, {});
    expect(refused).toMatchObject({ status: 401, body: { facts: { fault: "ended" } } });
    expect((await devices(phone)).map(({ system }) => system)).toEqual(["Android"]);
    later();
    // The provider was silent and kept its session: the same `sid`, a newer token.
    expect(await statusOf(desktop)).toBe(200);
    expect(await statusOf(held)).toBe(401);
  });

  test("ends a token that a provider's faster clock issued in our future", async () => {
    const token = { sessionId: "fast", issuedAt: at.world.now + 20_000, expiresAt: at.world.now + 300_000 };
    const held = at.visitor(person("fast", token));
    expect(good(await held.call(accountsApi.endThisSession, {}))).toEqual({ ended: 1 });
    expect(await statusOf(held)).toBe(401);
  });

  test("welcomes a sign-in within the same session by a provider whose clock is behind", async () => {
    const behind = (sessionId: string) => ({
      sessionId,
      issuedAt: at.world.now - 25_000,
      expiresAt: at.world.now + 300_000,
    });
    const held = at.visitor(person("slow", { ...behind("slow"), issuedAt: at.world.now - 60_000 }));
    expect(good(await held.call(accountsApi.endThisSession, {}))).toEqual({ ended: 1 });
    expect(await statusOf(held)).toBe(401);
    expect(await statusOf(at.visitor(person("slow", behind("slow"))))).toBe(200);
  });

  test("ends the call's own token alone where the provider names no session", async () => {
    const [visitor, other] = ["here", "there"].map((tokenHash) =>
      at.visitor(person("out-no-sid", { tokenHash })),
    ) as [Visitor, Visitor];
    expect([await statusOf(visitor), await statusOf(other)]).toEqual([200, 200]);
    expect(good(await visitor.call(accountsApi.endThisSession, {}))).toEqual({ ended: 1 });
    expect([await statusOf(visitor), await statusOf(other)]).toEqual([401, 200]);
  });
});

describe("ending a device", () => {
  test("signs that one out at once, also with refreshed tokens; the other stays", async () => {
    const { desktop, phone } = await twoDevices("end-one");
    const [, other] = await devices(desktop);
    const input = { id: other?.id ?? "" };
    expect(good(await desktop.call(accountsApi.endMySession, input))).toEqual({ ended: 1 });
    later();
    expect([await statusOf(desktop), await statusOf(phone)]).toEqual([200, 401]);
    expect(await devices(desktop)).toHaveLength(1);
    expect(good(await desktop.call(accountsApi.endMySession, input))).toEqual({ ended: 0 });
  });

  test("is welcome again once the person proved anew who they are, and not a moment before", async () => {
    const long = at.world.now - 60 * MINUTE_MS;
    const { desktop } = await twoDevices("back", { authenticatedAt: long });
    const [, phone] = await devices(desktop);
    good(await desktop.call(accountsApi.endMySession, { id: phone?.id ?? "" }));
    later();
    const again = (authenticatedAt: number) =>
      at.visitor(person("back", { sessionId: "back-phone", authenticatedAt }), PHONE);
    expect(await statusOf(again(long))).toBe(401);
    expect(await statusOf(again(at.world.now))).toBe(200);
    expect(await devices(desktop)).toHaveLength(2);
  });

  test("is welcome again in the very second of its end, and by a provider whose clock is behind", async () => {
    const second = Math.floor(at.world.now / 1_000) * 1_000;
    const long = second - 60 * MINUTE_MS;
    for (const [name, proved] of [
      ["soon", second + 10_000],
      ["behind", second - 5_000],
    ] as const) {
      at.world.now = second;
      const { desktop } = await twoDevices(name, { authenticatedAt: long });
      const [, phone] = await devices(desktop);
      at.world.now = second + 10_200;
      good(await desktop.call(accountsApi.endMySession, { id: phone?.id ?? "" }));
      const again = (authenticatedAt: number) =>
        statusOf(at.visitor(person(name, { sessionId: `${name}-phone`, authenticatedAt }), PHONE));
      at.world.now = second + 10_900;
      expect([await again(long), await again(proved)]).toEqual([401, 200]);
    }
  });

  test("is out although it proved who it is in the very second of its end, or by a faster clock", async () => {
    const second = Math.floor(at.world.now / 1_000) * 1_000 + 10_000;
    for (const [name, proved] of [
      ["same-second", second],
      ["faster", second + 20_000],
    ] as const) {
      at.world.now = second - 8_000;
      const { desktop, phone } = await twoDevices(name, { authenticatedAt: second - MINUTE_MS });
      at.world.now = second + 100;
      const anew = at.visitor(person(name, { sessionId: `${name}-phone`, authenticatedAt: proved }), PHONE);
      expect(await statusOf(anew)).toBe(200);
      const other = (await devices(desktop)).find(({ here }) => !here);
      at.world.now = second + 900;
      good(await desktop.call(accountsApi.endMySession, { id: other?.id ?? "" }));
      expect([await statusOf(anew), await statusOf(phone), await statusOf(desktop)]).toEqual([401, 401, 200]);
    }
  });

  test("of somebody else is not found, for administrators too", async () => {
    const { desktop } = await twoDevices("owner");
    const [mine] = await devices(desktop);
    const input = { id: mine?.id ?? "" };
    for (const roles of [["sender"], ["org-admin"]] as const) {
      const stranger = at.visitor(person(`stranger-${roles[0]}`, { roles }));
      expect((await stranger.call(accountsApi.endMySession, input)).status).toBe(404);
    }
    expect((await desktop.call(accountsApi.endMySession, { id: randomUUID() })).status).toBe(404);
    expect(await statusOf(desktop)).toBe(200);
  });

  test("without the provider's sessions ends what the person had, and a new sign-in shows again", async () => {
    const old = at.visitor(person("plain", { issuedAt: at.world.now }));
    const [only] = await devices(old);
    good(await old.call(accountsApi.endMySession, { id: only?.id ?? "" }));
    expect(await statusOf(old)).toBe(401);
    later();
    expect(await devices(at.visitor(person("plain")))).toHaveLength(1);
  });

  test("is told to the person's own streams and lists", async () => {
    const { desktop } = await twoDevices("told");
    const userId = await idOf(desktop);
    const [, other] = await devices(desktop);
    good(await desktop.call(accountsApi.endMySession, { id: other?.id ?? "" }));
    expect(await historyOf(userId)).toMatchObject([
      { type: "person.sessions-ended", data: { sessions: 1 }, audience: { senderId: userId } },
    ]);
  });
});

const historyOf = (personId: string) =>
  at.world.db.owner((tx) =>
    rows(
      tx,
      sql<{ type: string; data: unknown; audience: unknown; actor_name: string }>`
        select type, data, audience, actor_name from event where aggregate = 'person' and aggregate_id = ${personId}
        order by seq`,
    ),
  );

describe("signing out everywhere", () => {
  test("ends every session, here too, and tells the provider even if it is away at first", async () => {
    const { desktop, phone } = await twoDevices("everywhere");
    isProviderDown = true;
    expect(good(await desktop.call(accountsApi.endAllMySessions, {}))).toEqual({ ended: 2 });
    later();
    expect([await statusOf(desktop), await statusOf(phone)]).toEqual([401, 401]);
    await expect.poll(() => tries, { timeout: 15_000 }).toBe(1);
    isProviderDown = false;
    await expect.poll(() => told, { timeout: 30_000 }).toContain("everywhere");
    const anew = at.visitor(person("everywhere", { sessionId: "new" }));
    expect(await devices(anew)).toMatchObject([{ here: true }]);
  });

  test("ends a token of a provider whose clock is ahead, and welcomes what it issues afterwards", async () => {
    const ahead = (by: number) =>
      at.visitor(person("ahead", { issuedAt: at.world.now + by, expiresAt: at.world.now + 300_000 }));
    const held = ahead(20_000);
    expect(await statusOf(held)).toBe(200);
    expect(good(await held.call(accountsApi.endAllMySessions, {}))).toEqual({ ended: 1 });
    expect(await statusOf(held)).toBe(401);
    later();
    expect(await statusOf(held)).toBe(401);
    expect(await statusOf(ahead(20_000))).toBe(200);
  });

  test("twice at once is one end of each", async () => {
    const { desktop, phone } = await twoDevices("twice");
    const answers = await Promise.all(
      [desktop, phone].map((visitor) => visitor.call(accountsApi.endAllMySessions, {})),
    );
    const ended = answers.map(({ status, body }) => (status === 200 ? body.ended : 0));
    expect(ended.reduce((sum, n) => sum + n, 0)).toBe(2);
  });
});

describe("ending a member's sessions", () => {
  const bo = () => at.visitor(person("bo", { roles: ["dispatcher"] }));
  const ada = () => at.visitor(person("ada", { roles: ["org-admin"] }));

  // v5.0.0-7.4.5
  test("a dispatcher does it for a courier whose phone is lost, by either id; it stands in the history", async () => {
    const { phone } = await twoDevices("carla", { roles: ["courier"] });
    const me = good(await phone.call(accountsApi.me, {}));
    later();
    const answer = await bo().call(accountsApi.endPersonSessions, { id: me.courierId ?? "" });
    expect(good(answer)).toEqual({ ended: 2 });
    expect(await statusOf(phone)).toBe(401);
    expect(await historyOf(me.id)).toMatchObject([
      { type: "person.sessions-ended", actor_name: "bo", data: { sessions: 2 } },
    ]);
    later();
    const anew = at.visitor(person("carla", { roles: ["courier"], sessionId: "carla-new" }));
    expect(await statusOf(anew)).toBe(200);
    expect(good(await bo().call(accountsApi.endPersonSessions, { id: me.id }))).toEqual({ ended: 1 });
  });

  test("a dispatcher may not for those who are more or other than couriers; an administrator may", async () => {
    for (const roles of [["sender"], ["courier", "dispatcher"], ["courier", "org-admin"]] as const) {
      const other = at.visitor(person(roles.join("+"), { roles }));
      const id = await idOf(other);
      later();
      const refused = await bo().call(accountsApi.endPersonSessions, { id });
      expect(refused).toMatchObject({ status: 403, body: { code: "accounts.forbidden" } });
      expect(good(await ada().call(accountsApi.endPersonSessions, { id })).ended).toBe(1);
    }
  });

  // v5.0.0-8.4.1
  test("reaches nobody of another organisation, for administrators neither", async () => {
    const { db, now } = at.world;
    const [there, id, courierId] = [randomUUID(), randomUUID(), randomUUID()];
    await db.owner(async (tx) => {
      await sql`insert into organization (id, kind, name, currency, timezone, created_at)
                values (${there}, 'merchant', 'Elsewhere', 'EUR', 'UTC', now())`.execute(tx);
      await sql`insert into person (org_id, id, issuer, subject, name, token_roles, roles, status, vehicle,
                                    courier_id, created_at)
                values (${there}, ${id}, 'https://id.example', 'theirs', 'Theirs', '{courier}', '{courier}',
                        'active', 'bike', ${courierId}, now())`.execute(tx);
    });
    for (const caller of [bo(), ada()])
      for (const named of [id, courierId])
        expect((await caller.call(accountsApi.endPersonSessions, { id: named })).status).toBe(404);
    const signIn = { issuer: "https://id.example", subject: "theirs", issuedAt: now - MINUTE_MS };
    expect(at.world.sessionEnds.isEnded(signIn)).toBe(false);
    expect(await historyOf(id)).toEqual([]);
  });

  test("of nobody is not found, and couriers and senders may not at all", async () => {
    expect((await ada().call(accountsApi.endPersonSessions, { id: randomUUID() })).status).toBe(404);
    const id = await idOf(bo());
    for (const roles of [["courier"], ["sender"]] as const) {
      const caller = at.visitor(person(`nosy-${roles[0]}`, { roles }));
      expect((await caller.call(accountsApi.endPersonSessions, { id })).status).toBe(403);
    }
  });

  test("dispatchers find couriers in the list, and nobody else", async () => {
    await statusOf(at.visitor(person("dmitri", { roles: ["courier"] })));
    const { items } = good(await bo().call(accountsApi.listPeople, { limit: 100 }));
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(["dmitri"]));
    for (const { roles } of items) expect(roles).toEqual(["courier"]);
  });
});

describe("a member who is suspended", () => {
  // v5.0.0-7.4.2
  test("is out at once in every process: their tokens end, and new ones are refused", async () => {
    const sam = at.visitor(person("sam", { roles: ["sender"], sessionId: "sam", issuedAt: at.world.now }));
    const ada = at.visitor(person("ada", { roles: ["org-admin"] }));
    const id = await idOf(sam);
    const { items } = good(await ada.call(accountsApi.listPeople, { limit: 100, search: "sam" }));
    const found = items.find((one) => one.id === id);
    if (!found) throw new Error("sam is missing");
    const { name, phone, roles, vehicle, version } = found;
    const edit = { id, name, phone, roles, vehicle, version, status: "suspended" } as const;
    good(await ada.call(accountsApi.editPerson, edit));
    const signIn = { issuer: "https://id.example", subject: "sam", sid: "sam", issuedAt: at.world.now };
    expect(at.world.sessionEnds.isEnded(signIn)).toBe(true);
    expect((await sam.call(accountsApi.me, {})).body.code).toBe("accounts.signed-out");
    at.world.now += MINUTE_MS;
    const refreshed = at.visitor(person("sam", { roles: ["sender"], sessionId: "sam" }));
    expect((await refreshed.call(accountsApi.me, {})).body.code).toBe("accounts.suspended");
  });
});
