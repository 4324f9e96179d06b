import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { AuthError } from "../auth-error.ts";
import { blockedAmong } from "../driver/policy-blocks.ts";
import { type KnownProvider, readProvider, writeProvider } from "./metadata-store.ts";
import { isLoopback, optionsOf } from "./request.ts";

/** A description older than this is read anew in the background. */
const STALE_MS = 60 * 60_000;

let known: (KnownProvider & { readonly isStored: boolean }) | undefined;

/** The provider as this page knows it, for diagnostics. */
export const knownProvider = (): typeof known => known;

/**
 * Reads the provider's description now.
 * @throws AuthError `unreachable`, `busy`, `wrong-address`, `wrong-issuer`
 */
export async function discoverNow(config: BrowserConfig): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(config.issuer);
  const response = await oauth.discoveryRequest(issuer, optionsOf(config)).catch((cause: unknown) => {
    throw new AuthError("unreachable", cause);
  });
  if (response.status >= 500 || response.status === 429) throw new AuthError("busy", response.status);
  const said = response.clone();
  const server = await oauth.processDiscoveryResponse(issuer, response).catch(async (cause: unknown) => {
    throw await whyNot(config, said, cause);
  });
  checkAddresses(config, server);
  if (known?.issuer === config.issuer && isSame(known.server, server)) {
    known = { ...known, readAt: Date.now(), isStored: false };
  } else {
    known = { issuer: config.issuer, server, readAt: Date.now(), isStored: false };
  }
  const { isStored: _, ...kept } = known;
  await writeProvider(kept);
  return known.server;
}

/** The addresses that we follow or ask. */
const ADDRESSES = [
  "authorization_endpoint",
  "token_endpoint",
  "jwks_uri",
  "userinfo_endpoint",
  "revocation_endpoint",
  "end_session_endpoint",
  "check_session_iframe",
] as const;

/** Origins of the provider's addresses that our own content policy let no call go to, for want of a setting. */
export const blockedEndpoints = (): readonly string[] =>
  known ? blockedAmong(ADDRESSES.map((name) => known?.server[name])) : [];

/** A page is sent to some of them: a script or a file in their place is never followed. */
function checkAddresses(config: BrowserConfig, server: oauth.AuthorizationServer): void {
  for (const name of ADDRESSES) {
    const address = server[name];
    if (address !== undefined && !isWebAddress(address, config))
      throw new AuthError("wrong-address", address, { url: config.issuer });
  }
}

function isWebAddress(address: unknown, config: BrowserConfig): boolean {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && isLoopback(config.issuer));
}

const isSame = (a: oauth.AuthorizationServer, b: oauth.AuthorizationServer) =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * The last good description where there is one, read anew in the background; else what the provider says now. Never
 * waits for the provider when it was read before.
 */
export async function discover(config: BrowserConfig): Promise<oauth.AuthorizationServer> {
  if (known?.issuer !== config.issuer) {
    const stored = await readProvider(config.issuer);
    known = stored && { ...stored, isStored: true };
  }
  if (!known) return discoverNow(config);
  if (Math.abs(Date.now() - known.readAt) > STALE_MS) discoverNow(config).catch(() => undefined);
  return known.server;
}

/** Finds why a description was refused: it names another provider, or it is none at all. */
async function whyNot(config: BrowserConfig, response: Response, cause: unknown): Promise<AuthError> {
  const isOther =
    cause instanceof oauth.OperationProcessingError && cause.code === oauth.JSON_ATTRIBUTE_COMPARISON;
  if (brokeOff(cause)) return new AuthError("unreachable", cause);
  if (!isOther) return new AuthError("wrong-address", cause, { url: config.issuer });
  const said = await saidIssuer(response);
  return new AuthError("wrong-issuer", cause, { expected: config.issuer, said });
}

/** The answer never came, or began and never ended: the library reports the second as half a text. */
function brokeOff(cause: unknown): boolean {
  const reason = cause instanceof oauth.OperationProcessingError ? cause.cause : cause;
  return reason instanceof DOMException || (reason instanceof TypeError && !("code" in reason));
}

async function saidIssuer(response: Response): Promise<string> {
  try {
    const said: unknown = Reflect.get(await response.json(), "issuer");
    return String(said).slice(0, 200);
  } catch {
    return "?";
  }
}
