import { describe, expect, test } from "vitest";
import { HOWS_OF, type LeftParcel } from "#features/parcels/domain/left.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { DeliveryCommand, DeliveryCommandName } from "./command.ts";
import { decide } from "./decide.ts";
import {
  type DeliveryState,
  type Task,
  UNDELIVERABLE_ACTIONS,
  isPending,
  latest,
  newDelivery,
} from "./delivery.ts";
import type { Doer } from "./doer.ts";
import type { DeliveryEvent } from "./event.ts";
import { evolve } from "./evolve.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { type Context, DEFAULT_POLICY } from "./policy.ts";
import { reasonsFor } from "#features/parcels/domain/reasons.ts";
import { DELIVERY_FLOW, DELIVERY_STATES, type DeliveryStateName, isTerminal, stateOf } from "./state.ts";
import { TASK_MACHINE, type TaskState } from "./task-lifecycle.ts";

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20261121);
const WALKS = 200_000;
const COMMANDS_PER_WALK = 18;
const COURIERS = ["anna", "ben", "cleo"] as const;

type Decide = typeof decide;
interface Found {
  readonly states: Set<string>;
  readonly edges: Set<string>;
  readonly faults: string[];
  commands: number;
  accepted: number;
  conflicts: number;
}

/** mulberry32: small, seeded, good enough to walk with. */
function dice(seed: number) {
  let a = seed >>> 0;
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  return { next, below, pick };
}
type Dice = ReturnType<typeof dice>;

const ANYTHING: readonly [DeliveryCommandName, ...DeliveryCommandName[]] = [
  "assign",
  "start",
  "arrive",
  "succeed",
  "fail",
  "correct",
  "unassign",
  "decline",
  "retry",
  "send_back",
  "withdraw",
  "cancel",
  "to_hub",
  "load",
  "lose",
  "find",
  "dispose",
  "hand_out",
  "reopen",
];
type Names = typeof ANYTHING;
const AT_A_STOP: Names = ["arrive", "succeed", "succeed", "fail", "unassign", "lose"];
const IN_HAND: Names = [
  "assign",
  "start",
  "arrive",
  "succeed",
  "fail",
  "to_hub",
  "load",
  "send_back",
  "withdraw",
  "lose",
  "dispose",
  "correct",
];
/** Commands that have a chance in a state, so that walks go deep. */
const LIKELY: Readonly<Record<DeliveryStateName, Names>> = {
  created: ["assign", "assign", "assign", "start", "arrive", "succeed"],
  assigned: ["start", "arrive", "succeed", "succeed", "fail", "unassign", "decline", "assign"],
  en_route_to_pickup: ["arrive", "succeed", "fail", "unassign"],
  at_pickup: ["succeed", "succeed", "fail"],
  pickup_failed: ["retry", "retry", "correct", "cancel"],
  collected: IN_HAND,
  at_hub: ["load", "load", "assign", "hand_out", "send_back", "lose", "dispose", "correct"],
  out_for_delivery: AT_A_STOP,
  at_dropoff: AT_A_STOP,
  attempt_failed: ["retry", "retry", "correct", "send_back", "to_hub", "load", "dispose", "lose"],
  delivered: ["correct", "find"],
  returning: [...IN_HAND, "retry", "retry"],
  returned: ["correct"],
  cancelled: ["reopen", ...ANYTHING],
  lost: ["find"],
  disposed: ANYTHING,
};

const REASONS = {
  collect: reasonsFor("collect"),
  deliver: reasonsFor("deliver"),
  return: reasonsFor("return"),
};

const LIKELY_SHARE = 0.8;

function anyTask(d: Dice, delivery: DeliveryState, type: DeliveryCommandName): Task {
  const pending = type === "correct" || d.next() > LIKELY_SHARE ? [] : delivery.tasks.filter(isPending);
  const pool = pending.length > 0 ? pending : delivery.tasks;
  const task = pool[d.below(pool.length)];
  if (!task) throw new Error("a delivery without tasks");
  return task;
}

/** Any command, with everything that any of them needs: a rule reads only what is its own. */
function anyCommand(d: Dice, delivery: DeliveryState, commandId: string, now: number): DeliveryCommand {
  const type = d.pick(d.next() < LIKELY_SHARE ? LIKELY[stateOf(delivery)] : ANYTHING);
  const task = anyTask(d, delivery, type);
  const reasons = REASONS[d.next() < 0.95 ? task.kind : "deliver"];
  return {
    type,
    commandId,
    occurredAt: now - d.below(30) * MINUTE_MS,
    taskId: type === "hand_out" ? (latest(delivery, "deliver")?.id ?? task.id) : task.id,
    version: delivery.version - Number(d.next() < 0.1),
    taskIds: d.pick([[task.id], delivery.tasks.filter(isPending).map((one) => one.id)]),
    courierId: d.pick(COURIERS),
    note: d.pick(["seen", "seen", "seen", null]),
    offline: d.pick([true, false]),
    recipientName: d.pick(["Kim", "Kim", "Kim", null]),
    proofIds: d.pick([["photo"], ["photo"], ["photo"], []]),
    reason: reasons[d.below(reasons.length)]?.code ?? "",
    to: task.state === "failed" ? "succeeded" : "failed",
    ...(d.next() < 0.3 && { left: anyLeft(d, task.kind) }),
  };
}

const CODES = parcelCodes(humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23])), 2);

/** One of two parcels, or both, that stay where they are; also at ends that have no such reason. */
function anyLeft(d: Dice, kind: Task["kind"]): LeftParcel[] {
  const [how = "damaged"] = HOWS_OF[kind];
  return d
    .pick([CODES, CODES.slice(1), CODES.slice(0, 1)])
    .map((code) => ({ code, how, note: null, proofIds: [] }));
}

type Roles = readonly [Doer["role"], ...Doer["role"][]];
const ROLES: Roles = [
  "courier",
  "courier",
  "dispatcher",
  "dispatcher",
  "dispatcher",
  "sender",
  "recipient",
  "system",
];

/** Mostly somebody who may: a dispatcher, or the courier whose task it is. */
function anyDoer(d: Dice, delivery: DeliveryState, command: DeliveryCommand): Doer {
  const role = d.pick(ROLES);
  if (role !== "courier") return { role, courierId: null };
  const own = delivery.tasks.find((task) => "taskId" in command && task.id === command.taskId)?.courierId;
  return { role, courierId: own && d.next() < 0.7 ? own : d.pick(COURIERS) };
}

/** After these no command, or hardly one, is accepted: a few tries are enough. */
const FOR_GOOD: ReadonlySet<DeliveryStateName> = new Set(["cancelled", "disposed"]);

const TASK_EDGES = new Set<string>(
  TASK_MACHINE.transitions.flatMap((row) => row.from.map((from: TaskState) => `${from}>${row.to}`)),
);

/** The one command that leaves an end. */
const LEFT_BY: Readonly<Partial<Record<DeliveryStateName, DeliveryCommandName>>> = {
  delivered: "correct",
  returned: "correct",
  lost: "find",
  cancelled: "reopen",
};

/** Faults of one accepted command: every property that must hold and does not. */
function stepFaults(
  before: DeliveryState,
  after: DeliveryState,
  command: DeliveryCommand,
  events: readonly DeliveryEvent[],
): string[] {
  const state = stateOf(before);
  const left = before.closedAs === null ? LEFT_BY[state] : LEFT_BY[before.closedAs];
  const faults: string[] = [];
  if (isTerminal(state) && command.type !== left) faults.push(`left ${state} by ${command.type}`);
  if (command.type === "hand_out" && (before.custody !== "hub" || command.version !== before.version))
    faults.push("handed out what lay elsewhere, or what changed");
  if (after.version !== before.version + events.length || events.length === 0)
    faults.push("a gap in the sequence");
  if (events.some((event) => event.occurredAt > event.recordedAt)) faults.push("an event in the future");
  return faults;
}

/** One event moves each task along one row of the table at most, and forgets no attempt. */
function edgeFaults(before: DeliveryState, after: DeliveryState): string[] {
  return before.tasks.flatMap((task, i) => {
    const now = after.tasks[i];
    if (!now || now.id !== task.id || now.attempts.length < task.attempts.length)
      return ["a task or attempt vanished"];
    const edge = `${task.state}>${now.state}`;
    return now.state === task.state || TASK_EDGES.has(edge) ? [] : [`a task went ${edge}`];
  });
}

function tryDecide(
  decideIt: Decide,
  ...[delivery, command, context]: Parameters<Decide>
): DeliveryEvent[] | undefined {
  try {
    return decideIt(delivery, command, context);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Applies the events one by one and checks every step between. */
function lookAt(
  before: DeliveryState,
  command: DeliveryCommand,
  events: readonly DeliveryEvent[],
  found: Found,
): DeliveryState {
  let after = before;
  for (const event of events) {
    const next = evolve(after, event);
    found.faults.push(...edgeFaults(after, next));
    after = next;
  }
  const [was, is] = [stateOf(before), stateOf(after)];
  found.accepted += 1;
  found.states.add(is);
  if (was !== is) found.edges.add(`${was}>${is}`);
  if (events[0]?.planConflict) found.conflicts += 1;
  found.faults.push(...faultsOf(after), ...stepFaults(before, after, command, events));
  return after;
}

const POLICY = { ...DEFAULT_POLICY, courierMayDecline: true };

function walk(d: Dice, decideIt: Decide, found: Found): void {
  const terms = { undeliverableAction: d.pick(UNDELIVERABLE_ACTIONS), maxAttempts: 1 + d.below(3) };
  let delivery: DeliveryState = {
    ...newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1", ...terms }),
    parcelCodes: CODES,
  };
  let now = 1_700_000_000_000;
  found.states.add(stateOf(delivery));
  for (let i = 0, idle = 0; i < COMMANDS_PER_WALK && idle < 3 && found.faults.length === 0; i += 1) {
    now += d.below(8) * MINUTE_MS;
    const command = anyCommand(d, delivery, `k${i}`, now);
    const context: Context = {
      actor: anyDoer(d, delivery, command),
      now,
      policy: POLICY,
      newTaskId: `n${i}`,
    };
    found.commands += 1;
    const events = tryDecide(decideIt, delivery, command, context);
    if (events) {
      delivery = lookAt(delivery, command, events, found);
      const again = tryDecide(decideIt, delivery, command, context);
      if (again?.length !== 0) found.faults.push(`a repeated ${command.type} changed something`);
    } else if (FOR_GOOD.has(stateOf(delivery))) idle += 1;
  }
}

function walks(n: number, seed: number, decideIt: Decide): Found {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const d = dice(seed);
  const found: Found = {
    states: new Set(),
    edges: new Set(),
    faults: [],
    commands: 0,
    accepted: 0,
    conflicts: 0,
  };
  for (let i = 0; i < n && found.faults.length === 0; i += 1) walk(d, decideIt, found);
  Error.stackTraceLimit = limit;
  return found;
}

describe("random lives of deliveries", () => {
  test(`nothing impossible happens in ${WALKS} of them`, () => {
    const found = walks(WALKS, SEED, decide);
    process.stdout.write(
      `seed ${SEED}: ${WALKS} walks, ${found.commands} commands, ${found.accepted} accepted and repeated, ` +
        `${found.conflicts} against the plan, ${found.states.size} states, ${found.edges.size} edges\n`,
    );
    expect(found.faults).toEqual([]);
    expect([...found.states].toSorted()).toEqual([...DELIVERY_STATES].toSorted());
    expect(found.conflicts).toBeGreaterThan(1000);
    const drawn = Object.entries(DELIVERY_FLOW).flatMap(([from, list]) => list.map((to) => `${from}>${to}`));
    expect([...found.edges].toSorted()).toEqual(drawn.toSorted());
  });

  const planted: Record<string, Decide> = {
    "a courier who delivers what lies on the shelf": (delivery, command, context) =>
      decide(
        { ...delivery, custody: command.type === "succeed" ? "courier" : delivery.custody },
        command,
        context,
      ),
    "a correction that does not look at later tasks": (delivery, command, context) => {
      if (command.type !== "correct") return decide(delivery, command, context);
      return decide(
        {
          ...delivery,
          custody: "courier",
          tasks: delivery.tasks.filter((task) => task.id === command.taskId),
        },
        command,
        context,
      );
    },
    "a closed delivery that goes on": (delivery, command, context) =>
      decide({ ...delivery, closedAs: null }, command, context),
    "one try too many": (delivery, command, context) =>
      decide({ ...delivery, maxAttempts: delivery.maxAttempts + 1 }, command, context),
    "a hand-out of what is no longer there": (delivery, command, context) =>
      decide(
        command.type === "hand_out" ? { ...delivery, custody: "hub", version: command.version } : delivery,
        command,
        context,
      ),
    "a memory that forgets accepted commands": (delivery, command, context) =>
      decide({ ...delivery, acceptedCommandIds: [] }, command, context),
  };
  test.each(Object.keys(planted))("a planted fault is caught: %s", (name) => {
    expect(walks(20_000, SEED, planted[name] ?? decide).faults).not.toEqual([]);
  });
});
