import { sql } from "kysely";
import { expect, test } from "vitest";
import { fixed, statement } from "./db.ts";
import type { Tx } from "./db.ts";

test("a fixed part of a statement is one text and holds no values", () => {
  const part = fixed(sql`json_build_object(
    ${sql.lit("a 'b'")}, ${sql.raw("d.id")})`);
  expect(part.toOperationNode()).toMatchObject({
    sqlFragments: ["json_build_object( 'a ''b''', d.id)"],
    parameters: [],
  });
  expect(() => fixed(sql`d.id = ${1}`)).toThrow("no values");
});

test("a statement is compiled once and sent with its values of each time in their places", async () => {
  const sent: unknown[] = [];
  const tx = {
    getExecutor: () => ({
      executeQuery: ({ sql: text, parameters }: { sql: string; parameters: unknown }) =>
        Promise.resolve({ rows: sent.push([text, parameters]) && [] }),
    }),
  };
  let built = 0;
  const find = statement<{ id: string; state: string | null }, unknown>((at) => {
    built += 1;
    return sql`select ${"always"}
      where id = ${at("id")} and ${sql`state = ${at("state")}`} or id <> ${at("id")}`;
  });
  // Safe: sending is all that a statement asks of a transaction.
  for (const values of [
    { id: "1", state: "open" },
    { id: "2", state: null },
  ])
    await find(tx as unknown as Tx, values);
  const text = "select $1 where id = $2 and state = $3 or id <> $4";
  expect(sent).toEqual([
    [text, ["always", "1", "open", "1"]],
    [text, ["always", "2", null, "2"]],
  ]);
  expect(built).toBe(1);
});
