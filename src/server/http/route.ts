import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Audited } from "#contract/audit-acts.ts";
import type { Endpoint, Needs, ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Problem } from "#contract/problem.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Scope } from "#kernel/permission.ts";
import type { Db } from "../db/db.ts";
import type { Written } from "./written.ts";

/** Facts of a call for its use case. `scope` is how far the needed permission reaches (`own` for guests). */
export interface Context {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly db: Db;
  /** The one clock of this call. */
  readonly now: Instant;
  readonly requestId: string;
  /** Present on every write: the client's id for this intent. */
  readonly key: string;
  readonly bookingKey: string | undefined;
  readonly trackingToken: string | undefined;
  /** The first language that the caller reads, as a tag; absent where they say none. */
  readonly language?: string | undefined;
  /** Address of the caller, IPv6 by its network; a proxy is asked where it is trusted. Absent for calls of our own. */
  readonly address?: string;
  /** Aborted when the caller hangs up; present where the endpoint asks and writes nothing (`keyedByContent`). */
  readonly signal?: AbortSignal;
}

/** Lets a call in, or not. @throws Refusal of whoever may not call, or not with this sign-in */
export type Enter = (
  request: FastifyRequest,
  route: Pick<Endpoint, "needs" | "recentSignIn">,
) => Promise<Context>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (input: never, context: Context) => Promise<unknown>;
}

/** Binds an endpoint to the use case that answers it. */
export function on<E extends Endpoint>(
  endpoint: E,
  handle: (input: ParsedOf<E>, context: Context) => Promise<ReplyOf<E> | Written<ReplyOf<E>>>,
): Route {
  return { endpoint, handle };
}

/** A request as a raw route sees it. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly header: (name: string) => string | undefined;
  /** Address of the caller; a proxy is asked where it is trusted. */
  readonly address: string;
  readonly body: Buffer;
  readonly context: Context;
  /** Names the caller anew: a stream outlives a sign-in. @throws Refusal as the call itself would */
  readonly enterAgain: () => Promise<Context>;
  /** Aborted when the caller hangs up or the server stops. */
  readonly signal: AbortSignal;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | Readable | null;
}

/** A page that could not be answered as it should. */
export interface TroubledRequest extends Pick<RawRequest, "query" | "header"> {
  readonly problem: Problem;
  /** Seconds after which another try makes sense. */
  readonly waitS: number | undefined;
}

/** A call that is not JSON in and out: tiles, pictures, the provider's script, the live stream. */
export interface RawRoute {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly needs: Needs;
  readonly summary: string;
  readonly run: (request: RawRequest) => Promise<RawReply>;
  readonly limitPerMinute?: number;
  readonly audit?: Audited;
  /** In place of the headers of every other answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Shows a problem to a person, where the route answers with a page. */
  readonly face?: (request: TroubledRequest) => Promise<RawReply>;
  /** Fields of the form that a machine sends. The body is read as it came, whatever it says it is; otherwise it is JSON. */
  readonly takesForm?: readonly string[];
  /** The body stays the bytes that came, since they are signed. */
  readonly takesBytes?: true;
  /** A POST that is answered also while nothing new is taken for want of disk. */
  readonly worksOnFullDisk?: true;
}
