import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "#contract/problem.ts";
import { inCall } from "./in-call.ts";
import { audited, type RecordAct } from "./audit.ts";
import { BadInput } from "./problems.ts";
import { ownLimit } from "./rate-limits.ts";
import type { Enter, RawRoute } from "./route.ts";
import { unsound } from "./sound-input.ts";
import { whenDiskFull } from "./when-disk-full.ts";

interface Surroundings {
  readonly stopping: AbortSignal;
  readonly record: RecordAct;
  readonly isDiskFull: (() => boolean) | undefined;
}

/** Answers a route that is not JSON: the same way in, its own way out. */
export function rawRoute(
  app: FastifyInstance,
  route: RawRoute,
  enter: Enter,
  { stopping, record, isDiskFull }: Surroundings,
): void {
  const needsDisk = route.method !== "GET" && !route.worksOnFullDisk;
  app.route({
    method: route.method,
    url: route.path,
    config: {
      id: route.id,
      ...ownLimit(route.limitPerMinute),
      ...(route.headers && { headers: route.headers }),
      ...(route.face && { face: route.face }),
    },
    ...(needsDisk && isDiskFull && { onRequest: whenDiskFull(isDiskFull) }),
    handler: async (request, reply) =>
      inCall(request, reply, async () => {
        const context = await enter(request, route);
        const fault = unsound(request.query);
        if (fault) throw new BadInput([fault]);
        const hangUp = new AbortController();
        request.raw.on("close", () => reply.raw.writableEnded || hangUp.abort());
        reply.raw.on("close", () => hangUp.abort());
        const params = textRecord(request.params);
        const query = textRecord(request.query);
        const asked = {
          params,
          query,
          header: headerOf(request),
          address: request.ip,
          body: route.takesBytes ? asCame(request.body) : bytesOf(request.body),
          context,
          enterAgain: () => enter(request, route),
          signal: AbortSignal.any([stopping, hangUp.signal]),
        };
        const answer = await audited(route, { ...params, ...query }, { context, record }, () =>
          route.run(asked),
        );
        return reply.status(answer.status).headers(answer.headers).send(answer.body);
      }),
  });
}

/**
 * Makes a part of the app where bodies of any kind stay the bytes that came: a form is told from what is none by its
 * route, and of what somebody signed every byte counts.
 */
export async function takeBytes(
  app: FastifyInstance,
  bodyLimit: number,
  addRoutes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    addRoutes(scope);
  });
}

const headerOf = (request: FastifyRequest) => (name: string) => {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
};

/** Shows a problem as a page, where the route has a face for it. @returns whether it did */
export async function showFace(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { face } = request.routeOptions.config;
  if (!face) return false;
  const query = textRecord(request.query);
  const waitS = Number(reply.getHeader("retry-after")) || undefined;
  const { status, headers, body } = await face({ problem, waitS, query, header: headerOf(request) });
  await reply.status(status).headers(headers).send(body);
  return true;
}

/** A body of no bytes is not parsed at all. */
const asCame = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body ?? null));
}

function textRecord(value: unknown): Record<string, string> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}
