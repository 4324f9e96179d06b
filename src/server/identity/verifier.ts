import { hash } from "node:crypto";
import { type JWTVerifyGetKey, compactVerify } from "jose";
import type { Role, SignIn } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { type RoleMap, type RolePaths, canonicalRoles, hasOverage, productRoles } from "#kernel/roles.ts";
import { SetupProblem } from "../setup-problem.ts";
import type { Credentials } from "./credentials.ts";
import type { UseOnce } from "./proof-uses.ts";
import { PROOF_KEPT_MS, checkProof } from "./proof.ts";
import { ProviderUnreachable } from "./provider-keyset.ts";
import { tokenCache } from "./token-cache.ts";
import {
  ALGORITHMS,
  type Claims,
  TokenRefused,
  boundTo,
  checkClaimedIssuer,
  checkClaims,
  checkHeader,
  claimsOf,
} from "./token-rules.ts";

/** Person that a verified access token speaks for, with the roles that the provider gives. */
export interface Identity {
  /** `issuer` and `subject` together name a person for ever. */
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string;
  readonly sessionId?: string;
  /** SHA-256 of the token, base64url, where the provider names no session. */
  readonly tokenHash?: string;
  readonly name?: string;
  readonly email?: string;
  /** True only where the claim is the boolean true: texts and numbers are no proof. */
  readonly emailVerified?: boolean;
  readonly locale?: string;
  /** The ceiling of what the person may do; the membership narrows it. */
  readonly roles: readonly Role[];
  /** The token is bound to a key of that browser. */
  readonly bound?: boolean;
  readonly issuedAt: Instant;
  /** When the person last proved who they are (`auth_time`); absent where the token does not say. */
  readonly authenticatedAt?: Instant;
  /** How strongly they proved it (`acr`), in the provider's own words. */
  readonly acr?: string;
  readonly expiresAt: Instant;
}

/** How tokens that are bound to a key are checked (RFC 9449). */
export interface ProofRules {
  /** Begins a proof's `htu`: our configured address, never what a `Host` header says. */
  readonly publicUrl: string;
  /** Whether a token that is bound to no key is refused. */
  readonly required: boolean;
  readonly useOnce: UseOnce;
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
  /** Told of each token whose roles did not fit, so that it gives none. */
  readonly onOverage?: () => void;
  /** Absent where no token is bound to a key; one that is is then refused. */
  readonly proofs?: ProofRules;
}

export type Verifier = (credentials: Credentials) => Promise<Identity>;

/** Token whose signature and claims are checked; the same for every call that brings it. */
interface Verified {
  readonly identity: Identity;
  /** Thumbprint of the key that the token is bound to. */
  readonly jkt: string | undefined;
}

/** About 1 kB each. */
const CACHE_LIMIT = 5_000;

/**
 * Checks what a call brings: one JWT made for this API by the configured issuer, and the proof of its key where it is
 * bound to one. A token's own rules are checked once; whether it was ended, and every proof, at each call.
 *
 * @throws TokenRefused for everything the caller can mend by signing in again
 * @throws ProviderUnreachable when no key can be had: answer 503, never 401, or a hiccup signs everybody out
 */
export function createVerifier(rules: VerifierRules): Verifier {
  if (rules.clients.includes(rules.audience))
    throw new SetupProblem(
      `The audience of access tokens, ${rules.audience}, is a client id: ID tokens would pass for access tokens. Give the API an audience of its own with --oidc-audience.`,
    );
  const cache = tokenCache<Verified>(CACHE_LIMIT);
  return async (credentials) => {
    const { isBound, token } = presented(credentials.authorization ?? "");
    const tokenHash = hash("sha256", token, "base64url");
    const now = rules.clock();
    const known = cache.find(tokenHash, now);
    const verified = known ?? markedBy(tokenHash, await verify(token, rules));
    const { identity, jkt } = verified;
    if (!known) cache.keep(tokenHash, verified, now, identity.expiresAt);
    if (rules.isEnded?.(signInOf(identity))) throw new TokenRefused("ended");
    checkBond(jkt, isBound, rules.proofs?.required === true);
    if (jkt !== undefined && !credentials.again)
      await prove(credentials, { tokenHash, jkt }, rules.proofs, rules.clock());
    return identity;
  };
}

/** Without a session's name, a token is told from others by its hash. */
const markedBy = (tokenHash: string, { identity, jkt }: Verified): Verified => ({
  identity: identity.sessionId === undefined ? { ...identity, tokenHash } : identity,
  jkt,
});

/** One token, sent as plain bearer or with the scheme of tokens that are bound to a key. */
function presented(authorization: string): { isBound: boolean; token: string } {
  const [, scheme, token] = /^(Bearer|DPoP) ([^\s,]+)$/i.exec(authorization) ?? [];
  if (scheme === undefined || token === undefined) throw new TokenRefused("malformed");
  return { isBound: scheme.toLowerCase() === "dpop", token };
}

/** A token that is bound to a key comes with the scheme that says so, and no other does. */
function checkBond(jkt: string | undefined, isBound: boolean, isRequired: boolean): void {
  if (jkt !== undefined && !isBound) throw new TokenRefused("bound");
  if (jkt === undefined && (isBound || isRequired)) throw new TokenRefused("unbound");
}

async function verify(token: string, rules: VerifierRules): Promise<Verified> {
  checkHeader(token, rules.tokenTypes);
  checkClaimedIssuer(token, rules.issuer);
  const claims = claimsOf(await signedBy(token, rules.keySet));
  checkClaims(claims, rules, rules.clock() / 1000);
  const identity = identityOf(claims, rules);
  return { identity, jkt: boundTo(claims) };
}

/** The payload of a token that one of the provider's keys signed. */
export async function signedBy(token: string, keySet: JWTVerifyGetKey): Promise<Uint8Array> {
  try {
    const { payload } = await compactVerify(token, keySet, { algorithms: ALGORITHMS });
    return payload;
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    throw new TokenRefused("signature");
  }
}

/** Each proof is good for one call, on whichever of our processes. */
async function prove(
  { proofs, method, path }: Credentials,
  key: { readonly tokenHash: string; readonly jkt: string },
  rules: ProofRules | undefined,
  now: Instant,
): Promise<void> {
  if (!rules) throw new TokenRefused("proof-key");
  const id = await checkProof(proofs, { ...key, method, url: rules.publicUrl + path }, now);
  const isNew = await rules.useOnce(`proof ${key.jkt} ${id}`, now, now + PROOF_KEPT_MS);
  if (!isNew) throw new TokenRefused("proof-used");
}

/** The sign-in that a token belongs to. */
export const signInOf = ({
  issuer,
  subject,
  sessionId,
  tokenHash,
  issuedAt,
  authenticatedAt,
  acr,
}: Identity): SignIn => ({
  issuer,
  subject,
  issuedAt,
  ...(tokenHash !== undefined && { tokenHash }),
  ...(sessionId !== undefined && { sid: sessionId }),
  ...(authenticatedAt !== undefined && { authenticatedAt }),
  ...(acr !== undefined && { acr }),
});

/** When and how strongly the person proved who they are, where the token says. */
const authenticatedIn = ({ auth_time: time, acr }: Claims): Pick<Identity, "authenticatedAt" | "acr"> => ({
  ...(typeof time === "number" && { authenticatedAt: time * 1000 }),
  ...(typeof acr === "string" && acr !== "" && { acr }),
});

function identityOf(claims: Claims, rules: VerifierRules): Identity {
  const canonical = canonicalRoles(claims, rules.rolePaths);
  if (hasOverage(claims, rules.rolePaths)) rules.onOverage?.();
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
    subject: text("sub") ?? "",
    clientId: text("azp") ?? text("client_id") ?? "",
    ...(sessionId !== undefined && { sessionId }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(claims["email_verified"] === true && { emailVerified: true }),
    ...(locale !== undefined && { locale }),
    roles: productRoles(canonical, rules.roleMap),
    bound: claims["cnf"] !== undefined,
    issuedAt: Number(claims["iat"]) * 1000,
    ...authenticatedIn(claims),
    expiresAt: Number(claims["exp"]) * 1000,
  };
}
