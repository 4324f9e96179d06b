import { isSafe } from "#server/config/loopback.ts";
import type { Settings } from "./settings.ts";

type Rule = readonly [broken: (settings: Settings) => boolean, says: string];

/** Settings of sign-in with which nobody could sign in, or everybody could. */
const RULES: readonly Rule[] = [
  [
    ({ oidcAudience, oidcClientId }) => oidcAudience === oidcClientId,
    "--oidc-audience must differ from --oidc-client-id: otherwise ID tokens would pass for access tokens.",
  ],
  [
    ({ oidcIssuer }) => !isSafe(oidcIssuer),
    "--oidc-issuer must begin with https://: on plain http anybody on the way could sign in as anybody.",
  ],
  [
    ({ oidcAccountUrl }) => oidcAccountUrl !== undefined && !isSafe(oidcAccountUrl),
    "--oidc-account-url must begin with https://.",
  ],
  [
    ({ embeddedProvider, publicUrl }) => !embeddedProvider && !isSafe(publicUrl),
    "--public-url must begin with https:// beyond this machine: browsers do not sign in from pages of plain http.",
  ],
  [({ oidcOrigins }) => !oidcOrigins.every(isSafe), "--oidc-origins must begin with https://, each of them."],
  [
    ({ oidcScope }) => !oidcScope.split(" ").includes("openid"),
    "--oidc-scope must contain openid: without it the provider does not say who signed in.",
  ],
  [
    ({ oidcTokenTypes }) => oidcTokenTypes.length === 0,
    "--oidc-token-types must name at least one type: otherwise every token is refused.",
  ],
  [
    ({ oidcRoleMap, oidcRolesClient }) =>
      !Object.keys(oidcRoleMap).every((name) =>
        ["realm:", `client:${oidcRolesClient}:`].some((start) => name.startsWith(start)),
      ),
    "--oidc-role-map must name roles as realm:NAME or client:CLIENT:NAME, CLIENT being --oidc-roles-client: no token gives others.",
  ],
  [
    ({ embeddedProvider, oidcResource, oidcAudience }) => embeddedProvider && oidcResource !== oidcAudience,
    "--oidc-resource is for a provider of your own: the embedded one gives tokens for --oidc-audience alone.",
  ],
  [
    ({ embeddedProvider, oidcTokenTypes }) => embeddedProvider && !oidcTokenTypes.includes("at+jwt"),
    "--oidc-token-types must contain at+jwt with the embedded provider: its tokens are of that type.",
  ],
];

/** The first contradiction in one sentence; nothing where the settings agree. */
export const identityContradiction = (settings: Settings): string | undefined =>
  RULES.find(([broken]) => broken(settings))?.[1];
