import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { BROKEN, HALF, HTML, LIMITED, MISSING, OIDC, setting, without } from "./row.ts";
import type { Fault, Json } from "./fault.ts";

/** One issuer that is right until the first refresh, and what becomes of the session then. */
export interface RefreshRow {
  readonly mode: string;
  readonly what: string;
  /** `kept`: nobody is signed out, and all is well once the fault is over. Else the sentence of the end. */
  readonly expected: "kept" | "refreshed" | SignInFailureCode;
  readonly fault: Fault;
  readonly modules?: readonly string[];
}

/** Seconds; so short that the app's next look finds the token run out. */
const LIFE_S = 4;

const wait = (mode: string, what: string, instead: NonNullable<Fault["instead"]>["refresh"]): RefreshRow => ({
  mode,
  what,
  expected: "kept",
  fault: { atRefresh: true, lifeS: LIFE_S, ...(instead !== undefined && { instead: { refresh: instead } }) },
});

const forged = (
  mode: string,
  what: string,
  claims: (claims: Json) => void,
  ...modules: string[]
): RefreshRow => ({
  mode,
  what,
  expected: "not-verified",
  fault: { atRefresh: true, lifeS: LIFE_S, claims },
  modules,
});

export const REFRESH_ROWS: readonly RefreshRow[] = [
  {
    mode: "refresh-ok",
    what: "all is right",
    expected: "refreshed",
    fault: { lifeS: LIFE_S },
    modules: [`${OIDC}-refresh-token`],
  },
  {
    mode: "refresh-dpop",
    what: "all is right, bound tokens with a nonce",
    expected: "refreshed",
    fault: { lifeS: LIFE_S, dpop: "nonce" },
  },
  {
    mode: "refresh-no-id-token",
    what: "no ID token, as the standard allows",
    expected: "refreshed",
    fault: { atRefresh: true, lifeS: LIFE_S, tokens: without("id_token") },
  },
  {
    mode: "refresh-no-new-token",
    what: "no new refresh token: the old one goes on",
    expected: "refreshed",
    fault: { atRefresh: true, lifeS: LIFE_S, tokens: without("refresh_token") },
  },
  {
    mode: "refresh-token-type-case",
    what: "`token_type` is `bEARER` now",
    expected: "refreshed",
    fault: { atRefresh: true, lifeS: LIFE_S, tokens: setting("token_type", "bEARER") },
  },
  {
    mode: "refresh-no-expires-in",
    what: "no `expires_in` from now on: taken for five minutes",
    expected: "refreshed",
    fault: { atRefresh: true, lifeS: LIFE_S, tokens: without("expires_in") },
  },
  {
    mode: "refresh-jwks-500",
    what: "the keys cannot be read: the ones known go on",
    expected: "refreshed",
    fault: { atRefresh: true, lifeS: LIFE_S, instead: { jwks: BROKEN } },
  },
  {
    mode: "key-rotation",
    what: "the signing key changed since the last look",
    expected: "refreshed",
    fault: { lifeS: LIFE_S, keys: "rotating" },
    modules: [`${OIDC}-signing-key-rotation`, `${OIDC}-signing-key-rotation-just-before-signing`],
  },
  wait("refresh-500", "a fault", BROKEN),
  wait("refresh-503", "closed for a while", { status: 503, body: "" }),
  wait("refresh-429", "too many calls", LIMITED),
  wait("refresh-404", "nothing there", MISSING),
  wait("refresh-html", "a page of the network", HTML),
  wait("refresh-truncated", "half an answer", HALF),
  wait("refresh-hang", "no answer within 10 s", "hang"),
  wait("refresh-reset", "the connection breaks", "reset"),
  wait("refresh-no-cors", "not for our origin", "no-cors"),
  {
    mode: "refresh-invalid-grant",
    what: "`invalid_grant`",
    expected: "ended-or-disabled",
    fault: {
      atRefresh: true,
      lifeS: LIFE_S,
      instead: { refresh: { status: 400, type: "application/json", body: '{"error":"invalid_grant"}' } },
    },
  },
  forged(
    "refresh-iss-wrong",
    "another `iss`",
    setting("iss", "https://id.example"),
    `${OIDC}-refresh-token-invalid-issuer`,
  ),
  forged("refresh-aud-wrong", "another `aud`", setting("aud", "another-app")),
  forged(
    "refresh-sub-wrong",
    "another person",
    setting("sub", "somebody-else"),
    `${OIDC}-refresh-token-invalid-sub`,
  ),
  forged("refresh-exp-past", "ended two minutes ago", (to) => (to["exp"] = Number(to["iat"]) - 120)),
  forged("refresh-nonce-wrong", "another `nonce`", setting("nonce", "of-somebody-else")),
  forged(
    "refresh-at-hash-wrong",
    "`at_hash` of another access token",
    setting("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
  ),
  {
    ...forged("refresh-access-sub-wrong", "the access token is another person's", () => undefined),
    fault: { atRefresh: true, lifeS: LIFE_S, access: setting("sub", "somebody-else") },
  },
  {
    ...forged("refresh-alg-none", "unsigned", () => undefined),
    fault: { atRefresh: true, lifeS: LIFE_S, signature: "unsigned" },
  },
  {
    ...forged("refresh-type-unknown", "`token_type` is new", () => undefined),
    fault: { atRefresh: true, lifeS: LIFE_S, tokens: setting("token_type", "pigeon") },
  },
  {
    ...forged("refresh-type-bound", "a bound token though no key was shown", () => undefined),
    fault: { atRefresh: true, lifeS: LIFE_S, tokens: setting("token_type", "DPoP") },
  },
  {
    ...forged("refresh-unbound", "an unbound token in place of a bound one", () => undefined),
    fault: { atRefresh: true, lifeS: LIFE_S, dpop: "answers-bearer" },
  },
  {
    ...forged("refresh-proof-refused", "no proof is good enough any more", () => undefined),
    expected: "proof-refused",
    fault: { atRefresh: true, lifeS: LIFE_S, dpop: "refuses" },
  },
  {
    ...forged("refresh-sig-bad", "a broken signature", () => undefined),
    fault: { atRefresh: true, lifeS: LIFE_S, signature: "broken-RS256" },
  },
];
