import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AUDIT_ACTS, auditActs } from "#contract/audit-acts.ts";
import { accountsApi } from "#features/accounts/contract/api.ts";
import { hubApi } from "#features/hub/contract/api.ts";
import { operationsApi } from "#features/operations/contract/api.ts";
import { privacyApi } from "#features/privacy/contract/api.ts";
import { PERMISSIONS, type Permission } from "#kernel/permission.ts";
import { good } from "#test/support/people/booking.ts";
import { unboundRooms } from "#test/support/endpoints.ts";
import { useWorld } from "#test/support/use-world.ts";
import { auditApi } from "../contract/api.ts";

const { world, ada, bo, ops } = useWorld({
  runJobs: false,
  people: {
    ada: ["Ada Admin", "org-admin"],
    bo: ["Bo Board", "dispatcher"],
    ops: ["Oskar Lind", "waybill-operator"],
  },
});

const PERIODS = { recipient: 30, sender: null, pictures: 90 };
const entries = async (filter: object = {}) =>
  good(await ada.call(auditApi.listAudit, { limit: 100, ...filter })).items;
const count = async (): Promise<number> =>
  (await world.one(sql<{ n: number }>`select count(*)::int as n from audit_entry`))?.n ?? 0;
const version = async () => good(await ada.call(privacyApi.readRetention, {})).version;

let before = 0;
beforeEach(async () => void (before = await count()));
afterEach(() => void (world.now += 1_000));

test("a change of power leaves who, by which role, what and to whom, with codes and no name", async () => {
  const kim = await world.person("Kim Courier", "courier");
  const id = kim.actor.userId ?? "";
  good(
    await ada.call(accountsApi.editPerson, {
      id,
      version: 1,
      name: "Kim Wagner",
      phone: "+4930123456",
      roles: ["courier", "dispatcher"],
      status: "active",
      vehicle: "bike",
    }),
  );
  const [entry] = await entries();
  expect(entry).toMatchObject({
    act: "people.changed",
    actor: { id: ada.actor.userId, name: "Ada Admin", roles: ["org-admin"] },
    subject: { kind: "person", id, name: "Kim Wagner" },
    facts: { roles: ["courier", "dispatcher"], status: "active" },
    number: null,
  });
  const stored = await world.one(
    sql<{ all: string }>`select e::text as all from audit_entry e order by position desc limit 1`,
  );
  for (const personal of ["Kim", "Ada", "+4930"]) expect(stored?.all).not.toContain(personal);
});

test("the thing of the act is found in its events where the input names none", async () => {
  const link = good(
    await ada.call(accountsApi.invitePerson, { email: "new@example.org", roles: ["finance"], vehicle: null }),
  );
  const [entry] = await entries();
  expect(entry).toMatchObject({
    act: "people.invited",
    subject: { kind: "invitation", id: link.invitation.id },
    facts: { roles: ["finance"] },
  });
});

test("a refused change leaves nothing", async () => {
  const answer = await ada.call(privacyApi.editRetention, { version: 99, ...PERIODS });
  expect(answer.status).toBe(409);
  expect(await count()).toBe(before);
});

test("somebody without the power leaves nothing", async () => {
  expect((await bo.call(privacyApi.editRetention, { version: 0, ...PERIODS })).status).toBe(403);
  expect(await count()).toBe(before);
});

test("a call that is sent again is recorded once, also where no reply is kept", async () => {
  const key = randomUUID();
  const wish = { email: "twice@example.org", roles: ["finance" as const], vehicle: null };
  for (let time = 0; time < 2; time += 1) good(await ada.call(accountsApi.invitePerson, wish, { key }));
  const seen = await version();
  const other = randomUUID();
  for (let time = 0; time < 2; time += 1)
    good(await ada.call(privacyApi.editRetention, { version: seen, ...PERIODS }, { key: other }));
  expect(await count()).toBe(before + 2);
});

test("what cannot be recorded is not done", async () => {
  const seen = await version();
  await world.run(
    sql`alter table audit_entry add constraint none check (act <> 'privacy.periods-set') not valid`,
  );
  try {
    const answer = await ada.call(privacyApi.editRetention, { version: seen, ...PERIODS });
    expect(answer.status).toBe(500);
  } finally {
    await world.run(sql`alter table audit_entry drop constraint none`);
  }
  expect(await version()).toBe(seen);
});

test("taking data out is recorded, and names nobody", async () => {
  good(await ada.call(privacyApi.exportPerson, { person: { phone: "+4930999999" } }));
  expect((await entries())[0]).toMatchObject({
    act: "privacy.person-exported",
    subject: { kind: "organisation", id: world.orgId },
    facts: {},
  });
  const csv = await world.server.app.inject({
    url: "/api/money/export/payments?from=2026-06-01&to=2026-06-17",
    headers: { authorization: "Bearer Ada Admin" },
  });
  expect(csv.statusCode).toBe(200);
  world.now += 1_000;
  expect((await entries({ group: "money" }))[0]).toMatchObject({
    act: "money.exported",
    facts: { sheet: "payments", from: "2026-06-01", to: "2026-06-17" },
  });
});

test("an export that is refused took nothing out", async () => {
  const refused = await world.server.app.inject({
    url: "/api/money/export/payments?from=2026-06-18&to=2026-06-17",
    headers: { authorization: "Bearer Ada Admin" },
  });
  expect(refused.statusCode).toBe(400);
  expect(await count()).toBe(before);
});

test("an operator's retry is recorded where there was a job to try again", async () => {
  expect(good(await ops.call(operationsApi.retryJob, { id: "123456" }))).toEqual({ retried: false });
  expect(await count()).toBe(before);
  await world.run(sql`select graphile_worker.add_job('nobody-does-this')`);
  const job = await world.one(
    sql<{
      id: string;
    }>`update graphile_worker._private_jobs set last_error = 'no', attempts = 1 returning id::text as id`,
  );
  expect(good(await ops.call(operationsApi.retryJob, { id: job?.id ?? "" }))).toEqual({ retried: true });
  expect((await entries())[0]).toMatchObject({
    act: "system.job-retried",
    actor: { roles: ["waybill-operator"] },
    subject: { kind: "job", id: job?.id },
  });
});

test("the list is filtered by group, person and day, and goes on page by page", async () => {
  for (const keepDays of [3, 4, 5]) {
    good(await ada.call(hubApi.editHub, { ...(await hub()), keepDays }));
    world.now += 1_000;
  }
  const first = good(await ada.call(auditApi.listAudit, { group: "rules", limit: 2 }));
  expect(first.items.map(({ facts }) => facts["keepDays"])).toEqual([5, 4]);
  const rest = good(
    await ada.call(auditApi.listAudit, { group: "rules", limit: 2, cursor: first.next ?? "" }),
  );
  expect(rest.items.map(({ facts }) => facts["keepDays"])).toEqual([3]);
  expect(await entries({ personId: randomUUID() })).toEqual([]);
  expect(await entries({ personId: ops.actor.userId })).toHaveLength(1);
  expect(await entries({ from: "2026-06-18" })).toEqual([]);
  expect(await entries({ to: "2026-06-16" })).toEqual([]);
  expect(await entries({ from: "2026-06-17", to: "2026-06-17" })).toHaveLength(await count());
});
const hub = async () => {
  const { address } = good(await ada.call(hubApi.readHub, {}));
  return { address };
};

test("the log as a table is recorded itself", async () => {
  const csv = await world.server.app.inject({
    url: "/api/audit/export?group=rules",
    headers: { authorization: "Bearer Ada Admin" },
  });
  expect(csv.body.split("\r\n")).toHaveLength(1 + 3 + 1);
  expect((await entries())[0]).toMatchObject({ act: "log.exported", facts: { group: "rules" } });
  const wrong = await world.server.app.inject({
    url: "/api/audit/export?group=nothing",
    headers: { authorization: "Bearer Ada Admin" },
  });
  expect(wrong.statusCode).toBe(400);
  for (const name of ["Bo Board", "Oskar Lind"]) {
    const answer = await world.server.app.inject({
      url: "/api/audit/export",
      headers: { authorization: `Bearer ${name}` },
    });
    expect(answer.statusCode).toBe(403);
  }
});

test.each([
  "update audit_entry set act = 'x'",
  "delete from audit_entry",
  "update audit_seal set link = ''",
  "delete from audit_seal",
  "insert into audit_seal (org_id) values (app_org())",
  "delete from audit_unsealed",
  "truncate audit_entry cascade",
])("a request may not: %s", async (statement) => {
  await expect(world.db.as(world, (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
    /permission denied/,
  );
});

test.each([
  "update audit_entry set act = 'x'",
  "delete from audit_entry",
  "truncate audit_entry cascade",
  "update audit_seal set link = ''",
])("nor does the owner by mistake: %s", async (statement) => {
  await expect(world.run(sql.raw(statement))).rejects.toThrow("the audit log is only added to");
});

/** Permissions that dispatchers, couriers and senders lack: whoever holds one changes what others see or may do. */
const isPower = (needs: string): needs is Permission =>
  needs in PERMISSIONS &&
  !["dispatcher", "courier", "sender"].some((role) => role in PERMISSIONS[needs as Permission]);

test("every call of power says what it leaves in the log, or that it leaves nothing", () => {
  const rooms = unboundRooms();
  const calls = [
    ...rooms
      .flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint))
      .filter(({ method }) => method !== "GET"),
    ...rooms.flatMap(({ rawRoutes = [] }) => rawRoutes).filter(({ path }) => path.includes("export")),
  ].filter(({ needs }) => isPower(needs) || ["sessions:end", "demo:run"].includes(needs));
  expect(calls.length).toBeGreaterThan(25);
  expect(calls.filter(({ audit }) => audit === undefined).map(({ id }) => id)).toEqual([]);
});

test("every act of the table is declared by a call, and a call that takes out says so", () => {
  const rooms = unboundRooms();
  const declared = [
    ...rooms.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
    ...rooms.flatMap(({ rawRoutes = [] }) => rawRoutes),
  ];
  const acts = new Set<string | undefined>(declared.map(({ audit }) => audit));
  // The demo's room is none of those that are opened here.
  expect(auditActs().filter((act) => !acts.has(act))).toEqual(["system.demo-removed"]);
  const reads = declared.filter(
    ({ audit, method }) => audit !== undefined && audit !== "no" && method === "GET",
  );
  for (const { audit } of reads)
    expect(AUDIT_ACTS[audit as "money.exported"]).toMatchObject({ takesOut: true });
});
