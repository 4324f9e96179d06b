import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { canonical } from "#kernel/canonical.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Db } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { useWorld } from "#test/support/use-world.ts";
import { NO_LINK } from "../domain/link.ts";
import { recordAct } from "./record.ts";
import { sealAll } from "./seal.ts";
import { isWhole, verifyAll } from "./verify.ts";

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20_261_129);
const WRITERS = 4;

const { world } = useWorld({ runJobs: false });

/** Runs statements past every rule, as somebody does who owns the machine. */
const tamper = (...statements: string[]): Promise<unknown> =>
  world.db.owner(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });

beforeEach(() => tamper("delete from audit_seal", "delete from audit_unsealed", "delete from audit_entry"));

const record = (db: Db = world.db): Promise<unknown> => {
  const actor: Actor = { kind: "person", orgId: world.orgId, userId: randomUUID(), roles: ["org-admin"] };
  return db.as(world, (tx) =>
    recordAct(
      tx,
      {
        actor,
        at: world.now,
        act: "people.changed",
        roles: ["org-admin"],
        subject: { kind: "person", id: randomUUID() },
        facts: { roles: ["sender"], status: "active" },
        requestId: randomUUID(),
        key: randomUUID(),
      },
      true,
    ),
  );
};
const seal = (db: Db = world.db) => sealAll(db, () => world.now);
const sealedIds = async (): Promise<string[]> =>
  (await world.run(sql<{ id: string }>`select entry_id as id from audit_seal order by number`)).map(
    ({ id }) => id,
  );
const verified = async (head?: string) => {
  const found = (await verifyAll(world.db, head)).find(({ orgId }) => orgId === world.orgId);
  if (!found) throw new Error("the organisation has no chain");
  return found;
};
const recordAndSeal = async (count: number): Promise<void> => {
  for (let nth = 0; nth < count; nth += 1) await record();
  await seal();
};

/** Writes and begins come more often, so that transactions overlap. */
const ACTS = ["begin", "begin", "write", "write", "write", "commit", "rollback", "seal"] as const;
interface Step {
  readonly writer: number;
  readonly act: (typeof ACTS)[number];
}

/** Connections that each write at their own pace. */
async function openWriters() {
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => world.db.pool.connect()));
  const open = new Map<number, string[]>();
  const committed: string[] = [];
  const end = async (writer: number, how: "commit" | "rollback"): Promise<void> => {
    await clients[writer]?.query(how);
    if (how === "commit") committed.push(...(open.get(writer) ?? []));
    open.delete(writer);
  };
  const write = async (writer: number): Promise<void> => {
    const id = randomUUID();
    await clients[writer]?.query(
      `insert into audit_entry (org_id, id, at, actor_kind, roles, act, subject_kind, subject_id, facts, request_id, call_key)
       values ($1, $2, now(), 'system', '{}', 'people.changed', 'person', $2::uuid::text, '{}', '', $2)`,
      [world.orgId, id],
    );
    open.get(writer)?.push(id);
  };
  return {
    committed,
    async play({ writer, act }: Step): Promise<void> {
      if (act === "begin" && !open.has(writer)) {
        await clients[writer]?.query("begin");
        await clients[writer]?.query("select pg_current_xact_id()");
        open.set(writer, []);
      } else if (act === "write" && open.has(writer)) await write(writer);
      else if ((act === "commit" || act === "rollback") && open.has(writer)) await end(writer, act);
    },
    async close(): Promise<void> {
      for (const writer of open.keys()) await end(writer, "commit");
      for (const client of clients) client.release();
    },
  };
}

test("whatever transactions overlap, each committed entry is sealed once, and what is sealed stays in its place", async () => {
  const steps = fc.array(fc.record({ writer: fc.nat({ max: WRITERS - 1 }), act: fc.constantFrom(...ACTS) }), {
    minLength: 30,
    maxLength: 60,
    size: "max",
  });
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      await tamper("delete from audit_seal", "delete from audit_unsealed", "delete from audit_entry");
      const writers = await openWriters();
      const states: string[][] = [];
      try {
        for (const step of played) {
          if (step.act !== "seal") await writers.play(step);
          else {
            await seal();
            states.push(await sealedIds());
          }
        }
      } finally {
        await writers.close();
      }
      await seal();
      const all = await sealedIds();
      expect(states).toEqual(states.map((state) => all.slice(0, state.length)));
      expect(all.toSorted()).toEqual(writers.committed.toSorted());
      const inOrder = await world.run(sql<{ id: string }>`select id from audit_entry order by xid, position`);
      expect(all).toEqual(inOrder.map(({ id }) => id));
      expect(isWhole(await verified())).toBe(true);
    }),
    { seed: SEED, numRuns: 100 },
  );
});

test("a transaction that is under way holds back those after it, and nobody who writes", async () => {
  const slow = await world.db.pool.connect();
  onTestFinished(() => slow.release(true));
  await slow.query("begin");
  await slow.query("select pg_current_xact_id()");
  await record();
  expect(await seal()).toBe(0);
  expect(await verified()).toMatchObject({ count: 0, unsealed: 1, loose: [] });
  await slow.query("rollback");

  expect(await seal()).toBe(1);
});

test("several sealers at once seal each entry once", async () => {
  for (let nth = 0; nth < 40; nth += 1) await record();
  const counts = await Promise.all([seal(), seal(), seal(), seal()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(await verified()).toMatchObject({ count: 40, unsealed: 0, faults: [], loose: [] });
});

test("a sealer that is killed before its end sealed nothing, and the next one goes on", async () => {
  await recordAndSeal(3);
  await record();
  await record();
  const killed: Db = {
    ...world.db,
    owner: (work) =>
      world.db.owner(async (tx) => {
        const result = await work(tx);
        if (result === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
        return result;
      }),
  };
  await expect(seal(killed)).rejects.toThrow(/terminat/);
  expect(await verified()).toMatchObject({ count: 3, unsealed: 2 });
  expect(await seal()).toBe(2);
  expect(await verified()).toMatchObject({ count: 5, unsealed: 0, faults: [] });
});

test("a link is the SHA-256 of the link before it and the canonical JSON of its entry", async () => {
  await recordAndSeal(1);
  const row = await world.one(sql<Record<string, string>>`
    select e.*, s.link, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from audit_entry e join audit_seal s on s.entry_id = e.id`);
  const written = canonical({
    org: row?.["org_id"],
    id: row?.["id"],
    at: row?.["at"],
    actor: { kind: "person", id: row?.["actor_id"], roles: ["org-admin"], session: null },
    act: "people.changed",
    subject: { kind: "person", id: row?.["subject_id"] },
    facts: { roles: ["sender"], status: "active" },
    request: row?.["request_id"],
    key: row?.["call_key"],
  });
  expect(row?.["link"]).toBe(sha256(`${NO_LINK}\n${written}`));
});

const third = "id = (select entry_id from audit_seal where number = 3)";
test.each([
  [
    "an act is rewritten",
    [`update audit_entry set act = 'people.invited' where ${third}`],
    3,
    "not-as-sealed",
  ],
  [
    "its actor is another",
    [`update audit_entry set actor_id = gen_random_uuid() where ${third}`],
    3,
    "not-as-sealed",
  ],
  [
    "its time is moved by a microsecond",
    [`update audit_entry set at = at + interval '1 microsecond' where ${third}`],
    3,
    "not-as-sealed",
  ],
  ["its facts are others", [`update audit_entry set facts = '{}' where ${third}`], 3, "not-as-sealed"],
  [
    "its link is rewritten",
    ["update audit_seal set link = repeat('a', 64) where number = 3"],
    3,
    "not-as-sealed",
  ],
  ["an entry is gone", [`delete from audit_entry where ${third}`], 3, "no-entry"],
  [
    "an entry is gone with its link",
    [`delete from audit_entry where ${third}`, "delete from audit_seal where number = 3"],
    3,
    "missing",
  ],
  [
    "an entry is gone, and those after it moved up",
    [
      `delete from audit_entry where ${third}`,
      "delete from audit_seal where number = 3",
      "update audit_seal set number = -number where number > 3",
      "update audit_seal set number = -number - 1 where number < 0",
    ],
    3,
    "not-as-sealed",
  ],
  [
    "two entries change places",
    [
      "update audit_seal a set entry_id = b.entry_id from audit_seal b where (a.number, b.number) in ((3, 4), (4, 3))",
    ],
    3,
    "not-as-sealed",
  ],
  [
    "an entry is put in between",
    [
      "update audit_seal set number = -number where number > 3",
      "update audit_seal set number = 1 - number where number < 0",
      `insert into audit_entry select org_id, gen_random_uuid(), position + 1000, xid, at, actor_kind, actor_id, roles, session_hash, act,
         subject_kind, subject_id, facts, request_id, gen_random_uuid() from audit_entry where ${third}`,
      "insert into audit_seal select org_id, 4, id, repeat('b', 64), now() from audit_entry order by position desc limit 1",
    ],
    4,
    "not-as-sealed",
  ],
] as const)("the place is named where %s", async (_, statements, number, kind) => {
  await recordAndSeal(6);
  await tamper(
    "alter table audit_seal drop constraint audit_seal_number_check",
    "alter table audit_seal drop constraint audit_seal_org_id_entry_id_key",
    "alter table audit_entry alter column position drop identity if exists",
    ...statements,
    "alter table audit_entry alter column position add generated always as identity (start 100000)",
    "alter table audit_seal add constraint audit_seal_org_id_entry_id_key unique (org_id, entry_id)",
    "alter table audit_seal add constraint audit_seal_number_check check (number > 0)",
  );
  const found = await verified();
  expect(found.faults[0]).toEqual({ number, kind });
  expect(isWhole(found)).toBe(false);
});

test("an entry that was put in past the log is named", async () => {
  await recordAndSeal(2);
  await record();
  await tamper("delete from audit_unsealed");
  const found = await verified();
  expect(found).toMatchObject({ faults: [], loose: [{ id: expect.any(String) }] });
  expect(isWhole(found)).toBe(false);
});

test("a chain whose end was cut off is whole by itself, and lacks the head that was written down", async () => {
  await recordAndSeal(4);
  const { head } = await verified();
  expect(await verified(head)).toMatchObject({ count: 4, metHead: true });
  await record();
  await seal();
  expect(await verified(head)).toMatchObject({ count: 5, metHead: true });
  await tamper(
    "delete from audit_entry where id in (select entry_id from audit_seal where number > 3)",
    "delete from audit_seal where number > 3",
  );
  const cut = await verified(head);
  expect(isWhole(cut)).toBe(true);
  expect(cut).toMatchObject({ count: 3, metHead: false });
});
