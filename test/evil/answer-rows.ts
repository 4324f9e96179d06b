import { BROKEN, FAPI, HALF, HTML, instead, LIMITED, MISSING, response, type Row } from "./row.ts";
import { setting, tokens, without } from "./row.ts";

/** The answer of somebody who did not sign in. */
const refusing = (error: string) => (answer: URLSearchParams) => {
  answer.delete("code");
  answer.set("error", error);
  answer.set("error_description", "<b>not</b> for people");
};

/** The provider's description of itself. */
const DISCOVERY_ROWS: readonly Row[] = [
  {
    mode: "disc-issuer-mismatch",
    what: "discovery: another issuer",
    expected: "wrong-issuer",
    fault: { metadata: setting("issuer", "https://id.example") },
    modules: ["oidcc-client-test-discovery-issuer-mismatch"],
  },
  instead("disc-404", "discovery", "nothing there", MISSING, "wrong-address"),
  instead("disc-html", "discovery", "a page of the network", HTML, "wrong-address"),
  instead("disc-truncated", "discovery", "half of it", HALF, "wrong-address"),
  instead("disc-500", "discovery", "a fault", BROKEN, "busy"),
  instead("disc-hang", "discovery", "no answer within 10 s", "hang", "unreachable"),
  instead("disc-endless", "discovery", "an answer without an end", "endless", "unreachable"),
  instead("disc-reset", "discovery", "the connection breaks", "reset", "unreachable"),
  {
    mode: "disc-no-authorize",
    what: "discovery: no place to sign in",
    expected: "wrong-address",
    fault: { metadata: without("authorization_endpoint") },
  },
  {
    mode: "disc-script-address",
    what: "discovery: the place to sign in is a script",
    expected: "wrong-address",
    fault: { metadata: setting("authorization_endpoint", "javascript:document.title='evil'//") },
  },
  {
    mode: "disc-script-logout",
    what: "discovery: the place to sign out is a script",
    expected: "wrong-address",
    fault: { metadata: setting("end_session_endpoint", "javascript:document.title='evil'//") },
  },
  {
    mode: "disc-no-token",
    what: "discovery: no place for tokens",
    expected: "not-verified",
    fault: { metadata: without("token_endpoint") },
  },
];

/** The way back from the provider. */
const RESPONSE_ROWS: readonly Row[] = [
  response(
    "authz-iss-wrong",
    "`iss` beside the code is another",
    "not-verified",
    (answer) => answer.set("iss", "https://id.example"),
    `${FAPI}-invalid-authorization-response-iss`,
  ),
  response(
    "authz-iss-missing",
    "no `iss` beside the code though promised",
    "not-verified",
    (answer) => answer.delete("iss"),
    `${FAPI}-remove-authorization-response-iss`,
  ),
  response(
    "authz-state-wrong",
    "another `state`",
    "stale-link",
    (answer) => answer.set("state", "of-somebody-else"),
    `${FAPI}-ensure-authorization-response-with-invalid-state`,
  ),
  response(
    "authz-state-missing",
    "no `state`",
    "stale-link",
    (answer) => answer.delete("state"),
    `${FAPI}-ensure-authorization-response-with-invalid-missing-state`,
  ),
  response("authz-code-missing", "no code", "not-verified", (answer) => answer.delete("code")),
  response("authz-code-forged", "a code that the provider never gave", "stale-link", (answer) =>
    answer.set("code", "forged-0123456789"),
  ),
  response("authz-implicit", "tokens in the address", "not-verified", (answer) => {
    answer.set("id_token", "e30.e30.e30");
    answer.set("response", "e30.e30.e30");
  }),
  response("authz-code-twice", "two codes", "not-verified", (answer) => answer.append("code", "another")),
  response("authz-access-denied", "cancelled", "cancelled", refusing("access_denied")),
  response("authz-server-error", "broken", "busy", refusing("server_error")),
  response("authz-unavailable", "busy", "busy", refusing("temporarily_unavailable")),
  response("authz-interaction-required", "one more step", "cancelled", refusing("interaction_required")),
  response("authz-login-required", "nobody signed in there", "cancelled", refusing("login_required")),
  response("authz-unknown-error", "an error nobody knows", "not-verified", refusing("x_odd")),
];

/** The endpoints behind the page. */
const ENDPOINT_ROWS: readonly Row[] = [
  instead("token-html-200", "token", "HTML", HTML, "busy"),
  instead("token-500", "token", "a fault", BROKEN, "busy"),
  instead("token-429", "token", "too many calls", LIMITED, "busy"),
  instead("token-hang", "token", "no answer within 10 s", "hang", "busy"),
  instead("token-endless", "token", "an answer without an end", "endless", "busy"),
  instead("token-truncated", "token", "half an answer", HALF, "busy"),
  instead("token-no-cors", "token", "not for our origin", "no-cors", "origin-refused"),
  {
    mode: "token-other-origin",
    what: "token: on an origin that our content policy does not name",
    expected: "policy-blocked",
    fault: {
      metadata: (to) =>
        (to["token_endpoint"] = String(to["token_endpoint"]).replace("//localhost", "//127.0.0.1")),
    },
  },
  instead("jwks-404", "jwks", "nothing there", MISSING, "busy"),
  instead("jwks-500", "jwks", "a fault", BROKEN, "busy"),
  instead("jwks-html", "jwks", "HTML", HTML, "busy"),
  instead("jwks-hang", "jwks", "no answer within 10 s", "hang", "busy"),
  instead("userinfo-500", "userinfo", "a fault", BROKEN, "signed-in"),
  instead("userinfo-html", "userinfo", "HTML", HTML, "signed-in"),
  instead("userinfo-hang", "userinfo", "no answer", "hang", "signed-in"),
  instead("userinfo-401", "userinfo", "the token refused", { status: 401, body: "" }, "signed-in"),
  instead("userinfo-no-cors", "userinfo", "not for our origin", "no-cors", "signed-in"),
  tokens("idtoken-absent", "no ID token", "not-verified", without("id_token")),
  tokens(
    "token-type-case",
    "`token_type` is `bEARER`",
    "signed-in",
    setting("token_type", "bEARER"),
    `${FAPI}-token-type-case-insensitivity`,
  ),
  tokens("token-type-absent", "no `token_type`", "not-verified", without("token_type")),
  tokens(
    "token-type-dpop",
    "a bound token though no key was shown",
    "not-verified",
    setting("token_type", "DPoP"),
  ),
  tokens("access-token-absent", "no access token", "not-verified", without("access_token")),
  tokens("expires-in-text", "`expires_in` as text", "signed-in", setting("expires_in", "300")),
  tokens("expires-in-zero", "`expires_in` is 0", "signed-in", setting("expires_in", 0)),
  tokens("expires-in-negative", "`expires_in` is below 0", "signed-in", setting("expires_in", -300)),
  tokens("expires-in-ages", "`expires_in` of ages", "signed-in", setting("expires_in", 1e300)),
  tokens("token-type-unknown", "`token_type` is new", "not-verified", setting("token_type", "pigeon")),
  tokens(
    "no-expires-in",
    "no `expires_in`",
    "signed-in",
    without("expires_in"),
    `${FAPI}-token-endpoint-response-without-expires_in`,
  ),
  tokens("no-refresh-token", "no refresh token", "signed-in", without("refresh_token")),
  {
    mode: "opaque-at",
    what: "an access token that only the provider can read; roles are in the ID token",
    expected: "signed-in",
    fault: {
      tokens: setting("access_token", "opaque-0123456789"),
      claims: (to) => {
        delete to["at_hash"];
        to["resource_access"] = { "waybill-api": { roles: ["sender"] } };
      },
    },
    foreignToken: true,
  },
];

/** Tokens bound to a key of the browser. */
const PROOF_ROWS: readonly Row[] = [
  {
    mode: "dpop",
    what: "bound tokens, required",
    expected: "signed-in",
    fault: { dpop: "on" },
    config: { dpop: "required" },
    modules: [`${FAPI}-happy-path-no-dpop-nonce`],
  },
  {
    mode: "dpop-nonce",
    what: "bound tokens with a nonce of the provider",
    expected: "signed-in",
    fault: { dpop: "nonce" },
    modules: [`${FAPI}-happy-path`],
  },
  {
    mode: "dpop-off",
    what: "could bind and is not asked to",
    expected: "signed-in",
    fault: { dpop: "on" },
    config: { dpop: "off" },
  },
  {
    mode: "dpop-refused",
    what: "no proof is good enough",
    expected: "proof-refused",
    fault: { dpop: "refuses" },
  },
  {
    mode: "dpop-nonce-for-ever",
    what: "wants one more nonce each time",
    expected: "proof-refused",
    fault: { dpop: "nonce-for-ever" },
  },
  {
    mode: "dpop-answers-bearer",
    what: "an unbound token though bound ones are required",
    expected: "not-verified",
    fault: { dpop: "answers-bearer" },
    config: { dpop: "required" },
  },
];

/** Answers of the provider besides the ID token. */
export const ANSWER_ROWS: readonly Row[] = [
  ...DISCOVERY_ROWS,
  ...RESPONSE_ROWS,
  ...ENDPOINT_ROWS,
  ...PROOF_ROWS,
];
