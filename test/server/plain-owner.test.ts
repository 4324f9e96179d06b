import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { sql } from "kysely";
import { openDb, rows } from "#server/db/db.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareJobs } from "#server/jobs/jobs.ts";
import { withDatabase } from "#test/support/database/database-template.ts";

test("a database owner without superpowers migrates, works across organisations and is fenced within one", async () => {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  const name = `waybill_plain_${randomBytes(4).toString("hex")}`;
  await admin.query(`create role ${name} login password 'plain' nosuperuser`);
  await admin.query(`grant waybill_app to ${name}`);
  await admin.query(`create database ${name} owner ${name}`);
  const url = new URL(withDatabase(inject("adminUrl"), name).connectionString);
  url.username = name;
  url.password = "plain";
  const connection = { connectionString: url.href };
  await migrate(connection, "db/migrations");
  const db = openDb(connection, 3);
  await prepareJobs(db.pool);
  const [here, there] = [randomUUID(), randomUUID()];
  for (const org of [here, there]) {
    await db.pool.query(
      "insert into organization (id, kind, name, currency, timezone, created_at) values ($1, 'carrier', 'x', 'EUR', 'UTC', now())",
      [org],
    );
    await db.as({ orgId: org }, (tx) =>
      sql`insert into idempotency (org_id, caller, key, endpoint, body_hash, leased_until, created_at)
          values (${org}, 'me', ${randomUUID()}, 'e', 'h', now(), now())`.execute(tx),
    );
  }
  const seen = (tx: Parameters<Parameters<typeof db.owner>[0]>[0]) =>
    rows(tx, sql<{ org_id: string }>`select org_id from idempotency`);
  expect(await db.owner(seen)).toHaveLength(2);
  expect(await db.as({ orgId: here }, seen)).toEqual([{ org_id: here }]);
  await expect(
    db.as({ orgId: here }, (tx) => sql`update organization set name = 'y'`.execute(tx)),
  ).rejects.toThrow(/permission denied/);
  await db.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});
