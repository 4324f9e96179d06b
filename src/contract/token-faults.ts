/** Why an access token, or the proof beside it, is refused, and the settings that usually cure it. */
interface Row {
  /** In plain English, for the log. */
  readonly means: string;
  /** Environment variables of Waybill; none where only the provider or a new sign-in helps. */
  readonly settings: readonly `WAYBILL_${string}`[];
}

/**
 * Every reason for which a call's sign-in is refused: the closed list behind `facts.fault` of `accounts.signed-out`.
 * The server's log and the browser's diagnostics name faults and settings from this table. A fault says what is wrong
 * with what the caller sent and never repeats it.
 */
export const TOKEN_FAULTS = {
  opaque: {
    means: "the access token is opaque or encrypted, not a signed JWT",
    settings: ["WAYBILL_OIDC_RESOURCE", "WAYBILL_OIDC_EXTRA_PARAMS", "WAYBILL_OIDC_SCOPE"],
  },
  malformed: { means: "the Authorization header or the token in it cannot be read", settings: [] },
  typ: {
    means: "the header's typ is none of the accepted ones",
    settings: ["WAYBILL_OIDC_TOKEN_TYPES"],
  },
  alg: { means: "the token is signed with an algorithm that is not accepted", settings: [] },
  crit: { means: "the token demands an extension that Waybill does not know", settings: [] },
  signature: { means: "none of the provider's published keys signed the token", settings: [] },
  issuer: { means: "another issuer made the token", settings: ["WAYBILL_OIDC_ISSUER"] },
  audience: { means: "the token is not made for Waybill's API", settings: ["WAYBILL_OIDC_AUDIENCE"] },
  client: { means: "the token was given to another client", settings: ["WAYBILL_OIDC_CLIENT_ID"] },
  kind: { means: "the token is of another kind: an ID, refresh or logout token", settings: [] },
  claims: { means: "a claim that the token must have is missing or unusable", settings: [] },
  expired: { means: "the token has expired", settings: [] },
  "not-yet": { means: "the token begins in the future: the clocks differ", settings: [] },
  ended: { means: "the session was ended", settings: [] },
  bound: {
    means: "the token is bound to a key and came as a plain bearer token",
    settings: ["WAYBILL_OIDC_DPOP"],
  },
  unbound: { means: "the token is not bound to a key", settings: ["WAYBILL_OIDC_DPOP"] },
  "proof-missing": {
    means: "the DPoP header is missing: does a proxy remove it?",
    settings: ["WAYBILL_OIDC_DPOP"],
  },
  "proof-twice": { means: "more than one DPoP header came", settings: [] },
  "proof-malformed": { means: "the proof cannot be read", settings: [] },
  "proof-typ": { means: "the proof's typ is not dpop+jwt", settings: [] },
  "proof-alg": { means: "the proof is signed with an algorithm that is not accepted", settings: [] },
  "proof-key": { means: "the proof is of another key than the token's", settings: [] },
  "proof-signature": { means: "the proof's signature is wrong", settings: [] },
  "proof-method": { means: "the proof is for another method", settings: [] },
  "proof-address": {
    means: "the proof is for another address than the one configured",
    settings: ["WAYBILL_PUBLIC_URL"],
  },
  "proof-time": { means: "the proof's time is off: the clocks differ", settings: [] },
  "proof-id": { means: "the proof has no usable id", settings: [] },
  "proof-token": { means: "the proof is for another token", settings: [] },
  "proof-used": { means: "the proof was used before", settings: [] },
} as const satisfies Record<string, Row>;

export type TokenFault = keyof typeof TOKEN_FAULTS;

/** Whether a problem's `facts.fault` is one of ours. */
export const isTokenFault = (value: unknown): value is TokenFault =>
  typeof value === "string" && Object.hasOwn(TOKEN_FAULTS, value);
