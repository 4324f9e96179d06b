import { lookup as lookUp } from "node:dns";
import { Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as AgentOfHttps, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { traced } from "../tracing/traced.ts";
import { isPublicAddress } from "./public-address.ts";

export interface GatewayCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly allowsPrivate: boolean;
  readonly waitMs: number;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** The gateway was given nothing. */
export class NotReached extends Error {
  readonly why: "unreached" | "private";
  constructor(why: "unreached" | "private") {
    super(why);
    this.why = why;
  }
}

/** Longest answer that is read, in characters. */
const LONGEST = 10_000;
/** Errors by which a connection never came about. */
const BEFORE_ANYTHING = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** Resolves names to public addresses only, at the moment of the connection: a name that changes meanwhile is seen. */
const publicOnly: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, "", 0);
    const inside = found.find(({ address }) => !isPublicAddress(address));
    if (inside) return done(new NotReached("private"), "", 0);
    if (options.all) return done(null, found);
    const [one] = found;
    return done(null, one?.address ?? "", one?.family ?? 0);
  });
};

/**
 * A connection carries one message: a second answer on a kept one would be taken for that of the next message. Sessions of
 * TLS are still resumed.
 */
const AGENTS = { "http:": new Agent({ keepAlive: false }), "https:": new AgentOfHttps({ keepAlive: false }) };

/** Calls a gateway once; a redirect is its answer. @throws NotReached, or what broke after it may have read the call */
export const callGateway = (call: GatewayCall): Promise<GatewayAnswer> =>
  traced({ name: "call to a gateway", kind: "client" }, async (note) => {
    const answer = await askGateway(call);
    note({ "http.response.status_code": answer.status });
    return answer;
  });

function askGateway(call: GatewayCall): Promise<GatewayAnswer> {
  const { url, method, headers, body, allowsPrivate, waitMs } = call;
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.reject(new NotReached("private"));
  const isHttps = url.protocol === "https:";
  const send = isHttps ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
      signal: AbortSignal.timeout(waitMs),
      agent: AGENTS[isHttps ? "https:" : "http:"],
      ...(!allowsPrivate && { lookup: publicOnly }),
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isBefore = BEFORE_ANYTHING.has(error.code ?? "");
      reject(isBefore ? new NotReached("unreached") : error);
    });
    request.on("response", (response) => {
      let read = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (read = (read + part).slice(0, LONGEST)));
      response.on("error", reject);
      response.on("end", () => resolve(answerOf(response, read)));
    });
    request.end(body);
  });
}

const answerOf = ({ statusCode = 0, headers }: IncomingMessage, body: string): GatewayAnswer => ({
  status: statusCode,
  body,
  retryAfter: headers["retry-after"],
});
