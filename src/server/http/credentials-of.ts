import type { FastifyRequest } from "fastify";
import type { Credentials } from "../identity/credentials.ts";

/** Calls whose proof was accepted: a proof is good for one call, and the same call may be asked about again. */
const letIn = new WeakSet<FastifyRequest>();

export const markLetIn = (request: FastifyRequest): void => void letIn.add(request);

/**
 * Reads who makes a call. Both headers may come once; Node would join or drop further ones, so they are
 * counted as they came.
 */
export function credentialsOf(request: FastifyRequest): Credentials {
  const authorizations = headersOf(request, "authorization");
  const [path = ""] = request.url.split("?", 1);
  return {
    authorization: authorizations.length === 0 ? undefined : authorizations.join(", "),
    proofs: headersOf(request, "dpop"),
    method: request.method,
    path,
    userAgent: request.headers["user-agent"],
    ...(letIn.has(request) && { again: true }),
  };
}

function headersOf(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw;
  return rawHeaders.filter((_, nth) => nth % 2 === 1 && rawHeaders[nth - 1]?.toLowerCase() === name);
}
