import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Machine, advance } from "#kernel/machine.ts";
import { money, plus } from "#kernel/money.ts";
import { CANCELLATION_FEES, byCard, cancellationOf } from "./cancellation.ts";
import { ORDER_MACHINE } from "./order-lifecycle.ts";
import { FAILURE_REASONS, reasonOf, reasonsFor } from "#features/parcels/domain/reasons.ts";
import { DELIVERY_STATES, DELIVERY_TERMINAL, PUBLIC_WORDS, PUBLIC_WORD_OF } from "./state.ts";
import { TASK_MACHINE } from "./task-lifecycle.ts";

const machines: readonly Machine<string, string>[] = [TASK_MACHINE, ORDER_MACHINE];

describe.each(machines)("the lifecycle of a $name", (machine) => {
  const targets = machine.transitions.map((row) => row.to);
  test("every state is known and can be reached", () => {
    const used = machine.transitions
      .flatMap((row) => [...row.from, row.to])
      .filter((state) => state !== "same");
    expect([...new Set([machine.initial, ...used])].toSorted()).toEqual([...machine.states].toSorted());
    for (const state of machine.states) expect([machine.initial, ...targets]).toContain(state);
  });
  test("only soft ends can be left, and nothing else is an end", () => {
    for (const state of machine.states) {
      const hasExit = machine.transitions.some((row) => row.from.includes(state));
      const isEnd = machine.terminal.includes(state) && !machine.soft.includes(state);
      expect(hasExit).toBe(!isEnd);
    }
  });
  test("every row says who and when in a sentence", () => {
    for (const row of machine.transitions) {
      expect(row.guard).toMatch(/^[A-Z].+\.$/);
      expect(row.actors.length).toBeGreaterThan(0);
    }
  });
});

test("an order is confirmed once and a finished one is not cancelled", () => {
  expect(advance(ORDER_MACHINE, "pending_payment", "confirm")).toBe("confirmed");
  expect(() => advance(ORDER_MACHINE, "confirmed", "confirm")).toThrow("deliveries.wrong-state");
  expect(() => advance(ORDER_MACHINE, "completed", "cancel")).toThrow(
    expect.objectContaining({ facts: { state: "completed", command: "cancel" } }),
  );
});

test("every state of a delivery has a public word, and every word is used", () => {
  expect(Object.keys(PUBLIC_WORD_OF).toSorted()).toEqual([...DELIVERY_STATES].toSorted());
  expect([...new Set(Object.values(PUBLIC_WORD_OF))].toSorted()).toEqual([...PUBLIC_WORDS].toSorted());
  expect(DELIVERY_TERMINAL.every((state) => DELIVERY_STATES.includes(state))).toBe(true);
});

describe("failure reasons", () => {
  test("are unique, named in snake case and known for each kind of task", () => {
    const codes = FAILURE_REASONS.map((reason) => reason.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => /^[a-z_]{3,40}$/.test(code))).toBe(true);
    expect(reasonsFor("collect").some((reason) => reason.phase === "dropoff")).toBe(false);
    expect(reasonOf("deliver", "pickup_closed")).toBeUndefined();
    expect(reasonOf("return", "closed")?.fault).toBe("recipient");
  });
  test("our own fault is never charged", () => {
    expect(
      FAILURE_REASONS.filter((reason) => reason.chargeable && ["carrier", "nobody"].includes(reason.fault)),
    ).toEqual([]);
  });
});

describe("cancelling", () => {
  const price = { base: money(500, "EUR"), total: money(1190, "EUR") };
  const feeIn = (state: (typeof DELIVERY_STATES)[number]) => cancellationOf(state, price).fee.minor;
  test("is free before anybody starts, then costs more with every step", () => {
    expect(
      ["created", "assigned", "en_route_to_pickup", "at_pickup"].map((state) => feeIn(state as never)),
    ).toEqual([0, 0, 300, 500]);
    expect(cancellationOf("en_route_to_pickup", { ...price, base: money(900, "EUR") }).fee.minor).toBe(450);
  });
  test("is refused from collection on, with the reason", () => {
    const refused = DELIVERY_STATES.filter((state) => !cancellationOf(state, price).allowed);
    expect(refused).toEqual(DELIVERY_STATES.filter((state) => !(state in CANCELLATION_FEES)));
    expect(cancellationOf("collected", price).reason).toBe("already-collected");
    expect(cancellationOf("cancelled", price).reason).toBe("already-closed");
  });
  test("for our own fault nothing is charged", () => {
    expect(cancellationOf("at_pickup", price, "carrier")).toEqual({
      allowed: true,
      fee: money(0, "EUR"),
      refund: price.total,
      reason: "our-fault",
    });
  });
  test("a fee that no card can pay stands nowhere as if it were owed; any other stays", () => {
    const cheap = cancellationOf("at_pickup", { base: money(30, "EUR"), total: money(90, "EUR") });
    expect(cheap.fee.minor).toBe(30);
    expect(byCard(cheap)).toEqual({ ...cheap, fee: money(0, "EUR"), refund: money(90, "EUR") });
    const dear = cancellationOf("at_pickup", price);
    expect(byCard(dear)).toEqual(dear);
  });
  test("the least fee follows the digits of the currency", () => {
    const fee = (currency: string) =>
      cancellationOf("en_route_to_pickup", { base: money(1, currency), total: money(10_000_000, currency) })
        .fee.minor;
    expect(["JPY", "EUR", "KWD"].map(fee)).toEqual([3, 300, 3000]);
  });
  test("fee and refund are the total, and neither is negative", () => {
    const states = fc.constantFrom(...DELIVERY_STATES);
    const faults = fc.constantFrom("sender", "recipient", "carrier", "nobody");
    fc.assert(
      fc.property(states, faults, fc.nat(100_000), fc.nat(100_000), (state, fault, base, rest) => {
        const all = { base: money(base, "EUR"), total: money(Math.round(rest / 2), "EUR") };
        const { allowed, fee, refund } = cancellationOf(state, all, fault);
        expect(Math.min(fee.minor, refund.minor)).toBeGreaterThanOrEqual(0);
        expect(plus(fee, refund)).toEqual(allowed ? all.total : money(0, "EUR"));
      }),
    );
  });
});
