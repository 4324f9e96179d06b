import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Answer, Endpoint, Fault, Json } from "./fault.ts";

/** Modules of the OpenID conformance suite (relying party, names of the snapshot of 2026-08-20) begin so. */
export const OIDC = "oidcc-client-test";
export const FAPI = "fapi2-security-profile-final-client-test";

export type Expected = SignInFailureCode | "signed-in";

/** One issuer of the misbehaving provider, and what the client must make of it. */
export interface Row {
  /** Name of the issuer. */
  readonly mode: string;
  readonly what: string;
  /** The sentence that people read, or that signing in succeeds. */
  readonly expected: Expected;
  readonly fault: Fault;
  /** Modules of the OpenID conformance suite that check the same. */
  readonly modules?: readonly string[];
  /** Settings in `/config.json` besides the issuer. */
  readonly config?: Json;
  /** The access token is none that our API could read. */
  readonly foreignToken?: true;
  /** Wrong texts that must not be believed. */
  readonly lie?: string;
}

type Change = (claims: Json) => void;

/** The ID token says something wrong: not to be verified. */
export const claim = (mode: string, what: string, claims: Change, ...modules: readonly string[]): Row => ({
  mode,
  what,
  expected: "not-verified",
  fault: { claims },
  modules,
});

/** The way back says something odd. */
export const response = (
  mode: string,
  what: string,
  expected: Expected,
  change: (answer: URLSearchParams) => void,
  ...modules: readonly string[]
): Row => ({ mode, what, expected, fault: { response: change }, modules });

/** The token endpoint says something odd. */
export const tokens = (
  mode: string,
  what: string,
  expected: Expected,
  change: Change,
  ...modules: readonly string[]
): Row => ({ mode, what, expected, fault: { tokens: change }, modules });

/** An endpoint answers something else. */
export const instead = (
  mode: string,
  endpoint: Endpoint,
  what: string,
  answer: Answer,
  expected: Expected,
): Row => ({ mode, what: `${endpoint}: ${what}`, expected, fault: { instead: { [endpoint]: answer } } });

export const without =
  (name: string): Change =>
  (from) => {
    delete from[name];
  };

export const setting =
  (name: string, value: unknown): Change =>
  (from) => {
    from[name] = value;
  };

export const HTML: Answer = {
  status: 200,
  type: "text/html",
  body: "<!doctype html><h1>Welcome to Hotel Seaview</h1>",
};
export const BROKEN: Answer = { status: 500, type: "application/json", body: '{"error":"server_error"}' };
export const LIMITED: Answer = { status: 429, body: "slow down" };
export const HALF: Answer = { status: 200, type: "application/json", body: '{"access_token":"a' };
export const MISSING: Answer = { status: 404, body: "not found" };

/**
 * The first issuer of each sentence and place of a fault. What leads out of a sentence once the fault is over is the same
 * for the others.
 */
export const firstOfKind = (
  rows: readonly (Pick<Row, "mode" | "fault"> & { readonly expected: string })[],
): ReadonlySet<string> => {
  const kinds = new Map<string, string>();
  for (const { mode, expected, fault } of rows) {
    const kind = [expected, ...Object.keys(fault), ...Object.keys(fault.instead ?? {})].join(" ");
    if (!kinds.has(kind)) kinds.set(kind, mode);
  }
  return new Set(kinds.values());
};
