import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathNames } from "#contract/endpoint.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { ROLES } from "#kernel/actor.ts";
import { scopeOf } from "#kernel/permission.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";

let world: World;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  callers.set("guest", world.guest());
  for (const role of ROLES) callers.set(role, await world.person(`a ${role}`, role));
  callers.set("nobody", await world.person("a person without a role"));
});
afterAll(() => world.close());

const endpoints = endpointsOfRooms();

const SIGNS_OUT = new Set(["endThisSession", "endAllMySessions"]);

/** Caller of an endpoint; one that signs out gets a person whom no other case needs. */
async function callerFor({ id }: Endpoint, role: string): Promise<Caller> {
  const caller = callers.get(role);
  if (!caller) throw new Error(role);
  if (!SIGNS_OUT.has(id) || role === "guest") return caller;
  return world.person(`${role} who leaves by ${id}`, ...caller.actor.roles);
}

const DENIALS = new Set(["accounts.signed-out", "accounts.forbidden"]);

// v5.0.0-8.2.1, v5.0.0-8.3.1
describe("deny by default: every endpoint as every role", () => {
  const cases = endpoints.flatMap((endpoint) =>
    ["guest", "nobody", ...ROLES].map((role) => [endpoint.id, role, endpoint] as const),
  );

  test.each(cases)("%s as %s", async (_id, role, endpoint) => {
    const caller = await callerFor(endpoint, role);
    const answer = await caller.call(endpoint, sampleOf(endpoint.input) as never);
    const may =
      endpoint.needs === "anyone" ||
      (endpoint.needs === "self" ? role !== "guest" : scopeOf(caller.actor, endpoint.needs) !== undefined);
    const denial = role === "guest" ? "401 accounts.signed-out" : "403 accounts.forbidden";
    const said = DENIALS.has(answer.body.code ?? "") ? `${answer.status} ${answer.body.code}` : "let in";
    expect(said).toBe(may ? "let in" : denial);
    expect(answer.status, JSON.stringify(answer.body)).not.toBe(500);
  });
});

// v5.0.0-8.2.2
describe("an object that is not there, or another's, is never answered", () => {
  const named = endpoints.filter((endpoint) => pathNames(endpoint.path).length > 0);
  const cases = named.flatMap((endpoint) =>
    ["guest", ...ROLES].map((role) => [endpoint.id, role, endpoint] as const),
  );

  test.each(cases)("%s as %s", async (_id, role, endpoint) => {
    const caller = callers.get(role);
    if (!caller) throw new Error(role);
    const answer = await caller.call(endpoint, sampleOf(endpoint.input) as never);
    expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

// v5.0.0-2.2.1, v5.0.0-15.3.3
describe("unknown fields are refused and named", () => {
  // A phone's envelope is read loosely: a later build may say more.
  const writes = endpoints.filter(({ method, id }) => method !== "GET" && id !== "sync");

  test.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (_id, endpoint) => {
    const admin = callers.get(
      ["stops:read", "shift:keep", "shift:ask", "position:send", "offer:answer"].includes(endpoint.needs)
        ? "courier"
        : endpoint.needs === "task:perform"
          ? "dispatcher"
          : endpoint.needs === "ops:run"
            ? "waybill-operator"
            : "org-admin",
    );
    const answer = await admin?.call(endpoint, {
      ...(sampleOf(endpoint.input) as object),
      surprise: 1,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "http.bad-input", fields: [{ path: "surprise", code: "unknown-field" }] },
    });
  });
});
