import { ALGORITHMS } from "./token-rules.ts";

/** Whether tokens are bound to a key: where the provider can, always, or never. */
export type DpopRule = "auto" | "required" | "off";

const ALGS = `algs="${ALGORITHMS.join(" ")}"`;

/** Demands on a sign-in, as the refusal of one that does not do has them. */
interface SignInWanted {
  readonly maxAgeS: number;
  /** Divided by spaces. */
  readonly acr: string;
}

/** Asks for a newer or stronger sign-in (RFC 9470 §3). */
export function stepUpChallenge(authorization: string | undefined, { maxAgeS, acr }: SignInWanted): string {
  const scheme = /^dpop /i.test(authorization ?? "") ? `DPoP ${ALGS}, ` : "Bearer ";
  const wanted = [
    ...(maxAgeS > 0 ? [`max_age="${maxAgeS}"`] : []),
    ...(acr === "" ? [] : [`acr_values="${acr}"`]),
  ];
  return `${scheme}${['error="insufficient_user_authentication"', ...wanted].join(", ")}`;
}

/**
 * Says in a 401's `WWW-Authenticate` (RFC 6750 §3, RFC 9449 §7.1): how to come again and, where a token came, what
 * was wrong with it or with its proof. One header each.
 *
 * The app and its API share an origin, so its scripts read this header and `Date` without CORS; no other origin is let
 * in. We never ask for a nonce: that a proof is new is known from the ids of those that were used.
 *
 * @param fault why the token was refused, where one came
 */
export function challengesOf(
  authorization: string | undefined,
  fault: string | undefined,
  dpop: DpopRule = "auto",
): string[] {
  if (authorization === undefined)
    return [...(dpop === "required" ? [] : ["Bearer"]), ...(dpop === "off" ? [] : [`DPoP ${ALGS}`])];
  if (fault?.startsWith("proof-")) return [`DPoP error="invalid_dpop_proof", ${ALGS}`];
  const isDpop = /^dpop /i.test(authorization) || fault === "bound" || fault === "unbound";
  return [isDpop ? `DPoP error="invalid_token", ${ALGS}` : 'Bearer error="invalid_token"'];
}
