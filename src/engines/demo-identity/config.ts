import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { errors, interactionPolicy } from "oidc-provider";
import type { Locale } from "#kernel/locale.ts";
import { type DemoPerson, demoPersonByHint, demoPersonBySubject } from "./people.ts";
import { ACR_VALUES, acrFor } from "./acr.ts";
import { FRAME_PATH } from "./frame.ts";
import { type ProviderKeys, SIGNING_ALGORITHM } from "./keys.ts";
import { type ProviderOptions, livesOf, rotationOf } from "./options.ts";
import { failurePage, signOutPage, signedOutPage } from "./pages.ts";
import { paramText } from "./request.ts";
import { type Queryable, recordStore } from "./store.ts";
import { providerLanguages, wordsFor } from "./words.ts";

export interface ProviderFacts {
  /** `http://localhost:8081`, also the address it is reached at. */
  readonly issuer: string;
  /** Address of the app: the only origin, redirect target and place to return to. */
  readonly appUrl: string;
  readonly clientId: string;
  readonly audience: string;
  /** The client under which tokens list our roles. */
  readonly rolesClient: string;
  /** Languages on offer, the first for people who ask for none of them; all of them where nothing is said. */
  readonly locales?: readonly Locale[];
}

export const logoutUriOf = ({ appUrl }: ProviderFacts): string => `${appUrl}/auth/backchannel-logout`;

/** How the embedded provider behaves: one public client, code flow with PKCE, tokens as JWT, no consent page. */
export function providerConfiguration(
  facts: ProviderFacts & ProviderOptions,
  keys: ProviderKeys,
  pool: Queryable,
  send: Configuration["fetch"],
): Configuration {
  const { appUrl, audience, clientId, dpop = "on", frame = "on" } = facts;
  const lives = livesOf(facts);
  return {
    adapter: (kind: string) => recordStore(pool, kind),
    jwks: keys.jwks,
    cookies: {
      keys: keys.cookieKeys,
      // Cookies do not tell ports apart: another Waybill on this machine must not share ours.
      names: cookieNames(new URL(facts.issuer).port),
      long: { signed: true, httpOnly: true, sameSite: "lax" },
      short: { signed: true, httpOnly: true, sameSite: "lax" },
    },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [`${appUrl}/auth/callback`],
        post_logout_redirect_uris: [`${appUrl}/`],
        id_token_signed_response_alg: SIGNING_ALGORITHM,
        backchannel_logout_uri: logoutUriOf(facts),
        backchannel_logout_session_required: true,
      },
    ],
    clientBasedCORS: (_ctx, origin) => origin === new URL(appUrl).origin,
    acrValues: [...ACR_VALUES],
    claims: { openid: ["sub"], profile: ["name", "locale"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    discovery: {
      ui_locales_supported: providerLanguages(facts),
      ...(frame !== "off" && { check_session_iframe: `${facts.issuer}${FRAME_PATH}` }),
    },
    extraTokenClaims: (ctx, token) =>
      token.kind === "AccessToken"
        ? {
            ...rolesOf(facts, token.clientId ?? clientId, token.accountId, token.sid),
            ...signInOf(ctx.oidc.entities),
          }
        : undefined,
    features: {
      devInteractions: { enabled: false },
      dPoP: {
        enabled: dpop !== "off",
        ...(dpop === "nonce" && { nonceSecret: keys.nonceSecret, requireNonce: () => true }),
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: signOut(facts),
        postLogoutSuccessSource: signedOut(facts),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget();
          return {
            scope: "openid profile email",
            audience,
            accessTokenFormat: "jwt",
            accessTokenTTL: lives.AccessToken,
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          };
        },
      },
    },
    fetch: send,
    findAccount: (_ctx, subject) => accountOf(demoPersonBySubject(subject)),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}`, policy: policy() },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    loadExistingGrant: firstPartyGrant,
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      const frame = wordsFor(facts, ctx.get("accept-language"));
      ctx.type = "html";
      ctx.body = failurePage(frame, out.error, appUrl);
    },
    scopes: ["openid", "profile", "email"],
    ...rotationOf(facts),
    ttl: lives,
  };
}

const cookieNames = (port: string) => ({
  session: `waybill_id_${port}`,
  interaction: `waybill_id_${port}_step`,
  resume: `waybill_id_${port}_resume`,
});

/** When and how the person last proved who they are, as the code or the refresh token that is exchanged here knows it. */
const signInOf = ({
  AuthorizationCode: code,
  RefreshToken: refresh,
}: KoaContextWithOIDC["oidc"]["entities"]) => {
  const { authTime, acr } = code ?? refresh ?? {};
  return { ...(authTime !== undefined && { auth_time: authTime }), ...(acr !== undefined && { acr }) };
};

/** Roles in the shape of Keycloak, so that moving to Keycloak changes one address. */
function rolesOf(facts: ProviderFacts, clientId: string, subject: string, sid: string | undefined) {
  const person = demoPersonBySubject(subject);
  if (!person) return undefined;
  return {
    azp: clientId,
    ...(sid !== undefined && { sid }),
    name: person.name,
    email: person.email,
    email_verified: true,
    locale: person.locale,
    realm_access: { roles: ["demo"] },
    resource_access: { [facts.rolesClient]: { roles: [...person.roles] } },
  };
}

/** The claims of userinfo and ID token. */
export const claimsOf = (person: DemoPerson) => ({
  sub: person.subject,
  name: person.name,
  locale: person.locale,
  email: person.email,
  email_verified: true,
});

const accountOf = (person: DemoPerson | undefined) =>
  person && { accountId: person.subject, claims: () => Promise.resolve(claimsOf(person)) };

/** Asks who it is again when the app asks for another person than the one signed in, or for a stronger sign-in. */
function policy() {
  const prompts = interactionPolicy.base();
  const { Check } = interactionPolicy;
  prompts.get("login")?.checks.add(
    new Check("other_person", "another person is asked for", "login_required", (ctx) => {
      const wanted = demoPersonByHint(paramText(ctx.oidc.params, "login_hint"));
      const present = ctx.oidc.session?.accountId;
      return wanted !== undefined && present !== undefined && present !== wanted.subject
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT;
    }),
  );
  prompts.get("login")?.checks.add(
    new Check("stronger", "a stronger sign-in is asked for", "login_required", (ctx) => {
      const wanted = acrFor(paramText(ctx.oidc.params, "acr_values"));
      const isAsked = wanted !== undefined && ctx.oidc.session?.accountId !== undefined;
      return isAsked && ctx.oidc.session?.acr !== wanted ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return prompts;
}

/** Our own app needs no consent page: a grant for all it may ask is made on the way. */
async function firstPartyGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider, params, resourceServers } = ctx.oidc;
  if (!client || !session) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  const grant =
    existing ??
    new provider.Grant({
      clientId: client.clientId,
      ...(session.accountId !== undefined && { accountId: session.accountId }),
    });
  const scope = paramText(params, "scope") || "openid";
  grant.addOIDCScope(scope);
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, scope);
  await grant.save();
  return grant;
}

const signOut = (facts: ProviderFacts) => (ctx: KoaContextWithOIDC, form: string) => {
  const frame = wordsFor(facts, paramText(ctx.oidc.params, "ui_locales"), ctx.get("accept-language"));
  ctx.body = signOutPage(frame, form, isOwnHint(ctx));
};

/** A valid ID token of the person who is signed in here: with another's, the person is asked first. */
function isOwnHint({ oidc }: KoaContextWithOIDC): boolean {
  const subject = oidc.entities.IdTokenHint?.payload["sub"];
  return subject !== undefined && subject === oidc.session?.accountId;
}

const signedOut = (facts: ProviderFacts) => (ctx: KoaContextWithOIDC) => {
  ctx.body = signedOutPage(wordsFor(facts, ctx.get("accept-language")), facts.appUrl);
};
