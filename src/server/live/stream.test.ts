import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LIVE_HEARTBEAT_MS } from "#contract/event.ts";
import type { Actor } from "#kernel/actor.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { RawRequest } from "../http/route.ts";
import { mayReceive } from "./hub.ts";
import type { Hub, Listener, LiveMessage } from "./hub.ts";
import { STREAMS_PER_LINK, STREAMS_PER_PERSON } from "./seats.ts";
import { liveRoute, openStream } from "./stream.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** A hub that tells what a test says. */
function fakeHub(replay: () => Promise<LiveMessage[] | undefined> = () => Promise.resolve([])) {
  const listeners = new Set<Listener>();
  const hub: Hub = {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: () => undefined,
    replay,
    cursor: () => Promise.resolve({ xid: 5, position: 0 }),
    tell: () => undefined,
    isEnded: () => false,
    seats: new Map(),
    size: () => listeners.size,
    stop: () => Promise.resolve(),
  };
  const say = (message: LiveMessage) => {
    for (const listener of listeners) if (mayReceive(listener, message.audience)) listener.send([message]);
  };
  return { hub, say };
}

const orgId = randomUUID();
const [kim, lee, sam, delivery] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const courier: Actor = { kind: "person", orgId, roles: ["courier"], userId: randomUUID(), courierId: kim };
const sender: Actor = { kind: "person", orgId, roles: ["sender"], userId: sam };
const dispatcher: Actor = { kind: "person", orgId, roles: ["dispatcher"], userId: randomUUID() };

function request(actor: Actor, lastEventId?: string, enterAgain = () => Promise.resolve(actor)) {
  const hangUp = new AbortController();
  const context = { actor } as unknown as RawRequest["context"];
  const asked: RawRequest = {
    params: {},
    query: {},
    header: (name) => (name === "last-event-id" ? lastEventId : undefined),
    address: "192.0.2.1",
    body: Buffer.alloc(0),
    context,
    enterAgain: async () => ({ ...context, actor: await enterAgain() }),
    signal: hangUp.signal,
  };
  return { asked, hangUp };
}

const bodyOf = ({ body }: { body: unknown }): Readable => {
  if (!(body instanceof Readable)) throw new Error("no stream");
  return body;
};

const cancelled: LiveMessage = {
  type: "delivery.cancelled",
  data: {
    deliveryId: delivery,
    state: "cancelled",
    version: 4,
    courierId: kim,
    feeMinor: 300,
    currency: "EUR",
  },
  audience: { staff: true, courierId: kim, senderId: sam },
  cursor: { xid: 5, position: 8 },
};

test.each([
  [
    "a courier receives no money",
    courier,
    { deliveryId: delivery, state: "cancelled", version: 4, courierId: kim },
  ],
  ["a sender receives no courier's id", sender, { deliveryId: delivery, state: "cancelled", version: 4 }],
  ["dispatch receives everything", dispatcher, cancelled.data],
])("%s", async (_title, actor, data) => {
  const { hub, say } = fakeHub();
  const { asked, hangUp } = request(actor);
  const reply = await liveRoute(hub).run(asked);
  say(cancelled);
  hangUp.abort();
  const line = (await text(bodyOf(reply))).split("\n").findLast((one) => one.startsWith("data:"));
  expect(JSON.parse(line?.slice(5) ?? "")).toEqual(data);
});

test.each([
  ["without a cursor, from now on", undefined, "id: 5.0\nevent: live.hello"],
  ["a known cursor, after it", "4.3", "id: 4.3\nevent: live.hello"],
  ["a cursor of an earlier version, anew", "1374", "id: 5.0\nevent: live.resync"],
  ["a cursor that is none, anew", "abc", "id: 5.0\nevent: live.resync"],
])("a reader starts: %s", async (_title, lastEventId, frame) => {
  const { hub } = fakeHub();
  const { asked, hangUp } = request(dispatcher, lastEventId);
  const reply = await liveRoute(hub).run(asked);
  hangUp.abort();
  expect(await text(bodyOf(reply))).toBe(`${frame}\ndata: {}\n\n`);
});

test("nobody receives news of another courier's work or another sender's delivery", async () => {
  const { hub, say } = fakeHub();
  const { asked, hangUp } = request({ ...courier, courierId: lee });
  const reply = await liveRoute(hub).run(asked);
  say(cancelled);
  hangUp.abort();
  expect(await text(bodyOf(reply))).not.toContain("delivery.cancelled");
});

test("a reader who hangs up while being told what was missed harms nobody", async () => {
  let answer: (missed: LiveMessage[]) => void = () => undefined;
  const { hub } = fakeHub(() => new Promise((done) => (answer = done)));
  const { asked, hangUp } = request(dispatcher, "4.3");
  const opening = liveRoute(hub).run(asked);
  hangUp.abort();
  answer([cancelled]);
  const body = bodyOf(await opening);
  const faults: unknown[] = [];
  body.on("error", (error) => faults.push(error));
  expect(await text(body)).toBe("");
  expect({ readers: hub.size(), faults }).toEqual({ readers: 0, faults: [] });
});

test("who hung up before the stream began, and a database that does not answer, leave no reader behind", async () => {
  const silent = fakeHub(() => Promise.reject(new Error("no connection")));
  await expect(liveRoute(silent.hub).run(request(dispatcher, "4.3").asked)).rejects.toThrow("no connection");
  expect(silent.hub.size()).toBe(0);
  const { hub } = fakeHub();
  const { asked, hangUp } = request(dispatcher);
  hangUp.abort();
  await liveRoute(hub).run(asked);
  expect(hub.size()).toBe(0);
});

test("a sign-in that ended just before its stream opened gets none", async () => {
  const { hub } = fakeHub();
  const signIn = { issuer: "https://id.example", subject: "sam", sid: "s1", issuedAt: 0 };
  const { asked } = request({ ...sender, signIn });
  const reply = await liveRoute({ ...hub, isEnded: ({ sid }) => sid === "s1" }).run(asked);
  expect(await text(bodyOf(reply))).toBe("");
  expect(hub.size()).toBe(0);
});

const signedOut = () => Promise.reject(new Refusal("accounts.signed-out"));
const suspended = () => Promise.reject(new Refusal("accounts.suspended"));
const demoted = () => Promise.resolve({ ...dispatcher, roles: ["sender" as const] });

test.each([
  ["whoever signed out", signedOut],
  ["a suspended member", suspended],
  ["whoever lost a role", demoted],
])("%s receives nothing after the next heartbeat", async (_who, enterAgain) => {
  const { hub, say } = fakeHub();
  const { asked } = request(dispatcher, undefined, enterAgain);
  const reply = await liveRoute(hub).run(asked);
  await vi.advanceTimersByTimeAsync(LIVE_HEARTBEAT_MS);
  say(cancelled);
  expect(await text(bodyOf(reply))).not.toContain("delivery.cancelled");
  expect(hub.size()).toBe(0);
});

test("a stream outlives a provider or a database that cannot be asked", async () => {
  const { hub } = fakeHub();
  const busy = request(dispatcher, undefined, () => Promise.reject(new Refusal("http.busy")));
  const broken = request(dispatcher, undefined, () => Promise.reject(new Error("no connection")));
  await liveRoute(hub).run(busy.asked);
  await liveRoute(hub).run(broken.asked);
  await vi.advanceTimersByTimeAsync(3 * LIVE_HEARTBEAT_MS);
  expect(hub.size()).toBe(2);
});

test("a revoked link's stream ends", async () => {
  const { hub } = fakeHub();
  const { asked } = request({ kind: "guest", orgId, roles: [] });
  const reply = await openStream(hub, asked, { deliveryId: delivery, mayStay: () => Promise.resolve(false) });
  await vi.advanceTimersByTimeAsync(LIVE_HEARTBEAT_MS);
  await text(bodyOf(reply));
  expect(hub.size()).toBe(0);
});

test("a reader who does not read is cut off instead of filling the memory", async () => {
  const { hub, say } = fakeHub();
  const reply = await liveRoute(hub).run(request(dispatcher).asked);
  bodyOf(reply).on("error", () => undefined);
  const much: LiveMessage = { ...cancelled, data: { note: "x".repeat(100_000) } };
  for (let nth = 0; nth < 30; nth += 1) say({ ...much, cursor: { xid: 5, position: 10 + nth } });
  await vi.waitFor(() => expect(hub.size()).toBe(0));
});

test("a person's eleventh stream ends the oldest, which resumes by its cursor; nobody else's ends", async () => {
  const { hub, say } = fakeHub();
  await liveRoute(hub).run(request(courier).asked);
  const replies = [];
  for (let nth = 0; nth < STREAMS_PER_PERSON; nth += 1)
    replies.push(await liveRoute(hub).run(request(dispatcher).asked));
  expect(hub.size()).toBe(STREAMS_PER_PERSON + 1);
  say(cancelled);
  await liveRoute(hub).run(request(dispatcher).asked);
  expect(hub.size()).toBe(STREAMS_PER_PERSON + 1);
  const [oldest] = replies;
  if (!oldest) throw new Error("no stream");
  expect(await text(bodyOf(oldest))).toMatch(/id: 5\.8\nevent: delivery\.cancelled\ndata: .*\n\n$/);
});

test("a link's streams from one address are counted, those from another are not ended", async () => {
  const { hub } = fakeHub();
  const guest: Actor = { kind: "guest", orgId, roles: [] };
  const follow = (address: string, deliveryId = delivery) =>
    openStream(
      hub,
      { ...request(guest).asked, address },
      { deliveryId, mayStay: () => Promise.resolve(true) },
    );
  await follow("192.0.2.2");
  await follow("192.0.2.1", randomUUID());
  for (let nth = 0; nth < STREAMS_PER_LINK + 5; nth += 1) await follow("192.0.2.1");
  expect(hub.size()).toBe(STREAMS_PER_LINK + 2);
});

test("whoever hangs up gives the seat back", async () => {
  const { hub } = fakeHub();
  for (let nth = 0; nth < 3 * STREAMS_PER_PERSON; nth += 1) {
    const { asked, hangUp } = request(dispatcher);
    await liveRoute(hub).run(asked);
    hangUp.abort();
  }
  expect(hub.seats.size).toBe(0);
});
