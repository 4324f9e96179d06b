import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "#kernel/actor.ts";
import { DEFAULT_LIMIT_PER_MINUTE, PEOPLE_PER_ADDRESS } from "./limits.ts";

const MINUTE = 60_000;

/** Too many calls in a minute. */
export class TooMany extends Error {
  readonly statusCode = 429;
  readonly waitS: number;
  constructor(waitS: number) {
    super("http.too-many");
    this.waitS = waitS;
  }
}

/** Counts a call for the person who makes it. @throws TooMany */
export type CountPerson = (request: FastifyRequest, actor: Actor) => Promise<void>;

/** Writes an endpoint's own limit for its route; a limit of its own is counted apart from all others. */
export const ownLimit = (limitPerMinute: number | undefined) =>
  limitPerMinute === undefined ? {} : { limitPerMinute, rateLimit: {} };

/** Address of the caller: whoever has one address of IPv6 has its network of 64 bits. */
export const addressOf = (request: FastifyRequest): string => normalizeIP(request.ip);

/**
 * Limits calls twice. Before anything is read: by address, guests as they are, and calls that bring a token, true or
 * made up, as those of several people. Once it is known who calls: by person, wherever they call from.
 */
export async function limitRates(app: FastifyInstance, limitFactor: number): Promise<CountPerson> {
  if (limitFactor <= 0) return () => Promise.resolve();
  const limitOf = (request: FastifyRequest): number =>
    (request.routeOptions.config.limitPerMinute ?? DEFAULT_LIMIT_PER_MINUTE) * limitFactor;
  const bringsToken = (request: FastifyRequest): boolean => request.headers.authorization !== undefined;
  await app.register(rateLimit, {
    global: true,
    max: (request) => limitOf(request) * (bringsToken(request) ? PEOPLE_PER_ADDRESS : 1),
    timeWindow: MINUTE,
    keyGenerator: (request) => `${bringsToken(request) ? "token" : "guest"} ${addressOf(request)}`,
    allowList: (request) => request.routeOptions.config.id === undefined,
  });
  const persons = new WeakMap<FastifyRequest, string>();
  const check = app.createRateLimit({
    max: limitOf,
    timeWindow: MINUTE,
    keyGenerator: (request) => {
      const { id, limitPerMinute } = request.routeOptions.config;
      return `${persons.get(request) ?? ""} ${limitPerMinute === undefined ? "" : id}`;
    },
  });
  return async (request, { userId }) => {
    // A stream asks who its reader is again and again: that is one call.
    if (userId === undefined || persons.has(request)) return;
    persons.set(request, userId);
    const verdict = await check(request);
    if (!verdict.isAllowed && verdict.isExceeded) throw new TooMany(verdict.ttlInSeconds);
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    limitPerMinute?: number;
  }
}
