import { afterAll, beforeAll, expect, test } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { type KeyPair, type KeyServer, newKeys, openKeyServer } from "#test/support/sign-in/key-server.ts";
import { accessToken, bearing, believing } from "#test/support/people/node-people.ts";
import { type Node, openNode } from "#test/support/processes/node.ts";

/** The specification's time within which a rotated key is noticed. */
const NOTICED_MS = 5_000;

let database: BareDatabase;
let keys: KeyServer;
const pairs = new Map<string, KeyPair>();
const nodes: Node[] = [];

beforeAll(async () => {
  database = await openBareDatabase();
  keys = await openKeyServer();
  for (const kid of ["one", "two", "three"]) pairs.set(kid, await newKeys());
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await keys.close();
  await database.close();
});

const pairOf = (kid: string): KeyPair => {
  const pair = pairs.get(kid);
  if (!pair) throw new Error(kid);
  return pair;
};
const publish = (kid: string) => keys.publish({ [kid]: { pair: pairOf(kid), alg: "ES256" } });
const tokenBy = (kid: string, named = kid) =>
  accessToken({ server: keys, pair: pairOf(kid) }, "ada", {}, named);

/** A server that has just asked for the keys, key `one` among them. */
async function openKnowing(): Promise<Node> {
  keys.manner = "good";
  await publish("one");
  const node = await openNode(database, believing({ server: keys, pair: pairOf("one") }));
  nodes.push(node);
  expect((await node.call("/api/me", bearing(await tokenBy("one")))).status).toBe(200);
  return node;
}

test("a key rotated right after a fetch is refused for less than five seconds", async () => {
  const node = await openKnowing();
  await publish("two");
  const rotatedAt = performance.now();
  const token = bearing(await tokenBy("two"));
  let lastRefused = rotatedAt;
  for (;;) {
    const askedAt = performance.now();
    const { status } = await node.call("/api/me", token);
    if (status === 200) break;
    expect(status).toBe(401);
    lastRefused = askedAt;
    await new Promise((done) => setTimeout(done, 50));
  }
  expect(lastRefused - rotatedAt).toBeLessThan(NOTICED_MS);
});

// v5.0.0-16.5.2
test("while the provider is away its last keys serve, and a key of nobody's signs nobody out", async () => {
  const node = await openKnowing();
  for (const manner of ["refusing", "failing", "html"] as const) {
    keys.manner = manner;
    expect((await node.call("/api/me", bearing(await tokenBy("one")))).status).toBe(200);
  }
  // Within 5 s of the fetch it is refused as unknown; then the provider is asked, and nobody knows.
  const unknown = bearing(await tokenBy("three"));
  await expect
    .poll(async () => (await node.call("/api/me", unknown)).body["code"], { timeout: 20_000 })
    .toBe("http.busy");
  expect((await node.call("/api/me", bearing(await tokenBy("one")))).status).toBe(200);
});

test("a flood of unknown keys makes no more than one fetch in five seconds", async () => {
  const node = await openKnowing();
  const before = keys.fetches;
  const began = performance.now();
  const flood = await Promise.all(
    Array.from({ length: 60 }, async (_, nth) => bearing(await tokenBy("one", `unknown-${nth}`))),
  );
  const answers = await Promise.all(flood.map((headers) => node.call("/api/me", headers)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
  const most = Math.ceil((performance.now() - began) / NOTICED_MS);
  expect(keys.fetches - before).toBeLessThanOrEqual(most);
});

test("a server that never had keys says 503 to everybody, and lets in once it has them", async () => {
  keys.manner = "refusing";
  const node = await openNode(database, believing({ server: keys, pair: pairOf("one") }));
  nodes.push(node);
  await publish("one");
  const token = bearing(await tokenBy("one"));
  expect((await node.call("/api/me", token)).status).toBe(503);
  keys.manner = "good";
  await expect.poll(async () => (await node.call("/api/me", token)).status, { timeout: 20_000 }).toBe(200);
});
