import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { type KeyPair, newKeys } from "#test/support/sign-in/key-server.ts";
import { openLogoutIssuer } from "#test/support/sign-in/logout-tokens.ts";
import { accessToken, bearing, believing, boundTo, proving } from "#test/support/people/node-people.ts";
import { type Node, openEvents, openNode } from "#test/support/processes/node.ts";

const PUBLIC_URL = "https://waybill.example";
const ME = `${PUBLIC_URL}/api/me`;
/** The specification's time within which somebody disabled is out. */
const OUT_WITHIN = { timeout: 60_000, interval: 200 };
const PATIENCE = { timeout: 20_000 };

let database: BareDatabase;
let issuer: Awaited<ReturnType<typeof openLogoutIssuer>>;
let browser: KeyPair;
let nodes: readonly [Node, Node];

beforeAll(async () => {
  database = await openBareDatabase();
  issuer = await openLogoutIssuer();
  browser = await newKeys();
  const settings = [...believing(issuer), "--public-url", PUBLIC_URL];
  nodes = [await openNode(database, settings), await openNode(database, settings)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await issuer.close();
  await database.close();
});

const tokenOf = (subject: string, claims: Record<string, unknown> = {}) =>
  accessToken(issuer, subject, claims);
const withRoles = (...roles: string[]) => ({ resource_access: { "waybill-api": { roles } } });
const nowS = () => Math.floor(Date.now() / 1000);
const statuses = (token: string) =>
  Promise.all(nodes.map(async (node) => (await node.call("/api/me", bearing(token))).status));
async function outOfBoth(token: string, within: object = PATIENCE): Promise<void> {
  await expect.poll(() => statuses(token), within).toEqual([401, 401]);
}
const write = (method: "POST" | "PUT", path: string, token: string, body: object = {}) =>
  nodes[0].call(
    path,
    { ...bearing(token), "content-type": "application/json", [HEADERS.idempotencyKey]: randomUUID() },
    { method, body: JSON.stringify(body) },
  );
const me = async (token: string) => (await nodes[0].call("/api/me", bearing(token))).body;

describe("a proof", () => {
  test("that one server let in is refused by the other", async () => {
    const token = await tokenOf("pia", await boundTo(browser));
    for (const [first, second] of [nodes, nodes.toReversed()]) {
      const headers = await proving(browser, token, ME);
      expect((await first?.call("/api/me", headers))?.status).toBe(200);
      const again = await second?.call("/api/me", headers);
      expect(again).toMatchObject({ status: 401, body: { facts: { fault: "proof-used" } } });
      expect(again?.headers.get("www-authenticate")).toContain('error="invalid_dpop_proof"');
    }
  });

  test("sent to both twenty times at once is good for one call", async () => {
    const token = await tokenOf("pia", await boundTo(browser));
    const headers = await proving(browser, token, ME);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => nodes[nth % 2 === 0 ? 0 : 1].call("/api/me", headers)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body["code"] === "accounts.signed-out")).toHaveLength(19);
  });

  test("for the address that one server listens on is refused: only the public address counts", async () => {
    const token = await tokenOf("pia", await boundTo(browser));
    const headers = await proving(browser, token, `${nodes[0].url}/api/me`);
    expect(await nodes[0].call("/api/me", headers)).toMatchObject({
      status: 401,
      body: { facts: { fault: "proof-address" } },
    });
  });
});

describe("signing out everywhere at one server", () => {
  test("ends tokens and streams of the other; a later sign-in is welcome at both", async () => {
    const [old, noSid] = [await tokenOf("rob", { sid: "r1" }), await tokenOf("rob", { iat: nowS() - 3 })];
    expect([...(await statuses(old)), ...(await statuses(noSid))]).toEqual([200, 200, 200, 200]);
    const stream = await openEvents(nodes[1], bearing(noSid));
    expect((await write("POST", "/api/me/sessions/end-all", old)).body).toEqual({ ended: 2 });
    expect((await nodes[0].call("/api/me", bearing(old))).status).toBe(401);
    await outOfBoth(old);
    await outOfBoth(noSid);
    await expect.poll(() => stream.state.ended, PATIENCE).toBe(true);
    expect(stream.state.said).toContain("event: session.ended");
    expect(await statuses(await tokenOf("rob", { sid: "r2", iat: nowS() + 2 }))).toEqual([200, 200]);
  });
});

describe("a dispatcher who ends a courier's sessions at one server", () => {
  test("has the lost phone out of both, and nobody else", async () => {
    const bo = await tokenOf("bo", withRoles("dispatcher"));
    const [phone, sound] = [
      await tokenOf("cleo", { ...withRoles("courier"), sid: "lost" }),
      await tokenOf("cyd", withRoles("courier")),
    ];
    expect([...(await statuses(phone)), ...(await statuses(sound))]).toEqual([200, 200, 200, 200]);
    const { courierId } = await me(phone);
    const answer = await write("POST", `/api/people/${String(courierId)}/end-sessions`, bo);
    expect(answer).toMatchObject({ status: 200, body: { ended: 1 } });
    await outOfBoth(phone);
    const refreshed = await tokenOf("cleo", { ...withRoles("courier"), sid: "lost", iat: nowS() + 5 });
    await outOfBoth(refreshed);
    expect([...(await statuses(sound)), ...(await statuses(bo))]).toEqual([200, 200, 200, 200]);
  });
});

describe("a member who is suspended at one server", () => {
  test("is out of both within a minute, with old tokens and new ones", async () => {
    const ada = await tokenOf("ada", withRoles("org-admin"));
    const sam = await tokenOf("sam");
    expect([...(await statuses(ada)), ...(await statuses(sam))]).toEqual([200, 200, 200, 200]);
    const found = await nodes[0].call("/api/people?search=sam", bearing(ada));
    const [row] = found.body["items"] as Record<string, unknown>[];
    const { id, name, phone, roles, vehicle, version } = row ?? {};
    const stream = await openEvents(nodes[1], bearing(sam));
    const edit = { name, phone, roles, vehicle, version, status: "suspended" };
    expect((await write("PUT", `/api/people/${String(id)}`, ada, edit)).status).toBe(200);
    await outOfBoth(sam, OUT_WITHIN);
    await expect.poll(() => stream.state.ended, OUT_WITHIN).toBe(true);
    const fresh = await tokenOf("sam", { iat: nowS() + 2 });
    await expect.poll(() => statuses(fresh), OUT_WITHIN).toEqual([403, 403]);
  }, 150_000);
});

test("ten first sign-ins at once at two servers make one person", async () => {
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => tokenOf("ned", { sid: `n${nth}` })),
  );
  const answers = await Promise.all(
    tokens.map((token, nth) => nodes[nth % 2 === 0 ? 0 : 1].call("/api/me", bearing(token))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
});

test("a server that starts later knows what ended before", async () => {
  const token = await tokenOf("lea", { sid: "l1" });
  expect(await statuses(token)).toEqual([200, 200]);
  await write("POST", "/api/me/sessions/end-all", token);
  const late = await openNode(database, [...believing(issuer), "--public-url", PUBLIC_URL]);
  expect((await late.call("/api/me", bearing(token))).status).toBe(401);
  await late.close();
});
