import type { JWTVerifyGetKey } from "jose";
import type { Instant } from "#kernel/instant.ts";
import {
  type Claims,
  TOLERANCE_S,
  TokenRefused,
  checkHeader,
  checkLife,
  claimsOf,
  isFor,
  isName,
} from "./token-rules.ts";
import { signedBy } from "./verifier.ts";

/** A provider's news that a session is over (OpenID Connect Back-Channel Logout 1.0 §2.4). */
export interface Logout {
  /** The issuer's name in our tables. */
  readonly issuer: string;
  /** The token's own name: good for one use. */
  readonly id: string;
  /** The session that is over; without one everything that the subject had up to `at`. */
  readonly sid: string | undefined;
  readonly subject: string | undefined;
  /** By the provider's clock, which is also the one of the tokens that it ends. */
  readonly at: Instant;
  /** By then this token is refused for its age. */
  readonly forgetAt: Instant;
}

export interface LogoutRules {
  readonly issuer: string;
  /** Name of the issuer in `Logout`, where its address may change (embedded provider). */
  readonly issuerName?: string;
  readonly clientId: string;
  readonly keySet: JWTVerifyGetKey;
  readonly clock: () => Instant;
}

/**
 * Checks a logout token, all but that it is used once.
 *
 * @throws TokenRefused
 * @throws ProviderUnreachable when no key can be had: the provider may say it again
 */
export type CheckLogout = (token: string) => Promise<Logout>;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** `""` is a token without `typ`: the specification only recommends one. */
const TYPES = ["logout+jwt", "JWT", ""];
/** Older ones are refused, whatever their own end. */
const MOST_AGE_S = 300;

/** The check of logout tokens: keys, issuer and algorithms are those of access tokens. */
export const logoutCheck =
  (rules: LogoutRules): CheckLogout =>
  async (token) => {
    checkHeader(token, TYPES);
    const claims = claimsOf(await signedBy(token, rules.keySet));
    const nowS = rules.clock() / 1000;
    if (claims["iss"] !== rules.issuer) throw new TokenRefused("issuer");
    if (!isFor(claims["aud"], rules.clientId)) throw new TokenRefused("audience");
    const { iat } = checkLife(claims, nowS);
    if (nowS - iat > MOST_AGE_S) throw new TokenRefused("logout-age");
    checkEvent(claims);
    return {
      issuer: rules.issuerName ?? rules.issuer,
      id: idOf(claims),
      ...whoseOf(claims),
      at: iat * 1000,
      forgetAt: (iat + MOST_AGE_S + TOLERANCE_S) * 1000,
    };
  };

/** Only a logout token names the event, and none has a nonce: so no ID token ever passes for one. */
function checkEvent({ events, nonce }: Claims): void {
  if (!isObject(events) || !isObject(events[EVENT])) throw new TokenRefused("logout-event");
  if (nonce !== undefined) throw new TokenRefused("logout-nonce");
}

function idOf({ jti }: Claims): string {
  if (typeof jti !== "string" || jti === "") throw new TokenRefused("logout-id");
  return jti;
}

function whoseOf({ sid, sub }: Claims): Pick<Logout, "sid" | "subject"> {
  const isSound = [sid, sub].every((one) => one === undefined || isName(one));
  if (!isSound || (sid === undefined && sub === undefined)) throw new TokenRefused("logout-whose");
  return { sid: textOf(sid), subject: textOf(sub) };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const isObject = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value);
