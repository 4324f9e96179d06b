import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathNames } from "#contract/endpoint.ts";
import { faultsOf } from "#contract/field-fault.ts";
import { isUuid } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { hashOf, sha256 } from "../db/hash.ts";
import { inCall } from "./in-call.ts";
import { audited, type RecordAct } from "./audit.ts";
import { noted, type NoteCommand } from "./desk.ts";
import { BODY_LIMIT_BYTES } from "./limits.ts";
import { once } from "./idempotency.ts";
import { BadInput } from "./problems.ts";
import { ownLimit } from "./rate-limits.ts";
import { replyCheck } from "./reply-check.ts";
import type { Enter, Route } from "./route.ts";
import { unsound } from "./sound-input.ts";
import { whenDiskFull } from "./when-disk-full.ts";
import { Written } from "./written.ts";

interface Surroundings {
  readonly record: RecordAct;
  readonly note?: NoteCommand | undefined;
  readonly isDiskFull?: (() => boolean) | undefined;
}

/** Base64 pictures and files are the only large bodies; their endpoint says so by its own schema. */
const LARGE_BODY_BYTES = 9 * 1024 * 1024;

/** Answers one endpoint: who, may they, is the input right, once, is the reply what was promised. */
export function jsonRoute(
  app: FastifyInstance,
  route: Route,
  enter: Enter,
  { record, note, isDiskFull = () => false }: Surroundings,
): void {
  const { endpoint } = route;
  const isWrite = endpoint.method !== "GET";
  const names = new Set(pathNames(endpoint.path));
  const checked = replyCheck(endpoint.reply);
  const isLarge = "image" in endpoint.input.shape || "file" in endpoint.input.shape;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: isLarge ? LARGE_BODY_BYTES : BODY_LIMIT_BYTES,
    ...(isWrite && { onRequest: whenDiskFull(isDiskFull) }),
    // Megabytes are read only of somebody who may send them.
    ...(isLarge && { preParsing: async (request) => void (await enter(request, endpoint)) }),
    config: { id: endpoint.id, ...ownLimit(endpoint.limitPerMinute) },
    handler: async (request, reply) =>
      inCall(request, reply, async () => {
        const entered = await enter(request, endpoint);
        const context = endpoint.keyedByContent ? { ...entered, signal: hangUpOf(reply) } : entered;
        const input = parseInput(route, request, names);
        const run = () =>
          noted(endpoint.id, input, { context, note }, () =>
            audited(endpoint, input, { context, record }, async () =>
              checked(await route.handle(input as never, context)),
            ),
          );
        reply.header("cache-control", "no-store");
        if (!isWrite) return sent(await run(), reply);
        if (!isUuid(context.key)) throw new Refusal("http.idempotency-missing");
        if (endpoint.keyedByContent) return sent(await run(), reply);
        const keyed = {
          caller: context.actor.userId ?? `guest:${context.bookingKey ? sha256(context.bookingKey) : ""}`,
          key: context.key,
          endpoint: endpoint.id,
          bodyHash: hashOf(input),
          secret: endpoint.secret === true,
        };
        const { reply: body, replayed } = await once(context, keyed, run);
        if (replayed) reply.header("idempotent-replayed", "true");
        return body;
      }),
  });
}

function hangUpOf(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController();
  reply.raw.on("close", () => reply.raw.writableEnded || hangUp.abort());
  return hangUp.signal;
}

/** Text that is JSON already goes out as it is. */
const sent = (body: unknown, reply: FastifyReply): unknown =>
  body instanceof Written ? reply.type("application/json; charset=utf-8").send(body.text) : body;

function parseInput(route: Route, request: FastifyRequest, names: ReadonlySet<string>): unknown {
  const params = pick(request.params, names);
  const rest = route.endpoint.method === "GET" ? request.query : (request.body ?? {});
  if (typeof rest !== "object" || rest === null || Array.isArray(rest))
    throw new BadInput([{ path: "", code: "wrong-kind" }]);
  const clash = Object.keys(rest).find((name) => names.has(name));
  if (clash) throw new BadInput([{ path: clash, code: "unknown-field" }]);
  const input = { ...rest, ...params };
  const fault = unsound(input);
  if (fault) throw new BadInput([fault]);
  const parsed = route.endpoint.input.safeParse(input);
  if (!parsed.success)
    throw new BadInput(faultsOf(parsed.error.issues, input).map(({ path, code }) => ({ path, code })));
  return parsed.data;
}

function pick(params: unknown, names: ReadonlySet<string>): Record<string, unknown> {
  const entries = typeof params === "object" && params !== null ? Object.entries(params) : [];
  return Object.fromEntries(entries.filter(([name]) => names.has(name)));
}
