import type { Audience } from "#contract/event.ts";
import { sessionEnded } from "#contract/session-events.ts";
import type { SignIn } from "#kernel/actor.ts";
import type { Db } from "../db/db.ts";
import { covers, sidOf } from "../identity/session-ends.ts";
import type { SessionEnds, SignInEnd } from "../identity/session-ends.ts";
import { ageRestored, endOfLog, readEvents } from "./event-log.ts";
import type { EventCursor } from "./event-log.ts";
import type { Seats } from "./seats.ts";

/** Reader of the live stream, with what they may hear. */
export interface Listener {
  readonly orgId: string;
  readonly staff: boolean;
  readonly courierId: string | undefined;
  readonly userId: string | undefined;
  readonly deliveryId: string | undefined;
  /** The sign-in that the stream was opened with. */
  readonly signIn?: SignIn | undefined;
  readonly send: (messages: readonly LiveMessage[]) => void;
  /** Ends the stream. */
  readonly end?: () => void;
}

/** `cursor` is absent from fleeting messages, which are never replayed. */
export interface LiveMessage {
  readonly type: string;
  readonly data: unknown;
  readonly audience: Audience;
  readonly cursor?: EventCursor;
}

/** Part of the server that works after the news; it throws nothing. */
export type Follower = (orgId: string, messages: readonly LiveMessage[]) => void;

/** Messages wait this long, so that a burst becomes one write per reader. */
export const TICK_MS = 100;
/**
 * The table is read at least this often: another process may have written to it, and what was written beside an older
 * transaction shows only after that one ended.
 */
export const SWEEP_MS = 1_000;
/** Rows read at once. */
const BATCH = 1_000;
/** A reader further behind than this reads everything anew instead. */
export const REPLAY_LIMIT = 500;

export interface Hub {
  listen(listener: Listener): () => void;
  /** Takes every message of this process as long as the hub runs: for rooms that work after the news. */
  follow(follower: Follower): void;
  /** Events after a cursor that this listener may hear; `undefined` when the cursor is too old or another database's. */
  replay(listener: Omit<Listener, "send">, after: EventCursor): Promise<LiveMessage[] | undefined>;
  /** Starts a reader who wants only what is still to come. */
  cursor(): Promise<EventCursor>;
  /** Sends without storing: positions. */
  tell(orgId: string, message: LiveMessage): void;
  /** Whether a sign-in is over by now. */
  readonly isEnded: (signIn: SignIn) => boolean;
  /** Seats of those who have streams open. */
  readonly seats: Seats;
  size(): number;
  stop(): Promise<void>;
}

/** May this listener hear a message for that audience? */
export function mayReceive(listener: Omit<Listener, "send">, audience: Audience): boolean {
  if (audience.staff && listener.staff) return true;
  if (audience.courierId && audience.courierId === listener.courierId) return true;
  if (audience.senderId && audience.senderId === listener.userId) return true;
  return Boolean(audience.deliveryId && audience.deliveryId === listener.deliveryId);
}

/**
 * Reads new events from the log and hands them to whoever may hear them.
 *
 * @param ends which sign-ins are over: their streams end at once
 */
export function startHub(db: Db, ends?: SessionEnds): Hub {
  const listeners = new Set<Listener>();
  const followers: Follower[] = [];
  const waiting = new Map<string, LiveMessage[]>();
  let last: EventCursor | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const read = async (): Promise<void> => {
    const after = last;
    const found = after && (await db.owner((tx) => readEvents(tx, { after, limit: BATCH })));
    if (found === undefined) {
      last = await db.owner(async (tx) => {
        await ageRestored(tx);
        return endOfLog(tx);
      });
      // The log ends before what was told of it (a standby took over): whoever comes back reads everything anew.
      if (after) for (const listener of listeners) listener.end?.();
      return;
    }
    if (found.length === BATCH) again = true;
    for (const { orgId, cursor, ...event } of found) {
      last = cursor;
      enqueue(orgId, { ...event, cursor });
    }
  };
  const wake = (): void => {
    again = true;
    running ??= (async () => {
      while (again) {
        again = false;
        await read().catch(() => undefined);
      }
      running = undefined;
    })();
  };
  const hasBegun = () => last !== undefined;
  /**
   * A reader hears everything after their start only where the hub reads from there or from before: none starts before it.
   *
   * @throws where the log cannot be read
   */
  const begin = async (): Promise<void> => {
    if (hasBegun()) return;
    if (!running) wake();
    await running;
    if (!hasBegun()) throw new Error("the log of events cannot be read");
  };
  const enqueue = (orgId: string, message: LiveMessage): void => {
    const queue = waiting.get(orgId) ?? [];
    queue.push(message);
    waiting.set(orgId, queue);
  };
  const flush = (): void => {
    for (const [orgId, messages] of waiting) {
      for (const follow of followers) follow(orgId, messages);
      for (const listener of listeners) {
        if (listener.orgId !== orgId) continue;
        const visible = messages.filter((message) => mayReceive(listener, message.audience));
        if (visible.length > 0) listener.send(visible);
      }
    }
    waiting.clear();
  };
  const endStreams = (over: SignInEnd): void => {
    const ended = [...listeners].filter(({ signIn }) => signIn && covers(over, signIn));
    const people = new Set(ended.map(({ userId }) => userId));
    const sid = sidOf(over);
    const data = sid === undefined ? {} : { sid };
    for (const listener of listeners)
      if (listener.userId !== undefined && people.has(listener.userId))
        listener.send([{ type: sessionEnded.type, data, audience: { senderId: listener.userId } }]);
    for (const listener of ended) listener.end?.();
  };
  ends?.onEnded(endStreams);
  const deafen = db.onEmitted(wake);
  const tick = setInterval(flush, TICK_MS);
  const sweep = setInterval(() => listeners.size + followers.length > 0 && wake(), SWEEP_MS);
  wake();

  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: (follower) => void followers.push(follower),
    async replay(listener, after) {
      await begin();
      const found = await db.as(listener, (tx) =>
        readEvents(tx, { after, limit: REPLAY_LIMIT + 1, isOwn: true }),
      );
      if (found === undefined || found.length > REPLAY_LIMIT) return undefined;
      return found.filter((message) => mayReceive(listener, message.audience));
    },
    async cursor() {
      await begin();
      return db.owner(endOfLog);
    },
    tell: enqueue,
    isEnded: (signIn) => ends?.isEnded(signIn) === true,
    seats: new Map(),
    size: () => listeners.size,
    async stop() {
      deafen();
      clearInterval(tick);
      clearInterval(sweep);
      await running;
    },
  };
}
