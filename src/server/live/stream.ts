import { Readable } from "node:stream";
import { LIVE_CONTROL, LIVE_HEARTBEAT_MS, FACTS_FOR_ALL } from "#contract/event.ts";
import { canonical } from "#kernel/canonical.ts";
import { scopeOf } from "#kernel/permission.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { RawReply, RawRequest, RawRoute } from "../http/route.ts";
import { formatCursor, isAfter, parseCursor } from "./event-log.ts";
import type { EventCursor } from "./event-log.ts";
import type { Hub, LiveMessage, Listener } from "./hub.ts";
import { STREAMS_PER_LINK, STREAMS_PER_PERSON, takeSeat } from "./seats.ts";

/** Bytes that may wait for a slow reader before it is cut off; it resumes by its cursor. */
const SLOW_READER_BYTES = 1_000_000;

const frame = (message: Pick<LiveMessage, "type" | "data" | "cursor">): Buffer =>
  Buffer.from(
    `${message.cursor === undefined ? "" : `id: ${formatCursor(message.cursor)}\n`}event: ${message.type}\ndata: ${JSON.stringify(message.data)}\n\n`,
  );

const HEARTBEAT = Buffer.from(": here\n\n");
const framed = new WeakMap<LiveMessage, Buffer>();

/** The frame of a message, made once for all readers who are told the same: 200 watchers of 1,000 couriers are. */
function frameFor(listener: Omit<Listener, "send">, message: LiveMessage): Buffer {
  const visible = visibleTo(listener, message);
  if (visible !== message) return frame(visible);
  const made = framed.get(message) ?? frame(message);
  framed.set(message, made);
  return made;
}

/** The live stream of whoever is signed in. `Last-Event-ID` resumes it without a gap. */
export const liveRoute = (hub: Hub): RawRoute => ({
  id: "live",
  method: "GET",
  path: "/api/live",
  needs: "self",
  summary: "Server-sent events of what this person may see; resume with `Last-Event-ID`",
  run: (request) => openStream(hub, request, { mayStay: () => isUnchanged(request) }),
});

/** Whether the caller is still who they were when the stream began: signed in, a member, with the same roles. */
async function isUnchanged({ context, enterAgain }: RawRequest): Promise<boolean> {
  const { actor } = await enterAgain();
  return canonical(actor) === canonical(context.actor);
}

export interface StreamTerms {
  /** Only what concerns this delivery (a tracking link). */
  readonly deliveryId?: string;
  /** Asked at every heartbeat; `false` or a refusal ends the stream, and its reader comes back as who they are now. */
  readonly mayStay: () => Promise<boolean>;
}

/**
 * Opens a stream for the caller. It ends with the caller's right to it, on hang-up, when the server stops, and when the
 * same caller has opened too many others since.
 */
export async function openStream(hub: Hub, request: RawRequest, terms: StreamTerms): Promise<RawReply> {
  const { actor } = request.context;
  const body = new Readable({ read: () => undefined });
  const who: Omit<Listener, "send" | "end"> = {
    orgId: actor.orgId,
    staff: scopeOf(actor, "delivery:read") === "org",
    courierId: actor.courierId,
    userId: actor.userId,
    deliveryId: terms.deliveryId,
    signIn: actor.signIn,
  };
  let isOver = false;
  let isReady = false;
  let sent: EventCursor = { xid: 0, position: 0 };
  const held: LiveMessage[] = [];
  const push = (bytes: Buffer): void => {
    if (isOver) return;
    body.push(bytes);
    if (body.readableLength > SLOW_READER_BYTES) body.destroy();
  };
  const send = (messages: readonly LiveMessage[]): void => {
    if (!isReady) return void held.push(...messages);
    for (const message of messages)
      if (message.cursor === undefined || isAfter(message.cursor, sent)) push(frameFor(who, message));
  };
  const leave = hub.listen({ ...who, send, end: () => end() });
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    leave();
    leaveSeat();
    clearInterval(heartbeat);
    body.push(null);
  };
  const leaveSeat = seat(hub, request, terms, end);
  const heartbeat = setInterval(() => {
    push(HEARTBEAT);
    stays(terms).then((may) => may || end(), end);
  }, LIVE_HEARTBEAT_MS);
  body.once("close", end);
  request.signal.addEventListener("abort", end, { once: true });
  // A sign-in may have ended since it was checked, before the hub knew of this stream.
  if (request.signal.aborted || (actor.signIn && hub.isEnded(actor.signIn))) end();

  const start = await whereToStart(hub, who, request.header("last-event-id")).catch((error: unknown) => {
    end();
    throw error;
  });
  sent = start.missed.at(-1)?.cursor ?? start.cursor;
  push(frame({ type: start.control, data: {}, cursor: start.cursor }));
  for (const message of start.missed) push(frameFor(who, message));
  isReady = true;
  send(held.splice(0));
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
    body,
  };
}

/** A link is counted by address too: many may have it, and none of them is to end the others' streams. */
function seat(
  { seats }: Hub,
  { address, context }: RawRequest,
  { deliveryId }: StreamTerms,
  end: () => void,
) {
  return deliveryId === undefined
    ? takeSeat(seats, `person ${context.actor.userId ?? ""}`, STREAMS_PER_PERSON, end)
    : takeSeat(seats, `link ${deliveryId} ${address}`, STREAMS_PER_LINK, end);
}

/**
 * Reads what the reader missed since the cursor that they name; without one, nothing. With one that is too old, or of another
 * version or database, they are told to read everything anew.
 */
async function whereToStart(
  hub: Hub,
  who: Omit<Listener, "send">,
  lastEventId: string | undefined,
): Promise<{ control: string; cursor: EventCursor; missed: readonly LiveMessage[] }> {
  const after = parseCursor(lastEventId ?? "");
  const missed = after && (await hub.replay(who, after));
  if (missed) return { control: LIVE_CONTROL.hello, cursor: after, missed };
  const control = lastEventId === undefined ? LIVE_CONTROL.hello : LIVE_CONTROL.resync;
  return { control, cursor: await hub.cursor(), missed: [] };
}

/** A refusal says no; anything else, and a provider that is out of reach, says nothing about the caller. */
async function stays({ mayStay }: StreamTerms): Promise<boolean> {
  try {
    return await mayStay();
  } catch (error) {
    return !(error instanceof Refusal) || error.code === "http.busy";
  }
}

/** The message without what only staff are told. */
function visibleTo(listener: Omit<Listener, "send">, message: LiveMessage): LiveMessage {
  const { data } = message;
  if (listener.staff || typeof data !== "object" || data === null) return message;
  const told = Object.entries(data).filter(
    ([name, value]) =>
      FACTS_FOR_ALL.has(name) ||
      (name === "courierId" && value !== undefined && value === listener.courierId),
  );
  return { ...message, data: Object.fromEntries(told) };
}
