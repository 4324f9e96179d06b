import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { clockSkewS } from "../clock.ts";

/** Tolerated difference of clocks beyond the one learned from our own server. */
const TOLERANCE_S = 60;

export const redirectUri = (): string => `${location.origin}/auth/callback`;

export const clientOf = (config: BrowserConfig): oauth.Client => ({
  client_id: config.clientId,
  [oauth.clockSkew]: clockSkewS(),
  [oauth.clockTolerance]: TOLERANCE_S,
});

/** Every request to the provider: a time limit, and plain http only on this very machine. */
export const optionsOf = (config: BrowserConfig) => ({
  signal: () => AbortSignal.timeout(config.providerMessageWaitS * 1000),
  [oauth.allowInsecureRequests]: isLoopback(config.issuer),
});

export const isLoopback = (issuer: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/.test(new URL(issuer).hostname);

/**
 * An address that people may be sent to: over https, or plain http where the provider is on this very machine.
 *
 * @returns nothing for any other, such as a script
 */
export function pageAt(config: BrowserConfig, address: string | undefined): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isFine = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(config.issuer));
  return isFine ? url : undefined;
}

/** Common options of every token request: the API that the token is for (RFC 8707). */
export const tokenOptionsOf = (config: BrowserConfig) => ({
  ...optionsOf(config),
  [oauth.customFetch]: async (url: string, init: RequestInit) => withoutOddLife(await fetch(url, init)),
  ...(config.resource !== undefined && { additionalParameters: { resource: config.resource } }),
});

/** A life that no token has (none, negative, no number) counts as not said: it must not cost anybody the sign-in. */
async function withoutOddLife(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== "object" || body === null || !("expires_in" in body)) return response;
  const { expires_in: said, ...rest } = body;
  const lifeS = Number.parseFloat(String(said));
  return Number.isFinite(lifeS) && lifeS > 0 ? response : Response.json(rest, response);
}

/** Proofs for the provider; the handle remembers the provider's nonces for this page. */
export const proofsOf = (config: BrowserConfig, key: CryptoKeyPair | undefined) =>
  key && { DPoP: handleOf(key, config) };

const handles = new WeakMap<CryptoKey, { skewS: number; handle: oauth.DPoPHandle }>();

function handleOf(key: CryptoKeyPair, config: BrowserConfig): oauth.DPoPHandle {
  const known = handles.get(key.privateKey);
  // A handle keeps the clock that it was made with.
  if (known?.skewS === clockSkewS()) return known.handle;
  const handle = oauth.DPoP(clientOf(config), key);
  handles.set(key.privateKey, { skewS: clockSkewS(), handle });
  return handle;
}

/** Repeats once when the provider wants its nonce repeated; the handle has stored it by then. */
export async function withNonce<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return ask();
  }
}
