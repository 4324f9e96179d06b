import type { FastifyReply, FastifyRequest } from "fastify";
import type { RefusalTable } from "#contract/problem.ts";
import { traced } from "../tracing/traced.ts";
import { problemOf } from "./problems.ts";

/** Runs the handler of an endpoint within a span that bears its id and pattern, never the address that was asked. */
export function inCall<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  const { config, url, method } = request.routeOptions;
  const facts = {
    "http.request.method": String(method),
    "http.route": url ?? "",
    "waybill.request_id": request.id,
  };
  const statusOf = (error: unknown): number => problemOf(error, request.id, request.server.refusals).status;
  const isFault = (error: unknown): boolean => statusOf(error) >= 500;
  return traced({ name: config.id ?? "static", kind: "server", facts, isFault }, async (note) => {
    try {
      const answer = await work();
      note({ "http.response.status_code": reply.statusCode });
      return answer;
    } catch (error) {
      note({ "http.response.status_code": statusOf(error) });
      throw error;
    }
  });
}

declare module "fastify" {
  interface FastifyInstance {
    /** Every refusal of the rooms, for the status of an answer. */
    refusals: RefusalTable;
  }
}
