import { expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "../db/db.ts";
import { buildApp } from "./app.ts";
import type { AppParts } from "./app.ts";
import type { RawRoute } from "./route.ts";

interface Line {
  readonly level: "warn" | "error";
  readonly facts: Record<string, unknown>;
  readonly message: string;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A server of these routes alone, without a database. */
function appWith(rawRoutes: readonly RawRoute[], more: Partial<AppParts>): ReturnType<typeof buildApp> {
  const db: Partial<Db> = {};
  return buildApp({
    db: db as Db,
    routes: [],
    rawRoutes,
    refusals: { "payments.provider-silent": [503, "The provider does not answer.", "retry"] },
    actorOf: () => Promise.resolve({ kind: "guest", orgId: "", roles: [] }),
    clock: () => 0,
    log: silent,
    headers: {},
    trustProxy: [],
    limitFactor: 0,
    ...more,
  });
}

/** Lines that are logged when a call ends with this. */
async function loggedBy(thrown: Error): Promise<{ status: number; lines: Line[] }> {
  const lines: Line[] = [];
  const note = (level: Line["level"]) => (facts: object, message: string) =>
    void lines.push({ level, facts: { ...facts }, message });
  const app = await appWith(
    [
      {
        id: "failing",
        method: "GET",
        path: "/failing",
        needs: "anyone",
        summary: "Fails",
        run: () => Promise.reject(thrown),
      },
    ],
    { log: { info: () => undefined, warn: note("warn"), error: note("error") } },
  );
  const { statusCode } = await app.inject({ url: "/failing" });
  await app.close();
  return { status: statusCode, lines };
}

test("a full disk refuses what a POST brings, except where its route says otherwise", async () => {
  const route = { method: "POST", needs: "anyone", summary: "Takes something" } as const;
  const run = () => Promise.resolve({ status: 200, headers: {}, body: "" });
  const app = await appWith(
    [
      { ...route, id: "news", path: "/news", takesBytes: true, run },
      { ...route, id: "logout", path: "/logout", takesForm: ["token"], worksOnFullDisk: true, run },
      { ...route, id: "picture", path: "/picture", method: "GET", run },
    ],
    { isDiskFull: () => true },
  );
  const news = await app.inject({ method: "POST", url: "/news", body: "{}" });
  expect([news.statusCode, news.json().code]).toEqual([503, "http.disk-full"]);
  expect((await app.inject({ method: "POST", url: "/logout", body: "token=1" })).statusCode).toBe(200);
  expect((await app.inject({ url: "/picture" })).statusCode).toBe(200);
  await app.close();
});

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

// v5.0.0-16.3.4
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
