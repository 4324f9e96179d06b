import { sql } from "kysely";
import { expect, test } from "vitest";
import { fixed } from "./db.ts";

test("a fixed part of a statement is one text and holds no values", () => {
  const part = fixed(sql`json_build_object(
    ${sql.lit("a 'b'")}, ${sql.raw("d.id")})`);
  expect(part.toOperationNode()).toMatchObject({
    sqlFragments: ["json_build_object( 'a ''b''', d.id)"],
    parameters: [],
  });
  expect(() => fixed(sql`d.id = ${1}`)).toThrow("no values");
});
