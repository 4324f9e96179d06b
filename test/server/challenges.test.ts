import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { type KeyPair, newKeys } from "#test/support/sign-in/key-server.ts";
import { openLogoutIssuer } from "#test/support/sign-in/logout-tokens.ts";
import { accessToken, bearing, believing, boundTo, proving } from "#test/support/people/node-people.ts";
import { type Node, openNode } from "#test/support/processes/node.ts";

const PUBLIC_URL = "https://waybill.example";
const ALGS = 'algs="RS256 PS256 ES256 Ed25519 EdDSA"';
const nowS = () => Math.floor(Date.now() / 1000);

let database: BareDatabase;
let issuer: Awaited<ReturnType<typeof openLogoutIssuer>>;
let browser: KeyPair;
const nodes = new Map<string, Node>();

/** A node with these settings besides the issuer; the same ones give the same node. */
async function nodeWith(...more: string[]): Promise<Node> {
  const name = more.join(" ");
  const node =
    nodes.get(name) ??
    (await openNode(database, [...believing(issuer), "--public-url", PUBLIC_URL, ...more]));
  nodes.set(name, node);
  return node;
}

beforeAll(async () => {
  database = await openBareDatabase();
  issuer = await openLogoutIssuer();
  browser = await newKeys();
});
afterAll(async () => {
  for (const node of nodes.values()) await node.close();
  await issuer.close();
  await database.close();
});

type Headers = Record<string, string>;
const bound = async () => accessToken(issuer, "ada", await boundTo(browser));
const proven = async (claims: Record<string, unknown> = {}) =>
  proving(browser, await bound(), `${PUBLIC_URL}/api/me`, claims);

describe("a 401 says in WWW-Authenticate how to come again", () => {
  test.each<[string, string, () => Promise<Headers>, string]>([
    ["without a token", "auto", async () => ({}), `Bearer, DPoP ${ALGS}`],
    ["without a token, keys required", "required", async () => ({}), `DPoP ${ALGS}`],
    ["without a token, keys off", "off", async () => ({}), "Bearer"],
    ["with rubbish", "auto", async () => bearing("rubbish"), 'Bearer error="invalid_token"'],
    [
      "with an expired token",
      "auto",
      async () => bearing(await accessToken(issuer, "ada", { iat: nowS() - 900, exp: nowS() - 600 })),
      'Bearer error="invalid_token"',
    ],
    [
      "with a bound token as plain bearer",
      "auto",
      async () => bearing(await bound()),
      `DPoP error="invalid_token", ${ALGS}`,
    ],
    [
      "with an unbound token, keys required",
      "required",
      async () => bearing(await accessToken(issuer, "ada")),
      `DPoP error="invalid_token", ${ALGS}`,
    ],
    [
      "with an unbound token as a bound one",
      "auto",
      async () => ({ authorization: `DPoP ${await accessToken(issuer, "ada")}` }),
      `DPoP error="invalid_token", ${ALGS}`,
    ],
    [
      "with a bound token without its proof",
      "auto",
      async () => ({ authorization: `DPoP ${await bound()}` }),
      `DPoP error="invalid_dpop_proof", ${ALGS}`,
    ],
    [
      "with a proof that is too old",
      "auto",
      async () => proven({ iat: nowS() - 90 }),
      `DPoP error="invalid_dpop_proof", ${ALGS}`,
    ],
    [
      "with a proof for another call",
      "auto",
      async () => proven({ htm: "POST" }),
      `DPoP error="invalid_dpop_proof", ${ALGS}`,
    ],
  ])("%s (dpop %s)", async (_says, dpop, make, challenge) => {
    const node = await nodeWith("--oidc-dpop", dpop);
    const { status, headers, body } = await node.call("/api/me", await make());
    expect([status, headers.get("www-authenticate")]).toEqual([401, challenge]);
    expect(body["code"]).toBe("accounts.signed-out");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(Date.parse(headers.get("date") ?? "")).toBeGreaterThan(0);
  });

  test("and an honest proof is let in", async () => {
    const node = await nodeWith("--oidc-dpop", "required");
    expect((await node.call("/api/me", await proven())).status).toBe(200);
  });
});

describe("a 401 names its reason, and the log names the setting", () => {
  test.each<[string, string, () => Promise<string>, string | undefined]>([
    ["an opaque token", "opaque", async () => "8xLOxBtZp8", "WAYBILL_OIDC_RESOURCE"],
    [
      "another audience",
      "audience",
      () => accessToken(issuer, "ada", { aud: "account" }),
      "WAYBILL_OIDC_AUDIENCE",
    ],
    ["another client", "client", () => accessToken(issuer, "ada", { azp: "app" }), "WAYBILL_OIDC_CLIENT_ID"],
    [
      "another issuer",
      "issuer",
      () => accessToken(issuer, "ada", { iss: "https://other.example" }),
      "WAYBILL_OIDC_ISSUER",
    ],
    ["a key that nobody published", "signature", () => accessToken(issuer, "ada", {}, "k9"), undefined],
  ])("%s: %s", async (_says, fault, make, setting) => {
    const node = await nodeWith("--org-name", "Named");
    const token = await make();
    const { status, body } = await node.call("/api/me", bearing(token));
    expect(status).toBe(401);
    expect(body["facts"]).toEqual({ fault });
    const lines = node.warnings.filter((facts) => Reflect.get(facts, "fault") === fault);
    expect(lines).toHaveLength(1);
    expect(String(Reflect.get(lines[0] ?? {}, "settings")).split(" ")).toContain(setting ?? "undefined");
    expect(JSON.stringify(node.warnings)).not.toContain(token);
  });
});

test.each([["/api/me"], ["/api/people"], ["/api/live"], ["/map/meta.json"]])(
  "a NUL in a signed claim is a 401 at %s, not a fault of ours",
  async (target) => {
    const node = await nodeWith("--org-name", "Named");
    for (const claims of [{ sub: "a\0da" }, { name: "A\0da" }, { sid: "s\0" }, { more: ["\0"] }]) {
      const { status, body } = await node.call(target, bearing(await accessToken(issuer, "ada", claims)));
      expect([status, body["facts"]]).toEqual([401, { fault: "claims" }]);
    }
  },
);

describe("what is nobody's sign-in to mend is no 401", () => {
  // v5.0.0-16.5.3
  test("keys out of reach: 503, come again, and no challenge", async () => {
    const away = await openNode(database, believing(issuer));
    const token = bearing(await accessToken(issuer, "ada"));
    issuer.server.manner = "failing";
    const { status, headers, body } = await away.call("/api/me", token);
    expect([status, headers.get("retry-after"), headers.get("www-authenticate")]).toEqual([503, "1", null]);
    expect(body).toMatchObject({ code: "http.busy", facts: { part: "identity" } });
    issuer.server.manner = "good";
    await expect.poll(async () => (await away.call("/api/me", token)).status, { timeout: 20_000 }).toBe(200);
    await away.close();
  });

  const people = "/api/people";
  const withRoles = (...roles: string[]) => ({ resource_access: { "waybill-api": { roles } } });

  test("a role that the token lost: 403 with the code that makes the browser refresh once", async () => {
    const node = await nodeWith();
    const call = async (...roles: string[]) =>
      node.call(people, bearing(await accessToken(issuer, "bo", withRoles(...roles))));
    expect((await call("dispatcher", "sender")).status).toBe(200);
    const lost = await call("sender");
    expect(lost).toMatchObject({ status: 403, body: { code: "accounts.forbidden", way: "ask-admin" } });
    expect(lost.headers.get("www-authenticate")).toBeNull();
    expect((await call("dispatcher", "sender")).status).toBe(200);
  });

  test("a role that the membership lost is gone within a minute, under the same token", async () => {
    const node = await nodeWith();
    const token = bearing(await accessToken(issuer, "cy", withRoles("dispatcher")));
    expect((await node.call(people, token)).status).toBe(200);
    // Not through this process: as another one, or an operator, would.
    await node.db.owner((tx) => sql`update person set roles = '{}' where subject = 'cy'`.execute(tx));
    const ask = async () => (await node.call(people, token)).body["code"];
    await expect.poll(ask, { timeout: 60_000, interval: 200 }).toBe("accounts.forbidden");
  }, 90_000);

  test("somebody without an invitation: 403 that says so, not signed out", async () => {
    const node = await nodeWith("--join-by", "invitation");
    const { status, body } = await node.call("/api/me", bearing(await accessToken(issuer, "new")));
    expect([status, body["code"]]).toEqual([403, "accounts.not-invited"]);
  });
});

describe("the content security policy follows from the configuration", () => {
  const directive = async (node: Node, name: string) =>
    (await node.call("/api/me")).headers
      .get("content-security-policy")
      ?.split("; ")
      .find((one) => one.startsWith(`${name} `));

  test("the issuer is called and framed", async () => {
    const node = await nodeWith();
    expect(await directive(node, "connect-src")).toBe(`connect-src 'self' ${issuer.server.issuer}`);
    expect(await directive(node, "frame-src")).toBe(`frame-src ${issuer.server.issuer}`);
  });

  test("its other origins are called, and nothing else of them", async () => {
    const other = "http://localhost:9";
    const node = await nodeWith("--oidc-origins", other);
    expect(await directive(node, "connect-src")).toBe(`connect-src 'self' ${issuer.server.issuer} ${other}`);
    expect(await directive(node, "frame-src")).toBe(`frame-src ${issuer.server.issuer}`);
  });
});
