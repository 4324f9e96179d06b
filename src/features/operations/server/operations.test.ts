import { sql } from "kysely";
import { expect, test } from "vitest";
import { invitationsApi } from "#features/accounts/contract/invitations.ts";
import { book, good } from "#test/support/people/booking.ts";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { useWorld } from "#test/support/use-world.ts";
import { operationsApi } from "../contract/api.ts";

const { world, oskar, ada, sam } = useWorld({
  shop: true,
  people: {
    oskar: ["Oskar Lind", "waybill-operator"],
    ada: ["Ada Admin", "org-admin"],
    sam: ["Sam Sender", "sender"],
  },
});

/** Adds a job that failed so many times of 25. */
async function failedJob(tries: number): Promise<void> {
  const [job] = await world.run(
    sql<{ id: string }>`
      select id::text as id from graphile_worker.add_job('probe', '{"email":"zoe@example.org"}', max_attempts => 25)`,
  );
  await world.run(sql`
    update graphile_worker._private_jobs set attempts = ${tries}, last_error = 'zoe@example.org is unknown',
      run_at = now() + interval '1 hour' where id = ${job?.id}::bigint`);
}

test("whoever looks after the installation sees its health, versions and counts, and nobody's name", async () => {
  await failedJob(25);
  const read = good(await oskar.call(operationsApi.readOperations, {}));
  expect(read.health.find(({ check }) => check === "database")?.state).toBe("good");
  expect(read.health.find(({ check }) => check === "jobs")?.state).toBe("bad");
  expect(read.jobs.givenUp).toBeGreaterThan(0);
  expect(read.versions.postgres).toMatch(/^\d+/);
  expect(read.people.active).toBe(3);
  expect(JSON.stringify(read)).not.toMatch(/Ada|Oskar|Sam|zoe/);
});

test("notices that are late, failed or may have are counted by their way, without address or answer", async () => {
  const { id } = await book(world, sam);
  await world.run(sql`delete from notice`);
  const at = (ago: number) => toIso(world.now - ago);
  const add = (way: string, state: string, ago: number, isTried = state !== "waiting") =>
    world.run(sql`
      insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at, said_at,
        ended_at, shown_to, message, answer)
      values (${world.orgId}, gen_random_uuid(), ${id}, 'booked', '', false, 'recipient', ${way}, ${state}, ${at(ago)}, ${at(ago)},
        ${isTried ? at(ago) : null}, ${state === "waiting" ? null : at(ago)}, 'z…@example.org',
        ${state === "waiting" ? "{}" : null}::jsonb,
        'zoe@example.org is unknown')`);
  await add("mail", "waiting", HOUR_MS - 1);
  await add("mail", "waiting", -HOUR_MS);
  // Tried for an hour, and due again later.
  await add("mail", "waiting", HOUR_MS, true);
  await world.run(
    sql`update notice set due_at = ${at(-HOUR_MS)} where state = 'waiting' and said_at is not null`,
  );
  await add("mail", "failed", HOUR_MS);
  await add("mail", "failed", 2 * DAY_MS);
  await add("mail", "sent", HOUR_MS);
  await add("sms", "unsure", HOUR_MS);
  const read = good(await oskar.call(operationsApi.readOperations, {}));
  expect(read.notices).toEqual([
    { way: "mail", due: 2, oldest: at(HOUR_MS), failed: 1, unsure: 0 },
    { way: "sms", due: 0, oldest: null, failed: 0, unsure: 1 },
    { way: "push", due: 0, oldest: null, failed: 0, unsure: 0 },
  ]);
  expect(read.health).toContainEqual({ check: "notices", state: "bad" });
  expect(JSON.stringify(read)).not.toMatch(/zoe|z…@/);
});

test("failed jobs come page by page without their load, and one is tried again", async () => {
  await failedJob(3);
  await failedJob(4);
  const first = good(await oskar.call(operationsApi.listFailedJobs, { limit: 1 }));
  expect(first.items).toMatchObject([{ name: "probe", tries: 4, triesAtMost: 25 }]);
  expect(JSON.stringify(first)).not.toContain("zoe");
  const second = good(await oskar.call(operationsApi.listFailedJobs, { limit: 1, cursor: first.next ?? "" }));
  expect(second.items).toMatchObject([{ tries: 3 }]);
  const id = first.items[0]?.id ?? "";
  expect(good(await oskar.call(operationsApi.retryJob, { id }))).toEqual({ retried: true });
  const rows = await world.run(
    sql<{ due: boolean; attempts: number }>`
      select run_at <= now() as due, attempts::int as attempts from graphile_worker._private_jobs where id = ${id}::bigint`,
  );
  expect(rows).toEqual([{ due: true, attempts: 0 }]);
  expect(good(await oskar.call(operationsApi.retryJob, { id: "999999999" }))).toEqual({ retried: false });
});

test("an administrator neither looks after the installation nor makes somebody who does", async () => {
  expect((await ada.call(operationsApi.readOperations, {})).status).toBe(403);
  const invited = await ada.call(invitationsApi.invitePerson, {
    email: "eve@example.org",
    roles: ["waybill-operator" as never],
    vehicle: null,
  });
  expect(invited.status).toBe(400);
});
