import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { actionsOf } from "./actions.ts";
import type { DeliveryCommand, HandOutCommand } from "./command.ts";
import { decide } from "./decide.ts";
import { type DeliveryState, newDelivery } from "./delivery.ts";
import type { Doer } from "./doer.ts";
import type { DeliveryEvent } from "./event.ts";
import { evolve } from "./evolve.ts";
import { DEFAULT_POLICY } from "./policy.ts";
import { stateOf } from "./state.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const desk: Doer = { role: "dispatcher", courierId: null };
const anna: Doer = { role: "courier", courierId: "anna" };
const head = (commandId: string) => ({ commandId, occurredAt: NOON });

const doneBy = (delivery: DeliveryState, command: DeliveryCommand, actor: Doer): DeliveryEvent[] =>
  decide(delivery, command, { actor, now: NOON + MINUTE_MS, policy: DEFAULT_POLICY, newTaskId: "n1" });
const after = (delivery: DeliveryState, command: DeliveryCommand, actor = desk): DeliveryState =>
  doneBy(delivery, command, actor).reduce<DeliveryState>(evolve, delivery);

const PROVEN = { note: null, recipientName: "Kim", proofIds: ["p"] };
const collected = [
  { ...head("a"), type: "assign", taskIds: ["c1", "d1"], courierId: "anna" } as const,
  { ...head("b"), type: "succeed", taskId: "c1", offline: false, ...PROVEN } as const,
].reduce<DeliveryState>(
  (one, command) => after(one, command),
  newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1" }),
);
const shelf = after(collected, { ...head("c"), type: "to_hub", note: null });
const handOut = (seen: DeliveryState, more: Partial<HandOutCommand> = {}): HandOutCommand => ({
  ...head("h"),
  type: "hand_out",
  taskId: "d1",
  version: seen.version,
  ...PROVEN,
  ...more,
});
const given = after(shelf, handOut(shelf));

describe("handing out at the hub", () => {
  test("the parcels are delivered, at the hub, by no courier", () => {
    expect(stateOf(given)).toBe("delivered");
    expect(given.custody).toBe("recipient");
    expect(given.tasks.at(-1)).toMatchObject({
      state: "succeeded",
      courierId: null,
      pastCourierIds: ["anna"],
      outcome: { place: "hub", recipientName: "Kim" },
    });
    expect(doneBy(shelf, handOut(shelf), desk).map(({ type }) => type)).toEqual([
      "delivery.unassigned",
      "delivery.delivered",
    ]);
  });

  test.each([
    ["a courier", anna, "accounts.forbidden"],
    ["the recipient", { role: "recipient", courierId: null } as const, "accounts.forbidden"],
    ["the sender", { role: "sender", courierId: null } as const, "accounts.forbidden"],
  ])("%s does not", (_, actor, code) => {
    expect(() => doneBy(shelf, handOut(shelf), actor)).toThrow(code);
  });

  test("nobody hands out what a courier has, or what was handed out", () => {
    expect(() => doneBy(collected, handOut(collected), desk)).toThrow("deliveries.wrong-state");
    expect(() => doneBy(given, handOut(given, { commandId: "i" }), desk)).toThrow("deliveries.wrong-state");
  });

  test("a delivery that changed since it was looked up is looked at again", () => {
    expect(() => doneBy(shelf, handOut(shelf, { version: shelf.version - 1 }), desk)).toThrow(
      "deliveries.changed-meanwhile",
    );
  });

  test("proofs are those of a handover, and a PIN is said at the counter", () => {
    expect(() => doneBy(shelf, handOut(shelf, { recipientName: null }), desk)).toThrow(
      "deliveries.proof-missing",
    );
    const deliver = {
      succeed: { required: ["pin"], preferred: [] },
      fail: { required: [], preferred: [] },
    } as const;
    const asks = { ...shelf, proofNeeds: { collect: deliver, deliver, return: deliver } };
    expect(() => doneBy(asks, handOut(asks), desk)).toThrow("deliveries.proof-missing");
    expect(stateOf(after(asks, handOut(asks, { pinCheck: "right" })))).toBe("delivered");
    expect(() => doneBy(asks, handOut(asks, { unproven: true }), desk)).toThrow("deliveries.note-missing");
    const vouched = doneBy(asks, handOut(asks, { unproven: true, note: "Passport seen" }), desk);
    expect(vouched.at(-1)).toMatchObject({ type: "delivery.delivered", proofMissing: ["pin"] });
  });

  test("is offered at the hub alone", () => {
    const context = { actor: desk, now: NOON, policy: DEFAULT_POLICY, newTaskId: "n1" };
    expect(actionsOf(shelf, context)).toContain("hand_out");
    expect(actionsOf(collected, context)).not.toContain("hand_out");
    expect(actionsOf(shelf, { ...context, actor: anna })).not.toContain("hand_out");
  });

  test("taken back, the parcels lie at the hub again, and no try is used up", () => {
    const wrong = { ...head("w"), type: "correct", taskId: "d1", to: "failed" } as const;
    const undone = after(given, {
      ...wrong,
      reason: "recipient_absent",
      recipientName: null,
      note: "Wrong parcel",
    });
    expect([stateOf(undone), undone.custody]).toEqual(["attempt_failed", "hub"]);
    const again = after({ ...undone, maxAttempts: 1 }, { ...head("r"), type: "retry", note: null });
    expect(stateOf(again)).toBe("at_hub");
    expect(stateOf(after(again, handOut(again, { commandId: "j", taskId: "n1" })))).toBe("delivered");
    const right = after(undone, {
      ...wrong,
      commandId: "x",
      to: "succeeded",
      reason: null,
      recipientName: "Kim",
      note: "It was right",
    });
    expect([stateOf(right), right.custody]).toEqual(["delivered", "recipient"]);
    expect([undone, again, right].flatMap(faultsOf)).toEqual([]);
  });
});

/** Ways out of the hub, each by a command that saw the parcels lie there. */
const WAYS = {
  handedOut: handOut(shelf),
  sentBack: { ...head("s"), type: "send_back", note: null },
  anotherTry: { ...head("l"), type: "load", note: null },
} as const satisfies Record<string, DeliveryCommand>;
type Way = keyof typeof WAYS;

test("whatever the order and the repeats, the first of hand-out, way back and another try wins", () => {
  const names = Object.keys(WAYS) as Way[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 9 }), (order) => {
      let delivery = shelf;
      for (const name of order) {
        try {
          delivery = after(delivery, WAYS[name]);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        expect(faultsOf(delivery)).toEqual([]);
      }
      const isHandedOut = delivery.custody === "recipient";
      expect(isHandedOut).toBe(order[0] === "handedOut");
      expect(delivery.tasks.filter(({ state }) => state === "succeeded")).toHaveLength(isHandedOut ? 2 : 1);
    }),
  );
});
