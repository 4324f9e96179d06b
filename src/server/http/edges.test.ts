import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { useWorld } from "#test/support/use-world.ts";
import { problemOf } from "./problems.ts";

const { world } = useWorld({ limitFactor: 1, trustProxy: ["10.0.0.0/8"] });

/** Statuses of as many calls as a caller has in a minute and one more, each said to come from another address. */
async function fromManyAddresses(remoteAddress: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let nth = 0; nth <= 60; nth += 1) {
    const headers = { "x-forwarded-for": `203.0.113.${nth}`, [HEADERS.trackingToken]: "x".repeat(22) };
    const answer = await world.server.app.inject({ url: "/api/tracking", remoteAddress, headers });
    statuses.add(answer.statusCode);
  }
  return statuses;
}

// v5.0.0-4.1.3, v5.0.0-15.3.4
test("only a trusted proxy says where a call comes from: nobody talks themselves out of a limit", async () => {
  expect(await fromManyAddresses("198.51.100.7")).toEqual(new Set([404, 429]));
  expect(await fromManyAddresses("10.1.2.3")).toEqual(new Set([404]));
});

// v5.0.0-5.2.1
test("whoever may not send a picture is refused before its megabytes are read", async () => {
  const answer = await world.server.app.inject({
    method: "POST",
    url: `/api/deliveries/${randomUUID()}/proofs`,
    headers: { "content-type": "application/json", [HEADERS.idempotencyKey]: randomUUID() },
    payload: `{"image": "${"A".repeat(7_000_000)}`,
  });
  expect(answer.statusCode).toBe(401);
});

test("a body that is no JSON is the caller's fault, at the bank's own addresses too", async () => {
  for (const type of ["text/plain", "application/json"]) {
    const answer = await world.server.app.inject({
      method: "POST",
      url: "/sandbox-bank/v1/intents/pi_1/confirm",
      headers: { "content-type": type },
      payload: "{",
    });
    expect(answer.statusCode).toBe(400);
  }
});

test.each(["/api/deliveries/%E0%A4%A", `/api/deliveries/${"x".repeat(300)}`])(
  "an address that cannot be read is not found, and says nothing of what reads it: %s",
  async (url) => {
    const answer = await world.server.app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(JSON.parse(answer.body)).toMatchObject({ code: "http.not-found", way: "go-back" });
  },
);

test.each([
  "/%00",
  "/track%00.html",
  "/map/tiles/1/1/%00.mvt",
  "/api/deliveries/%00",
  `/api/deliveries/${randomUUID()}/proofs/a%00b`,
  "/map/meta.json?v=%00",
])("a NUL in a raw address is the caller's fault: %s", async (url) => {
  const answer = await world.server.app.inject({ url });
  expect(answer.statusCode).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "http.bad-input" });
});

test("two Host headers are refused, before anything is looked for", async () => {
  const address = await world.server.listen("127.0.0.1", 0);
  const { port } = new URL(address);
  const statusOf = (...hosts: string[]) =>
    new Promise<string>((done, fail) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        const lines = [
          "GET /map/meta.json HTTP/1.1",
          ...hosts.map((host) => `Host: ${host}`),
          "Connection: close",
        ];
        socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      });
      socket
        .setEncoding("utf8")
        .once("data", (said: string) => done(said.slice(9, 12)))
        .once("error", fail);
    });
  expect(await statusOf("waybill.example", "evil.example")).toBe("400");
  expect(await statusOf("waybill.example", "waybill.example")).toBe("400");
  expect(await statusOf("waybill.example")).not.toBe("400");
});

// v5.0.0-1.5.2, v5.0.0-15.3.6
test("__proto__ in a body is refused", async () => {
  const answer = await world.server.app.inject({
    method: "POST",
    url: "/api/quotes",
    headers: { "content-type": "application/json", [HEADERS.idempotencyKey]: randomUUID() },
    payload: '{"__proto__": {"polluted": true}}',
  });
  expect(answer.statusCode).toBe(400);
});

const withCode = (code: string) => Object.assign(new Error("secret inside"), { code });

test.each([
  withCode("57014"),
  withCode("53300"),
  withCode("08006"),
  withCode("57P01"),
  withCode("40P01"),
  withCode("ECONNREFUSED"),
  new Error("timeout exceeded when trying to connect"),
  new Error("Connection terminated unexpectedly"),
])("a database out of reach is 'try again', never a fault: %s", (error) => {
  const problem = problemOf(error, "id", {});
  expect(problem).toMatchObject({ status: 503, code: "http.busy", way: "retry" });
  expect(JSON.stringify(problem)).not.toContain("secret");
});

// v5.0.0-16.5.1
test("a bug says nothing of its inside", () => {
  expect(problemOf(withCode("23505"), "id", {})).toMatchObject({ status: 500, code: "http.internal" });
  expect(JSON.stringify(problemOf(withCode("23505"), "id", {}))).not.toContain("secret");
});
