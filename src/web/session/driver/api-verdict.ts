import { claimsOf, headerOf } from "./jwt.ts";

/** Our own server's last verdict on this session's token. */
export interface ApiVerdict {
  readonly isTaken: boolean;
  /** Why not, as the server names it (`TOKEN_FAULTS`). */
  readonly fault?: string;
  /** The token's own claim in the point at issue. */
  readonly said?: string;
}

let verdict: ApiVerdict | undefined;

export const apiVerdict = (): ApiVerdict | undefined => verdict;
export const setApiVerdict = (next: ApiVerdict | undefined): void => {
  verdict = next;
};

/** The claim of a token to which each fault refers. */
const SAYS: Readonly<Record<string, (token: string) => unknown>> = {
  typ: (token) => claimIn(headerOf(token), "typ"),
  issuer: (token) => claimIn(claimsOf(token), "iss"),
  audience: (token) => claimIn(claimsOf(token), "aud"),
  client: (token) => claimIn(claimsOf(token), "azp") ?? claimIn(claimsOf(token), "client_id"),
};
const MOST_CHARACTERS = 120;

/** The browser may read its own token: the server repeats nothing of it. */
export function refusedBy(fault: unknown, token: string): ApiVerdict {
  if (typeof fault !== "string") return { isTaken: false };
  const said = Object.hasOwn(SAYS, fault) ? SAYS[fault]?.(token) : undefined;
  const text = Array.isArray(said) ? said.join(", ") : said;
  const hasText = typeof text === "string" && text !== "";
  return { isTaken: false, fault, ...(hasText && { said: text.slice(0, MOST_CHARACTERS) }) };
}

const claimIn = (part: unknown, name: string): unknown =>
  typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined;
