import { ROLES } from "#kernel/actor.ts";
import {
  choice,
  jsonPointer,
  list,
  parameters,
  roleMap,
  text,
  webAddress,
  webOrigin,
  whole,
} from "./kinds.ts";
import { optional, required } from "./setting.ts";

/** How people sign in: the provider, what is asked of it, and where its tokens list roles. */
export const IDENTITY_SETTINGS = {
  oidcIssuer: optional({
    kind: webAddress,
    browser: true,
    about:
      "OpenID Connect issuer of your own provider, to the letter as its discovery document says it. Otherwise the embedded provider with demo people.",
    example: "https://id.example/realms/couriers",
  }),
  oidcOrigins: required({
    kind: list(webOrigin),
    default: [],
    about:
      "Further origins that browsers call where the provider's endpoints are not all on the issuer's; `waybill doctor` names them.",
    example: "https://oauth2.googleapis.com,https://openidconnect.googleapis.com",
  }),
  oidcClientId: required({
    kind: text("a client id", /^[\x21-\x7e]{1,200}$/),
    default: "waybill-web",
    browser: true,
    about: "Public client of the browser app at the provider: code flow with PKCE, no secret.",
    example: "waybill-web",
  }),
  oidcScope: required({
    kind: text("scopes divided by spaces", /^[\x21\x23-\x5b\x5d-\x7e ]{1,400}$/),
    default: "openid profile email",
    browser: true,
    about: "Scopes the browser asks for; `openid` is one of them.",
    example: "openid profile email waybill-api",
  }),
  oidcAudience: required({
    kind: text("an audience", /^[\x21-\x7e]{1,200}$/),
    default: "urn:waybill:api",
    about:
      "What `aud` of an access token must contain: the name of Waybill's API at the provider, never a client id.",
    example: "urn:waybill:api",
  }),
  oidcResource: optional({
    kind: text("an absolute URI", /^[a-z][a-z0-9+.-]*:\S{1,200}$/i),
    browser: true,
    about:
      "RFC 8707 `resource` sent at sign-in. Otherwise the audience with the embedded provider, nothing with your own.",
    example: "urn:waybill:api",
  }),
  oidcTokenTypes: required({
    kind: list(choice(["at+jwt", "JWT"])),
    default: ["at+jwt"],
    about:
      "Accepted `typ` in the header of access tokens. `JWT` only for providers that cannot say at+jwt (RFC 9068).",
    example: "at+jwt,JWT",
  }),
  oidcRolesRealmPath: required({
    kind: jsonPointer,
    default: "/realm_access/roles",
    browser: true,
    about:
      "Where the token lists roles of the realm, tenant or group, as RFC 6901 pointer; `~1` stands for a slash.",
    example: "/https:~1~1waybill.example~1roles",
  }),
  oidcRolesClientPath: required({
    kind: jsonPointer,
    default: "/resource_access/{clientId}/roles",
    browser: true,
    about: "Where the token lists roles of one client; `{clientId}` stands for `oidc-roles-client`.",
    example: "/resource_access/{clientId}/roles",
  }),
  oidcRolesClient: required({
    kind: text("a client id", /^[\x21-\x7e]{1,200}$/),
    default: "waybill-api",
    browser: true,
    about: "Client at the provider whose roles count as roles of Waybill.",
    example: "waybill-api",
  }),
  oidcRoleMap: optional({
    kind: roleMap(ROLES),
    browser: true,
    about:
      "Which role of the provider gives which role here; what is absent gives none. Otherwise the roles of `oidc-roles-client` by their own names.",
    example: "realm:driver=courier,realm:office=dispatcher+org-admin",
  }),
  oidcAccountUrl: optional({
    kind: webAddress,
    browser: true,
    about: "Where people manage their account. Otherwise the page of the embedded provider, or none.",
    example: "https://id.example/account",
  }),
  oidcDpop: required({
    kind: choice(["auto", "required", "off"]),
    default: "auto",
    browser: true,
    about:
      "Tokens bound to a key that never leaves the browser (RFC 9449): `auto` where the provider can, `required` always and unbound tokens are refused, `off` never.",
    example: "required",
  }),
  oidcOfflineHours: required({
    kind: whole(0, 72),
    default: 24,
    unit: "hours",
    browser: true,
    about:
      "How long people stay signed in while the provider cannot be reached, since its last answer; 0 not at all.",
    example: "12",
  }),
  oidcExtraParams: required({
    kind: parameters,
    default: {},
    browser: true,
    about:
      "Further parameters of the sign-in request, as some providers want them (Auth0: `audience`, Entra: `domain_hint`).",
    example: "audience=urn:waybill:api",
  }),
  stepUpMinutes: required({
    kind: whole(0, 1440),
    default: 15,
    unit: "minutes",
    about:
      "Refunds, copies of a person's data and erasures need a sign-in of the last so many minutes (`auth_time` of the access token); 0 takes one of any age.",
    example: "5",
  }),
  stepUpAcr: required({
    kind: list(text("a value of `acr`", /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,200}$/)),
    default: [],
    about:
      "One of these values of `acr` is needed for the same calls, such as the one that your provider gives to a second factor. None: any sign-in does.",
    example: "urn:example:second-factor",
  }),
  joinBy: required({
    kind: choice(["roles", "invitation"]),
    default: "roles",
    browser: true,
    about:
      "How somebody becomes a member at the first sign-in: by the roles in the token, or only with an invitation of an administrator.",
    example: "invitation",
  }),
};
