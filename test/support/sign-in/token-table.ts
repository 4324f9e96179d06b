import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokenCases, type Row, type TokenCases } from "./token-cases.ts";

/** One test a row, and for each token that we accept a second library's opinion. */
export function tokenTable(rows: readonly Row[], atLeast: number): void {
  let cases: TokenCases;
  beforeAll(async () => {
    cases = await openTokenCases();
  });
  afterAll(() => cases.close());

  test(`the table has ${rows.length} rows, of at least ${atLeast}`, () => {
    expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  });

  const table = rows.map(([says, verdict, given = {}]) => [says, verdict, given] as const);

  test.each(table)("%s: %s", async (_says, verdict, given) => {
    expect(await cases.verdict(given)).toBe(verdict);
  });

  test.each(table.filter(([, verdict, given]) => verdict === "accepted" && !given.lax))(
    "%s: another library accepts it too",
    async (_says, _verdict, given) => {
      expect(await cases.secondOpinion(given)).toBe(given.claims?.["sub"] ?? "ada");
    },
  );
}
