import { UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Row,
  type TokenCases,
  nowS,
  openTokenCases,
  rewritten,
  withPayload,
} from "#test/support/token-cases.ts";

const ROWS: readonly Row[] = [
  ["a token of RFC 9068", "accepted"],
  ["nothing", "malformed", { authorization: () => "" }],
  ["a scheme alone", "malformed", { authorization: () => "Bearer" }],
  ["another scheme", "malformed", { authorization: (token) => `Basic ${token}` }],
  ["the scheme in small letters", "accepted", { authorization: (token) => `bearer ${token}` }],
  ["two tokens", "malformed", { authorization: (token) => `Bearer ${token}, Bearer ${token}` }],
  ["two tokens without a comma", "malformed", { authorization: (token) => `Bearer ${token} ${token}` }],
  ["a token in quotes", "malformed", { authorization: (token) => `Bearer "${token}"` }],
  ["two parts", "malformed", { token: (token) => token.split(".").slice(0, 2).join(".") }],
  ["four parts", "malformed", { token: (token) => `${token}.x` }],
  ["an encrypted token", "malformed", { token: (token) => `${token}.x.y` }],
  ["a signature with padding", "malformed", { token: (token) => `${token}==` }],
  ["more than 16 kB", "malformed", { claims: { more: "x".repeat(17_000) } }],
  ["just less than 16 kB", "accepted", { claims: { more: "x".repeat(11_500) } }],
  ["a header that is no JSON", "malformed", { token: (token) => `e30x${token.slice(token.indexOf("."))}` }],
  ["a payload that is no object", "malformed", { token: (_token, forge) => forge.signText("[1]") }],
  ["a payload that is no JSON", "malformed", { token: (_token, forge) => forge.signText("{") }],
  ["an opaque token", "malformed", { token: () => "8xLOxBtZp8" }],
  ["typ at+jwt with its long name", "accepted", { header: { typ: "application/at+jwt" } }],
  ["typ in capitals", "accepted", { header: { typ: "AT+JWT" } }],
  ["no typ", "typ", { header: { typ: undefined } }],
  ["typ JWT where only at+jwt is", "typ", { header: { typ: "JWT" } }],
  [
    "typ JWT where it is allowed",
    "accepted",
    { header: { typ: "JWT" }, rules: { tokenTypes: ["at+jwt", "JWT"] }, lax: true },
  ],
  ["a logout token", "typ", { header: { typ: "logout+jwt" }, rules: { tokenTypes: ["at+jwt", "JWT"] } }],
  ["a proof", "typ", { header: { typ: "dpop+jwt" }, rules: { tokenTypes: ["at+jwt", "JWT"] } }],
  ["a typ that is no text", "typ", { token: (token) => rewritten(token, { typ: 7, alg: "ES256" }) }],
  ["no signature", "malformed", { token: (_token, forge) => new UnsecuredJWT(forge.claims()).encode() }],
  [
    "alg none with a signature",
    "alg",
    { token: (token) => rewritten(token, { typ: "at+jwt", alg: "none" }) },
  ],
  ["alg NoNe", "alg", { token: (token) => rewritten(token, { typ: "at+jwt", alg: "NoNe" }) }],
  ["no alg", "alg", { token: (token) => rewritten(token, { typ: "at+jwt" }) }],
  ["a secret signature with our public key", "alg", { token: (_token, forge) => forge.withSecret("HS256") }],
  ["HS512", "alg", { token: (_token, forge) => forge.withSecret("HS512") }],
  [
    "ES384, which is not on the list",
    "alg",
    { token: (token) => rewritten(token, { typ: "at+jwt", alg: "ES384", kid: "ES256" }) },
  ],
  ["RS256", "accepted", { signer: "RS256" }],
  ["PS256", "accepted", { signer: "PS256" }],
  ["Ed25519", "accepted", { signer: "Ed25519", lax: true }],
  ["EdDSA, its older name", "accepted", { signer: "EdDSA", lax: true }],
  [
    "a good alg with a key of another",
    "signature",
    { token: (token) => rewritten(token, { typ: "at+jwt", alg: "RS256", kid: "ES256" }) },
  ],
  ["an extension that must be understood", "crit", { header: { crit: ["x"], x: 1 } }],
  ["a signature of a stranger", "signature", { signer: "stranger" }],
  ["a stranger's key in the header", "signature", { signer: "stranger", header: { jwk: "stranger" } }],
  [
    "a stranger's key set in the header",
    "signature",
    { signer: "stranger", header: { jku: "https://evil.example/jwks" } },
  ],
  ["a stranger's certificate in the header", "signature", { signer: "stranger", header: { x5c: ["MIIB"] } }],
  ["a certificate's address in the header", "accepted", { header: { x5u: "https://evil.example/x.pem" } }],
  ["a key that nobody published", "signature", { header: { kid: "k9" } }],
  ["a kid that is a path", "signature", { header: { kid: "../../etc/passwd" } }],
  ["no kid where several keys are", "signature", { header: { kid: undefined }, signer: "RS256" }],
  ["no kid where one key fits", "accepted", { header: { kid: undefined } }],
  [
    "a payload changed after signing",
    "signature",
    { token: (token, forge) => withPayload(token, forge.claims({ sub: "eve" })) },
  ],
  ["no issuer", "issuer", { claims: { iss: undefined } }],
  ["another issuer", "issuer", { claims: { iss: "https://evil.example" } }],
  ["the issuer with one slash more", "issuer", { claims: { iss: "slash" } }],
  ["no audience", "audience", { claims: { aud: undefined } }],
  ["another audience", "audience", { claims: { aud: "urn:other" } }],
  ["an ID token: the client is the audience", "audience", { claims: { aud: "waybill-web" } }],
  ["Keycloak's default audience", "audience", { claims: { aud: "account" } }],
  ["an audience list without ours", "audience", { claims: { aud: ["account", "other"] } }],
  ["an audience list that holds ours", "accepted", { claims: { aud: ["account", "urn:waybill:api"] } }],
  ["an audience that begins like ours", "audience", { claims: { aud: "urn:waybill:api.evil" } }],
  ["an audience that is an object", "audience", { claims: { aud: { "urn:waybill:api": true } } }],
  ["no expiry", "claims", { claims: { exp: undefined } }],
  ["an expiry that is a text", "claims", { claims: { exp: String(nowS + 300) } }],
  ["no time of issue", "claims", { claims: { iat: undefined } }],
  ["a time of issue that is a text", "claims", { claims: { iat: "yesterday" } }],
  ["no subject", "claims", { claims: { sub: undefined } }],
  ["an empty subject", "claims", { claims: { sub: "" } }],
  ["a subject that is a number", "claims", { claims: { sub: 7 } }],
  ["a start that is a text", "claims", { claims: { nbf: "now" } }],
  ["expired beyond the tolerance", "expired", { claims: { exp: nowS - 31 } }],
  ["expired 30 s ago", "expired", { claims: { exp: nowS - 30 } }],
  ["expired within the tolerance", "accepted", { claims: { exp: nowS - 20 }, lax: true }],
  ["issued in the future", "not-yet", { claims: { iat: nowS + 33 } }],
  ["issued by a clock that is a little ahead", "accepted", { claims: { iat: nowS + 20 } }],
  ["not to be used yet", "not-yet", { claims: { nbf: nowS + 33 } }],
  ["to be used within the tolerance", "accepted", { claims: { nbf: nowS + 20 } }],
  [
    "azp alone, as of Keycloak",
    "accepted",
    { claims: { azp: "waybill-web", client_id: undefined }, lax: true },
  ],
  ["another client in azp", "client", { claims: { azp: "evil" } }],
  ["another client in client_id", "client", { claims: { azp: "waybill-web", client_id: "evil" } }],
  [
    "our client in client_id, another in azp",
    "client",
    { claims: { azp: "evil", client_id: "waybill-web" } },
  ],
  ["a client that is null", "client", { claims: { client_id: null } }],
  ["a client that is a list", "client", { claims: { client_id: ["waybill-web"] } }],
  ["no client", "client", { claims: { client_id: undefined } }],
  ["Keycloak's typ Bearer in the payload", "accepted", { claims: { typ: "Bearer" } }],
  ...["ID", "Refresh", "Offline", "Logout"].map((typ): Row => [
    `Keycloak's typ ${typ} in the payload`,
    "kind",
    { claims: { typ } },
  ]),
  ["a nonce, as of old Keycloaks", "accepted", { claims: { nonce: "n" } }],
  ["a session that was ended", "ended", { claims: { sid: "gone" } }],
  ["another session of the same person", "accepted", { claims: { sid: "here" } }],
  ["issued before the person signed out everywhere", "ended", { claims: { sub: "left", iat: nowS - 10 } }],
  ["issued after the person signed out everywhere", "accepted", { claims: { sub: "left", iat: nowS } }],
];

let cases: TokenCases;
beforeAll(async () => {
  cases = await openTokenCases();
});
afterAll(() => cases.close());

test(`the table has ${ROWS.length} rows, of at least 75`, () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(75);
});

const table = ROWS.map(([says, verdict, given = {}]) => [says, verdict, given] as const);

test.each(table)("%s: %s", async (_says, verdict, given) => {
  expect(await cases.verdict(given)).toBe(verdict);
});

test.each(table.filter(([, verdict, given]) => verdict === "accepted" && !given.lax))(
  "%s: another library accepts it too",
  async (_says, _verdict, given) => {
    expect(await cases.secondOpinion(given)).toBe(given.claims?.["sub"] ?? "ada");
  },
);
