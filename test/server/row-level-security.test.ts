import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Endpoint, HEADERS, pathNames } from "#contract/endpoint.ts";
import type { Audience } from "#contract/event.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { checkLate } from "#features/exceptions/server/check-late.ts";
import { importsApi } from "#features/imports/contract/api.ts";
import { offersApi } from "#features/offers/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import { replaysApi } from "#features/replays/contract/api.ts";
import { recurringApi } from "#features/recurring/contract/api.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { type Actor, ROLES, type Role } from "#kernel/actor.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { scopeOf } from "#kernel/permission.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createServer, type Server } from "#main/server.ts";
import { emitAll } from "#server/db/events.ts";
import { startHub } from "#server/live/hub.ts";
import { takeFiltersOff } from "#test/support/database/filterless.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { good, openShop, order } from "#test/support/people/booking.ts";
import { openCrew } from "#test/support/people/crew.ts";
import { base64 } from "#test/support/people/import-file.ts";
import { replayInput } from "#test/support/people/past-orders.ts";
import { standingRule } from "#test/support/people/standing-order.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { declaredTopics } from "#test/support/topics.ts";
import { openWorld, send, type World } from "#test/support/world.ts";

// Two organisations in one database: the first has rows, the second asks, without the application's own filters.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Tables of which the first organisation has a row at least. */
const SAMPLED = [
  "delivery",
  "task",
  "sales_order",
  "quote",
  "payment",
  "exception",
  "offer",
  "person",
  "proof",
];
/** Each kind of listener by itself. */
const AUDIENCES: readonly Audience[] = [
  { staff: true },
  { courierId: randomUUID() },
  { senderId: randomUUID() },
  { deliveryId: randomUUID() },
];
const PATIENCE = { timeout: 60_000 };
const nothing = (): void => undefined;

let world: World;
let other: Server;
let changed: () => number;
let isOff = false;
let token = "";
const otherOrg = randomUUID();
const people = new Map<string, Actor>();
/** Ids of the first organisation's rows, each with its table. */
const theirs = new Map<string, string>();
/** One id of each of its tables. */
const samples = new Map<string, string>();
const endpoints = endpointsOfRooms();

const tablesWithOrg = (): Promise<{ name: string; hasId: boolean }[]> =>
  world.run(sql<{ name: string; hasId: boolean }>`
    select c.relname as name, exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id'
        and i.atttypid = 'uuid'::regtype) as "hasId"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);

/** Everything that the first organisation has, as one hash for each table. */
async function hashes(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await tablesWithOrg()) {
    const row = await world.one(sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash
      from ${sql.table(name)} t where org_id = ${world.orgId}`);
    found[name] = row?.hash ?? "";
  }
  return found;
}

async function openOther(): Promise<void> {
  await world.run(sql`
    insert into organization (id, kind, name, currency, timezone, created_at)
    values (${otherOrg}, 'carrier', 'Others', 'EUR', 'Europe/Berlin', ${toIso(world.now)})`);
  await openShop(world, otherOrg);
  for (const role of ROLES) people.set(role, await stranger(role));
  other = await createServer({
    db: world.db,
    orgId: otherOrg,
    dataFolder: world.dataFolder,
    publicUrl: "http://localhost",
    issuerOrigin: undefined,
    clock: () => world.now,
    log: { info: nothing, warn: nothing, error: nothing },
    trustProxy: [],
    limitFactor: 0,
    runJobs: false,
    plantRoutes: [],
    sessionEnds: { isEnded: () => false, onEnded: nothing, close: () => Promise.resolve() },
    actorOf: async ({ authorization }) => {
      if (authorization === undefined) return { kind: "guest", orgId: otherOrg, roles: [] };
      const actor = people.get(authorization.replace("Bearer ", ""));
      if (!actor) throw new Refusal("accounts.signed-out");
      const signIn = { issuer: "test", subject: actor.name ?? "", sid: randomUUID(), issuedAt: world.now };
      return { ...actor, signIn };
    },
  });
}

async function stranger(role: Role): Promise<Actor> {
  const [id, courierId] = [randomUUID(), role === "courier" ? randomUUID() : null];
  await world.run(sql`
    insert into person (org_id, id, issuer, subject, name, token_roles, roles, status, vehicle, courier_id, created_at)
    values (${otherOrg}, ${id}, 'test', ${role}, ${role}, ${[role]}, ${[role]}, 'active', ${courierId && "bike"},
      ${courierId}, ${toIso(world.now)})`);
  return {
    kind: "person",
    orgId: otherOrg,
    userId: id,
    roles: [role],
    name: role,
    ...(courierId && { courierId }),
  };
}

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  const crew = await openCrew(world);
  await crew.delivered();
  const held = await crew.collected();
  const placed = await order(world, crew.sam);
  good(await crew.sam.call(paymentsApi.openPayment, { id: placed.id }));
  await checkLate(world.db, world.now + DAY_MS);
  const [open] = await bookMany(world, 2, { start: world.now + DAY_MS });
  const courierIds = [crew.kim.actor.courierId ?? ""];
  const offer = { deliveryIds: [open?.id ?? ""], toAll: false, courierIds, seconds: null };
  good(await crew.bo.call(offersApi.makeOffers, offer));
  good(await crew.bo.call(importsApi.importFile, { name: "a.csv", file: base64("Name\nRita\nRay") }));
  good(await crew.bo.call(recurringApi.addRule, { rule: standingRule() }));
  const ada = await world.person("Ada Admin", "org-admin");
  good(await ada.call(replaysApi.startReplay, replayInput(world.now)));
  good(await crew.bo.call(dispatchApi.readBoard, {}));
  const date = toIso(world.now + DAY_MS).slice(0, 10);
  const { id: planId } = good(await crew.bo.call(planningApi.startPlan, { date, seconds: 1 }));
  await vi.waitFor(async () => {
    const { state } = good(await crew.bo.call(planningApi.readPlan, { id: planId }));
    if (state === "running") throw new Error("the plan is still being made");
  }, PATIENCE);
  const linking = { orgId: world.orgId, now: world.now };
  ({ token } = await world.db.as(linking, (tx) => makeLink({ tx, ...linking }, held.id, { kind: "act" })));
  await openOther();
  for (const { name, hasId } of await tablesWithOrg()) {
    if (!hasId) continue;
    const found = await world.run(
      sql<{ id: string }>`select id from ${sql.table(name)} where org_id = ${world.orgId}`,
    );
    for (const { id } of found) theirs.set(id, name);
    const [first] = found;
    if (first) samples.set(name, first.id);
  }
  changed = takeFiltersOff(world.db.pool, () => isOff);
  isOff = true;
});
afterAll(async () => {
  await other.close();
  await world.close();
});

/** Somebody of the second organisation who may call this. */
function callerOf({ needs }: Endpoint): string | undefined {
  if (needs === "anyone") return undefined;
  const able = [...people].find(([, actor]) => needs === "self" || scopeOf(actor, needs) !== undefined);
  return able?.[0];
}

/** The input with another id in every place for one that is not a key of the call itself. */
function naming(input: object, id: string): object {
  const text = JSON.stringify(input, (key, value: unknown) =>
    typeof value === "string" && key !== "commandId" ? value.replaceAll(UUID, id) : value,
  );
  // Safe: it was an object before.
  return JSON.parse(text) as object;
}

/** Ids of the first organisation's rows in an answer, but the one that was asked for. */
const leaksIn = (body: unknown, asked: string): string[] =>
  [...JSON.stringify(body).matchAll(UUID)].flatMap(([id]) =>
    id !== asked && theirs.has(id) ? [`${theirs.get(id)} ${id}`] : [],
  );

async function ask(endpoint: Endpoint, id: string): Promise<string[]> {
  const name = callerOf(endpoint);
  const input = naming(sampleOf(endpoint.input) as object, id);
  const answer = await send(other, endpoint, input as never, name && `Bearer ${name}`, {
    headers: { [HEADERS.trackingToken]: token },
  });
  const told = leaksIn(answer.body, id);
  if (answer.status === 500) told.push(`500 ${JSON.stringify(answer.body)}`);
  // An object of the first organisation is not there; an object that a caller names first is made for them.
  const isRead = endpoint.method === "GET" && pathNames(endpoint.path).includes("id");
  if (isRead && answer.status === 200) told.push(`${endpoint.id} answered 200`);
  return told.map((one) => `${endpoint.id} (${answer.status}): ${one}`);
}

const namesIds = (endpoint: Endpoint): boolean => JSON.stringify(sampleOf(endpoint.input)).search(UUID) >= 0;

// v5.0.0-8.4.1
describe("without the application's own filters, row-level security alone", () => {
  test("lets no endpoint answer with another organisation's rows, or change them", async () => {
    const before = await hashes();
    const leaks: string[] = [];
    for (const endpoint of endpoints)
      for (const id of namesIds(endpoint) ? samples.values() : [randomUUID()])
        leaks.push(...(await ask(endpoint, id)));
    expect(leaks).toEqual([]);
    expect(await hashes()).toEqual(before);
    expect([...samples.keys()]).toEqual(expect.arrayContaining(SAMPLED));
    expect(changed()).toBeGreaterThan(endpoints.length);
  }, 240_000);

  test("is what holds: with one fence down the same questions are answered", async () => {
    await world.run(sql`alter table delivery disable row level security`);
    onTestFinished(async () => void (await world.run(sql`alter table delivery enable row level security`)));
    const leaks: string[] = [];
    for (const endpoint of endpoints)
      if (endpoint.method === "GET") leaks.push(...(await ask(endpoint, samples.get("delivery") ?? "")));
    expect(leaks.join()).toContain("listDeliveries");
  }, 60_000);

  test("tells no listener of another organisation's news, live or later, on any topic", async () => {
    const hub = startHub(world.db);
    onTestFinished(() => hub.stop());
    const written = await world.run(sql<{ type: string; audience: Audience }>`
      select distinct type, audience from event where org_id = ${world.orgId}`);
    const declared = await declaredTopics();
    expect(declared.length).toBeGreaterThan(20);
    const topics = [
      ...written,
      ...declared.flatMap((type) => AUDIENCES.map((audience) => ({ type, audience }))),
    ];
    const heard = { ours: [] as string[], others: [] as string[] };
    const after = await hub.cursor();
    const ears = (orgId: string, audience: Audience) => ({
      orgId,
      staff: audience.staff === true,
      courierId: audience.courierId,
      userId: audience.senderId,
      deliveryId: audience.deliveryId,
    });
    for (const { audience } of topics) {
      const listen = (orgId: string, into: string[]): unknown =>
        hub.listen({
          ...ears(orgId, audience),
          send: (messages) => into.push(...messages.map(({ type }) => type)),
        });
      listen(otherOrg, heard.others);
      listen(world.orgId, heard.ours);
    }
    const system: Actor = { kind: "system", orgId: world.orgId, roles: [] };
    await world.db.as(system, (tx) =>
      emitAll(
        tx,
        system,
        world.now,
        topics.map(({ type, audience }) => ({
          aggregate: "test",
          aggregateId: randomUUID(),
          type,
          data: {},
          audience,
          occurredAt: world.now,
        })),
      ),
    );
    const told = topics.filter(({ audience }) => Object.keys(audience).length > 0).map(({ type }) => type);
    await expect
      .poll(() => [...new Set(heard.ours)].toSorted(), PATIENCE)
      .toEqual([...new Set(told)].toSorted());
    heard.ours.length = 0;
    for (const { type, audience } of topics) hub.tell(world.orgId, { type, data: {}, audience });
    await expect
      .poll(() => [...new Set(heard.ours)].toSorted(), PATIENCE)
      .toEqual([...new Set(told)].toSorted());
    expect(heard.others).toEqual([]);
    for (const { audience } of topics) expect(await hub.replay(ears(otherOrg, audience), after)).toEqual([]);
  }, 90_000);
});
