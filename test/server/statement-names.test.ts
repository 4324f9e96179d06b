import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Conversation, prefaceOf } from "#server/db/conversation.ts";
import { statementNames } from "#server/db/statement-names.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";

let base: BareDatabase;
let client: pg.Client;
beforeAll(async () => {
  base = await openBareDatabase();
  client = new pg.Client(base.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await base.close();
});

const [GOOD, BAD] = [prefaceOf("select 1", "select 2"), prefaceOf("select 1", "select 1 / 0")];

const nameOf = statementNames();

/** Sends one statement behind a preface, as a transaction by itself. */
const send = (preface: typeof GOOD, text: string, value: unknown): Promise<unknown> => {
  const conversation = new Conversation(client, { preface, alone: "writing" }, () => undefined, nameOf);
  return conversation
    .executeQuery({ sql: text, parameters: [value], query: undefined as never, queryId: undefined as never })
    .then(({ rows }) => rows[0]);
};

/** How often the server has parsed a text under a name and keeps it. */
async function namesOf(text: string): Promise<number> {
  const { rows } = await client.query("select 1 from pg_prepared_statements where statement = $1", [text]);
  return rows.length;
}

const MANY = 30;

test("a statement that comes often is parsed once for its connection", async () => {
  const text = "select $1::int + 1 as next";
  for (let n = 0; n < MANY; n += 1) expect(await send(GOOD, text, n)).toEqual({ next: n + 1 });
  expect(await namesOf(text)).toBe(1);
  const seldom = "select $1::int + 2 as next";
  expect(await send(GOOD, seldom, 1)).toEqual({ next: 3 });
  expect(await namesOf(seldom)).toBe(0);
});

test("where its preface failed, the statement is parsed at the next call", async () => {
  const text = "select $1::int + 3 as next";
  for (let n = 0; n < MANY; n += 1) await expect(send(BAD, text, n)).rejects.toThrow("division by zero");
  expect(await namesOf(text)).toBe(0);
  for (let n = 0; n < 3; n += 1) expect(await send(GOOD, text, n)).toEqual({ next: n + 3 });
  await expect(send(BAD, text, 1)).rejects.toThrow("division by zero");
  expect(await send(GOOD, text, 1)).toEqual({ next: 4 });
  expect(await namesOf(text)).toBe(1);
});

test("a statement that could not be parsed is parsed at the next call", async () => {
  const text = "select one + $1::int as next from comes_later";
  for (let n = 0; n < MANY; n += 1) await expect(send(GOOD, text, n)).rejects.toThrow("does not exist");
  await client.query("create table comes_later as select 1 as one");
  for (let n = 0; n < 3; n += 1) expect(await send(GOOD, text, n)).toEqual({ next: n + 1 });
  await client.query("drop table comes_later");
  await expect(send(GOOD, text, 1)).rejects.toThrow("does not exist");
  await client.query("create table comes_later as select 5 as one");
  expect(await send(GOOD, text, 1)).toEqual({ next: 6 });
});

test("within a transaction, too", async () => {
  const held = new Conversation(client, { preface: prefaceOf("begin") }, () => undefined, nameOf);
  const text = "select $1::int / 2 as half";
  const query = { sql: text, parameters: [8], query: undefined as never, queryId: undefined as never };
  for (let n = 0; n < MANY; n += 1) expect((await held.executeQuery(query)).rows).toEqual([{ half: 4 }]);
  await held.end("commit");
  expect(await namesOf(text)).toBe(1);
});

test("a value that the driver cannot write leaves no connection that knows half of a name", async () => {
  const ask = (value: unknown) =>
    base.db.owner(async (tx) => (await sql`select ${value}::jsonb as value`.execute(tx)).rows[0]);
  for (let n = 0; n < MANY; n += 1) await expect(ask({ n: 1n })).rejects.toThrow("BigInt");
  for (let n = 0; n < MANY; n += 1) expect(await ask({ n })).toEqual({ value: { n } });
});

test("a table that gets a column beside a running process is read on", async () => {
  const read = () => base.db.owner(async (tx) => (await sql`select * from grows`.execute(tx)).rows);
  await client.query("create table grows as select 1 as one");
  for (let n = 0; n < MANY; n += 1) expect(await read()).toEqual([{ one: 1 }]);
  await client.query("alter table grows add column two int default 2");
  for (const rows of await Promise.all([read(), read(), read()])) expect(rows).toEqual([{ one: 1, two: 2 }]);
});
