import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { actionsOf, taskActionsOf } from "./actions.ts";
import type { DeliveryCommand } from "./command.ts";
import { decide } from "./decide.ts";
import { type DeliveryState, newDelivery } from "./delivery.ts";
import { type Doer, doerOf } from "./doer.ts";
import { evolve } from "./evolve.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { type Context, DEFAULT_POLICY } from "./policy.ts";
import { PUBLIC_WORD_OF, stateOf } from "./state.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const dispatcher: Doer = { role: "dispatcher", courierId: null };
const anna: Doer = { role: "courier", courierId: "anna" };
const ben: Doer = { role: "courier", courierId: "ben" };
const sender: Doer = { role: "sender", courierId: null };

type Step = readonly [Doer, Partial<DeliveryCommand> & { readonly type: DeliveryCommand["type"] }, number?];
let commands = 0;

/** A command with everything that any of them needs, so that a story reads short. */
function full(part: Step[1], at: number): DeliveryCommand {
  commands += 1;
  const all = {
    commandId: `k${commands}`,
    occurredAt: at,
    taskId: "d1",
    taskIds: ["c1", "d1"],
    courierId: "anna",
    note: null,
    offline: false,
    recipientName: "Kim",
    proofIds: ["p"],
    reason: "recipient_absent",
    to: "failed" as const,
    version: 0,
  };
  return { ...all, ...part };
}

const context = (actor: Doer, now: number): Context => ({
  actor,
  now,
  policy: DEFAULT_POLICY,
  newTaskId: `n${commands}`,
});

function told(delivery: DeliveryState, [actor, part, minutes = 0]: Step) {
  const now = NOON + minutes * MINUTE_MS;
  return decide(delivery, full(part, now), context(actor, now));
}
const tell = (delivery: DeliveryState, ...steps: readonly Step[]): DeliveryState =>
  steps.reduce((before, step) => told(before, step).reduce<DeliveryState>(evolve, before), delivery);

const booked = newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1" });
const assigned = tell(booked, [dispatcher, { type: "assign" }]);
const collected = tell(assigned, [anna, { type: "succeed", taskId: "c1" }]);
const delivered = tell(collected, [anna, { type: "succeed" }]);
const missed = tell(collected, [anna, { type: "fail" }]);

describe("the main job", () => {
  test("a delivery goes from booked to delivered, and every skipped step is told", () => {
    expect([booked, assigned, collected, delivered].map(stateOf)).toEqual([
      "created",
      "assigned",
      "collected",
      "delivered",
    ]);
    const events = told(collected, [anna, { type: "succeed" }, 5]);
    expect(events.map((event) => [event.type, event.inferred ?? false])).toEqual([
      ["delivery.out_for_delivery", true],
      ["delivery.at_dropoff", true],
      ["delivery.delivered", false],
    ]);
    expect(new Set(events.map((event) => event.occurredAt)).size).toBe(1);
    expect(delivered.version).toBe(1 + 1 + 3 + 3);
  });

  test("steps one by one show on the way", () => {
    const started = tell(assigned, [anna, { type: "start", taskId: "c1" }]);
    const arrived = tell(started, [anna, { type: "arrive", taskId: "c1" }]);
    expect([started, arrived].map(stateOf)).toEqual(["en_route_to_pickup", "at_pickup"]);
    expect([started, arrived].map((one) => PUBLIC_WORD_OF[stateOf(one)])).toEqual([
      "being_collected",
      "being_collected",
    ]);
    expect(stateOf(tell(collected, [anna, { type: "start" }]))).toBe("out_for_delivery");
  });

  test("a command sent twice changes nothing", () => {
    const command = full({ type: "succeed", taskId: "c1" }, NOON);
    const after = decide(assigned, command, context(anna, NOON)).reduce<DeliveryState>(evolve, assigned);
    expect(decide(after, command, context(anna, NOON))).toEqual([]);
  });

  test("a clock that runs ahead does not write the future", () => {
    const ahead = full({ type: "succeed", taskId: "c1" }, NOON + 60 * MINUTE_MS);
    expect(decide(assigned, ahead, context(anna, NOON)).map((event) => event.occurredAt)).toEqual([
      NOON,
      NOON,
      NOON,
    ]);
  });
});

describe("who may", () => {
  const forbidden: readonly Step[] = [
    [sender, { type: "assign" }],
    [anna, { type: "assign" }],
    [sender, { type: "succeed", taskId: "c1" }],
    [anna, { type: "retry" }],
    [anna, { type: "lose" }],
    [anna, { type: "decline", taskId: "c1", reason: "ill" }],
  ];
  test.each(forbidden.map((step) => ({ role: step[0].role, type: step[1].type, step })))(
    "a $role may not $type",
    ({ step }) => {
      expect(() => told(assigned, step)).toThrow("accounts.forbidden");
    },
  );
  test("a task of another courier is refused", () => {
    expect(() => told(assigned, [ben, { type: "start", taskId: "c1" }])).toThrow("deliveries.not-yours");
    expect(() => told(collected, [ben, { type: "to_hub" }])).toThrow("deliveries.not-yours");
  });
  test("an administrator acts as dispatcher, a person without a role as sender", () => {
    const actor = { kind: "person", orgId: "o", roles: ["org-admin"] } as const;
    expect(doerOf(actor).role).toBe("dispatcher");
    expect(doerOf({ ...actor, roles: ["courier"], courierId: "anna" })).toEqual(anna);
    expect(doerOf({ ...actor, roles: [] }).role).toBe("sender");
    expect(doerOf({ ...actor, kind: "system", roles: [] }).role).toBe("system");
  });
});

describe("facts beat plans", () => {
  const moved = tell(assigned, [dispatcher, { type: "assign", courierId: "ben" }]);
  test("what a courier did counts although the task was given to another meanwhile", () => {
    const events = told(moved, [anna, { type: "succeed", taskId: "c1" }]);
    expect(events.map((event) => event.type)).toEqual([
      "delivery.taken_over",
      "delivery.pickup_started",
      "delivery.at_pickup",
      "delivery.collected",
    ]);
    expect(events.every((event) => event.planConflict)).toBe(true);
    const after = events.reduce<DeliveryState>(evolve, moved);
    expect([stateOf(after), after.tasks[0]?.courierId, after.tasks[1]?.courierId]).toEqual([
      "collected",
      "anna",
      "ben",
    ]);
  });
  test("also when it was taken back and nobody has it", () => {
    const open = tell(assigned, [dispatcher, { type: "unassign" }]);
    expect(stateOf(tell(open, [anna, { type: "arrive", taskId: "c1" }]))).toBe("at_pickup");
  });
  test("but not when it is impossible: cancelled, or ended already", () => {
    const gone = tell(moved, [sender, { type: "cancel" }]);
    expect(() => told(gone, [anna, { type: "succeed", taskId: "c1" }])).toThrow("deliveries.wrong-state");
    const done = tell(moved, [ben, { type: "succeed", taskId: "c1" }]);
    expect(() => told(done, [anna, { type: "succeed", taskId: "c1" }])).toThrow("deliveries.wrong-state");
  });
});

describe("proofs", () => {
  const bare = { type: "succeed", recipientName: " ", proofIds: [] } as const;
  test("a delivery without name and picture is refused and says what is missing", () => {
    expect(() => told(collected, [anna, bare])).toThrow(
      expect.objectContaining({
        code: "deliveries.proof-missing",
        facts: { missing: "recipient_name,photo_or_signature" },
      }),
    );
  });
  test("recorded offline it stands and says what is missing", () => {
    const last = told(collected, [anna, { ...bare, offline: true }]).at(-1);
    expect(last).toMatchObject({
      type: "delivery.delivered",
      proofMissing: ["recipient_name", "photo_or_signature"],
    });
  });
  test("a dispatcher records it without the proofs and says why; a courier at the door cannot", () => {
    const unproven = { ...bare, unproven: true } as const;
    expect(
      told(collected, [dispatcher, { ...unproven, note: "Kim phoned: it is there" }]).at(-1),
    ).toMatchObject({
      type: "delivery.delivered",
      proofMissing: ["recipient_name", "photo_or_signature"],
      outcome: { note: "Kim phoned: it is there" },
    });
    expect(() => told(collected, [dispatcher, { ...unproven, note: " " }])).toThrow(
      "deliveries.note-missing",
    );
    expect(() => told(collected, [dispatcher, bare])).toThrow("deliveries.proof-missing");
    expect(() => told(collected, [anna, { ...unproven, note: "trust me" }])).toThrow(
      "deliveries.proof-missing",
    );
    expect(
      told(collected, [
        dispatcher,
        { type: "fail", reason: "damaged", proofIds: [], unproven: true, note: "no camera" },
      ]).at(-1),
    ).toMatchObject({ proofMissing: ["photo"] });
  });
  test("damage needs a picture, absence does not", () => {
    expect(() => told(collected, [anna, { type: "fail", reason: "damaged", proofIds: [] }])).toThrow(
      "deliveries.proof-missing",
    );
    expect(stateOf(tell(collected, [anna, { type: "fail", proofIds: [] }]))).toBe("attempt_failed");
  });
});

describe("custody", () => {
  test("nothing is delivered before it is collected, nor from the shelf", () => {
    expect(() => told(assigned, [anna, { type: "succeed" }])).toThrow("deliveries.wrong-custody");
    const shelf = tell(collected, [dispatcher, { type: "to_hub" }]);
    expect(stateOf(shelf)).toBe("at_hub");
    expect(() => told(shelf, [anna, { type: "succeed" }])).toThrow("deliveries.wrong-custody");
    expect(stateOf(tell(shelf, [anna, { type: "load" }], [anna, { type: "succeed" }]))).toBe("delivered");
  });
  test("what was lost and found lies at the hub with its work planned again", () => {
    const found = tell(collected, [dispatcher, { type: "lose" }], [dispatcher, { type: "find" }]);
    expect([stateOf(found), found.tasks.at(-1)?.kind, found.tasks.at(-1)?.state]).toEqual([
      "at_hub",
      "deliver",
      "open",
    ]);
  });
  test("only what the sender gave up is disposed of", () => {
    expect(() => told(missed, [dispatcher, { type: "dispose" }])).toThrow("deliveries.wrong-state");
    expect(
      stateOf(tell({ ...missed, undeliverableAction: "dispose" }, [dispatcher, { type: "dispose" }])),
    ).toBe("disposed");
  });
});

describe("failure is not the end", () => {
  test("a missed recipient gets as many tries as agreed, then it goes back", () => {
    const again = tell(missed, [dispatcher, { type: "retry" }]);
    const second = again.tasks.at(-1)?.id ?? "";
    expect(again.tasks.at(-1)).toMatchObject({ kind: "deliver", tryNo: 2, state: "open" });
    const twice = tell(
      again,
      [dispatcher, { type: "assign", taskIds: [second] }],
      [anna, { type: "fail", taskId: second }],
    );
    expect(() => told(twice, [dispatcher, { type: "retry" }])).toThrow("deliveries.no-attempts-left");
    const back = tell(twice, [dispatcher, { type: "send_back" }]);
    const third = back.tasks.at(-1)?.id ?? "";
    const home = tell(
      back,
      [dispatcher, { type: "assign", taskIds: [third] }],
      [anna, { type: "succeed", taskId: third }],
    );
    expect([stateOf(back), stateOf(home), home.custody]).toEqual(["returning", "returned", "sender_again"]);
  });
  test("a reason of another kind of task is refused", () => {
    expect(() => told(collected, [anna, { type: "fail", reason: "pickup_closed" }])).toThrow(
      "deliveries.reason-unknown",
    );
    expect(() => told(collected, [anna, { type: "fail", reason: "toString" }])).toThrow(
      "deliveries.reason-unknown",
    );
  });
  test("a breakdown on the road does not say that the courier had arrived", () => {
    const events = told(collected, [anna, { type: "fail", reason: "vehicle_breakdown" }]);
    expect(events.map((event) => event.type)).toEqual(["delivery.attempt_failed"]);
  });
  test("only before collection a sender cancels", () => {
    expect(stateOf(tell(assigned, [sender, { type: "cancel" }]))).toBe("cancelled");
    expect(() => told(collected, [sender, { type: "cancel" }])).toThrow("deliveries.wrong-state");
  });
});

describe("corrections", () => {
  const undo = { type: "correct", taskId: "c1", to: "failed", reason: "not_ready" } as const;
  test("a courier has ten minutes, a dispatcher all the time with a note", () => {
    const slip = { type: "correct", to: "succeeded" } as const;
    expect(stateOf(tell(missed, [anna, slip, 10]))).toBe("delivered");
    expect(() => told(missed, [anna, slip, 10.01])).toThrow("deliveries.too-late-to-correct");
    expect(() => told(missed, [ben, slip])).toThrow("deliveries.not-yours");
    expect(() => told(missed, [dispatcher, slip, 999])).toThrow("deliveries.note-missing");
    const fixed = tell(missed, [dispatcher, { ...slip, note: "called Kim" }, 999]);
    expect(fixed.tasks[1]?.attempts.map((one) => [one.result, one.correction])).toEqual([
      ["failed", false],
      ["succeeded", true],
    ]);
  });
  test("a pickup is not undone once the courier is on the way to the door", () => {
    expect(stateOf(tell(collected, [anna, undo]))).toBe("pickup_failed");
    expect(() => told(tell(collected, [anna, { type: "arrive" }]), [anna, undo])).toThrow(
      "deliveries.wrong-state",
    );
  });
  test("a failed dropoff does not become delivered while the parcel lies at the hub", () => {
    const shelf = tell(missed, [dispatcher, { type: "to_hub" }]);
    expect(() => told(shelf, [anna, { type: "correct", to: "succeeded" }])).toThrow(
      "deliveries.wrong-custody",
    );
  });
  test("a pickup is not undone with a return planned, nor with the parcel at the hub", () => {
    expect(() => told(tell(collected, [dispatcher, { type: "send_back" }]), [anna, undo])).toThrow(
      "deliveries.wrong-state",
    );
    expect(() => told(tell(collected, [dispatcher, { type: "to_hub" }]), [anna, undo])).toThrow(
      "deliveries.wrong-custody",
    );
  });
  test("a dispatcher says that a stop worked although its next try has begun, until that has ended", () => {
    const begun = tell(missed, [dispatcher, { type: "retry" }]);
    const next = begun.tasks.at(-1)?.id ?? "";
    const onTheWay = tell(
      begun,
      [dispatcher, { type: "assign", taskIds: [next] }],
      [anna, { type: "start", taskId: next }],
    );
    const slip = { type: "correct", to: "succeeded", note: "as reported" } as const;
    expect(() => told(onTheWay, [anna, slip])).toThrow("deliveries.wrong-state");
    const fixed = tell(onTheWay, [dispatcher, slip]);
    expect([stateOf(fixed), fixed.tasks.at(-1)?.state]).toEqual(["delivered", "cancelled"]);
    const over = tell(onTheWay, [anna, { type: "fail", taskId: next }]);
    expect(() => told(over, [dispatcher, slip])).toThrow("deliveries.wrong-state");
  });
  test("no stop worked while another courier is under way with its parcels, until the office takes them back", () => {
    const again = tell(missed, [dispatcher, { type: "retry" }]);
    const taskId = again.tasks.at(-1)?.id ?? "";
    const planned = tell(again, [dispatcher, { type: "assign", taskIds: [taskId], courierId: "ben" }]);
    const begun = tell(planned, [ben, { type: "start", taskId }]);
    const report = { type: "correct", to: "succeeded", isReported: true } as const;
    for (const state of [begun, tell(begun, [ben, { type: "arrive", taskId }])])
      expect(() => told(state, [dispatcher, report])).toThrow("deliveries.other-courier-begun");
    expect(stateOf(tell(planned, [dispatcher, report]))).toBe("delivered");
    const back = tell(begun, [dispatcher, { type: "unassign", taskIds: [taskId] }]);
    expect(stateOf(tell(back, [dispatcher, report]))).toBe("delivered");
  });
  test("a courier's report that a dispatcher records needs no note", () => {
    const report = { type: "correct", to: "succeeded", isReported: true } as const;
    expect(stateOf(tell(missed, [dispatcher, report, 999]))).toBe("delivered");
  });
  test("a next try that became needless is cancelled", () => {
    const again = tell(missed, [dispatcher, { type: "retry" }]);
    const fixed = tell(again, [anna, { type: "correct", to: "succeeded" }, 3]);
    expect([stateOf(fixed), fixed.tasks.at(-1)?.state]).toEqual(["delivered", "cancelled"]);
  });
  test("a correction to delivered brings proofs, which are added to those of the outcome", () => {
    const bare = tell(collected, [
      anna,
      { type: "fail", proofIds: ["door"], pictures: ["photo"], note: "rang" },
    ]);
    const proven = { proofIds: ["hand", "door"], pictures: ["signature", "photo"], ofAge: true } as const;
    const [event] = told(bare, [anna, { type: "correct", to: "succeeded", ...proven }]);
    expect(event).toMatchObject({
      proofMissing: [],
      outcome: { proofIds: ["hand", "door"], pictures: ["signature", "photo"], ofAge: true },
    });
  });

  test("a PIN is not missing from what a dispatcher corrects, and is from a courier's correction", () => {
    const needs = { required: ["pin"], preferred: [] } as const;
    const policy = { ...DEFAULT_NEEDS, deliver: { ...DEFAULT_NEEDS.deliver, succeed: needs } };
    const asks = { ...missed, proofNeeds: policy };
    const missing = (who: Doer, more: object = {}) => {
      const [event] = told(asks, [who, { type: "correct", to: "succeeded", note: "called", ...more }]);
      return event && "proofMissing" in event ? event.proofMissing : undefined;
    };
    expect([missing(dispatcher), missing(anna), missing(anna, { pinCheck: "right" })]).toEqual([
      [],
      ["pin"],
      [],
    ]);
  });

  test("a correction to delivered without proofs says so", () => {
    const bare = tell(collected, [anna, { type: "fail", proofIds: [] }]);
    const event = told(bare, [anna, { type: "correct", to: "succeeded", proofIds: [] }])[0];
    expect(event).toMatchObject({ type: "delivery.corrected", proofMissing: ["photo_or_signature"] });
  });
});

test("what may be done is offered, and nothing else", () => {
  expect(actionsOf(booked, context(sender, NOON))).toEqual(["cancel"]);
  expect(actionsOf(assigned, context(anna, NOON))).toEqual(["start", "arrive", "succeed", "fail"]);
  expect(actionsOf(missed, context(dispatcher, NOON))).toEqual([
    "correct",
    "retry",
    "send_back",
    "to_hub",
    "lose",
  ]);
  expect(actionsOf(delivered, context(anna, NOON + 20 * MINUTE_MS))).toEqual([]);
  expect(taskActionsOf(collected, collected.tasks[0] ?? missed.tasks[0]!, context(anna, NOON))).toEqual([
    "correct",
  ]);
});
