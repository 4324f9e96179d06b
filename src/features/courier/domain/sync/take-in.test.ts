import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { type DeliveryState, newDelivery } from "#features/deliveries/domain/delivery.ts";
import type { Doer } from "#features/deliveries/domain/doer.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { MemoryServer } from "#test/support/courier/sync-memory.ts";
import { readBody } from "../../contract/read-body.ts";
import type { Report } from "./report.ts";
import { type SyncCall, takeIn } from "./take-in.ts";

const NOON = Date.UTC(2026, 5, 17, 12);
const dispatcher: Doer = { role: "dispatcher", courierId: null };
const id = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
const [ONE, TWO, COLLECT, DELIVER] = [id(1), id(2), id(11), id(12)];
const [ANNA, BEN] = [id(31), id(32)];

let server: MemoryServer;
let now: number;
let taps: number;
beforeEach(() => {
  [server, now, taps] = [new MemoryServer(), NOON, 0];
  for (const [deliveryId, collectTaskId, deliverTaskId] of [
    [ONE, COLLECT, DELIVER],
    [TWO, id(21), id(22)],
  ] as const) {
    server.add(newDelivery({ id: deliveryId, collectTaskId, deliverTaskId }));
    assign(deliveryId, ANNA, [collectTaskId, deliverTaskId]);
  }
});

const head = () => ({ commandId: id(900 + (taps += 1)), occurredAt: now });
const assign = (deliveryId: string, courierId: string, taskIds: readonly string[]) =>
  server.act(deliveryId, dispatcher, { type: "assign", ...head(), courierId, taskIds }, now);
const cancel = () => server.act(ONE, dispatcher, { type: "cancel", ...head(), note: null }, now);

interface Tap {
  readonly seq?: number;
  readonly at?: number;
  readonly v?: number;
  readonly id?: string;
  readonly life?: string;
}

/** A command as a phone with a right clock froze it. */
function tap(type: string, body: object | string, { seq, at = now, ...rest }: Tap = {}): Report {
  taps += 1;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const clocks = { wall: at, mono: at - NOON + HOUR_MS, life: "life" };
  return { id: id(100 + taps), seq: seq ?? taps, type, v: 1, body: text, ...clocks, ...rest };
}
const on = (taskId: string, more: object = {}, deliveryId = ONE) => ({ deliveryId, taskId, ...more });
const ended = (taskId: string, more: object = {}) =>
  on(taskId, { note: null, proofs: [], recipientName: null, ...more });
const shown = {
  proofs: [{ id: id(77), kind: "photo", sha256: "a".repeat(64), bytes: 9 }],
  recipientName: "Rita",
};

const callBy = (changes: Partial<SyncCall> = {}): SyncCall => ({
  device: "phone",
  now,
  samples: [],
  isRoleGone: false,
  readBody,
  ...changes,
});

async function send(reports: readonly Report[], courierId = ANNA, changes: Partial<SyncCall> = {}) {
  const call = callBy(changes);
  const results = await takeIn(server.store({ courierId, device: call.device, now }), call, reports);
  return results.map(({ verdict, code }) => (code === null ? verdict : `${verdict} ${code}`));
}
const statesOf = (deliveryId = ONE) => server.delivery(deliveryId).tasks.map(({ state }) => state);
const opened = () => [...server.known.exceptions.values()].map(({ kind }) => kind);

describe("the table of conflicts", () => {
  test("an outcome of a stop that another has meanwhile is taken over, and a person sees it", async () => {
    assign(ONE, BEN, [COLLECT, DELIVER]);
    expect(await send([tap("succeed", ended(COLLECT))])).toEqual(["conflict courier.taken-over"]);
    expect(statesOf()).toEqual(["succeeded", "assigned"]);
    expect(opened()).toEqual(["plan_conflict"]);
  });

  test.each(["start", "arrive"])("a late %s of a stop that is past it is evidence only", async (type) => {
    expect(await send([tap("arrive", on(COLLECT))])).toEqual(["accepted"]);
    const before = server.delivery(ONE);
    expect(await send([tap(type, on(COLLECT))])).toEqual(["noted courier.step-passed"]);
    cancel();
    expect(await send([tap(type, on(COLLECT))])).toEqual(["noted courier.step-passed"]);
    expect(server.delivery(ONE).tasks[0]?.arrivedAt).toBe(before.tasks[0]?.arrivedAt);
    expect(opened()).toEqual([]);
  });

  test("a start of the way to the recipient before anything was collected is evidence only", async () => {
    expect(await send([tap("start", on(DELIVER))])).toEqual(["noted courier.step-passed"]);
    expect(statesOf()).toEqual(["assigned", "assigned"]);
  });

  test("the same outcome from a second phone is evidence only", async () => {
    await send([tap("succeed", ended(COLLECT))]);
    expect(await send([tap("succeed", ended(COLLECT, shown))], ANNA, { device: "other" })).toEqual([
      "noted courier.same-outcome",
    ]);
    expect(opened()).toEqual([]);
  });

  test("another outcome than the first is refused, and a person has the command", async () => {
    await send([tap("succeed", ended(COLLECT))]);
    const other = tap("fail", ended(COLLECT, { reason: "not_ready" }));
    expect(await send([other], ANNA, { device: "other" })).toEqual(["refused courier.other-outcome"]);
    expect(statesOf()).toEqual(["succeeded", "assigned"]);
    expect([...server.known.exceptions.values()]).toMatchObject([
      { kind: "command_refused", command: { type: "fail", reason: "not_ready", commandId: other.id } },
    ]);
  });

  test.each(["collect", "deliver"])(
    "a %s after the cancellation is refused: the parcel is in hand",
    async (kind) => {
      cancel();
      const task = kind === "collect" ? COLLECT : DELIVER;
      expect(await send([tap("succeed", ended(task))])).toEqual(["refused courier.parcel-in-hand"]);
      expect([...server.known.exceptions.values()]).toMatchObject([
        { kind: "command_refused", facts: { code: "courier.parcel-in-hand", kind, closedAs: "cancelled" } },
      ]);
      expect(server.delivery(ONE).closedAs).toBe("cancelled");
    },
  );

  test("a try that failed after the cancellation is evidence only", async () => {
    cancel();
    expect(await send([tap("fail", ended(COLLECT, { reason: "not_ready" }))])).toEqual([
      "noted courier.cancelled-meanwhile",
    ]);
  });

  test("a delivery to an address that changed since is taken, and a person sees it", async () => {
    await send([tap("succeed", ended(COLLECT))]);
    const done = tap("succeed", ended(DELIVER, { ...shown, addressTag: "b" }));
    expect(await send([done])).toEqual(["conflict courier.address-changed"]);
    expect(statesOf()).toEqual(["succeeded", "succeeded"]);
    expect(opened()).toEqual(["plan_conflict"]);
  });

  test("a delivery to the address that was shown is no conflict", async () => {
    await send([tap("succeed", ended(COLLECT))]);
    expect(await send([tap("succeed", ended(DELIVER, { ...shown, addressTag: "a" }))])).toEqual(["accepted"]);
  });

  test("a delivery without the proof that is needed stands, and a person sees what is missing", async () => {
    await send([tap("succeed", ended(COLLECT))]);
    expect(await send([tap("succeed", ended(DELIVER))])).toEqual(["accepted"]);
    expect([...server.known.exceptions.values()]).toMatchObject([
      {
        kind: "proof_missing",
        key: `proof:${DELIVER}`,
        facts: { missing: "recipient_name,photo_or_signature" },
      },
    ]);
  });

  test("a correction within ten minutes of the tap stands although both come hours later", async () => {
    const done = tap("succeed", ended(COLLECT));
    const correction = tap("correct", on(COLLECT, corrected), { at: now + 10 * MINUTE_MS });
    now += 5 * HOUR_MS;
    expect(await send([done])).toEqual(["accepted"]);
    now += HOUR_MS;
    expect(await send([correction])).toEqual(["accepted"]);
    expect(statesOf()[0]).toBe("failed");
  });

  test("a correction that certainly came later than ten minutes is refused", async () => {
    const done = tap("succeed", ended(COLLECT));
    const correction = tap("correct", on(COLLECT, corrected), { at: now + 11 * MINUTE_MS });
    now += HOUR_MS;
    expect(await send([done, correction])).toEqual(["accepted", "refused deliveries.too-late-to-correct"]);
    expect(opened()).toEqual(["command_refused"]);
  });

  test("a correction whose lateness the clocks cannot tell stands", async () => {
    const done = tap("succeed", ended(COLLECT));
    const correction = tap("correct", on(COLLECT, corrected), { at: now + 11 * MINUTE_MS, life: "next" });
    now += HOUR_MS;
    expect(await send([done, correction])).toEqual(["accepted", "accepted"]);
  });

  test("a correction after a later task began is refused, for a person to apply", async () => {
    await send([tap("succeed", ended(COLLECT)), tap("start", on(DELIVER))]);
    const late = tap("correct", on(COLLECT, corrected));
    expect(await send([late])).toEqual(["refused deliveries.wrong-state"]);
    expect([...server.known.exceptions.values()]).toMatchObject([
      { kind: "command_refused", command: { type: "correct", to: "failed" } },
    ]);
  });

  test("a correction to what it is already is evidence only", async () => {
    await send([tap("succeed", ended(COLLECT))]);
    expect(await send([tap("correct", on(COLLECT, { ...corrected, to: "succeeded" }))])).toEqual([
      "noted courier.same-outcome",
    ]);
  });

  test("what a person did whose role ended is taken in, and a person sees it", async () => {
    expect(await send([tap("succeed", ended(COLLECT))], ANNA, { isRoleGone: true })).toEqual([
      "conflict courier.role-gone",
    ]);
    expect(statesOf()[0]).toBe("succeeded");
    expect(opened()).toEqual(["plan_conflict"]);
  });

  test("what happened off duty is taken in and flagged", async () => {
    const store = () => server.store({ courierId: ANNA, device: "phone", now });
    const [off] = await takeIn(store(), callBy(), [tap("start", on(COLLECT))]);
    expect(off).toMatchObject({ verdict: "accepted", facts: { offDuty: 1 } });
    expect(await send([tap("shift", { onDuty: true })])).toEqual(["accepted"]);
    const [then] = await takeIn(store(), callBy(), [tap("arrive", on(COLLECT))]);
    expect(then).toMatchObject({ verdict: "accepted", facts: {} });
  });
});

const corrected = { to: "failed", reason: "not_ready", recipientName: null, note: null };

describe("each body by itself", () => {
  test("a malformed one is refused for a person, a later version waits, and neither holds up another", async () => {
    const results = await send([
      tap("succeed", "{"),
      tap("succeed", on(COLLECT)),
      tap("teleport", on(COLLECT)),
      tap("start", on(COLLECT), { v: 2 }),
      tap("start", on(id(21), {}, TWO)),
    ]);
    expect(results).toEqual([
      "refused courier.unreadable",
      "refused courier.unreadable",
      "later courier.too-new",
      "later courier.after-another",
      "accepted",
    ]);
    expect(opened()).toEqual(["command_refused", "command_refused"]);
    expect([...server.known.reports.values()].map(({ verdict }) => verdict.verdict)).toEqual([
      "refused",
      "refused",
      "later",
      "accepted",
    ]);
  });

  test("one that waited for a later version is judged once it can be read", async () => {
    const early = tap("start", on(COLLECT), { v: 2 });
    expect(await send([early])).toEqual(["later courier.too-new"]);
    const newer = { readBody: (report: Report) => readBody({ ...report, v: 1 }) };
    expect(await send([early], ANNA, newer)).toEqual(["accepted"]);
    expect(await send([early], ANNA, newer)).toEqual(["accepted"]);
    expect(statesOf()[0]).toBe("en_route");
  });
});

describe("a bug", () => {
  const failing = (fault: (what: string) => void) =>
    server.store({ courierId: ANNA, device: "phone", now, fault });
  test("answers later for its delivery's rest, and for no other", async () => {
    let first = true;
    const store = failing((what) => {
      if (what !== "carryOut" || !first) return;
      first = false;
      throw new TypeError("undefined is not a function");
    });
    const results = await takeIn(store, callBy(), [
      tap("start", on(COLLECT)),
      tap("arrive", on(COLLECT)),
      tap("start", on(id(21), {}, TWO)),
    ]);
    expect(results.map(({ verdict, code }) => [verdict, code])).toEqual([
      ["later", "http.busy"],
      ["later", "courier.after-another"],
      ["accepted", null],
    ]);
    expect(server.bugs).toHaveLength(1);
    expect(server.known.reports.size).toBe(1);
  });

  test("after the delivery was written leaves nothing of it", async () => {
    const store = failing((what) => {
      if (what === "keepVerdict") throw new TypeError("undefined is not a function");
    });
    const [result] = await takeIn(store, callBy(), [tap("start", on(COLLECT))]);
    expect(result?.verdict).toBe("later");
    expect(statesOf()[0]).toBe("assigned");
  });

  test("a busy rule says later and is no bug; a storage out of reach fails the call", async () => {
    const busy = failing(() => {
      throw new Refusal("http.busy");
    });
    expect(await takeIn(busy, callBy(), [tap("start", on(COLLECT))])).toMatchObject([{ verdict: "later" }]);
    expect(server.bugs).toEqual([]);
    const gone = failing(() => {
      throw new Error("out of reach");
    });
    await expect(takeIn(gone, callBy(), [tap("start", on(COLLECT))])).rejects.toThrow("out of reach");
  });
});

test("the commands of a call are judged in the order of their numbers", async () => {
  const [first, second] = [tap("start", on(COLLECT)), tap("arrive", on(COLLECT))];
  expect(await send([second, first])).toEqual(["accepted", "accepted"]);
});

test("a number that was used before tells that the phone was copied, and the command is taken in", async () => {
  await send([tap("start", on(COLLECT), { seq: 4 })]);
  expect(await send([tap("arrive", on(COLLECT), { seq: 4 })])).toEqual(["accepted"]);
  expect([...server.known.exceptions.values()]).toMatchObject([
    { kind: "phone_began_anew", key: "phone:phone:4", facts: { seq: 4 } },
  ]);
});

test("an id that comes again with another text keeps its verdict, and the other text is refused", async () => {
  const first = tap("start", on(COLLECT));
  await send([first]);
  expect(await send([{ ...first, body: JSON.stringify(on(DELIVER)) }])).toEqual([
    "refused http.idempotency-mismatch",
  ]);
  expect(await send([first])).toEqual(["accepted"]);
  expect(opened()).toEqual(["command_refused"]);
});

describe("any cutting, doubling and retry of a queue", () => {
  const kinds = ["start", "arrive", "succeed", "fail", "correct"] as const;
  const queue = fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      task: fc.constantFrom(COLLECT, DELIVER),
      two: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  );
  const cuts = fc.array(
    fc.record({
      from: fc.nat(13),
      size: fc.integer({ min: 1, max: 14 }),
      isLost: fc.boolean(),
      fails: fc.nat(9),
    }),
    { maxLength: 12 },
  );
  const bodyOf = (kind: (typeof kinds)[number], taskId: string, deliveryId: string) => ({
    ...on(taskId, kind === "correct" ? corrected : {}, deliveryId),
    ...((kind === "succeed" || kind === "fail") && {
      note: null,
      proofs: [],
      recipientName: null,
      reason: "not_ready",
    }),
  });
  const outcomeOf = (known: MemoryServer["known"]) => ({
    deliveries: [...known.deliveries.values()].map(({ tasks, custody, closedAs }: DeliveryState) => ({
      states: tasks.map(({ state, attempts }) => [state, attempts.map(({ result }) => result)]),
      custody,
      closedAs,
    })),
    verdicts: [...known.reports].map(([key, { verdict }]) => [key, verdict.verdict, verdict.code]),
    exceptions: [...known.exceptions.keys()].toSorted(),
  });

  test("gives the same deliveries, verdicts and exceptions as one call that arrives", async () => {
    await fc.assert(
      fc.asyncProperty(queue, cuts, async (parts, sends) => {
        const start = server.known;
        const reports = parts.map(({ kind, task, two }, nth) => {
          const taskId = two ? (task === COLLECT ? id(21) : id(22)) : task;
          const body = bodyOf(kind, taskId, two ? TWO : ONE);
          return tap(kind, body, { seq: nth + 1, at: NOON + nth * 1_000 });
        });
        now = NOON + HOUR_MS;
        await takeIn(server.store({ courierId: ANNA, device: "phone", now }), callBy(), reports);
        const whole = outcomeOf(server.known);
        server.known = start;
        let done = 0;
        for (const { from, size, isLost, fails } of [
          ...sends,
          { from: 0, size: 99, isLost: false, fails: 9 },
        ]) {
          // As a phone: in order, from what waits still; answers may be lost and what was sent is sent again.
          const first = Math.max(0, done - from);
          let steps = 0;
          const fault = () => {
            steps += 1;
            if (isLost && steps > fails) throw new Error("out of reach");
          };
          const batch = reports.slice(first, Math.max(done, first) + size);
          const store = server.store({ courierId: ANNA, device: "phone", now, fault });
          const answered = await takeIn(store, callBy(), batch).catch(() => undefined);
          if (answered) done = Math.max(done, first + batch.length);
        }
        expect(outcomeOf(server.known)).toEqual(whole);
        for (const delivery of server.known.deliveries.values()) expect(faultsOf(delivery)).toEqual([]);
        server.known = start;
        now = NOON;
      }),
      { numRuns: 500 },
    );
  });
});
