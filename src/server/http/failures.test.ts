import { expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "../db/db.ts";
import { buildApp } from "./app.ts";

interface Line {
  readonly level: "warn" | "error";
  readonly facts: Record<string, unknown>;
  readonly message: string;
}

/** What is logged when a call ends with this. */
async function loggedBy(thrown: Error): Promise<{ status: number; lines: Line[] }> {
  const lines: Line[] = [];
  const note = (level: Line["level"]) => (facts: object, message: string) =>
    void lines.push({ level, facts: { ...facts }, message });
  const db: Partial<Db> = {};
  const app = await buildApp({
    db: db as Db,
    routes: [],
    rawRoutes: [
      {
        id: "failing",
        method: "GET",
        path: "/failing",
        needs: "anyone",
        summary: "Fails",
        run: () => Promise.reject(thrown),
      },
    ],
    refusals: { "payments.provider-silent": [503, "The provider does not answer.", "retry"] },
    actorOf: () => Promise.resolve({ kind: "guest", orgId: "", roles: [] }),
    clock: () => 0,
    log: { info: () => undefined, warn: note("warn"), error: note("error") },
    headers: {},
    trustProxy: [],
    limitFactor: 0,
  });
  const { statusCode } = await app.inject({ url: "/failing" });
  await app.close();
  return { status: statusCode, lines };
}

const gone = Object.assign(new Error("no way"), { code: "ECONNREFUSED" });

test.each([
  ["a provider that is silent", new Refusal("payments.provider-silent"), "payments.provider-silent"],
  ["a part that is busy", new Refusal("http.busy"), "http.busy"],
  ["a database out of reach", gone, "http.busy"],
])("%s is a warning in the log, without a stack", async (_what, thrown, code) => {
  const { status, lines } = await loggedBy(thrown);
  expect(status).toBe(503);
  expect(lines).toMatchObject([{ level: "warn", facts: { endpoint: "failing", code }, message: "failed" }]);
  expect(JSON.stringify(lines)).not.toContain("stack");
});

test("a bug is an error in the log, with its stack", async () => {
  const { status, lines } = await loggedBy(new TypeError("a bug"));
  expect(status).toBe(500);
  expect(lines).toMatchObject([
    { level: "error", facts: { code: "http.internal", error: { stack: expect.stringContaining("a bug") } } },
  ]);
});

test("what was refused as usual is no trouble of ours", async () => {
  expect((await loggedBy(new Refusal("accounts.forbidden"))).lines).toEqual([]);
});
