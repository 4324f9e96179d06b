/** The part of our server's refusal that concerns signing in. */
export interface Said {
  readonly code: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
}

const NOTHING: Said = { code: undefined, facts: {} };

/** Reads a refusal and leaves the answer as it is for the caller. */
export async function saidBy(response: Response): Promise<Said> {
  try {
    const body: unknown = await response.clone().json();
    if (typeof body !== "object" || body === null) return NOTHING;
    const code: unknown = Reflect.get(body, "code");
    const facts: unknown = Reflect.get(body, "facts");
    return {
      code: typeof code === "string" ? code : undefined,
      facts: typeof facts === "object" && facts !== null ? { ...facts } : {},
    };
  } catch {
    return NOTHING;
  }
}

/** The session of this token was ended by its provider or its owner. */
export const isEnded = ({ code, facts }: Said): boolean =>
  code === "accounts.signed-out" && facts["fault"] === "ended";

/** The token itself is not accepted, for whatever reason but the session's end. */
export const isRefused = (said: Said): boolean => said.code === "accounts.signed-out" && !isEnded(said);

/** Only the time is wrong: the next token may be right. */
export const isTimeFault = ({ facts }: Said): boolean =>
  facts["fault"] === "expired" || facts["fault"] === "not-yet";

/** The proof of the key is right and Waybill is set up wrongly: its address, or a proxy that drops the header. */
export const isSetUpFault = ({ facts }: Said): boolean =>
  facts["fault"] === "proof-address" || facts["fault"] === "proof-missing";

/** Our server cannot read the provider's keys yet. */
export const isIdentityBusy = ({ code, facts }: Said): boolean =>
  code === "http.busy" && facts["part"] === "identity";

const challengeOf = (response: Response): string => response.headers.get("www-authenticate") ?? "";

/** The token itself is refused. A call that wants a newer sign-in (RFC 9470) took it, and no fresh token helps there. */
export const refusesToken = (response: Response): boolean =>
  response.status === 401 && !challengeOf(response).includes("insufficient_user");

/** Fault of the proof of the key, where the server names it (RFC 9449 7.1, 9). */
export function proofFault(response: Response): "use_dpop_nonce" | "invalid_dpop_proof" | undefined {
  const challenge = challengeOf(response);
  if (/error="?use_dpop_nonce/.test(challenge)) return "use_dpop_nonce";
  return /error="?invalid_dpop_proof/.test(challenge) ? "invalid_dpop_proof" : undefined;
}
