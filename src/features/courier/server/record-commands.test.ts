import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Db } from "#server/db/db.ts";
import { problemOf } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import { recordCommands } from "./record-commands.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const started = () => ({
  deliveryId: randomUUID(),
  command: {
    type: "start" as const,
    commandId: randomUUID(),
    occurredAt: "2026-06-17T08:00:00Z",
    taskId: randomUUID(),
    offline: true,
  },
});

/** A phone's call on a database whose every transaction fails. */
function onBroken(error: Error): { context: Context; tries: () => number } {
  let tries = 0;
  const fail = () => {
    tries += 1;
    return Promise.reject(error);
  };
  const db: Partial<Db> = { as: fail };
  const context = {
    actor: { kind: "person", orgId: randomUUID(), roles: ["courier"] },
    db,
    now: 0,
    scope: "assigned",
    requestId: "r",
  };
  return { context: context as unknown as Context, tries: () => tries };
}
const withCode = (code: string) => Object.assign(new Error("inside"), { code });

test.each([
  ["a server that is away", withCode("ECONNREFUSED")],
  ["a connection that broke", new Error("Connection terminated unexpectedly")],
  [
    "a connection that was cut between two statements",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["a disk that is full", withCode("53100"), "http.disk-full"],
  ["a server that became a standby", withCode("25006")],
  ["a statement that took too long", withCode("57014")],
  ["a lock that did not clear up", withCode("40P01")],
  ["a race that was lost too often", withCode("40001")],
])(
  "%s fails the whole call, so that the phone keeps its commands and tries again",
  async (_what, error, code = "http.busy") => {
    const { context, tries } = onBroken(error);
    const failed = await recordCommands(context, [started(), started()], log).catch(
      (thrown: unknown) => thrown,
    );
    expect(problemOf(failed, "r", {})).toMatchObject({ status: 503, code });
    expect(tries()).toBe(1);
  },
);

test("a bug leaves its command undecided and what follows for its delivery, and no other", async () => {
  const { context, tries } = onBroken(new TypeError("undefined is not a function"));
  const one = started();
  const results = await recordCommands(
    context,
    [one, started(), { ...started(), deliveryId: one.deliveryId }],
    log,
  );
  expect(results.map(({ result, code }) => ({ result, code }))).toEqual(
    Array.from({ length: 3 }, () => ({ result: "undecided", code: "http.busy" })),
  );
  expect(tries()).toBe(2);
});
