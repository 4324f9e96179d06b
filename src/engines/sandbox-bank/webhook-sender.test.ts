import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { sandboxProvider } from "#main/sandbox-provider.ts";
import { newId } from "#server/ids.ts";
import { valueOf } from "#test/support/provider-contract/stages.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { dropEndpoint, keepEndpoint } from "./endpoints.ts";
import type { Endpoint } from "./endpoints.ts";
import { openWebhookSender } from "./webhook-sender.ts";
import { openSandbox } from "./sandbox.ts";
import { advance } from "./advance-clock.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const clock = () => NOW;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nobody = () => Promise.reject(new Error("nobody is asked"));
const [OLD, NEW] = ["whsec_old0000000", "whsec_new0000000"];

let database: BareDatabase;
let server: Server;
let url: string;
/** Received webhooks, and the status of the answer. */
const heard: { body: string; signature: string | undefined }[] = [];
let status = 200;
let isSilent = false;
beforeAll(async () => {
  database = await openBareDatabase();
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const signature = incoming.headers["stripe-signature"];
      heard.push({ body: Buffer.concat(chunks).toString("utf8"), signature: String(signature) });
      if (!isSilent) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(async () => {
  heard.splice(0);
  status = 200;
  await database.db.owner((tx) => dropEndpoint(tx, "us"));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await database.close();
});

const told = (endpoint: Partial<Endpoint> = {}) =>
  database.db.owner((tx) => keepEndpoint(tx, { name: "us", url, secrets: [NEW], ...endpoint }));
const happen = async (times = 1): Promise<string[]> => {
  const sandbox = openSandbox({ db: database.db, clock, log: silent, allowedInProduction: false });
  const provider = sandboxProvider(sandbox, { instance: "us" });
  const ids: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const order = { key: `k:${Math.random()}`, paymentId: newId(NOW), amount: money(500, "EUR") };
    ids.push(valueOf(await provider.openIntent(order)).snapshot.ref);
  }
  return ids;
};
const webhooks = () => openWebhookSender({ db: database.db, clock });
/** The time of waiting letters has come. */
const ripen = () =>
  database.db.owner((tx) =>
    sql`update sandbox_bank.delivery set next_at = now() where done_at is null`.execute(tx),
  );
const intents = () =>
  heard.map(({ body }) => (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id);

test("news are signed when they are sent, by each secret in use, whatever the bank's own clock says", async () => {
  await told({ secrets: [NEW, OLD] });
  await happen();
  await advance(database.db, clock, 7 * DAY_MS);
  await webhooks().deliver();
  const [news] = heard;
  for (const secret of [OLD, NEW]) {
    const provider = sandboxProvider(
      { api: nobody, key: "sk_test_us", secrets: async () => [secret] },
      { instance: "us" },
    );
    const read = await provider.readNews(Buffer.from(news?.body ?? ""), () => news?.signature, NOW);
    expect(read).toMatchObject({ type: "payment_intent.created" });
  }
  expect(news?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
});

test("what is not taken is told again, later and later, until it is", async () => {
  await told();
  status = 500;
  await happen();
  const { deliver } = webhooks();
  expect(await deliver()).toBe(1);
  expect(await deliver()).toBe(0);
  await ripen();
  status = 302;
  expect(await deliver()).toBe(1);
  const waits = await database.db.owner((tx) =>
    sql<{ s: number }>`select extract(epoch from next_at - now())::float8 as s from sandbox_bank.delivery
      where done_at is null`.execute(tx),
  );
  expect(waits.rows[0]?.s).toBeGreaterThan(3);
  status = 200;
  await ripen();
  await deliver();
  await ripen();
  expect(await deliver()).toBe(0);
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
  expect(heard).toHaveLength(3);
});

test("news may come twice, in the wrong order, late and not at all", async () => {
  await told({ duplicate: 1 });
  const twice = await happen();
  await webhooks().deliver();
  expect(intents()).toEqual([...twice, ...twice]);
  heard.splice(0);
  await told({ reorder: true });
  const three = await happen(3);
  await webhooks().deliver();
  expect(intents()).toEqual(three.toReversed());
  heard.splice(0);
  await told({ delayMs: 3_600_000 });
  await happen();
  expect(await webhooks().deliver()).toBe(0);
  await told({ dropEvery: 1 });
  await happen();
  await webhooks().deliver();
  expect(heard).toEqual([]);
});

test("two postmen bring each letter once", async () => {
  await told();
  const ids = await happen(10);
  await Promise.all([webhooks().deliver(), webhooks().deliver()]);
  expect(intents().toSorted()).toEqual(ids.toSorted());
});

test("a webhook sender starts when an event is written, and stops when it is asked to", async () => {
  await told();
  const man = webhooks();
  const [id] = await happen();
  man.kick();
  await expect.poll(intents, { timeout: 20_000 }).toEqual([id]);
  await man.stop();
  await happen();
  man.kick();
  expect(await webhooks().deliver()).toBe(1);
});

test("stopping breaks off a webhook that nobody answers, and leaves all of the batch to the next start", async () => {
  await told();
  await happen(2);
  isSilent = true;
  const man = webhooks();
  man.kick();
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(1);
  const began = performance.now();
  await man.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  isSilent = false;
  expect(await webhooks().deliver()).toBe(2);
});

test("a webhook that is tried no more is named", async () => {
  await told();
  await happen();
  await database.db.owner((tx) => sql`update sandbox_bank.delivery set tries = 79`.execute(tx));
  status = 500;
  const given: unknown[] = [];
  const onGivenUp = (facts: unknown) => given.push(facts);
  await openWebhookSender({ db: database.db, clock, onGivenUp }).deliver();
  expect(given).toEqual([{ endpoint: "us", tries: 80, said: "500" }]);
});
