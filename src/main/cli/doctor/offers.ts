import { isLoopback } from "#server/config/loopback.ts";
import type { Settings } from "#main/config/settings.ts";
import { type Result, bad, careful, good, unknown } from "./finding.ts";
import type { Provider } from "./provider-metadata.ts";

/** Further than this apart, fresh tokens count as expired or not yet valid (`token-rules.ts`). */
const OFFSET_S = 30;

/** Every address that browsers open or call is on https, or on this machine. */
export function checkHttps({ metadata }: Provider): Result {
  const open = Object.entries(metadata).filter(
    ([, value]) => typeof value === "string" && value.startsWith("http:") && !isLoopback(hostOf(value)),
  );
  if (open.length > 0)
    return bad(
      `on plain http: ${open.map(([name]) => name).join(", ")}`,
      "Tell the provider its public https address, and its proxy to pass X-Forwarded-Proto on.",
    );
  return good(
    metadata.issuer.startsWith("http:")
      ? "plain http, on this machine alone"
      : "every address of the provider is on https",
  );
}

/** Browsers call only origins that our content security policy names. */
export function checkOrigins({ metadata }: Provider, settings: Settings): Result {
  const known = new Set([new URL(settings.oidcIssuer).origin, ...settings.oidcOrigins]);
  const called = [metadata.token_endpoint, metadata.jwks_uri, metadata.userinfo_endpoint];
  const missing = new Set(
    [...called, metadata.revocation_endpoint]
      .filter((url) => url !== undefined)
      .map((url) => new URL(url).origin)
      .filter((origin) => !known.has(origin)),
  );
  if (missing.size > 0)
    return bad(
      `endpoints are on ${[...missing].join(" and ")}, which browsers may not call`,
      `Start with --oidc-origins ${[...settings.oidcOrigins, ...missing].join(",")}.`,
    );
  return good("browsers may call every endpoint");
}

/** The code flow with PKCE, and refresh: a provider that lists what it can must list these. */
export function checkFlow({ metadata }: Provider): Result {
  const { response_types_supported: types, grant_types_supported: grants } = metadata;
  if (types && !types.includes("code"))
    return bad("the code flow is not on offer", "Allow the response type code at the provider.");
  const methods = metadata.code_challenge_methods_supported;
  if (methods === undefined)
    return careful(
      "whether PKCE with S256 is checked is not said",
      "Let the provider demand PKCE with S256 of this client, as its documents describe.",
    );
  if (!methods.includes("S256"))
    return bad(
      `PKCE with S256 is not on offer, only ${methods.join(", ") || "nothing"}`,
      "Switch S256 on at the provider, or use one that has it: without it a stolen code is a stolen sign-in.",
    );
  if (grants && !grants.includes("refresh_token"))
    return careful(
      "code flow with PKCE S256, but refresh tokens are not on offer",
      "Switch refresh tokens on for this client: otherwise people sign in anew whenever a token runs out.",
    );
  return good("code flow with PKCE S256");
}

/** Tokens bound to a key of the browser (RFC 9449). */
export function checkDpop({ metadata }: Provider, { oidcDpop }: Settings): Result {
  const algorithms = metadata.dpop_signing_alg_values_supported;
  const can = algorithms?.includes("ES256") === true;
  if (oidcDpop === "off")
    return can
      ? careful("the provider can bind tokens, --oidc-dpop off says no", "Leave --oidc-dpop out.")
      : good("off, as --oidc-dpop says");
  if (can) return good(`tokens are bound to a key of the browser (--oidc-dpop ${oidcDpop})`);
  const lacks = algorithms ? `binds by ${algorithms.join(", ")} and not by ES256` : "cannot bind tokens";
  if (oidcDpop === "required")
    return bad(
      `the provider ${lacks}, --oidc-dpop says required`,
      "Switch DPoP with ES256 on at the provider, or say --oidc-dpop auto.",
    );
  return careful(
    `the provider ${lacks}: whoever steals a token can use it until it expires`,
    "Switch DPoP (RFC 9449) on where the provider has it, and let access tokens live 5 minutes.",
  );
}

/** How a sign-out reaches the provider, and how its sign-outs reach us. */
export function checkSignOut({ metadata }: Provider, settings: Settings): Result {
  const told = `${settings.publicUrl}/auth/backchannel-logout`;
  if (metadata.end_session_endpoint === undefined)
    return careful(
      "the provider has no address for signing out: after it people are still signed in there",
      "Tell them so, or use a provider with OpenID Connect RP-Initiated Logout.",
    );
  if (metadata.backchannel_logout_supported !== true)
    return careful(
      "no back-channel logout: a session that ends there is noticed at the next refresh",
      "Let access tokens live 5 minutes at most: that is how long somebody signed out there goes on here.",
    );
  if (settings.embeddedProvider) return good(`sign-out, and back-channel logout to ${told}`);
  return unknown(
    "the provider has sign-out and back-channel logout; whether it knows our address shows at the first sign-out there",
    `Enter ${told} as back-channel logout address of the client${metadata.backchannel_logout_session_supported === true ? ", with the session's id (sid)" : ""}.`,
  );
}

/** The provider's clock by its `Date` header, which counts whole seconds. */
export function checkClock({ headers, answeredAt }: Provider): Result {
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return unknown("the provider does not say its time", "Set both clocks by NTP.");
  const offset = Math.round((date - answeredAt) / 1000);
  if (Math.abs(offset) > OFFSET_S)
    return bad(
      `the provider's clock is ${Math.abs(offset)} s ${offset > 0 ? "ahead of" : "behind"} this machine's`,
      "Set both clocks by NTP.",
    );
  return good(
    Math.abs(offset) <= 1
      ? "the clocks agree"
      : `the clocks differ by ${Math.abs(offset)} s, which is no harm`,
  );
}

export function checkScopes({ metadata }: Provider, { oidcScope }: Settings): Result {
  const listed = metadata.scopes_supported;
  if (listed === undefined) return good(`${oidcScope} are asked for; the provider does not list its scopes`);
  const unlisted = oidcScope.split(" ").filter((scope) => scope !== "" && !listed.includes(scope));
  return unlisted.length === 0
    ? good(`${oidcScope} are on offer`)
    : careful(
        `not among the scopes that the provider lists: ${unlisted.join(" ")}`,
        "Add them to the client at the provider, or leave them out of --oidc-scope.",
      );
}

/** For whom tokens are made, and what roles they list, is in the token alone. */
export function checkAudience({ embeddedProvider, oidcAudience, oidcTokenTypes }: Settings): Result {
  if (embeddedProvider) return good(`access tokens are made for ${oidcAudience}`);
  return unknown(
    `whether access tokens are JWTs of type ${oidcTokenTypes.join(" or ")} for ${oidcAudience} shows at the first sign-in`,
    `If calls are refused then, let the provider put ${oidcAudience} into aud (Keycloak: audience mapper), and name its type in --oidc-token-types.`,
  );
}

export function checkRoles({ embeddedProvider, oidcRolesRealmPath, oidcRolesClientPath }: Settings): Result {
  if (embeddedProvider) return good("access tokens list the roles of the demo people");
  return unknown(
    `whether access tokens list roles at ${oidcRolesRealmPath} or ${oidcRolesClientPath} shows at the first sign-in`,
    "If somebody has no role then, /account/diagnostics shows which roles were read: correct --oidc-roles-… or --oidc-role-map.",
  );
}

/** Refunds, copies of a person's data and erasures go by the time of the sign-in, which is in the access token alone. */
export function checkStepUp({ metadata }: Provider, { embeddedProvider, stepUpMinutes }: Settings): Result {
  if (stepUpMinutes === 0) return good("a sign-in of any age does, as --step-up-minutes 0 says");
  if (embeddedProvider) return good("access tokens say when somebody signed in");
  const cure =
    "let the provider put auth_time into access tokens (docs/identity-providers.md, “Confirming who you are”), or start with --step-up-minutes 0.";
  if (metadata.claims_supported?.includes("auth_time") === false)
    return careful(
      "auth_time is not among the claims that the provider lists: without it refunds, copies of a person's data and erasures are refused",
      `Unless access tokens hold it all the same, ${cure}`,
    );
  return unknown(
    "whether access tokens say when somebody signed in (auth_time) shows at the first refund",
    `If it is refused then, ${cure}`,
  );
}

const hostOf = (url: string) => new URL(url).hostname;
