import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { useWorld } from "#test/support/use-world.ts";
import { endOfLog, formatCursor, isAfter, parseCursor, readEvents } from "./event-log.ts";
import type { EventCursor } from "./event-log.ts";

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20_261_123);
const WRITERS = 4;

const { world } = useWorld();

const ACTS = ["begin", "write", "commit", "rollback", "read"] as const;
interface Step {
  readonly writer: number;
  readonly act: (typeof ACTS)[number];
}

/** Connections that each write at their own pace. */
async function openWriters() {
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => world.db.pool.connect()));
  const open = new Map<number, string[]>();
  const committed: string[] = [];
  const begin = async (writer: number): Promise<void> => {
    if (open.has(writer)) return;
    await clients[writer]?.query("begin");
    await clients[writer]?.query("select pg_current_xact_id()");
    open.set(writer, []);
  };
  const write = async (writer: number, written: string[]): Promise<void> => {
    const id = randomUUID();
    await clients[writer]?.query(
      `insert into event (org_id, aggregate, aggregate_id, seq, type, data, audience, actor_kind,
                          occurred_at, recorded_at)
       values ($1, 'test', $2, 1, 'test.happened', jsonb_build_object('id', $2::uuid), '{}', 'system', now(), now())`,
      [world.orgId, id],
    );
    written.push(id);
  };
  const end = async (writer: number, how: "commit" | "rollback", written: string[]): Promise<void> => {
    await clients[writer]?.query(how);
    if (how === "commit") committed.push(...written);
    open.delete(writer);
  };
  return {
    committed,
    async play({ writer, act }: Step): Promise<void> {
      const written = open.get(writer);
      if (act === "begin") await begin(writer);
      else if (written && act === "write") await write(writer, written);
      else if (written && act !== "write" && act !== "read") await end(writer, act, written);
    },
    async close(): Promise<void> {
      for (const [writer, written] of open) await end(writer, "commit", written);
      for (const client of clients) client.release();
    },
  };
}

/** A reader that goes on where it stopped. */
async function openReader({ after, limit = 2 }: { after?: EventCursor; limit?: number } = {}) {
  const began = after ?? (await world.db.owner(endOfLog));
  let cursor = began;
  const told: { id: string; cursor: EventCursor }[] = [];
  return {
    began,
    told,
    async read(): Promise<void> {
      const found = await world.db.owner((tx) => readEvents(tx, { after: cursor, limit }));
      if (!found) throw new Error("the reader's own cursor was not known");
      told.push(...found.map(({ data, cursor: at }) => ({ id: (data as { id: string }).id, cursor: at })));
      cursor = told.at(-1)?.cursor ?? cursor;
    },
  };
}

test("whatever transactions overlap, each committed event is told once, in an order that any reader resumes", async () => {
  const steps = fc.array(fc.record({ writer: fc.nat({ max: WRITERS - 1 }), act: fc.constantFrom(...ACTS) }), {
    minLength: 10,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (played, cut) => {
      const writers = await openWriters();
      const reader = await openReader();
      try {
        for (const step of played) await (step.act === "read" ? reader.read() : writers.play(step));
      } finally {
        await writers.close();
      }
      await vi.waitFor(
        async () => {
          await reader.read();
          expect(reader.told.length).toBeGreaterThanOrEqual(writers.committed.length);
        },
        { timeout: 30_000, interval: 5 },
      );
      await reader.read();
      const ids = reader.told.map(({ id }) => id);
      expect(ids.toSorted()).toEqual(writers.committed.toSorted());

      const from = cut % (ids.length + 1);
      const late = await openReader({ after: reader.told[from - 1]?.cursor ?? reader.began, limit: 1_000 });
      await late.read();
      expect(late.told.map(({ id }) => id)).toEqual(ids.slice(from));
    }),
    { seed: SEED, numRuns: 60, endOnFailure: true },
  );
});

test("a cursor is text that only this server reads, and one that it cannot have written is not resumed", async () => {
  const one = { xid: 7, position: 12 };
  expect(parseCursor(formatCursor(one))).toEqual(one);
  for (const strange of ["", "12", "0x7.1", "7.", "7.12.1", "-7.12", "7.1e3", "9".repeat(40)])
    expect(parseCursor(strange)).toBeUndefined();
  const { xid } = await world.db.owner(endOfLog);
  const beyond = { xid: xid + 1_000_000, position: 1 };
  expect(await world.db.owner((tx) => readEvents(tx, { after: beyond, limit: 1 }))).toBeUndefined();
});

test("cursors compare by transaction first", () => {
  const at = (xid: number, position: number): EventCursor => ({ xid, position });
  expect(isAfter(at(8, 1), at(7, 12))).toBe(true);
  expect(isAfter(at(7, 13), at(7, 12))).toBe(true);
  expect(isAfter(at(7, 12), at(7, 12))).toBe(false);
  expect(isAfter(at(6, 99), at(7, 12))).toBe(false);
});
