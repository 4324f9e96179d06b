import { type JWTPayload, type JWTVerifyGetKey, errors, jwtVerify } from "jose";
import type { Role, SignIn } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { type RoleMap, type RolePaths, canonicalRoles, productRoles } from "#kernel/roles.ts";
import type { Credentials } from "./credentials.ts";
import { ProviderUnreachable } from "./provider-keyset.ts";
import { tokenCache } from "./token-cache.ts";
import {
  ALGORITHMS,
  TOLERANCE_S,
  TokenRefused,
  type TokenFault,
  checkClaims,
  checkHeader,
} from "./token-rules.ts";

/** Who a verified access token speaks for, and what the provider says they may do. */
export interface Identity {
  /** `issuer` and `subject` together name a person for ever. */
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string;
  readonly sessionId?: string;
  readonly name?: string;
  readonly email?: string;
  readonly locale?: string;
  /** The ceiling of what the person may do; the membership narrows it. */
  readonly roles: readonly Role[];
  readonly canonicalRoles: readonly string[];
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

export interface VerifierRules {
  readonly issuer: string;
  /** Name of the issuer in `Identity`, where its address may change (embedded provider). */
  readonly issuerName?: string;
  readonly audience: string;
  /** Clients whose tokens are accepted. */
  readonly clients: readonly string[];
  readonly tokenTypes: readonly string[];
  readonly rolePaths: RolePaths;
  readonly roleMap: RoleMap;
  readonly keySet: JWTVerifyGetKey;
  readonly clock: () => Instant;
  /** True when this session or person was signed out since; asked on every call, cached tokens included. */
  readonly isEnded?: (signIn: SignIn) => boolean;
}

export type Verifier = (credentials: Credentials) => Promise<Identity>;

const CACHE_LIMIT = 5000;

/**
 * Checks an `Authorization` header: one bearer token, a JWT made for this API by the configured issuer.
 *
 * @throws TokenRefused for everything the caller can mend by signing in again
 * @throws ProviderUnreachable when no key can be had: answer 503, never 401, or a hiccup signs everybody out
 */
export function createVerifier(rules: VerifierRules): Verifier {
  const cache = tokenCache<Identity>(CACHE_LIMIT);
  return async ({ authorization = "" }) => {
    const token = bearerOf(authorization);
    const known = cache.find(token, rules.clock());
    const identity = known ?? (await verify(token, rules));
    if (!known) cache.keep(token, identity);
    if (rules.isEnded?.(signInOf(identity))) throw new TokenRefused("ended");
    return identity;
  };
}

/** Proof-bound tokens have their own scheme; as plain bearer they are refused. */
function bearerOf(authorization: string): string {
  const found = /^Bearer ([^\s,]+)$/i.exec(authorization);
  if (!found?.[1]) throw new TokenRefused("malformed");
  return found[1];
}

async function verify(token: string, rules: VerifierRules): Promise<Identity> {
  checkHeader(token, rules.tokenTypes);
  const now = rules.clock();
  const claims = await checkedBySignature(token, rules, now);
  checkClaims(claims, rules.clients, now / 1000);
  const confirmation = claims["cnf"];
  if (confirmation !== undefined) throw new TokenRefused("bound");
  return identityOf(claims, rules);
}

async function checkedBySignature(token: string, rules: VerifierRules, now: Instant): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, rules.keySet, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_S,
      requiredClaims: ["exp", "iat", "sub"],
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    throw new TokenRefused(faultOf(error));
  }
}

function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    const faults: Readonly<Record<string, TokenFault>> = { iss: "iss", aud: "aud", nbf: "not-yet" };
    return faults[error.claim] ?? "claims";
  }
  return error instanceof errors.JOSEError ? "signature" : "malformed";
}

/** The sign-in that a token belongs to. */
export const signInOf = ({ issuer, subject, sessionId, issuedAt }: Identity): SignIn => ({
  issuer,
  subject,
  issuedAt,
  ...(sessionId !== undefined && { sid: sessionId }),
});

function identityOf(claims: JWTPayload, rules: VerifierRules): Identity {
  const canonical = canonicalRoles(claims, rules.rolePaths);
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const sessionId = text("sid");
  const name = text("name");
  const email = text("email");
  const locale = text("locale");
  return {
    issuer: rules.issuerName ?? rules.issuer,
    subject: claims.sub ?? "",
    clientId: text("azp") ?? text("client_id") ?? "",
    ...(sessionId !== undefined && { sessionId }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(locale !== undefined && { locale }),
    roles: productRoles(canonical, rules.roleMap),
    canonicalRoles: canonical,
    issuedAt: (claims.iat ?? 0) * 1000,
    expiresAt: (claims.exp ?? 0) * 1000,
  };
}
