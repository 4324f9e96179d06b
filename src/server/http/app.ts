import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HEADERS } from "#contract/endpoint.ts";
import type { RefusalTable } from "#contract/problem.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { codeOf } from "../db/db.ts";
import type { Db } from "../db/db.ts";
import { challengesOf, stepUpChallenge } from "../identity/challenge.ts";
import type { DpopRule } from "../identity/challenge.ts";
import type { Credentials } from "../identity/credentials.ts";
import { mustBeRecent, type RecentSignInRule } from "../identity/recent-sign-in.ts";
import type { RecordAct } from "./audit.ts";
import type { NoteCommand } from "./desk.ts";
import { access } from "./access.ts";
import { credentialsOf, markLetIn } from "./credentials-of.ts";
import { BODY_LIMIT_BYTES, FORM_LIMIT_BYTES } from "./limits.ts";
import { jsonRoute } from "./json-route.ts";
import { problemOf } from "./problems.ts";
import { addressOf, TooMany, limitRates } from "./rate-limits.ts";
import { rawRoute, showFace, takeBytes } from "./raw-route.ts";
import type { Enter, RawRoute, Route } from "./route.ts";
import { mustBeSound } from "./sound-request.ts";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface AppParts {
  readonly db: Db;
  readonly routes: readonly Route[];
  readonly rawRoutes: readonly RawRoute[];
  readonly refusals: RefusalTable;
  /** The caller behind a call's credentials, or a guest of the carrier when it brings none. */
  readonly actorOf: (credentials: Credentials) => Promise<Actor>;
  /** Whether tokens are bound to a key, for what a 401 asks for. */
  readonly dpop?: DpopRule;
  /** Demands on the sign-in behind calls that say so; absent, any does. */
  readonly recentSignIn?: RecentSignInRule;
  /** Writes acts into the audit log; absent where no route declares one. */
  readonly recordAct?: RecordAct;
  /** Writes commands of the desk into the day's history. */
  readonly noteCommand?: NoteCommand;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed; nobody else's is. */
  readonly trustProxy: readonly string[];
  /** Multiplies every limit; 0 switches rate limits off (tests and benchmarks). */
  readonly limitFactor: number;
  /** Whether nothing new is taken for want of disk; reading goes on. */
  readonly isDiskFull?: () => boolean;
  readonly onRequest?: (endpoint: string, status: number, seconds: number) => void;
}

const noAct: RecordAct = () => Promise.reject(new Error("an act is declared, and nothing records it"));

/** A server that answers the given routes. Fastify is named in this folder only. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    genReqId: () => randomUUID(),
    logger: false,
    // An address that no router can read is answered like any other that is not there.
    frameworkErrors: (_error, request, reply) => {
      void sendProblem(parts, { statusCode: 404 }, request, reply.headers(parts.headers));
    },
    forceCloseConnections: "idle",
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
  });
  const stopping = new AbortController();
  app.decorate("stopping", stopping.signal);
  app.decorate("refusals", parts.refusals);
  app.addHook("preClose", async () => stopping.abort());
  app.addHook("onRequest", async (request) => mustBeSound(request));
  app.addHook("onSend", async (request, reply) => {
    if (stopping.signal.aborted) reply.header("connection", "close");
    const headers = request.routeOptions.config.headers ?? parts.headers;
    // A file may have a policy of its own.
    for (const [name, value] of Object.entries(headers))
      if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const endpoint = request.routeOptions.config.id ?? "static";
    parts.onRequest?.(endpoint, reply.statusCode, reply.elapsedTime / 1000);
    if (endpoint !== "static")
      parts.log.info(
        { requestId: request.id, endpoint, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        "answered",
      );
  });
  app.setErrorHandler((error, request, reply) => sendProblem(parts, error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(parts, { statusCode: 404 }, request, reply));
  const countPerson = await limitRates(app, parts.limitFactor);

  const enter: Enter = async (request, { needs, recentSignIn }) => {
    const actor = await parts.actorOf(credentialsOf(request));
    markLetIn(request);
    await countPerson(request, actor);
    const scope = access(actor, needs);
    const now = parts.clock();
    if (recentSignIn && parts.recentSignIn) mustBeRecent(parts.recentSignIn, actor.signIn, now);
    const header = (name: string) => singleHeader(request, name);
    return {
      actor,
      scope,
      db: parts.db,
      now,
      requestId: request.id,
      key: header(HEADERS.idempotencyKey) ?? "",
      bookingKey: header(HEADERS.bookingKey),
      trackingToken: header(HEADERS.trackingToken),
      language: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*/i.exec(header("accept-language") ?? "")?.[0],
      address: addressOf(request),
    };
  };
  const { recordAct: record = noAct, noteCommand: note, isDiskFull } = parts;
  for (const route of parts.routes) jsonRoute(app, route, enter, { record, note, isDiskFull });
  const around = { stopping: stopping.signal, record, isDiskFull };
  for (const route of parts.rawRoutes) {
    const add = (scope: FastifyInstance) => rawRoute(scope, route, enter, around);
    if (route.takesForm) await takeBytes(app, FORM_LIMIT_BYTES, add);
    else if (route.takesBytes) await takeBytes(app, BODY_LIMIT_BYTES, add);
    else add(app);
  }
  return app;
}

export function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && value.length <= 200 ? value : undefined;
}

async function sendProblem(
  parts: AppParts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const problem = problemOf(error, request.id, parts.refusals);
  if (problem.status >= 500) {
    const facts = { requestId: request.id, endpoint: request.routeOptions.config.id, code: problem.code };
    if (problem.code === "http.internal") parts.log.error({ ...facts, error: errorFacts(error) }, "failed");
    else parts.log.warn({ ...facts, cause: causeOf(error) }, "failed");
  }
  if (error instanceof TooMany) reply.header("retry-after", String(error.waitS));
  if (problem.status === 401) reply.header("www-authenticate", challengeOf(parts, error, request));
  if (problem.code === "http.idempotency-running" || problem.status === 503) reply.header("retry-after", "1");
  reply.header("cache-control", "no-store");
  if (await showFace(problem, request, reply)) return;
  await reply.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
}

function challengeOf(parts: AppParts, error: unknown, request: FastifyRequest): string | string[] {
  const { authorization } = request.headers;
  if (parts.recentSignIn && error instanceof Refusal && error.code === "accounts.confirm-sign-in")
    return stepUpChallenge(authorization, { ...parts.recentSignIn, acr: parts.recentSignIn.acr.join(" ") });
  return challengesOf(authorization, faultOf(error), parts.dpop);
}

const faultOf = (error: unknown): string | undefined =>
  error instanceof Refusal ? String(error.facts["fault"] ?? "") : undefined;

/** Names in one line what was out of reach: nobody's bug, so no stack. */
const causeOf = (error: unknown): string =>
  error instanceof Error ? [...new Set([codeOf(error), error.message])].join(" ").trim() : "";

/** Name, message and stack: enough to mend, without any value of the request. */
const errorFacts = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { thrown: typeof error };

declare module "fastify" {
  interface FastifyContextConfig {
    id?: string;
    /** In place of the headers of every other answer. */
    headers?: Readonly<Record<string, string>>;
    face?: NonNullable<RawRoute["face"]>;
  }
}
