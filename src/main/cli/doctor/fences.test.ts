import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import type { Finding } from "./finding.ts";
import { runChecks } from "./finding.ts";
import { machineChecks } from "./machine.ts";

const name = `waybill_fences_${randomBytes(4).toString("hex")}`;
let admin: pg.Client;
/** A superuser and a plain role that owns every table. */
const urls: Record<"superuser" | "owner", string> = { superuser: "", owner: "" };

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(query);
    return rows;
  } finally {
    await client.end();
  }
}
const askOwner = (query: string) => ask(urls.owner, query);

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  await admin.query(`create role ${name} login password 'plain' nosuperuser`);
  await admin.query(`grant waybill_app to ${name}`);
  await admin.query(`create database ${name} template ${inject("templateName")} owner ${name}`);
  urls.superuser = withDatabase(inject("adminUrl"), name).connectionString;
  await ask(
    urls.superuser,
    `do $$ declare tab regclass; begin
       for tab in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       loop execute format('alter table %s owner to ${name}', tab); end loop; end $$`,
  );
  const plain = new URL(urls.superuser);
  plain.username = name;
  plain.password = "plain";
  urls.owner = plain.href;
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});

async function examined(who: keyof typeof urls): Promise<Finding> {
  const settings = settle(readSettings({}, ["--database-url", urls[who]]).settings, {});
  const checks = machineChecks(settings, undefined, process.cwd()).filter(([about]) => about === "database");
  const [found] = await runChecks(checks);
  if (!found) throw new Error("the database was not looked at");
  return found;
}

/** The SQL that doctor prints. */
const sqlOf = ({ cure = "" }: Finding): string => cure.replace(/^.*?: (.*)\.$/, "$1");

const INTACT = { superuser: "careful", owner: "good" } as const;

describe.each(["superuser", "owner"] as const)("asked as %s", (who) => {
  test("an intact database is not marked", async () => {
    const found = await examined(who);
    expect(found).toMatchObject({
      verdict: INTACT[who],
      says: expect.stringContaining("every table fenced by organisation"),
    });
  });

  test.each([
    ["row-level security switched off", "alter table person disable row level security"],
    ["the policy dropped", "drop policy by_org on person"],
    ["a policy that lets everything through", "create policy everybody on person using (true)"],
    [
      "the policy replaced by one that reads everything",
      "drop policy by_org on person; create policy by_org on person using (true) with check (org_id = app_org())",
    ],
  ])("%s is bad, and the printed cure mends it", async (_says, harm) => {
    await ask(urls.owner, harm);
    const found = await examined(who);
    expect(found).toMatchObject({ verdict: "bad", says: "row-level security does not hold in person" });
    expect(found.cure).toMatch(/^Run as the owner of the tables: [^\n]+\.$/);
    await ask(urls.owner, sqlOf(found));
    expect((await examined(who)).verdict).toBe(INTACT[who]);
  });
});

describe("a table that hides its rows from the owner's jobs", () => {
  const seen = async () => (await askOwner("select id from person")).length;
  beforeAll(async () => {
    await ask(
      urls.superuser,
      `insert into organization (id, kind, name, currency, timezone, created_at)
       values ('00000000-0000-7000-8000-000000000001', 'carrier', 'x', 'EUR', 'UTC', now());
       insert into person (org_id, id, issuer, subject, name, token_roles, roles, status, created_at)
       values ('00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'i', 's', 'n', '{}', '{}', 'active', now())`,
    );
  });

  test.each([
    ["by force", "alter table person force row level security"],
    ["by a foreign owner", "alter table person owner to current_user; grant select on person to public"],
  ])("%s is bad for a plain owner alone, and the printed cure shows them again", async (_says, harm) => {
    expect(await seen()).toBe(1);
    await ask(urls.superuser, harm);
    expect(await seen()).toBe(0);
    expect((await examined("superuser")).verdict).toBe("careful");
    const found = await examined("owner");
    expect(found).toMatchObject({ verdict: "bad", says: "background jobs see no rows in person" });
    await ask(urls.superuser, sqlOf(found));
    expect(await seen()).toBe(1);
    expect((await examined("owner")).verdict).toBe("good");
  });
});
