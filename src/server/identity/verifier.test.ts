import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { plainRoleMap } from "#kernel/roles.ts";
import {
  type KeyPair,
  type KeyServer,
  newKeys,
  openKeyServer,
  proofOf,
  signed,
  thumbprint,
} from "#test/support/sign-in/key-server.ts";
import { providerKeySet } from "./provider-keyset.ts";
import { BELIEVED_MS, tokenCache } from "./token-cache.ts";
import { type VerifierRules, createVerifier } from "./verifier.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const url = "https://waybill.example";
let server: KeyServer;
let pair: KeyPair;
let browser: KeyPair;
let rules: VerifierRules;
let clock = NOW;
let used: string[] = [];
let verified = 0;

beforeAll(async () => {
  server = await openKeyServer();
  pair = await newKeys();
  browser = await newKeys();
  await server.publish({ k1: { pair, alg: "ES256" } });
});
afterAll(() => server.close());

beforeEach(() => {
  clock = NOW;
  used = [];
  verified = 0;
  const keySet = providerKeySet(server.issuer, () => clock);
  rules = {
    issuer: server.issuer,
    audience: "urn:waybill:api",
    clients: ["waybill-web"],
    tokenTypes: ["at+jwt"],
    rolePaths: {
      realmPath: "/realm_access/roles",
      clientPath: "/resource_access/{clientId}/roles",
      clientId: "waybill-api",
    },
    roleMap: plainRoleMap("waybill-api"),
    keySet: (header, token) => {
      verified += 1;
      return keySet(header, token);
    },
    clock: () => clock,
    proofs: {
      publicUrl: url,
      required: false,
      useOnce: (what) => {
        const isNew = !used.includes(what);
        used.push(what);
        return Promise.resolve(isNew);
      },
    },
  };
});

const tokenOf = (changes: Record<string, unknown> = {}): Promise<string> =>
  signed(
    {
      iss: server.issuer,
      aud: "urn:waybill:api",
      sub: "ada",
      azp: "waybill-web",
      iat: clock / 1000,
      exp: clock / 1000 + 300,
      ...changes,
    },
    { typ: "at+jwt", kid: "k1" },
    pair.privateKey,
  );
const bearing = (token: string) => ({
  authorization: `Bearer ${token}`,
  proofs: [],
  method: "GET",
  path: "/api/me",
});
const proving = async (token: string, claims: Record<string, unknown> = {}) => ({
  authorization: `DPoP ${token}`,
  method: "GET",
  path: "/api/me",
  proofs: [
    await proofOf(browser, { token, method: "GET", url: `${url}/api/me`, nowS: clock / 1000 }, { claims }),
  ],
});
const boundToken = async () => tokenOf({ cnf: { jkt: await thumbprint(browser) } });

test("a good token says who, from where and with which roles", async () => {
  const claims = {
    sid: "s1",
    name: "Ada",
    email: "ada@example.org",
    email_verified: true,
    locale: "de",
    resource_access: { "waybill-api": { roles: ["sender", "boss"] } },
  };
  expect(await createVerifier(rules)(bearing(await tokenOf(claims)))).toEqual({
    issuer: server.issuer,
    subject: "ada",
    clientId: "waybill-web",
    sessionId: "s1",
    name: "Ada",
    email: "ada@example.org",
    emailVerified: true,
    bound: false,
    locale: "de",
    roles: ["sender"],
    issuedAt: NOW,
    expiresAt: NOW + 300_000,
  });
});

test.each([undefined, null, false, 0, 1, "true", "false", [true]])(
  "an e-mail address whose `email_verified` is %j is not verified",
  async (email_verified) => {
    const token = await tokenOf({ email: "ada@example.org", email_verified });
    const identity = await createVerifier(rules)(bearing(token));
    expect(identity.email).toBe("ada@example.org");
    expect(identity.emailVerified).toBeUndefined();
  },
);

test("roles that did not fit into the token give none, and that is told once a token", async () => {
  let told = 0;
  const verify = createVerifier({
    ...rules,
    rolePaths: { ...rules.rolePaths, realmPath: "/groups" },
    roleMap: { "realm:desk": ["dispatcher"] },
    onOverage: () => (told += 1),
  });
  const full = bearing(await tokenOf({ groups: ["desk"], _claim_names: { groups: "src1" } }));
  expect((await verify(full)).roles).toEqual([]);
  expect((await verify(full)).roles).toEqual([]);
  expect(told).toBe(1);
  expect((await verify(bearing(await tokenOf({ groups: ["desk"] })))).roles).toEqual(["dispatcher"]);
  expect(told).toBe(1);
});

// v5.0.0-9.2.3, v5.0.0-9.2.4
test("an audience that is a client id is refused at the start: ID tokens would pass", () => {
  expect(() => createVerifier({ ...rules, audience: "waybill-web" })).toThrow(/is a client id/);
});

test("a token's signature is checked once, its proof at every call", async () => {
  const verifier = createVerifier(rules);
  const token = await boundToken();
  for (let nth = 0; nth < 5; nth += 1) await verifier(await proving(token));
  expect(verified).toBe(1);
  expect(new Set(used).size).toBe(5);
  await expect(verifier({ ...(await proving(token)), proofs: [] })).rejects.toThrow("proof-missing");
  await expect(verifier(await proving(token, { htm: "POST" }))).rejects.toThrow("proof-method");
  await expect(verifier(bearing(token))).rejects.toThrow("bound");
});

test("a proof is good for one call, also beside a token that is known", async () => {
  const verifier = createVerifier(rules);
  const call = await proving(await boundToken());
  await verifier(call);
  await expect(verifier(call)).rejects.toThrow("proof-used");
  // The stream that this call opened asks again and again who its reader is.
  expect(await verifier({ ...call, again: true })).toMatchObject({ subject: "ada" });
});

test("a proof's id is remembered for each key on its own", async () => {
  const verifier = createVerifier(rules);
  await verifier(await proving(await boundToken(), { jti: "the same id" }));
  const own = browser;
  browser = await newKeys();
  expect(await verifier(await proving(await boundToken(), { jti: "the same id" }))).toMatchObject({
    subject: "ada",
  });
  browser = own;
});

test("a proof that is refused for anything else uses nothing up", async () => {
  const verifier = createVerifier(rules);
  await expect(verifier(await proving(await boundToken(), { htm: "POST" }))).rejects.toThrow("proof-method");
  expect(used).toEqual([]);
});

test("a remembered token is forgotten at its expiry, and then refused", async () => {
  const verifier = createVerifier(rules);
  const call = bearing(await tokenOf());
  await verifier(call);
  clock += 300_000;
  await verifier(call);
  await verifier(call);
  expect(verified).toBe(3);
  clock += 30_000;
  await expect(verifier(call)).rejects.toThrow("expired");
});

test("a refused token is not remembered", async () => {
  const verifier = createVerifier(rules);
  const call = bearing(await tokenOf({ nbf: NOW / 1000 + 60 }));
  await expect(verifier(call)).rejects.toThrow("not-yet");
  clock += 60_000;
  expect(await verifier(call)).toMatchObject({ subject: "ada" });
});

test("a sign-in that was ended is refused although its token is remembered", async () => {
  const ended = new Set<string | undefined>();
  const verifier = createVerifier({ ...rules, isEnded: ({ sid }) => ended.has(sid) });
  const [first, second] = [bearing(await tokenOf({ sid: "s1" })), bearing(await tokenOf({ sid: "s2" }))];
  await verifier(first);
  await verifier(second);
  ended.add("s1");
  await expect(verifier(first)).rejects.toThrow("ended");
  expect(await verifier(second)).toMatchObject({ sessionId: "s2" });
});

test("without a session's name each token is told by its hash, remembered or not", async () => {
  const ended = new Set<string | undefined>();
  const verifier = createVerifier({ ...rules, isEnded: ({ tokenHash }) => ended.has(tokenHash) });
  const [first, second] = [bearing(await tokenOf()), bearing(await tokenOf({ jti: "2" }))];
  const { tokenHash } = await verifier(first);
  expect(tokenHash).toMatch(/^[\w-]{43}$/);
  ended.add(tokenHash);
  await expect(verifier(first)).rejects.toThrow("ended");
  expect((await verifier(second)).tokenHash).not.toBe(tokenHash);
});

test("nothing is remembered longer for being used, nor for a clock that was set back", () => {
  const cache = tokenCache<string>(3);
  cache.keep("a", "a", 1_000);
  for (let now = 1_000; now < 1_000 + BELIEVED_MS; now += 10_000) expect(cache.find("a", now)).toBe("a");
  expect(cache.find("a", 1_000 + BELIEVED_MS)).toBeUndefined();
  cache.keep("a", "a", 1_000);
  expect(cache.find("a", 999)).toBeUndefined();
});

test("a key that the provider withdrew stops working within 10 minutes for a token that lives a day", async () => {
  const keys = await openKeyServer();
  await keys.publish({ k1: { pair, alg: "ES256" } });
  const verify = createVerifier({
    ...rules,
    issuer: keys.issuer,
    keySet: providerKeySet(keys.issuer, () => clock),
  });
  const claims = { iss: keys.issuer, exp: NOW / 1000 + 86_400 };
  const call = bearing(await tokenOf(claims));
  await verify(call);
  await keys.publish({ k2: { pair: await newKeys(), alg: "ES256" } });
  const refused: unknown[] = [];
  for (let minute = 1; minute <= 10; minute += 1) {
    clock += 60_000;
    // Used all the time, as an open board does.
    await verify(call).catch((error: unknown) => refused.push(error));
  }
  expect(refused.length).toBeGreaterThan(0);
  await expect(verify(call)).rejects.toThrow("signature");
  await keys.close();
});

test("the memory of tokens is bounded and keeps what is used", () => {
  const cache = tokenCache<string>(3);
  for (const key of ["a", "b", "c"]) cache.keep(key, key, 0, 10);
  cache.find("a", 0);
  cache.keep("d", "d", 0, 10);
  expect(["a", "b", "c", "d"].filter((key) => cache.find(key, 0))).toEqual(["a", "c", "d"]);
  expect(cache.size()).toBe(3);
  expect(cache.find("a", 10)).toBeUndefined();
  expect(cache.size()).toBe(2);
});
