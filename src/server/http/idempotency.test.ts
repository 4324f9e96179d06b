import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/actor.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { KEY_LEASE_MS, once } from "./idempotency.ts";

let world: World;
let actor: Actor;

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  actor = { kind: "guest", orgId: world.orgId, roles: [] };
});
afterAll(() => world.close());

const keyed = (changes: object = {}) => ({
  caller: "guest:",
  key: randomUUID(),
  endpoint: "makeQuote",
  bodyHash: "same",
  secret: false,
  ...changes,
});
const call = (given: ReturnType<typeof keyed>, run: () => Promise<unknown>, later = 0) =>
  once({ db: world.db, actor, now: world.now + later }, given, run);
const say = (reply: string) => () => Promise.resolve(reply);

/** A call that is under way until told otherwise. */
function slow() {
  let finish: (reply: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let begun: () => void = () => undefined;
  const isRunning = new Promise<void>((done) => (begun = done));
  const reply = new Promise<string>((done, wrong) => ([finish, fail] = [done, wrong]));
  return {
    run: () => (begun(), reply),
    isRunning,
    finish: (text: string) => finish(text),
    fail: (e: Error) => fail(e),
  };
}

test("the second call with a key reads the first one's reply", async () => {
  const key = keyed();
  expect(await call(key, say("one"))).toEqual({ reply: "one", replayed: false });
  expect(await call(key, say("two"))).toEqual({ reply: "one", replayed: true });
  await expect(call({ ...key, bodyHash: "other" }, say("three"))).rejects.toThrow(
    "http.idempotency-mismatch",
  );
  await expect(call({ ...key, endpoint: "placeOrder" }, say("four"))).rejects.toThrow(
    "http.idempotency-mismatch",
  );
  expect(await call({ ...key, caller: randomUUID() }, say("five"))).toEqual({
    reply: "five",
    replayed: false,
  });
});

test("a call that never came back holds its key for the lease, then a retry runs", async () => {
  const key = keyed();
  const lost = slow();
  void call(key, lost.run);
  await lost.isRunning;
  await expect(call(key, say("early"), KEY_LEASE_MS - 1)).rejects.toThrow("http.idempotency-running");
  expect(await call(key, say("late"), KEY_LEASE_MS)).toEqual({ reply: "late", replayed: false });
});

test("a call that took too long neither frees nor overwrites the key of the retry that took over", async () => {
  const key = keyed();
  const [failing, finishing, retry] = [slow(), slow(), slow()];
  const first = call(key, failing.run);
  await failing.isRunning;
  const second = call(key, finishing.run, KEY_LEASE_MS);
  await finishing.isRunning;
  failing.fail(new Error("too late"));
  await expect(first).rejects.toThrow("too late");
  await expect(call(key, say("third"), KEY_LEASE_MS)).rejects.toThrow("http.idempotency-running");
  const third = call(key, retry.run, 2 * KEY_LEASE_MS);
  await retry.isRunning;
  retry.finish("the retry's");
  await third;
  finishing.finish("the late one's");
  await second;
  expect(await call(key, say("again"))).toEqual({ reply: "the retry's", replayed: true });
});

test("a reply with a secret is never kept: the call runs again", async () => {
  const key = keyed({ secret: true });
  await call(key, say("token one"));
  expect(await call(key, say("token two"))).toEqual({ reply: "token two", replayed: false });
  const { rows } = await world.db.pool.query("select reply from idempotency where key = $1", [key.key]);
  expect(rows).toEqual([{ reply: null }]);
});

// v5.0.0-2.3.4
test("of ten calls at once one runs", async () => {
  const key = keyed();
  let ran = 0;
  let refused = 0;
  const run = async () => {
    ran += 1;
    await vi.waitFor(() => expect(refused).toBe(9), { timeout: 20_000 });
    return "done";
  };
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      call(key, run).catch((error: unknown) => {
        refused += 1;
        throw error;
      }),
    ),
  );
  expect({ ran, done: answers.filter((one) => one.status === "fulfilled").length }).toEqual({
    ran: 1,
    done: 1,
  });
});
