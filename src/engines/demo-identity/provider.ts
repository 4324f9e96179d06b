import type { IncomingMessage, ServerResponse } from "node:http";
import { type KoaContextWithOIDC, Provider } from "oidc-provider";
import { listenOn } from "#server/listen.ts";
import { type ProviderFacts, logoutUriOf, providerConfiguration } from "./config.ts";
import { frameCookie, setSessionStateCookie } from "./frame.ts";
import { providerKeys } from "./keys.ts";
import { isSigningIn, sendNotNow } from "./not-now.ts";
import { type ProviderOptions, SESSION_S } from "./options.ts";
import { isOutOfReach } from "#server/db/out-of-reach.ts";
import { ownRoutes } from "./routes.ts";
import { type ProviderSessions, backChannel, providerSessions } from "./sessions.ts";
import { type Queryable, deleteOldRecords } from "./store.ts";

export interface ProviderParts extends ProviderFacts, ProviderOptions {
  /** Host to listen on; loopback unless the demo was expressly opened. */
  readonly host: string;
  readonly port: number;
  readonly pool: Queryable;
  readonly isDiskFull?: () => boolean;
  readonly onError?: (error: unknown, event: string) => void;
}

const SWEEP_MS = 30 * 60_000;

export interface RunningProvider {
  /** Ends every session of this person; the app hears of it by back-channel logout. */
  readonly endAccount: (subject: string, before?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the embedded OpenID provider on its own origin. Its data and keys are in our database. */
export async function startProvider(parts: ProviderParts): Promise<RunningProvider> {
  const keys = await providerKeys(parts.pool);
  await deleteOldRecords(parts.pool);
  const app = backChannel(logoutUriOf(parts), (error) => parts.onError?.(error, "backchannel.error"));
  const provider = new Provider(parts.issuer, providerConfiguration(parts, keys, parts.pool, app.fetch));
  const sessions = providerSessions(provider, parts.pool, () => app.send());
  const policy = contentPolicy(new URL(parts.appUrl).origin);
  provider.use(async (ctx, next) => {
    ctx.set("content-security-policy", policy);
    await next();
    // Every route of the library has put its own context there.
    if ("oidc" in ctx) await afterwards(ctx as KoaContextWithOIDC, parts, sessions);
    if ("oidc" in ctx && isAlreadyOut(ctx as KoaContextWithOIDC)) {
      ctx.status = 303;
      ctx.redirect(`${parts.appUrl}/`);
    }
    await app.send();
  });
  provider.on("server_error", (_ctx, error) => parts.onError?.(error, "server_error"));
  const own = ownRoutes(provider, parts, keys, sessions);
  const theirs = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    response.setHeader("content-security-policy", policy);
    if (parts.isDiskFull?.() && isSigningIn(request, parts)) return sendNotNow(request, response, parts);
    if (!(await own(request, response))) await theirs(request, response);
  };
  const listener = await listenOn(parts.host, parts.port, (request, response) => {
    answer(request, response).catch((error: unknown) => fail(parts, error, request, response));
  });
  const sweep = setInterval(() => {
    deleteOldRecords(parts.pool).catch((error: unknown) => parts.onError?.(error, "sweep"));
  }, SWEEP_MS);
  sweep.unref();
  return {
    endAccount: (subject, before) => sessions.endAll(subject, before),
    stop: async () => {
      clearInterval(sweep);
      await listener.close();
    },
  };
}

/** Adds what the library's answer lacks: the state of the session, and which browser it is. */
async function afterwards(
  ctx: KoaContextWithOIDC,
  { issuer, frame = "on" }: ProviderParts,
  sessions: ProviderSessions,
): Promise<void> {
  if (frame !== "off") setSessionStateCookie(ctx, frameCookie(issuer), SESSION_S);
  const { route, session } = ctx.oidc;
  if (session?.accountId !== undefined && (route === "authorization" || route === "resume"))
    await sessions.note(session.uid, ctx.get("user-agent"));
}

/** Signing out is to be confirmed, and the session was ended meanwhile: nothing is left to ask, nobody is stranded. */
const isAlreadyOut = ({ oidc, status }: KoaContextWithOIDC): boolean =>
  oidc.route === "end_session_confirm" && status === 400 && oidc.session?.accountId === undefined;

const HEADERS = [
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
] as const;

/** `form-action` counts redirects too, and signing in ends with one back to the app. */
const contentPolicy = (appOrigin: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self' ${appOrigin}; frame-ancestors 'none'; base-uri 'none'`;

/** An interaction that has expired or belongs to another browser: start again from the app. */
function fail(
  parts: ProviderParts,
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const expired = error instanceof Error && error.name === "SessionNotFound";
  if (!expired) parts.onError?.(error, "request");
  if (response.headersSent) {
    response.end();
    return;
  }
  if (isOutOfReach(error)) {
    sendNotNow(request, response, parts);
    return;
  }
  response.writeHead(303, { location: `${parts.appUrl}/` }).end();
}
