import { UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOGOUT_EVENT, type LogoutCase, openLogoutIssuer } from "#test/support/sign-in/logout-tokens.ts";
import { type Logout, logoutCheck } from "./logout-token.ts";
import { ProviderUnreachable, providerKeySet } from "./provider-keyset.ts";
import { TokenRefused } from "./token-rules.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const nowS = NOW / 1000;

type Row = readonly [says: string, verdict: TokenRefused["fault"] | "accepted", given?: LogoutCase];

/** The modules of the OpenID conformance suite by their names, and what else is to be refused. */
const ROWS: readonly Row[] = [
  ["a logout token", "accepted"],
  ["typ JWT", "accepted", { header: { typ: "JWT" } }],
  ["no typ", "accepted", { header: { typ: undefined } }],
  ["typ with its long name, in capitals", "accepted", { header: { typ: "application/LOGOUT+JWT" } }],
  ["RS256", "accepted", { signer: "RS256" }],
  ["an audience list that holds us", "accepted", { claims: { aud: ["other", "waybill-web"] } }],
  ["a subject without a session", "accepted", { claims: { sid: undefined, sub: "ada" } }],
  ["both", "accepted", { claims: { sub: "ada" } }],
  ["Keycloak's typ Logout in the payload", "accepted", { claims: { typ: "Logout" } }],
  ["an event that says more", "accepted", { claims: { events: { [LOGOUT_EVENT]: { a: 1 }, "x:y": {} } } }],
  ["almost five minutes old", "accepted", { claims: { iat: nowS - 299 } }],
  ["a clock that is a little ahead", "accepted", { claims: { iat: nowS + 20 } }],

  ["alg none (alg-none)", "malformed", { token: (_t, { claims }) => new UnsecuredJWT(claims()).encode() }],
  [
    "alg none with a signature",
    "alg",
    { token: (token, { rewritten }) => rewritten(token, { typ: "logout+jwt", alg: "none" }) },
  ],
  ["a secret signature with our public key (wrong-alg)", "alg", { token: (_t, forge) => forge.withSecret() }],
  [
    "a good alg with a key of another",
    "signature",
    { token: (token, forge) => forge.rewritten(token, { typ: "JWT", alg: "RS256", kid: "ES256" }) },
  ],
  ["a stranger's signature", "signature", { signer: "stranger" }],
  ["a key that nobody published", "signature", { header: { kid: "k9" } }],
  [
    "a payload changed after signing",
    "signature",
    { token: (token, forge) => forge.withPayload(token, forge.claims({ sid: "s2" })) },
  ],
  ["an extension that must be understood", "crit", { header: { crit: ["x"], x: 1 } }],
  ["an access token's typ (wrong typ)", "typ", { header: { typ: "at+jwt" } }],
  ["a proof's typ", "typ", { header: { typ: "dpop+jwt" } }],
  [
    "a typ that is no text",
    "typ",
    { token: (token, { rewritten }) => rewritten(token, { typ: 7, alg: "ES256" }) },
  ],
  ["a NUL in the session", "claims", { claims: { sid: "s\0" } }],
  ["a session longer than any database index", "logout-whose", { claims: { sid: "x".repeat(3_000) } }],
  ["no token at all", "opaque", { token: () => "" }],
  ["an opaque token", "opaque", { token: () => "8xLOxBtZp8" }],
  ["more than 16 kB", "malformed", { claims: { more: "x".repeat(17_000) } }],
  ["another issuer (wrong-iss)", "issuer", { claims: { iss: "https://evil.example" } }],
  ["no issuer", "issuer", { claims: { iss: undefined } }],
  ["another audience (wrong-aud)", "audience", { claims: { aud: "other" } }],
  ["our API as audience", "audience", { claims: { aud: "urn:waybill:api" } }],
  ["no audience", "audience", { claims: { aud: undefined } }],
  ["expired", "expired", { claims: { iat: nowS - 100, exp: nowS - 31 } }],
  ["no expiry", "claims", { claims: { exp: undefined } }],
  ["an expiry that is a text", "claims", { claims: { exp: String(nowS + 60) } }],
  ["no time of issue", "claims", { claims: { iat: undefined } }],
  ["a time of issue that is a text", "claims", { claims: { iat: "now" } }],
  ["from the future", "not-yet", { claims: { iat: nowS + 33, exp: nowS + 200 } }],
  ["too old, though it says it is good for longer", "logout-age", { claims: { iat: nowS - 301 } }],
  ["no id", "logout-id", { claims: { jti: undefined } }],
  ["an empty id", "logout-id", { claims: { jti: "" } }],
  ["an id that is a number", "logout-id", { claims: { jti: 7 } }],
  ["no event (no-event)", "logout-event", { claims: { events: undefined } }],
  ["another event (wrong-event)", "logout-event", { claims: { events: { "x:y": {} } } }],
  ["an event that is a text", "logout-event", { claims: { events: { [LOGOUT_EVENT]: "" } } }],
  ["an event that is null", "logout-event", { claims: { events: { [LOGOUT_EVENT]: null } } }],
  ["an event that is a list", "logout-event", { claims: { events: { [LOGOUT_EVENT]: [] } } }],
  ["events that are a list of names", "logout-event", { claims: { events: [LOGOUT_EVENT] } }],
  ["events that are a text", "logout-event", { claims: { events: LOGOUT_EVENT } }],
  ["a nonce (with-nonce)", "logout-nonce", { claims: { nonce: "n" } }],
  ["a nonce that is null", "logout-nonce", { claims: { nonce: null } }],
  ["neither session nor subject", "logout-whose", { claims: { sid: undefined } }],
  ["a session without a name", "logout-whose", { claims: { sid: "", sub: "ada" } }],
  ["a session that is a number", "logout-whose", { claims: { sid: 7, sub: "ada" } }],
  ["a subject that is a list", "logout-whose", { claims: { sub: ["ada"] } }],
  [
    "an ID token of ours: its client is the audience",
    "logout-event",
    { header: { typ: "JWT" }, claims: { events: undefined, nonce: "n", sub: "ada" } },
  ],
];

let issuer: Awaited<ReturnType<typeof openLogoutIssuer>>;
beforeAll(async () => {
  issuer = await openLogoutIssuer(() => NOW);
});
afterAll(() => issuer.close());

const check = (token: string): Promise<Logout> =>
  logoutCheck({
    issuer: issuer.server.issuer,
    clientId: "waybill-web",
    keySet: providerKeySet(issuer.server.issuer, () => NOW),
    clock: () => NOW,
  })(token);

async function verdict(given: LogoutCase): Promise<string> {
  try {
    await check(await issuer.tokenOf(given));
    return "accepted";
  } catch (error) {
    if (error instanceof TokenRefused) return error.fault;
    throw error;
  }
}

// v5.0.0-10.5.5
test.each(ROWS.map(([says, wanted, given = {}]) => [says, wanted, given] as const))(
  "%s: %s",
  async (_says, wanted, given) => {
    expect(await verdict(given)).toBe(wanted);
  },
);

test("says whose session is over, since when, and until when the token must be remembered", async () => {
  const logout = await check(await issuer.tokenOf({ claims: { jti: "j1", sub: "ada", iat: nowS - 9 } }));
  expect(logout).toEqual({
    issuer: issuer.server.issuer,
    id: "j1",
    sid: "s1",
    subject: "ada",
    at: NOW - 9_000,
    forgetAt: NOW - 9_000 + 330_000,
  });
});

test("without keys nothing is refused: the provider may say it again", async () => {
  const token = await issuer.tokenOf();
  issuer.server.manner = "failing";
  await expect(check(token)).rejects.toBeInstanceOf(ProviderUnreachable);
  issuer.server.manner = "good";
});
