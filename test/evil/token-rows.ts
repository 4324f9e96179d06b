import { claim, FAPI, OIDC, type Row, setting, without } from "./row.ts";

const described = (algorithm: string) =>
  setting("id_token_signing_alg_values_supported", ["RS256", "ES256", algorithm]);

/** What an ID token and its signature can say. */
export const TOKEN_ROWS: readonly Row[] = [
  {
    mode: "ok",
    what: "all is right",
    expected: "signed-in",
    fault: {},
    modules: [
      OIDC,
      `${OIDC}-idtoken-sig-rs256`,
      `${OIDC}-scope-userinfo-claims`,
      `${OIDC}-userinfo-bearer-header`,
      `${OIDC}-discovery-openid-config`,
      `${OIDC}-discovery-jwks-uri-keys`,
    ],
  },
  { mode: "ok-es256", what: "signed with ES256", expected: "signed-in", fault: { signature: "ES256" } },
  claim("iss-wrong", "`iss` is another", setting("iss", "https://id.example"), `${OIDC}-invalid-iss`),
  claim("iss-slash", "`iss` has one slash more", (to) => (to["iss"] = `${String(to["iss"])}/`)),
  claim("iss-missing", "no `iss`", without("iss"), `${OIDC}-invalid-iss`),
  claim("sub-missing", "no `sub`", without("sub"), `${OIDC}-missing-sub`),
  claim("sub-empty", "`sub` is empty", setting("sub", "")),
  claim("aud-wrong", "`aud` is another app", setting("aud", "another-app"), `${OIDC}-invalid-aud`),
  claim("aud-missing", "no `aud`", without("aud"), `${OIDC}-missing-aud`),
  claim(
    "aud-extra-no-azp",
    "a second audience, no `azp`",
    (to) => (to["aud"] = [to["aud"], "another-app"]),
    `${FAPI}-invalid-secondary-aud`,
  ),
  claim(
    "azp-wrong",
    "a second audience, and it is `azp`",
    (to) => Object.assign(to, { aud: [to["aud"], "another-app"], azp: "another-app" }),
    `${FAPI}-invalid-secondary-aud`,
  ),
  {
    mode: "aud-one-element-array",
    what: "`aud` is a list of one",
    expected: "signed-in",
    fault: { claims: (to) => (to["aud"] = [to["aud"]]) },
    modules: [`${FAPI}-valid-aud-as-array`],
  },
  claim("iat-future", "issued in half an hour", (to) =>
    Object.assign(to, { iat: Number(to["iat"]) + 1800, exp: Number(to["exp"]) + 1800 }),
  ),
  claim("iat-missing", "no `iat`", without("iat"), `${OIDC}-missing-iat`),
  claim(
    "exp-past",
    "ended two minutes ago",
    (to) => (to["exp"] = Number(to["iat"]) - 120),
    `${FAPI}-invalid-expired-exp`,
  ),
  claim("exp-missing", "no `exp`", without("exp"), `${FAPI}-missing-exp`),
  claim("nonce-wrong", "another `nonce`", setting("nonce", "of-somebody-else"), `${OIDC}-nonce-invalid`),
  claim("nonce-missing", "no `nonce`", without("nonce"), `${FAPI}-missing-nonce`),
  claim("at-hash-wrong", "`at_hash` of another access token", setting("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")),
  {
    mode: "kid-absent-one-key",
    what: "no `kid`, one key",
    expected: "signed-in",
    fault: { keys: "one", header: without("kid") },
    modules: [`${OIDC}-kid-absent-single-jwks`],
  },
  {
    mode: "kid-absent-two-keys",
    what: "no `kid`, two keys that could have signed",
    expected: "not-verified",
    fault: { keys: "two", header: without("kid") },
    modules: [`${OIDC}-kid-absent-multiple-jwks`],
  },
  {
    mode: "kid-unknown",
    what: "a `kid` that the key set lacks",
    expected: "not-verified",
    fault: { header: setting("kid", "nobody") },
  },
  {
    mode: "alg-none",
    what: "unsigned, and described as allowed",
    expected: "not-verified",
    fault: { signature: "unsigned", metadata: described("none") },
    modules: [`${OIDC}-idtoken-sig-none`, `${FAPI}-invalid-null-alg`],
  },
  {
    mode: "sig-bad",
    what: "RS256, one bit of the signature turned",
    expected: "not-verified",
    fault: { signature: "broken-RS256" },
    modules: [`${OIDC}-invalid-sig-rs256`],
  },
  {
    mode: "sig-bad-es256",
    what: "ES256, one bit of the signature turned",
    expected: "not-verified",
    fault: { signature: "broken-ES256" },
    modules: [`${OIDC}-invalid-sig-es256`],
  },
  {
    mode: "alg-hs256-pubkey",
    what: "HS256 with the public key as secret, and described as allowed",
    expected: "not-verified",
    fault: { signature: "hmac-of-public-key", metadata: described("HS256") },
    modules: [`${OIDC}-invalid-sig-hs256`, `${FAPI}-alternate-alg`],
  },
  {
    mode: "userinfo-sub-wrong",
    what: "userinfo tells of another person: not believed",
    expected: "signed-in",
    fault: { userinfo: (to) => Object.assign(to, { sub: "somebody-else", name: "Mallory" }) },
    lie: "Mallory",
    modules: [`${OIDC}-userinfo-invalid-sub`],
  },
];
