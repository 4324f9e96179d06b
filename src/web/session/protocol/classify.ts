import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { AuthError } from "../auth-error.ts";
import { CLOCK_OFF_S, knownSkewS } from "../clock.ts";
import { blockedEndpoints } from "./discovery.ts";
import { optionsOf } from "./request.ts";

/** Which step failed: the answer's code is changed for tokens, or a session is refreshed. */
export type Step = "exchange" | "refresh";

/** Maps the protocol's errors to the failures that people read. */
export async function classified<T>(config: BrowserConfig, step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    if (isNoAnswer(cause)) throw await noAnswer(config, cause);
    throw failureOf(step, cause);
  }
}

/** `fetch` itself failed; a library's own complaint about its arguments carries a code. */
export const isNoAnswer = (cause: unknown): cause is TypeError =>
  cause instanceof TypeError && !("code" in cause);

const WANTED_A_STEP: ReadonlySet<string> = new Set([
  "access_denied",
  "interaction_required",
  "login_required",
  "consent_required",
  "account_selection_required",
  "unmet_authentication_requirements",
]);
const BUSY: ReadonlySet<string> = new Set(["temporarily_unavailable", "server_error"]);
/**
 * Errors with which a token endpoint may refuse (RFC 6749 5.2, RFC 8707 2); any other word is of something on the
 * way.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_target",
  ...WANTED_A_STEP,
]);
/** The answer is no answer of a token endpoint: a page of something between, a fault, half of one. */
const NOT_AN_ANSWER: ReadonlySet<string> = new Set([
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.RESPONSE_IS_NOT_CONFORM,
]);

/** An answer came and is a bad one. Of a token that is no base64, the library says that an argument is wrong. */
const BAD_ANSWER: ReadonlySet<string> = new Set([
  oauth.INVALID_RESPONSE,
  oauth.JSON_ATTRIBUTE_COMPARISON,
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.KEY_SELECTION,
  oauth.PARSE_ERROR,
  oauth.UNSUPPORTED_OPERATION,
  "ERR_INVALID_ARG_TYPE",
  "ERR_INVALID_ARG_VALUE",
]);

/** To a refresh, only a known refusal or a failed check is a "no": whatever else is waited out. */
export function failureOf(step: Step, cause: unknown): AuthError {
  if (cause instanceof oauth.AuthorizationResponseError) return cameBackWith(cause);
  if (cause instanceof oauth.ResponseBodyError) return saidNo(step, cause);
  if (cause instanceof oauth.WWWAuthenticateChallengeError) return challenged(step, cause);
  if (cause instanceof oauth.OperationProcessingError) return notUnderstood(step, cause);
  if (cause instanceof DOMException && cause.name === "TimeoutError") return new AuthError("busy", cause);
  return notVerified(step, cause, BAD_ANSWER);
}

const failure = (code: SignInFailureCode, cause: unknown, said?: string): AuthError =>
  new AuthError(code, cause, said === undefined ? {} : { code: said });

function notVerified(
  step: Step,
  cause: unknown,
  known: ReadonlySet<string>,
  said = codeIn(cause),
): AuthError {
  const isNo = step === "exchange" || known.has(said ?? "");
  return isNo ? failure("not-verified", cause, said) : failure("busy", cause);
}

/** The provider sent the person back with an error instead of a code. */
function cameBackWith(cause: oauth.AuthorizationResponseError): AuthError {
  if (WANTED_A_STEP.has(cause.error)) return failure("cancelled", cause, cause.error);
  return BUSY.has(cause.error) ? failure("busy", cause) : failure("not-verified", cause, cause.error);
}

/** The answer is none, or a check of it failed. */
function notUnderstood(step: Step, cause: oauth.OperationProcessingError): AuthError {
  if (isHalf(cause) || NOT_AN_ANSWER.has(cause.code ?? "")) return failure("busy", cause);
  const minutes = cause.code === oauth.JWT_TIMESTAMP_CHECK ? minutesOff(cause) : undefined;
  return minutes === undefined
    ? notVerified(step, cause, BAD_ANSWER)
    : new AuthError("clock-off", cause, { minutes });
}

/** The token endpoint refused in words. */
function saidNo(step: Step, cause: oauth.ResponseBodyError): AuthError {
  if (cause.status >= 500 || cause.status === 429 || BUSY.has(cause.error)) return failure("busy", cause);
  if (cause.error === "invalid_dpop_proof" || cause.error === "use_dpop_nonce")
    return failure("proof-refused", cause, cause.error);
  if (cause.error === "invalid_grant")
    return failure(step === "refresh" ? "ended-or-disabled" : "stale-link", cause, cause.error);
  return notVerified(step, cause, REFUSALS, cause.error);
}

/** A challenge instead of an answer: about the proof, or of something on the way that wants its own sign-in. */
function challenged(step: Step, cause: oauth.WWWAuthenticateChallengeError): AuthError {
  const said = cause.cause.map(({ parameters }) => parameters.error).find((error) => error !== undefined);
  if (said === "invalid_dpop_proof" || said === "use_dpop_nonce")
    return failure("proof-refused", cause, said);
  return step === "refresh" ? failure("busy", cause) : failure("not-verified", cause, said);
}

/** The answer's body broke off, or never ended. */
const isHalf = (cause: oauth.OperationProcessingError): boolean =>
  cause.code === oauth.PARSE_ERROR &&
  (cause.message.includes('"response" body') || cause.cause instanceof DOMException);

const codeIn = (cause: unknown): string | undefined => {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  return typeof code === "string" ? code : undefined;
};

/**
 * Minutes by which the device's clock is off, when a token's times do not fit it and no server has sent its time.
 */
function minutesOff(cause: oauth.OperationProcessingError): number | undefined {
  if (knownSkewS() !== undefined) return undefined;
  const claims: unknown =
    typeof cause.cause === "object" && cause.cause !== null ? Reflect.get(cause.cause, "claims") : undefined;
  const issuedAt: unknown =
    typeof claims === "object" && claims !== null ? Reflect.get(claims, "iat") : undefined;
  if (typeof issuedAt !== "number") return undefined;
  const off = Math.abs(Date.now() / 1000 - issuedAt);
  return off > CLOCK_OFF_S ? Math.round(off / 60) : undefined;
}

/**
 * Nothing came back: our own content policy let no call go there, no network, a provider that is down, or a browser
 * that may not read the answer because the provider does not know our origin. The last one only when both our own
 * server and the provider answer otherwise.
 */
async function noAnswer(config: BrowserConfig, cause: unknown): Promise<AuthError> {
  const { signal } = optionsOf(config);
  const answers = async (url: string, mode: RequestMode): Promise<boolean> => {
    try {
      await fetch(url, { mode, signal: signal(), cache: "no-store", credentials: "omit" });
      return true;
    } catch {
      return false;
    }
  };
  const provider = `${config.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const [ours, theirs] = navigator.onLine
    ? await Promise.all([answers("/config.json", "same-origin"), answers(provider, "no-cors")])
    : [false, false];
  // The browser reports a blocked call a moment after the call failed; the two questions above took longer.
  const [url] = blockedEndpoints();
  if (url !== undefined) return new AuthError("policy-blocked", cause, { url });
  return ours && theirs
    ? new AuthError("origin-refused", cause, { origin: location.origin })
    : new AuthError("unreachable", cause);
}
