import { Transform, pipeline } from "node:stream";
import { HEADERS } from "#contract/endpoint.ts";
import { LIVE_CONTROL } from "#contract/event.ts";
import type { Instant } from "#kernel/instant.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import type { Hub } from "#server/live/hub.ts";
import { openStream } from "#server/live/stream.ts";
import { trackingChanged } from "../contract/events.ts";
import { openLink } from "./links.ts";

/** Tells the holder of a link that something changed, and nothing else: what they may see, they read anew. */
export const trackingLiveRoute = (hub: Hub, clock: () => Instant): RawRoute => ({
  id: "trackingLive",
  method: "GET",
  path: "/api/tracking/live",
  needs: "anyone",
  summary: "Server-sent events of one delivery, for the token in the header; resume with `Last-Event-ID`",
  limitPerMinute: 30,
  run: (request) => follow(hub, clock, request),
});

async function follow(hub: Hub, clock: () => Instant, request: RawRequest): Promise<RawReply> {
  const { actor, db, now } = request.context;
  const token = request.header(HEADERS.trackingToken);
  const deliveryId = await db.as(actor, (tx) => openLink(tx, token, now));
  // Whoever is signed in reads here as the link's holder, no more.
  const guest: RawRequest = {
    ...request,
    context: { ...request.context, actor: { kind: "guest", orgId: actor.orgId, roles: [] } },
  };
  const mayStay = async () => (await db.as(actor, (tx) => openLink(tx, token, clock()))) === deliveryId;
  const reply = await openStream(hub, guest, { deliveryId, mayStay });
  if (typeof reply.body !== "object" || reply.body === null || !("pipe" in reply.body)) return reply;
  // `pipeline` ends both when one of them breaks; the reader comes back by its cursor.
  return { ...reply, body: pipeline(reply.body, withoutFacts(), () => undefined) };
}

const CONTROL = new Set<string>(Object.values(LIVE_CONTROL));

/** Keeps cursors and heartbeats; every event becomes `tracking.changed` without its inner facts. */
export function withoutFacts(): Transform {
  let rest = "";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + chunk.toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      done(null, lines.map((line) => `${plain(line)}\n`).join(""));
    },
  });
}

function plain(line: string): string {
  if (line.startsWith("data:")) return "data: {}";
  if (!line.startsWith("event:")) return line;
  return CONTROL.has(line.slice(6).trim()) ? line : `event: ${trackingChanged.type}`;
}
