import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { faultNow, openIssuer, PERSON, tokensFor } from "./token-endpoint.ts";
import type { Issuer } from "./token-endpoint.ts";
import type { Answer, Endpoint, Fault, FrameManner, Json } from "./fault.ts";
import { keySetOf, makeKeys } from "./keys.ts";

/** Requests to the provider at one issuer, as `GET /admin/<issuer's path>` tells tests. */
export interface Ledger extends Pick<Issuer, "calls" | "seen" | "secrets"> {
  readonly issuer: string;
}

export interface EvilProvider {
  /** Each issuer is a path below: `<url>/<mode>`, or `<url>/<mode>~<name>` for one more of its kind. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Path at which an issuer answers; below its own address. */
const PATHS: Readonly<Record<string, Endpoint>> = {
  "/.well-known/openid-configuration": "discovery",
  "/jwks": "jwks",
  "/authorize": "authorize",
  "/token": "token",
  "/userinfo": "userinfo",
  "/revoke": "revoke",
  "/end-session": "end-session",
  "/session": "frame",
};

/** An OpenID provider with one issuer a fault. Nobody types anything there: it signs its only person in at once. */
export async function startEvilProvider(
  faults: Readonly<Record<string, Fault>>,
  port = 0,
): Promise<EvilProvider> {
  const keys = await makeKeys();
  const issuers = new Map<string, Issuer>();
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(port, "localhost", done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  function issuerOf(name: string): Issuer | undefined {
    const known = issuers.get(name);
    const fault = faults[name.split("~")[0] ?? ""];
    if (known || !fault) return known;
    const issuer = openIssuer(`${url}/${name}`, fault);
    issuers.set(name, issuer);
    return issuer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? "/", url);
    const [, first = "", second = ""] = address.pathname.split("/");
    const issuer = issuerOf(first === "admin" ? second : first);
    if (!issuer) return send(response, { status: 404, body: "no such issuer" });
    if (first === "admin") return admin(issuer, request, response);
    if (request.method === "OPTIONS") return preflight(request, response, issuer, address.pathname);
    const body = await readText(request);
    const given = new URLSearchParams(request.method === "POST" ? body : address.search);
    return answer(issuer, address.pathname.slice(first.length + 1), given, request, response);
  }

  function answer(
    issuer: Issuer,
    path: string,
    given: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | void {
    const place = PATHS[path];
    if (!place) return send(response, { status: 404, body: "no such page" });
    const endpoint = given.get("grant_type") === "refresh_token" ? "refresh" : place;
    issuer.calls[endpoint] += 1;
    issuer.seen[endpoint] = Object.fromEntries(given);
    const instead = insteadNow(issuer, endpoint);
    if (instead !== "no-cors") allowOrigin(request, response);
    return instead === undefined || instead === "no-cors"
      ? HANDLERS[place](issuer, response, given, request)
      : sendInstead(response, instead);
  }

  const HANDLERS: Readonly<
    Record<
      Endpoint,
      (
        issuer: Issuer,
        response: ServerResponse,
        given: URLSearchParams,
        request: IncomingMessage,
      ) => Promise<void> | void
    >
  > = {
    discovery: (issuer, response) => sendJson(response, 200, metadataOf(issuer)),
    jwks: (issuer, response) => sendJson(response, 200, keySetOf(keys, issuer.fault, issuer.rotated)),
    authorize,
    token: async (issuer, response, form, request) => {
      const proof = request.headers["dpop"];
      const okIssuer = `${url}/ok`;
      const said = await tokensFor(
        issuer,
        keys,
        form,
        typeof proof === "string" ? proof : undefined,
        okIssuer,
      );
      if (said.nonce !== undefined) response.setHeader("dpop-nonce", said.nonce);
      sendJson(response, said.status, said.body);
    },
    refresh: () => undefined,
    userinfo: (issuer, response, _given, request) => {
      const claims: Json = { ...PERSON };
      faultNow(issuer, false).userinfo?.(claims);
      sendJson(response, request.headers.authorization === undefined ? 401 : 200, claims);
    },
    revoke: (_desk, response) => send(response, { status: 200, body: "" }),
    "end-session": (issuer, response, given) => goBack(issuer, response, given),
    frame: (issuer, response) =>
      send(response, { status: 200, type: "text/html", body: framePage(issuer.fault.frame ?? "silent") }),
  };

  return {
    url,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** With a fault that begins at the first refresh, everything answers rightly before it. */
function insteadNow({ healed, fault, calls }: Issuer, endpoint: Endpoint): Answer | undefined {
  const hasBegun = fault.atRefresh === undefined || calls.refresh > 0;
  return healed || !hasBegun ? undefined : fault.instead?.[endpoint];
}

/** Tells what was asked; a POST ends the fault. */
function admin(issuer: Issuer, request: IncomingMessage, response: ServerResponse): void {
  if (request.method === "POST") issuer.healed = true;
  const { url, calls, seen, secrets } = issuer;
  sendJson(response, 200, { issuer: url, calls, seen, secrets } satisfies Ledger);
}

function metadataOf(issuer: Issuer): Json {
  const { url, fault } = issuer;
  const facts: Json = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    revocation_endpoint: `${url}/revoke`,
    end_session_endpoint: `${url}/end-session`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "ES256"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    ...(fault.dpop !== undefined && { dpop_signing_alg_values_supported: ["ES256"] }),
    ...(fault.frame !== undefined && { check_session_iframe: `${url}/session` }),
  };
  if (!issuer.healed) fault.metadata?.(facts);
  return facts;
}

/** The person is known and agrees: straight back with a code. */
function authorize(issuer: Issuer, response: ServerResponse, asked: URLSearchParams): void {
  const code = randomUUID();
  issuer.codes.set(code, {
    clientId: asked.get("client_id") ?? "",
    redirectUri: asked.get("redirect_uri") ?? "",
    challenge: asked.get("code_challenge") ?? "",
    nonce: asked.get("nonce") ?? undefined,
    sid: randomUUID(),
  });
  issuer.secrets.first.push(code);
  const answer = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer.url });
  if (issuer.fault.frame !== undefined) answer.set("session_state", `${randomUUID()}.salt`);
  faultNow(issuer, false).response?.(answer);
  response.writeHead(303, { location: `${asked.get("redirect_uri") ?? ""}?${answer.toString()}` }).end();
}

/** After signing out: to where the app wants. */
function goBack(issuer: Issuer, response: ServerResponse, given: URLSearchParams): void {
  const back = new URL(given.get("post_logout_redirect_uri") ?? "http://localhost/");
  const state = given.get("state");
  if (state !== null) back.searchParams.set("state", state);
  issuer.fault.farewell?.(back.searchParams);
  response.writeHead(303, { location: back.href }).end();
}

const ANSWERS: Readonly<Record<FrameManner, string>> = {
  unchanged: `say("unchanged")`,
  changed: `say("changed")`,
  error: `say("error")`,
  silent: ``,
  odd: `for (const odd of [null, 7, {}, ["changed"], { data: "changed" }, " changed", "CHANGED", "changed\\n", "x".repeat(1e5)]) say(odd)`,
  "changed-later": `say(asked++ === 0 ? "unchanged" : "changed")`,
  stray: ``,
  flood: `say(asked === 0 ? "unchanged" : "changed"); if (asked++ === 0) setInterval(() => { for (let i = 0; i < 50; i++) say("changed"); }, 100)`,
};

const framePage = (manner: FrameManner): string => `<!doctype html><title>session</title><script>
let asked = 0;
addEventListener("message", ({ source, origin }) => {
  const say = (word) => source.postMessage(word, origin);
  ${ANSWERS[manner]};
});
${manner === "stray" ? `parent.postMessage("changed", "*");` : ""}
</script>`;

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "DPoP-Nonce, WWW-Authenticate");
  response.setHeader("vary", "origin");
}

function preflight(request: IncomingMessage, response: ServerResponse, issuer: Issuer, path: string): void {
  const endpoint = PATHS[path.slice(path.indexOf("/", 1))];
  const refused = endpoint !== undefined && !issuer.healed && issuer.fault.instead?.[endpoint] === "no-cors";
  if (!refused) allowOrigin(request, response);
  response.setHeader("access-control-allow-headers", "authorization, content-type, dpop");
  response.setHeader("access-control-allow-methods", "GET, POST");
  response.writeHead(204).end();
}

function sendInstead(response: ServerResponse, answer: Exclude<Answer, "no-cors">): void {
  if (answer === "hang") return;
  if (answer === "endless") return sendForEver(response);
  if (answer === "reset") return void response.destroy();
  send(response, answer);
}

function sendForEver(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" }).write("{");
  const timer = setInterval(() => response.write(" "), 200);
  response.on("close", () => clearInterval(timer));
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, { status, type: "application/json", body: JSON.stringify(body) });

function send(
  response: ServerResponse,
  { status, type = "text/plain", body }: Exclude<Answer, string>,
): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
}
