import { randomUUID } from "node:crypto";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { access } from "#server/http/access.ts";
import { Written } from "#server/http/written.ts";
import type { Route } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";

/** Calls endpoints in this process as somebody, at some time: what a browser would do, without the wire. */
export interface ApiCaller {
  call<E extends Endpoint>(who: Who, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>>;
}

export interface Who {
  readonly actor: Actor;
  /** A guest's secret. */
  readonly bookingKey?: string;
}

/** The calls of these rooms, through the same checks of permission, input and reply as over HTTP. */
export function apiCallerOf(rooms: readonly Room[], db: Db, clock: () => Instant): ApiCaller {
  const routes = new Map<string, Route>(
    rooms.flatMap((room) => room.routes.map((route) => [route.endpoint.id, route] as const)),
  );
  return {
    async call({ actor, bookingKey }, endpoint, input) {
      const route = routes.get(endpoint.id);
      if (!route) throw new Error(`nobody answers ${endpoint.id}`);
      const context = {
        actor,
        scope: access(actor, endpoint.needs),
        db,
        now: clock(),
        requestId: `demo-${endpoint.id}`,
        key: randomUUID(),
        bookingKey,
        trackingToken: undefined,
      };
      const parsed = endpoint.input.parse(input);
      // Safe: `on` bound this handler to this endpoint, and its input was parsed by that endpoint's schema.
      const reply = await route.handle(parsed as never, context);
      return endpoint.reply.parse(reply instanceof Written ? reply.parsed() : reply) as ReplyOf<
        typeof endpoint
      >;
    },
  };
}
