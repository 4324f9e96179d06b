/** How the embedded provider may be told to behave otherwise than it does for people: for tests. */
export interface ProviderOptions {
  /** Life of access and ID tokens, in seconds. */
  readonly tokenLifeS?: number;
  /** Life of refresh tokens, in seconds. */
  readonly refreshLifeS?: number;
  /** Whether a refresh token is replaced at each use. `auto`: unbound ones always, bound ones late in their life. */
  readonly rotate?: "auto" | "always" | "never";
  /** Tokens bound to a key (RFC 9449): never, where the client proves one, or also with a nonce of ours. */
  readonly dpop?: "off" | "on" | "nonce";
  /** The session frame: there, absent, or answering without looking whether it can know. */
  readonly frame?: "on" | "off" | "naive";
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const ACCESS_TOKEN_S = 5 * MINUTE;
/** The specification's life of a pending sign-in. */
const INTERACTION_S = 60 * MINUTE;
export const SESSION_S = 14 * DAY;

/** How long each kind of record lives, in seconds. */
export const livesOf = ({ tokenLifeS, refreshLifeS }: ProviderOptions) => ({
  AccessToken: tokenLifeS ?? ACCESS_TOKEN_S,
  AuthorizationCode: MINUTE,
  Grant: SESSION_S,
  IdToken: tokenLifeS ?? ACCESS_TOKEN_S,
  Interaction: INTERACTION_S,
  RefreshToken: refreshLifeS ?? SESSION_S,
  Session: SESSION_S,
});

/** Nothing for `auto`: the library's own rule. */
export const rotationOf = ({ rotate = "auto" }: ProviderOptions) =>
  rotate === "auto" ? {} : { rotateRefreshToken: rotate === "always" };
