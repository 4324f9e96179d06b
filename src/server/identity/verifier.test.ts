import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { plainRoleMap } from "#kernel/roles.ts";
import { ProviderUnreachable, providerKeySet } from "./provider-keyset.ts";
import { TokenRefused } from "./token-rules.ts";
import { type VerifierRules, createVerifier } from "./verifier.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const nowS = NOW / 1000;
const audience = "urn:waybill:api";
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

let issuer = "";
let keys: Keys;
let rules: VerifierRules;
let published: object[] = [];
let fetches = 0;
let down = false;
let clock = NOW;

const provider = createServer((request, response) => {
  if (down) {
    response.destroy();
    return;
  }
  response.setHeader("content-type", "application/json");
  if (request.url === "/jwks") fetches += 1;
  response.end(
    JSON.stringify(request.url === "/jwks" ? { keys: published } : { issuer, jwks_uri: `${issuer}/jwks` }),
  );
});

const publish = async (kid: string, pair: Keys, alg: string) => {
  published = [{ ...(await exportJWK(pair.publicKey)), kid, alg, use: "sig" }];
};

beforeAll(async () => {
  await new Promise<void>((done) => provider.listen(0, "127.0.0.1", done));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  keys = await generateKeyPair("ES256", { extractable: true });
});
afterAll(() => void provider.close());

beforeEach(async () => {
  clock = NOW;
  down = false;
  fetches = 0;
  await publish("k1", keys, "ES256");
  rules = {
    issuer,
    audience,
    clients: ["waybill-web"],
    tokenTypes: ["at+jwt"],
    rolePaths: {
      realmPath: "/realm_access/roles",
      clientPath: "/resource_access/{clientId}/roles",
      clientId: "waybill-api",
    },
    roleMap: plainRoleMap("waybill-api"),
    keySet: providerKeySet(issuer, () => clock),
    clock: () => clock,
  };
});

const claims = (changes: Record<string, unknown> = {}) => ({
  iss: issuer,
  aud: audience,
  sub: "ada",
  azp: "waybill-web",
  iat: nowS,
  exp: nowS + 300,
  name: "Ada",
  resource_access: { "waybill-api": { roles: ["sender"] } },
  ...changes,
});

const sign = (
  payload: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key: Keys["privateKey"] | Uint8Array = keys.privateKey,
) => new SignJWT(payload).setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k1", ...header }).sign(key);

const bearing = (authorization: string) => ({ authorization, proofs: [], method: "GET", path: "/api/me" });

const verdict = async (authorization: string, changed: Partial<VerifierRules> = {}) => {
  try {
    return await createVerifier({ ...rules, ...changed })(bearing(authorization));
  } catch (error) {
    if (error instanceof TokenRefused) return error.fault;
    throw error;
  }
};

test("a good token says who, from where and with which roles", async () => {
  expect(await verdict(`Bearer ${await sign(claims({ sid: "s1" }))}`)).toMatchObject({
    issuer,
    subject: "ada",
    name: "Ada",
    sessionId: "s1",
    roles: ["sender"],
    expiresAt: NOW + 300_000,
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ["an issuer with one slash more", { iss: "slash" }, "iss"],
  ["no issuer", { iss: undefined }, "iss"],
  ["another audience", { aud: "waybill-web" }, "aud"],
  ["no audience", { aud: undefined }, "aud"],
  ["an expired token", { exp: nowS - 31 }, "expired"],
  ["no expiry", { exp: undefined }, "claims"],
  ["an expiry that is a text", { exp: String(nowS + 300) }, "claims"],
  ["no time of issue", { iat: undefined }, "claims"],
  ["a time of issue in the future", { iat: nowS + 31 }, "not-yet"],
  ["a start in the future", { nbf: nowS + 31 }, "not-yet"],
  ["no subject", { sub: undefined }, "claims"],
  ["an empty subject", { sub: "" }, "claims"],
  ["another client", { azp: "evil" }, "client"],
  ["another client beside a good one", { client_id: "evil" }, "client"],
  ["no client at all", { azp: undefined }, "client"],
  ["a refresh token of Keycloak", { typ: "Refresh" }, "kind"],
  ["an ID token of Keycloak", { typ: "ID" }, "kind"],
  ["a proof-bound token sent as plain bearer", { cnf: { jkt: "x" } }, "bound"],
])("%s is refused", async (_says, changes, fault) => {
  const given = changes["iss"] === "slash" ? { ...changes, iss: `${issuer}/` } : changes;
  expect(await verdict(`Bearer ${await sign(claims(given))}`)).toBe(fault);
});

test.each<[string, Record<string, unknown>]>([
  ["an audience list that holds ours", { aud: ["account", "urn:waybill:api"] }],
  ["a token that expired within the tolerance", { exp: nowS - 29 }],
  ["a clock that is a little ahead", { iat: nowS + 29 }],
  ["client_id instead of azp", { azp: undefined, client_id: "waybill-web" }],
  ["a nonce (old Keycloak)", { nonce: "n" }],
])("%s is accepted", async (_says, changes) => {
  expect(await verdict(`Bearer ${await sign(claims(changes))}`)).toMatchObject({ subject: "ada" });
});

test("only access tokens pass: an ID token or a logout token by its type does not", async () => {
  for (const typ of ["JWT", "logout+jwt", "dpop+jwt", undefined]) {
    expect(await verdict(`Bearer ${await sign(claims(), { typ })}`)).toBe("typ");
  }
  expect(await verdict(`Bearer ${await sign(claims(), { typ: "application/AT+JWT" })}`)).toMatchObject({
    subject: "ada",
  });
  expect(
    await verdict(`Bearer ${await sign(claims(), { typ: "JWT" })}`, { tokenTypes: ["at+jwt", "JWT"] }),
  ).toMatchObject({ subject: "ada" });
});

test("no signature, a shared-secret signature and a foreign signature are refused", async () => {
  const foreign = await generateKeyPair("ES256");
  expect(await verdict(`Bearer ${new UnsecuredJWT(claims()).encode()}`)).toBe("malformed");
  const secret = new TextEncoder().encode(JSON.stringify(published));
  expect(await verdict(`Bearer ${await sign(claims(), { alg: "HS256" }, secret)}`)).toBe("alg");
  expect(await verdict(`Bearer ${await sign(claims(), {}, foreign.privateKey)}`)).toBe("signature");
  expect(
    await verdict(
      `Bearer ${await sign(claims(), { jwk: await exportJWK(foreign.publicKey) }, foreign.privateKey)}`,
    ),
  ).toBe("signature");
  expect(await verdict(`Bearer ${await sign(claims(), { kid: "k9" })}`)).toBe("signature");
});

test.each([
  "",
  "Bearer",
  "Bearer a.b",
  "Bearer a.b.c.d",
  "Basic YTpi",
  "DPoP a.b.c",
  "Bearer a.b.c, Bearer d.e.f",
  `Bearer ${"x".repeat(20_000)}.y.z`,
])("the header %.40s is refused", async (header) => {
  expect(await verdict(header)).toBe("malformed");
});

test("a provider that is away means a 503 for new tokens and nothing for those known", async () => {
  down = true;
  await expect(verdict(`Bearer ${await sign(claims())}`)).rejects.toThrow(ProviderUnreachable);
  down = false;
  const verifier = createVerifier(rules);
  await verifier(bearing(`Bearer ${await sign(claims())}`));
  down = true;
  clock += 11 * 60_000;
  const later = claims({ iat: clock / 1000, exp: clock / 1000 + 300 });
  expect(await verifier(bearing(`Bearer ${await sign(later)}`))).toMatchObject({ subject: "ada" });
});

test("a discovery document of another issuer is not trusted", async () => {
  const keySet = providerKeySet(`${issuer}/realms/other`, () => clock);
  await expect(
    verdict(`Bearer ${await sign(claims({ iss: `${issuer}/realms/other` }))}`, {
      keySet,
      issuer: `${issuer}/realms/other`,
    }),
  ).rejects.toThrow(/instead of/);
});

test("a token is checked once, whoever sends it how often, and a flood of unknown keys fetches once", async () => {
  const verifier = createVerifier(rules);
  const good = `Bearer ${await sign(claims())}`;
  await Promise.all(Array.from({ length: 20 }, () => verifier(bearing(good))));
  const bad = await Promise.all(Array.from({ length: 20 }, (_, n) => sign(claims(), { kid: `u${n}` })));
  await Promise.allSettled(bad.map((token) => verifier(bearing(`Bearer ${token}`))));
  expect(fetches).toBeLessThanOrEqual(2);
});

test("a remembered token is forgotten when it expires", async () => {
  const verifier = createVerifier(rules);
  const good = `Bearer ${await sign(claims())}`;
  await verifier(bearing(good));
  clock += 331_000;
  await expect(verifier(bearing(good))).rejects.toThrow("expired");
});

test("a session that was ended is refused although its token is still good", async () => {
  let ended = false;
  const verifier = createVerifier({ ...rules, isEnded: () => ended });
  const good = `Bearer ${await sign(claims({ sid: "s1" }))}`;
  await verifier(bearing(good));
  ended = true;
  await expect(verifier(bearing(good))).rejects.toThrow("ended");
});
