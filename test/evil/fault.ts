/** Something that JSON can say. */
export type Json = Record<string, unknown>;

/** The places of a provider that answer, each counted. A refresh is told from the first exchange. */
export const ENDPOINTS = [
  "discovery",
  "jwks",
  "authorize",
  "token",
  "refresh",
  "userinfo",
  "revoke",
  "end-session",
  "frame",
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** An answer in place of the right one. */
export type Answer =
  | "hang" // the connection stays open and silent
  | "endless" // begins well, then more and more blanks
  | "reset" // the connection breaks
  | "no-cors" // the right answer, but not for a page of another origin
  | { readonly status: number; readonly body: string; readonly type?: string };

export type Signature =
  | "RS256"
  | "ES256"
  | "unsigned" // alg none
  | "hmac-of-public-key" // HS256 with our own public key as the secret
  | "broken-RS256"
  | "broken-ES256";

/** Answer of the session frame to the app's message. */
export type FrameManner =
  | "unchanged"
  | "changed" // a naive one: without its cookie it calls every session changed
  | "error"
  | "silent"
  | "odd"
  | "changed-later" // proves alive first
  | "flood" // proves alive, then says hundreds of times that it changed
  | "stray"; // speaks without being asked

/** How one issuer misbehaves. What is absent is right. */
export interface Fault {
  /** The faults of tokens and answers begin at the first refresh; until then all is right. */
  readonly atRefresh?: true;
  readonly instead?: Partial<Record<Endpoint, Answer>>;
  /** Changes its description. */
  readonly metadata?: (facts: Json) => void;
  /** Changes what is sent back to the app. */
  readonly response?: (answer: URLSearchParams) => void;
  /** Changes the ID token. */
  readonly claims?: (claims: Json) => void;
  readonly header?: (header: Json) => void;
  readonly signature?: Signature;
  /** Which keys it shows: one; two of one kind; another one than before from the first refresh on. */
  readonly keys?: "one" | "two" | "rotating";
  /** Changes the token endpoint's answer. */
  readonly tokens?: (answer: Json) => void;
  /** Changes the access token. */
  readonly access?: (claims: Json) => void;
  /** `typ` of the access token; default `at+jwt`. */
  readonly accessType?: string;
  readonly userinfo?: (claims: Json) => void;
  /** Proof of possession: asked for; with a nonce; never content; takes proofs and answers as if there were none. */
  readonly dpop?: "on" | "nonce" | "refuses" | "nonce-for-ever" | "answers-bearer";
  readonly frame?: FrameManner;
  /** Changes what is sent back to the app after signing out. */
  readonly farewell?: (back: URLSearchParams) => void;
  /** Seconds that an access token lives; default 300. */
  readonly lifeS?: number;
}
