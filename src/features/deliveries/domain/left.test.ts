import { expect, test } from "vitest";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { Refusal } from "#kernel/refusal.ts";
import {
  HOWS_OF,
  type LeftParcel,
  codesAt,
  deliveredInPart,
  leftText,
} from "#features/parcels/domain/left.ts";
import type { ParcelState } from "#features/parcels/domain/lifecycle.ts";
import { placesOf } from "#features/parcels/domain/places.ts";
import { outcomeOf, parcelStories } from "#features/parcels/domain/story.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import type { DeliveryCommand } from "./command.ts";
import { decide } from "./decide.ts";
import { type DeliveryState, type Task, isPending, latest, newDelivery } from "./delivery.ts";
import type { Doer } from "./doer.ts";
import type { DeliveryEvent } from "./event.ts";
import { evolve } from "./evolve.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import { isTerminal, stateOf } from "./state.ts";

const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
const CODES = parcelCodes(NUMBER, 3);
const [ONE = "", TWO = "", THREE = ""] = CODES;
const COURIER: Doer = { role: "courier", courierId: "carla" };
const OFFICE: Doer = { role: "dispatcher", courierId: null };

const left = (code: string, how: LeftParcel["how"], more: Partial<LeftParcel> = {}): LeftParcel => ({
  code,
  how,
  note: null,
  proofIds: [],
  ...more,
});

/** A delivery with everything that happened to it. */
interface Lived {
  readonly delivery: DeliveryState;
  readonly events: readonly DeliveryEvent[];
}

let ids = 0;
const fresh = (): string => `id${(ids += 1)}`;

const booked = (): Lived => ({
  delivery: {
    ...newDelivery({
      id: "d",
      collectTaskId: fresh(),
      deliverTaskId: fresh(),
      undeliverableAction: "dispose",
    }),
    parcelCodes: CODES,
  },
  events: [],
});

type Asked = DeliveryCommand extends infer C
  ? C extends DeliveryCommand
    ? Omit<C, "commandId" | "occurredAt">
    : never
  : never;

function after({ delivery, events }: Lived, asked: Asked, actor: Doer, now = events.length): Lived {
  const command = { commandId: fresh(), occurredAt: now, ...asked } as DeliveryCommand;
  const more = decide(delivery, command, { actor, now, policy: DEFAULT_POLICY, newTaskId: fresh() });
  return { delivery: more.reduce(evolve, delivery), events: [...events, ...more] };
}

const taskOf = ({ delivery }: Lived, kind: Task["kind"]): Task => {
  const task = latest(delivery, kind);
  if (!task) throw new Error(`no task to ${kind}`);
  return task;
};
const given = (lived: Lived, kind: Task["kind"]): Lived =>
  after(lived, { type: "assign", taskIds: [taskOf(lived, kind).id], courierId: "carla" }, OFFICE);
const ended = (lived: Lived, kind: Task["kind"], parcels: readonly LeftParcel[] = []): Lived =>
  after(
    lived,
    {
      type: "succeed",
      taskId: taskOf(lived, kind).id,
      offline: true,
      recipientName: "Kim",
      note: null,
      proofIds: [],
      ...(parcels.length > 0 && { left: parcels }),
    },
    COURIER,
  );
const handled = (lived: Lived, type: "retry" | "send_back" | "to_hub" | "lose" | "find" | "dispose"): Lived =>
  after(lived, { type, note: null }, OFFICE);
const collected = (parcels: readonly LeftParcel[] = []): Lived =>
  given(ended(given(booked(), "collect"), "collect", parcels), "deliver");

/** The events as the history keeps them. */
const told = ({ events, delivery }: Lived) =>
  events.map((event) => {
    const taskId = "taskId" in event ? event.taskId : null;
    const outcome = "outcome" in event ? event.outcome : undefined;
    return {
      type: event.type,
      data: {
        taskId,
        kind: delivery.tasks.find(({ id }) => id === taskId)?.kind,
        ...("to" in event && { to: event.to }),
        ...(outcome?.place && { place: outcome.place }),
        ...(outcome?.left && { left: leftText(outcome.left) }),
      },
    };
  });
const stories = (lived: Lived) => parcelStories(CODES, told(lived));
const states = (lived: Lived): ParcelState[] => stories(lived).map(({ state }) => state);

test("parcels that a pickup left stay with the sender, and the others go on", () => {
  const lived = collected([left(TWO, "missing"), left(THREE, "damaged")]);
  expect(stateOf(lived.delivery)).toBe("collected");
  expect(states(lived)).toEqual(["on_board", "not_sent", "not_sent"]);
  expect(codesAt(lived.delivery, taskOf(lived, "deliver"))).toEqual([ONE]);
  expect(taskOf(lived, "collect").outcome).toMatchObject({
    reason: null,
    left: [{ how: "missing" }, { how: "damaged" }],
  });
  const done = ended(lived, "deliver");
  expect(stateOf(done.delivery)).toBe("delivered");
  expect(outcomeOf(states(done))).toBe("part");
});

test("a pickup at which every parcel stayed failed, and the next try is for all of them", () => {
  const lived = ended(
    given(booked(), "collect"),
    "collect",
    CODES.map((code) => left(code, "missing")),
  );
  expect(stateOf(lived.delivery)).toBe("pickup_failed");
  expect(taskOf(lived, "collect").outcome).toMatchObject({ reason: "parcel_missing", fault: "sender" });
  expect(lived.delivery.custody).toBe("sender");
  const again = ended(given(handled(lived, "retry"), "collect"), "collect");
  expect(states(again)).toEqual(["on_board", "on_board", "on_board"]);
});

test("at the door those that were taken are delivered, and the rest waits for a decision", () => {
  const lived = ended(collected(), "deliver", [left(TWO, "refused"), left(THREE, "damaged")]);
  expect(stateOf(lived.delivery)).toBe("attempt_failed");
  expect(states(lived)).toEqual(["delivered", "on_board", "on_board"]);
  expect(taskOf(lived, "deliver").outcome).toMatchObject({
    reason: "refused_damaged",
    fault: "carrier",
    recipientName: "Kim",
  });
  const again = given(handled(lived, "retry"), "deliver");
  expect(codesAt(again.delivery, taskOf(again, "deliver"))).toEqual([TWO, THREE]);
  const more = ended(again, "deliver", [left(THREE, "refused")]);
  expect(states(more)).toEqual(["delivered", "delivered", "on_board"]);
  const back = ended(given(handled(more, "send_back"), "return"), "return");
  expect(states(back)).toEqual(["delivered", "delivered", "returned"]);
  expect(stateOf(back.delivery)).toBe("returned");
});

test("where nobody took any parcel it is a missed try like others", () => {
  const lived = ended(
    collected(),
    "deliver",
    CODES.map((code) => left(code, "refused")),
  );
  expect(taskOf(lived, "deliver").outcome).toMatchObject({
    reason: "refused",
    fault: "recipient",
    recipientName: null,
  });
  expect(deliveredInPart(lived.delivery)).toEqual([]);
  expect(states(lived)).toEqual(["on_board", "on_board", "on_board"]);
});

test("what is lost after a part was delivered leaves the delivery delivered; all of it lost is lost", () => {
  const part = handled(ended(collected(), "deliver", [left(TWO, "refused")]), "lose");
  expect(stateOf(part.delivery)).toBe("delivered");
  expect(states(part)).toEqual(["delivered", "lost", "delivered"]);
  expect(states(handled(part, "find"))).toEqual(["delivered", "at_hub", "delivered"]);
  const none = handled(
    ended(
      collected(),
      "deliver",
      CODES.map((code) => left(code, "refused")),
    ),
    "lose",
  );
  expect(stateOf(none.delivery)).toBe("lost");
});

test("a correction says that all were delivered, or which were not", () => {
  const correct = (lived: Lived, more: object): Lived =>
    after(
      lived,
      {
        type: "correct",
        taskId: taskOf(lived, "deliver").id,
        reason: null,
        recipientName: null,
        note: null,
        to: "failed",
        ...more,
      },
      COURIER,
    );
  const all = correct(ended(collected(), "deliver", [left(TWO, "refused")]), { to: "succeeded" });
  expect(stateOf(all.delivery)).toBe("delivered");
  expect(states(all)).toEqual(["delivered", "delivered", "delivered"]);
  const part = correct(ended(collected(), "deliver"), { left: [left(TWO, "refused")] });
  expect(stateOf(part.delivery)).toBe("attempt_failed");
  expect(states(part)).toEqual(["delivered", "on_board", "delivered"]);
  const none = correct(ended(collected(), "deliver"), { reason: "refused" });
  expect(states(none)).toEqual(["on_board", "on_board", "on_board"]);
});

test("the office corrects a handover to a part of it with a note: what stayed is where it was handed out", () => {
  const correct = (lived: Lived, note: string | null): Lived =>
    after(
      lived,
      {
        type: "correct",
        taskId: taskOf(lived, "deliver").id,
        to: "failed",
        reason: "refused",
        recipientName: null,
        note,
        left: [left(TWO, "refused")],
      },
      OFFICE,
    );
  const door = ended(collected(), "deliver");
  expect(() => correct(door, null)).toThrow(new Refusal("deliveries.note-missing", { field: "note" }));
  expect(states(correct(door, "she called"))).toEqual(["delivered", "on_board", "delivered"]);
  const stored = handled(collected(), "to_hub");
  const counter = after(
    stored,
    {
      type: "hand_out",
      taskId: taskOf(stored, "deliver").id,
      version: stored.delivery.version,
      recipientName: "Kim",
      note: "known here",
      proofIds: [],
      unproven: true,
    },
    OFFICE,
  );
  expect(states(correct(counter, "she left one here"))).toEqual(["delivered", "at_hub", "delivered"]);
});

test("damage needs a photo, and codes are needed of what changed hands alone", () => {
  const damaged = ended(collected(), "deliver", [left(TWO, "damaged")]).events.at(-1);
  expect(damaged).toMatchObject({ proofMissing: expect.arrayContaining(["photo"]) });
  const lived = collected();
  const needs = { required: ["barcode"], preferred: [] } as const;
  const none = { required: [], preferred: [] } as const;
  const both = { succeed: needs, fail: none };
  const delivery = { ...lived.delivery, proofNeeds: { collect: both, deliver: both, return: both } };
  const command = {
    type: "succeed",
    taskId: taskOf(lived, "deliver").id,
    offline: false,
    recipientName: null,
    note: null,
    proofIds: [],
    codes: [ONE, THREE],
    left: [left(TWO, "refused")],
  } as const;
  expect(after({ ...lived, delivery }, command, COURIER).events.at(-1)).toMatchObject({ proofMissing: [] });
  expect(() => after({ ...lived, delivery }, { ...command, codes: [ONE] }, COURIER)).toThrow(
    "deliveries.proof-missing",
  );
});

test("a code of another delivery and a reason of the other end are refused; a parcel that is gone is passed over", () => {
  expect(() => ended(collected(), "deliver", [left("WB-0000-0000-1", "refused")])).toThrow(
    "deliveries.code-unknown",
  );
  expect(() => ended(collected(), "deliver", [left(ONE, "missing")])).toThrow("deliveries.reason-unknown");
  const lived = ended(collected([left(TWO, "missing")]), "deliver", [left(TWO, "refused")]);
  expect(stateOf(lived.delivery)).toBe("delivered");
});

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20261128);

/** mulberry32, as the walk of deliveries uses it. */
function dice(seed: number) {
  let a = seed >>> 0;
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { next, pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T };
}
type Dice = ReturnType<typeof dice>;

function anyLeft(d: Dice, kind: Task["kind"]): LeftParcel[] {
  const hows = HOWS_OF[kind];
  return hows.length === 0 ? [] : CODES.filter(() => d.next() < 0.4).map((code) => left(code, d.pick(hows)));
}

const HANDLED = [
  "retry",
  "retry",
  "send_back",
  "to_hub",
  "load",
  "lose",
  "find",
  "dispose",
  "withdraw",
] as const;

function anything(d: Dice, lived: Lived): readonly [Asked, Doer] {
  const task =
    d.pick(lived.delivery.tasks.filter((one) => isPending(one) || d.next() < 0.2)) ?? lived.delivery.tasks[0];
  if (!task) throw new Error("a delivery without tasks");
  const taskId = task.id;
  const common = { taskId, note: "seen", recipientName: "Kim", proofIds: [], left: anyLeft(d, task.kind) };
  const roll = d.next();
  if (roll < 0.3) return [{ type: "assign", taskIds: [taskId], courierId: "carla" }, OFFICE];
  if (roll < 0.65) return [{ ...common, type: "succeed", offline: true }, d.pick([COURIER, OFFICE])];
  if (roll < 0.72) return [{ ...common, type: "fail", offline: true, reason: "out_of_time" }, COURIER];
  if (roll < 0.8)
    return [
      { ...common, type: "correct", to: d.pick(["succeeded", "failed"]), reason: "out_of_time" },
      OFFICE,
    ];
  if (roll < 0.83)
    return [{ ...common, type: "hand_out", version: lived.delivery.version, unproven: true }, OFFICE];
  return [{ type: d.pick(HANDLED), note: null }, OFFICE];
}

/** Holder of parcels that are still with their delivery. */
const OPEN: Readonly<Record<string, readonly ParcelState[]>> = {
  sender: ["announced"],
  courier: ["on_board", "lost", "disposed"],
  hub: ["at_hub", "lost", "disposed"],
  recipient: ["delivered"],
  sender_again: ["returned"],
};

/** Parcels that are not where the tries of their delivery have them. */
function misplaced({ delivery }: Lived, shown: readonly ParcelState[]): string[] {
  const collect = latest(delivery, "collect");
  const gone = deliveredInPart(delivery);
  const notSent = collect?.state === "succeeded" ? (collect.outcome?.left ?? []).map(({ code }) => code) : [];
  return CODES.filter((code, at) => {
    const state = shown[at] ?? "announced";
    if (notSent.includes(code)) return state !== "not_sent";
    if (gone.includes(code)) return state !== "delivered";
    return !(OPEN[delivery.custody] ?? []).includes(state);
  });
}

/** Rules of parcels that hold after every command, by name. */
const RULES: readonly (readonly [
  string,
  (delivery: DeliveryState, shown: readonly ParcelState[]) => boolean,
])[] = [
  ["lists and history agree", (one, shown) => placesOf(one).every(({ state }, at) => state === shown[at])],
  [
    "a delivery is over with its last parcel",
    (one, shown) => !isTerminal(stateOf(one)) || one.closedAs === "cancelled" || outcomeOf(shown) !== "open",
  ],
  ["delivered means a parcel", (one, shown) => stateOf(one) !== "delivered" || outcomeOf(shown) !== "none"],
  ["lost means all of it", (one) => stateOf(one) !== "lost" || deliveredInPart(one).length === 0],
];

function faults(lived: Lived): string[] {
  const { delivery } = lived;
  const shown = states(lived);
  const broken = RULES.filter(([, holds]) => !holds(delivery, shown)).map(([name]) => name);
  return [...misplaced(lived, shown), ...broken, ...faultsOf(delivery)];
}

test(`a parcel is at one place, none is lost or doubled, and the outcome follows from them (seed ${SEED})`, () => {
  const d = dice(SEED);
  const seen = new Set<string>();
  for (let walk = 0; walk < 2_000; walk += 1) {
    let lived = booked();
    for (let step = 0; step < 24; step += 1) {
      const [asked, actor] = anything(d, lived);
      try {
        lived = after(lived, asked, actor, step);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        continue;
      }
      expect({ walk, faults: faults(lived) }).toEqual({ walk, faults: [] });
      seen.add(`${stateOf(lived.delivery)} ${outcomeOf(states(lived))}`);
    }
  }
  for (const end of [
    "delivered part",
    "delivered all",
    "returned part",
    "returned none",
    "disposed part",
    "attempt_failed open",
  ])
    expect(seen).toContain(end);
}, 60_000);
