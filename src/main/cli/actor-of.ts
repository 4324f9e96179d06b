import type { Actor } from "#kernel/actor.ts";
import { actorFor } from "#features/accounts/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Log } from "#server/http/app.ts";
import type { ServerParts } from "#main/server.ts";
import type { Settings } from "#main/config/settings.ts";
import type { Db } from "#server/db/db.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import { type CheckLogout, logoutCheck } from "#server/identity/logout-token.ts";
import { refusalLog } from "#server/identity/refusal-log.ts";
import { useOnceIn } from "#server/identity/proof-uses.ts";
import { ProviderUnreachable, providerKeySet } from "#server/identity/provider-keyset.ts";
import { EMBEDDED_ISSUER } from "#engines/demo-identity/people.ts";
import type { SessionEnds } from "#server/identity/session-ends.ts";
import { TokenRefused } from "#server/identity/token-rules.ts";
import { type Identity, type Verifier, createVerifier, signInOf } from "#server/identity/verifier.ts";

/** Everything of the server that follows from who the provider is: whom it believes, and whom its pages may call. */
export function identityParts(
  settings: Settings,
  { db, orgId, sessionEnds, clock, log }: Pick<ServerParts, "db" | "orgId" | "sessionEnds" | "clock" | "log">,
) {
  const { verifier, checkLogout } = checksFor(settings, db, sessionEnds, log);
  const verified = verifiedBy(verifier, refusalLog(log, clock));
  return {
    issuerOrigin: new URL(settings.oidcIssuer).origin,
    providerOrigins: settings.oidcOrigins,
    actorOf: actorOf(verified, orgId, (identity) =>
      actorFor({ db, orgId, joinBy: settings.joinBy }, clock(), identity),
    ),
    checkLogout,
    dpop: settings.oidcDpop,
    recentSignIn: { maxAgeS: settings.stepUpMinutes * 60, acr: settings.stepUpAcr },
    sessionEnds,
    joinBy: settings.joinBy,
  } satisfies Partial<ServerParts>;
}

const OVERAGE =
  "a token names a link instead of roles because there were too many, so its person has no role: at the provider, assign app roles or limit the groups in tokens to those of the app";

/** The checks of access tokens and of logout tokens for these settings, by the same keys. */
function checksFor(
  settings: Settings,
  db: Db,
  ends: SessionEnds,
  log: Log,
): { readonly verifier: Verifier; readonly checkLogout: CheckLogout } {
  const common = {
    issuer: settings.oidcIssuer,
    ...(settings.embeddedProvider && { issuerName: EMBEDDED_ISSUER }),
    keySet: providerKeySet(settings.oidcIssuer, Date.now),
    clock: Date.now,
  };
  const verifier = createVerifier({
    ...common,
    audience: settings.oidcAudience,
    clients: [settings.oidcClientId],
    tokenTypes: settings.oidcTokenTypes,
    rolePaths: {
      realmPath: settings.oidcRolesRealmPath,
      clientPath: settings.oidcRolesClientPath,
      clientId: settings.oidcRolesClient,
    },
    roleMap: settings.oidcRoleMap,
    isEnded: ends.isEnded,
    onOverage: () => log.warn({ part: "identity" }, OVERAGE),
    proofs: {
      publicUrl: settings.publicUrl,
      required: settings.oidcDpop === "required",
      useOnce: useOnceIn(db),
    },
  });
  return { verifier, checkLogout: logoutCheck({ ...common, clientId: settings.oidcClientId }) };
}

/**
 * Actor of a call: a guest without a header, otherwise the member behind the token.
 * @throws Refusal `accounts.signed-out` for a bad token, `http.busy` while the provider's keys cannot be read
 */
function actorOf(
  verified: Verifier,
  orgId: string,
  enter: (identity: Identity & { readonly userAgent: string | undefined }) => Promise<Actor>,
) {
  return async (credentials: Credentials): Promise<Actor> => {
    if (credentials.authorization === undefined) return { kind: "guest", orgId, roles: [] };
    const identity = await verified(credentials);
    const actor = await enter({ ...identity, userAgent: credentials.userAgent });
    return { ...actor, signIn: signInOf(identity) };
  };
}

/** The verifier in the language of refusals; the reason of each goes to the caller, and to the log. */
const verifiedBy =
  (verifier: Verifier, onRefused: (refused: TokenRefused) => void): Verifier =>
  async (credentials) => {
    try {
      return await verifier(credentials);
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw new Refusal("http.busy", { part: "identity" });
      if (!(error instanceof TokenRefused)) throw error;
      onRefused(error);
      throw new Refusal("accounts.signed-out", { fault: error.fault });
    }
  };
