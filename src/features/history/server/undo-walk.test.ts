import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi, type PlanEdit } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { editsApi } from "#features/edits/contract/api.ts";
import { HOUR_MS, fromIso, toIso } from "#kernel/instant.ts";
import { type Booked, bookMany } from "#test/support/people/book-many.ts";
import { good } from "#test/support/people/booking.ts";
import { brokenStories } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { historyApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const OWN_SEED = 20_261_129;
const SEED = Number(process.env["WAYBILL_SEED"] ?? OWN_SEED);
const RUNS = Number(process.env["WAYBILL_RUNS"] ?? 3);
const DATE = "2026-06-17";
const TOMORROW = "2026-06-18";

const boardsNow = async () => {
  const days = [];
  for (const date of [DATE, TOMORROW]) {
    const { couriers, deliveries, unassigned } = boardOf(
      good(await crew.bo.call(dispatchApi.readBoard, { date })),
    );
    days.push({
      date,
      unassigned: unassigned.toSorted(),
      deliveries: deliveries
        .map(({ id, state, window, pinned }) => ({ id, state, window, pinned }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      couriers: couriers.map(({ id, route }) => ({
        id,
        stops: route.stops.map(({ taskId, state }) => [taskId, state]),
      })),
    });
  }
  return days;
};

/** Everything that a command of this walk may change, without versions and stories. */
async function stateOf(booked: readonly Booked[]) {
  const deliveries = [];
  for (const { id } of booked) {
    const { state, window, pickupWindow, sender, recipient, courierId, proofNeeds } = await crew.read(
      crew.bo,
      id,
    );
    deliveries.push({ id, state, window, pickupWindow, sender, recipient, courierId, proofNeeds });
  }
  return { days: await boardsNow(), deliveries };
}

const KINDS = ["assign", "unassign", "move", "postpone", "pin", "unpin", "edit", "window", "leave"] as const;
interface Step {
  readonly what: (typeof KINDS)[number];
  readonly which: readonly number[];
  readonly to: number;
  readonly place: number;
}
/** Every kind of command once, in any order. */
const steps = fc
  .tuple(
    fc.shuffledSubarray([...KINDS], { minLength: KINDS.length }),
    fc.infiniteStream(
      fc.record({
        which: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
        to: fc.nat(1),
        place: fc.nat(6),
      }),
    ),
  )
  .map(([kinds, details]) =>
    kinds.flatMap((what): Step[] => {
      const { value } = details.next();
      return value ? [{ what, ...value }] : [];
    }),
  );

/** Carries a step out where it makes sense. @returns its key, undefined where it was refused or changed nothing */
async function carry(step: Step, booked: readonly Booked[]): Promise<string | undefined> {
  const key = randomUUID();
  const one = booked[step.which[0] ?? 0]?.id ?? "";
  const answer = await send(step, { key, one, ids: step.which.map((n) => booked[n]?.id ?? "") });
  if (answer !== 200) return undefined;
  const noted = await world.one(sql`select id from desk_command where id = ${key}`);
  return noted ? key : undefined;
}

// oxlint-disable-next-line complexity -- one case for each command of the walk
async function send(
  { what, to, place }: Step,
  { key, one, ids }: { readonly key: string; readonly one: string; readonly ids: readonly string[] },
): Promise<number> {
  const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, { date: DATE })));
  const courierId = [crew.kim, crew.lee][to]?.actor.courierId ?? "";
  const stops = board.couriers.find(({ id }) => id === courierId)?.route.stops ?? [];
  const beforeTaskId = stops[place]?.taskId ?? null;
  const seen = board.couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }));
  const edit = async (more: object) =>
    (
      await crew.bo.call(
        dispatchApi.editPlan,
        { edit: { commandId: key, occurredAt: toIso(world.now), date: DATE, seen, ...more } as PlanEdit },
        { key },
      )
    ).status;
  const pinned = new Set(board.deliveries.flatMap((delivery) => (delivery.pinned ? [delivery.id] : [])));
  const pin = async (id: string, isPinned: boolean) =>
    (await crew.bo.call(dispatchApi.pinDelivery, { id, pinned: isPinned }, { key })).status;
  const { version, window, recipient } = await crew.read(crew.bo, one);
  switch (what) {
    case "assign":
      return edit({ type: "assign", deliveryIds: ids, courierId, beforeTaskId });
    case "unassign":
      return edit({ type: "unassign", deliveryIds: ids });
    case "postpone":
      return edit({ type: "postpone", deliveryIds: ids, toDate: TOMORROW });
    case "move": {
      // A collection to the front or a drop to the end: no order of stops forbids that.
      const own = stops.filter(({ kind }) => kind === (place % 2 === 0 ? "collect" : "deliver"));
      const taskId = own[place % Math.max(1, own.length)]?.taskId ?? "";
      const first = place % 2 === 0 ? (stops[0]?.taskId ?? null) : null;
      return taskId === "" || taskId === first
        ? 0
        : edit({ type: "move", courierId, taskId, beforeTaskId: first });
    }
    case "pin":
      return pin(stops.find(({ deliveryId }) => !pinned.has(deliveryId))?.deliveryId ?? one, true);
    case "unpin":
      return pin([...pinned][0] ?? one, false);
    case "edit":
      return (
        await crew.bo.call(
          deliveriesApi.editDelivery,
          {
            id: one,
            version,
            recipient: {
              ...recipient,
              phone: recipient.phone ?? "",
              name: `Rita ${place}`,
              note: `Ring ${place} times`,
            },
          },
          { key },
        )
      ).status;
    case "window": {
      const later = (at: string) => toIso(fromIso(at) + (place + 1) * HOUR_MS);
      const moved = { start: later(window.start), end: later(window.end) };
      return (await crew.bo.call(deliveriesApi.editDelivery, { id: one, version, window: moved }, { key }))
        .status;
    }
    case "leave": {
      const leave = place % 2 === 0 ? { how: "neighbour" as const, place: `Nana ${place}` } : null;
      return (await crew.bo.call(editsApi.setLeave, { id: one, version, leave }, { key })).status;
    }
  }
}

/** Five deliveries: two couriers have two each, one of them pinned, and one is open. */
async function dayBegun(): Promise<Booked[]> {
  const booked = await bookMany(world, 5);
  for (const [which, to] of [
    [[0, 1], 0],
    [[2, 3], 1],
  ] as const)
    await carry({ what: "assign", which, to, place: 99 }, booked);
  await carry({ what: "pin", which: [0], to: 0, place: 0 }, booked);
  return booked;
}

test(
  "undo after do is the day as it was: many commands, undone one by one from the last",
  { timeout: 300_000 },
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const booked = await dayBegun();
        const done: { key: string; before: unknown; what: string }[] = [];
        for (const step of walk) {
          const before = await stateOf(booked);
          const key = await carry(step, booked);
          if (key !== undefined) done.push({ key, before, what: step.what });
        }
        for (const { key, before, what } of done.toReversed()) {
          const answer = await crew.bo.call(historyApi.undoCommand, { id: key });
          expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(200);
          expect(await stateOf(booked), what).toEqual(before);
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
    // Of the own seed it is known that every kind is accepted somewhere.
    expect(SEED === OWN_SEED ? KINDS.filter((kind) => !seen.has(kind)) : []).toEqual([]);
    expect(await brokenStories(world)).toEqual([]);
  },
);
