import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/actor.ts";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { emitAll } from "../db/events.ts";
import type { Db, Tx } from "../db/db.ts";
import { startHub } from "./hub.ts";
import type { Hub } from "./hub.ts";

let world: World;
const hubs: Hub[] = [];

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(async () => {
  for (const hub of hubs) await hub.stop();
  await world.close();
});

function hubOn(db: Db = world.db): Hub {
  const hub = startHub(db);
  hubs.push(hub);
  return hub;
}

const ears = () => ({
  orgId: world.orgId,
  staff: true,
  courierId: undefined,
  userId: undefined,
  deliveryId: undefined,
});

/** Everything that a hub tells from now on, by the number in the event. */
function hear(hub: Hub): number[] {
  const heard: number[] = [];
  hub.listen({
    ...ears(),
    send: (messages) => heard.push(...messages.map(({ data }) => (data as { nth: number }).nth)),
  });
  return heard;
}

const system = (): Actor => ({ kind: "system", orgId: world.orgId, roles: [] });
const write = (tx: Tx, ...nths: number[]) =>
  emitAll(
    tx,
    system(),
    world.now,
    nths.map((nth) => ({
      aggregate: "test",
      aggregateId: randomUUID(),
      type: "test.happened",
      data: { nth },
      audience: { staff: true },
      occurredAt: world.now,
    })),
  );
const happen = (...nths: number[]) => world.db.as(system(), (tx) => write(tx, ...nths));

test("what commits late is told late, never lost, even to a hub that starts meanwhile", async () => {
  const early = hear(hubOn());
  await vi.waitFor(() => undefined);
  let commit: () => void = () => undefined;
  const waits = new Promise<void>((done) => (commit = done));
  let written: () => void = () => undefined;
  const isWritten = new Promise<void>((done) => (written = done));
  const slow = world.db.as(system(), async (tx) => {
    await write(tx, 1);
    written();
    await waits;
  });
  await isWritten;
  await happen(2);
  const late = hear(hubOn());
  await new Promise((done) => setTimeout(done, 400));
  commit();
  await slow;
  await vi.waitFor(() => expect(early).toEqual([1, 2]), { timeout: 5_000 });
  await vi.waitFor(() => expect(late).toContain(1), { timeout: 5_000 });
});

test("several thousand events at once arrive in order, each once, without waiting for the next sweep", async () => {
  const heard = hear(hubOn());
  const nths = Array.from({ length: 3_500 }, (_, nth) => nth + 100);
  await happen(...nths);
  await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(nths.length), { timeout: 5_000 });
  expect(heard.filter((nth) => nth >= 100)).toEqual(nths);
});

test("a reader resumes without a gap and without a repeat, wherever the break was", async () => {
  const hub = hubOn();
  const before = await hub.cursor(world.orgId);
  await happen(10_001, 10_002, 10_003);
  // Told once no older transaction of the whole server is under way, another database's included.
  const missed = await vi.waitFor(
    async () => {
      const found = (await hub.replay(ears(), before)) ?? [];
      expect(found.map(({ data }) => (data as { nth: number }).nth)).toEqual([10_001, 10_002, 10_003]);
      return found;
    },
    { timeout: 15_000 },
  );
  const again = await hub.replay(ears(), missed[1]?.cursor ?? 0);
  expect(again?.map(({ data }) => (data as { nth: number }).nth)).toEqual([10_003]);
});
