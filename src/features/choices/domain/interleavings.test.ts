import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { isPending, latest, newDelivery } from "#features/deliveries/domain/delivery.ts";
import type { Doer } from "#features/deliveries/domain/doer.ts";
import type { FieldChange } from "#features/deliveries/domain/edits.ts";
import { decideEdit, decideRestore, handoverChanges } from "#features/deliveries/domain/edits.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { handoverFrom, handoverText } from "#features/proofs/domain/handover.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { isTerminal, stateOf } from "#features/deliveries/domain/state.ts";
import { DEFAULT_LEVELS } from "#features/quotes/domain/service-levels.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Choice, type MadeChoice, TOPIC_OF, replaces } from "./choice.ts";
import { type Chosen, type Circumstances, planOf, windowsFor } from "./decide-choice.ts";
import { fateOf, heldAgain, holds, isPlanned, mayTakeBack } from "./fate.ts";

const START = fromIso("2026-06-17T08:00:00Z");
const ZONE = "Europe/Berlin";
const hours = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "20:00" })),
  exceptions: [],
};
const person = { name: "R", phone: "+49301234567", email: null, note: "" };

interface World {
  delivery: Chosen;
  made: readonly MadeChoice[];
  now: number;
  ids: number;
  /** Count of ids at the last deed of the office. */
  office: number;
}

const open = (): World => {
  const window = { start: START + 4 * HOUR_MS, end: START + 5 * HOUR_MS };
  const delivery: Chosen = {
    ...newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1" }),
    sender: person,
    recipient: person,
    window,
    pickupWindow: { start: START, end: window.start },
    serviceLevel: "scheduled",
    handover: null,
    bookedNeeds: null,
  };
  const world: World = { delivery, made: [], now: START, ids: 0, office: 0 };
  run(world, OFFICE, { ...head(world), type: "assign", taskIds: ["c1", "d1"], courierId: "kim" });
  run(world, KIM, { ...fact(world, 0), type: "succeed", taskId: "c1", recipientName: null });
  return world;
};

const OFFICE: Doer = { role: "dispatcher", courierId: null };
const KIM: Doer = { role: "courier", courierId: "kim" };
const RECIPIENT: Doer = { role: "recipient", courierId: null };

const head = (world: World) => ({ commandId: `i${(world.ids += 1)}`, occurredAt: world.now, note: null });
const fact = (world: World, agoMs: number) => ({
  ...head(world),
  occurredAt: world.now - agoMs,
  offline: true,
  proofIds: [],
});

function run(world: World, actor: Doer, command: DeliveryCommand): void {
  const context = { actor, now: world.now, policy: DEFAULT_POLICY, newTaskId: `t${(world.ids += 1)}` };
  const events = decide(world.delivery, command, context);
  world.delivery = {
    ...world.delivery,
    ...events.reduce(evolve, world.delivery as never as Parameters<typeof evolve>[0]),
  };
}

/** @returns the code of a refusal; null where it was carried out */
function tried(deed: () => void): string | null {
  try {
    deed();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const about = ({ delivery, now }: World): Circumstances => ({
  delivery,
  now,
  zone: ZONE,
  hours,
  levels: DEFAULT_LEVELS,
  hasHub: true,
  cashAtDoor: false,
  ofAge: false,
});

/** As the server carries a choice out, all or nothing. */
function choose(world: World, choice: Choice): void {
  const before = { ...world };
  try {
    const { now } = world;
    const plan = planOf(choice, about(world));
    const held = world.delivery.tasks.find(({ id }) => plan.taskIds.includes(id))?.courierId;
    for (const type of plan.steps)
      run(
        world,
        RECIPIENT,
        type === "unassign" ? { ...head(world), type, taskIds: plan.taskIds } : { ...head(world), type },
      );
    const edited = decideEdit(world.delivery, plan.wish, now);
    const handover = plan.handover === undefined ? world.delivery.handover : plan.handover;
    const changes = [...edited.changes, ...handoverChanges(world.delivery, handover)];
    world.delivery = { ...world.delivery, ...edited.after, handover };
    const id = `choice ${(world.ids += 1)}`;
    const made: MadeChoice = {
      id,
      choice,
      taskId: latest(world.delivery, choice.kind === "return" ? "return" : "deliver")?.id ?? null,
      changes,
      steps: plan.steps,
      lost: held ? { courierId: held, taskIds: plan.taskIds } : null,
      chosenAt: now,
      takenBackAt: null,
      replacedBy: null,
    };
    world.made = [
      made,
      ...world.made.map((one) =>
        one.takenBackAt === null && one.replacedBy === null && replaces(choice.kind, one.choice.kind)
          ? { ...one, replacedBy: id }
          : one,
      ),
    ];
  } catch (error) {
    Object.assign(world, before);
    throw error;
  }
}

function takeBack(world: World, made: MadeChoice): void {
  const { now } = world;
  if (!mayTakeBack(made, world.delivery, now)) throw new Refusal("choices.over", { id: made.id });
  const kept = made.changes.flatMap(({ field, from, to }) =>
    field === "window" || field === "pickup-window" ? [{ field, old: from ?? "", new: to ?? "" }] : [],
  );
  const edited = decideRestore(world.delivery, kept);
  const as = (field: string) => made.changes.find((one) => one.field === field && holds(one, world.delivery));
  const [note, wish] = [as("recipient-note"), as("handover")];
  world.delivery = {
    ...world.delivery,
    ...edited.after,
    ...(note && { recipient: { ...world.delivery.recipient, note: note.from ?? "" } }),
    ...(wish && { handover: handoverFrom(wish.from) }),
  };
  if (isPlanned(made)) run(world, RECIPIENT, { ...head(world), type: "withdraw" });
  const again = heldAgain(made, world.made);
  world.made = world.made.map((one) => {
    if (one.id === made.id) return { ...one, takenBackAt: now };
    return again.includes(one) ? { ...one, replacedBy: null } : one;
  });
}

const anyChoice = (world: World, nth: number): Choice => {
  const windows = windowsFor(about(world));
  const window = windows[nth % Math.max(1, windows.length)] ?? world.delivery.window;
  const all: readonly Choice[] = [
    { kind: "window", window },
    { kind: "not_in" },
    { kind: "hub" },
    { kind: "return" },
    { kind: "safe_place", place: `Shed ${nth % 3}` },
    { kind: "neighbour", place: `Weber ${nth % 3}` },
    { kind: "pin" },
    { kind: "note", note: `n${nth % 3}` },
  ];
  return all[nth % all.length] ?? { kind: "not_in" };
};

const step = fc.record({
  deed: fc.constantFrom(
    "choose",
    "choose",
    "take-back",
    "arrive",
    "succeed",
    "fail",
    "correct",
    "edit",
    "assign",
    "note",
    "to-hub",
    "hand-out",
  ),
  nth: fc.nat(1_000),
  agoMs: fc.constantFrom(0, 0, MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS),
  laterMs: fc.constantFrom(0, MINUTE_MS, HOUR_MS, DAY_MS),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The courier's own report on the try that they have or had. */
function report(world: World, type: "arrive" | "succeed" | "fail", agoMs: number): string | null {
  const task = latest(world.delivery, "deliver");
  if (!task) return "none";
  const said = fact(world, agoMs);
  if (type === "arrive") return tried(() => run(world, KIM, { ...said, type, taskId: task.id }));
  if (type === "succeed")
    return tried(() => run(world, KIM, { ...said, type, taskId: task.id, recipientName: "R" }));
  return tried(() => run(world, KIM, { ...said, type, taskId: task.id, reason: "recipient_absent" }));
}

function correct(world: World): string | null {
  const task = latest(world.delivery, "deliver");
  if (!task || isPending(task)) return "none";
  const to = task.state === "failed" ? ("succeeded" as const) : ("failed" as const);
  const said = {
    ...head(world),
    taskId: task.id,
    to,
    reason: "recipient_absent",
    recipientName: "R",
    note: "seen",
  };
  return tried(() =>
    run(world, OFFICE, { ...said, type: "correct", proofIds: ["p"], unproven: true } as DeliveryCommand),
  );
}

function handOut(world: World): string | null {
  const { version } = world.delivery;
  const said = { ...head(world), type: "hand_out" as const, recipientName: "R", proofIds: ["p"], version };
  const taskId = latest(world.delivery, "deliver")?.id ?? "";
  return tried(() => run(world, OFFICE, { ...said, taskId }));
}

/** Deeds of the office. */
const BY_OFFICE: readonly Step["deed"][] = ["correct", "edit", "assign", "note", "to-hub", "hand-out"];

function carryOut(world: World, step: Step): void {
  const { delivery } = world;
  takeStep(world, step);
  if (BY_OFFICE.includes(step.deed) && world.delivery !== delivery) world.office = world.ids += 1;
}

function takeStep(world: World, { deed, nth, agoMs }: Step): void {
  const { delivery } = world;
  if (deed === "choose") tried(() => choose(world, anyChoice(world, nth)));
  else if (deed === "take-back") {
    const made = world.made[nth % Math.max(1, world.made.length)];
    if (made) tryTakeBack(world, made);
  } else if (deed === "correct") correct(world);
  else if (deed === "to-hub") tried(() => run(world, OFFICE, { ...head(world), type: "to_hub" }));
  else if (deed === "hand-out") handOut(world);
  else if (deed === "assign") {
    const open = delivery.tasks.filter(({ state }) => state === "open").map(({ id }) => id);
    tried(() => run(world, OFFICE, { ...head(world), type: "assign", taskIds: open, courierId: "kim" }));
  } else if (deed === "edit" || deed === "note") {
    const window = { start: world.now + HOUR_MS, end: world.now + 2 * HOUR_MS };
    const wish =
      deed === "edit" ? { window } : { recipient: { ...delivery.recipient, note: `office ${nth}` } };
    tried(() => (world.delivery = { ...delivery, ...decideEdit(delivery, wish, world.now).after }));
  } else reportAndCheck(world, deed, agoMs);
}

/** A fact of a courier who has or had the try stands, whatever the recipient chose meanwhile. */
function reportAndCheck(world: World, deed: "arrive" | "succeed" | "fail", agoMs: number): void {
  const task = latest(world.delivery, "deliver");
  const isTheirs = task && (task.courierId === "kim" || task.pastCourierIds.includes("kim"));
  const isDue = task && isPending(task) && world.delivery.custody === "courier" && !world.delivery.closedAs;
  const refusal = report(world, deed, agoMs);
  if (isTheirs && isDue && deed !== "arrive") expect(refusal).toBeNull();
}

/** A choice that is taken back leaves things as before, as far as nobody changed it since. */
function tryTakeBack(world: World, made: MadeChoice): void {
  const own = made.changes.filter((change) => holds(change, world.delivery));
  if (tried(() => takeBack(world, made)) !== null) return;
  const { window, recipient, handover } = world.delivery;
  const now = { window, recipient, handover };
  const before = own
    .filter(({ field }) => field !== "pickup-window")
    .map(({ field, from }) => ({ field, from: null, to: from }));
  expect(before.every((change) => holds(change, { ...world.delivery, ...now }))).toBe(true);
  const isSoAgain = (change: FieldChange) =>
    holds(change, world.delivery) || isDoorNow(change, world.delivery);
  const unsaid = world.made.filter((one) => one.replacedBy === made.id && one.changes.every(isSoAgain));
  expect(unsaid, "nothing stands in the place of what is as it was chosen").toEqual([]);
}

const wasHandedOut = (delivery: Chosen): boolean => latest(delivery, "deliver")?.outcome?.place === "hub";

/** A time given up the hub for: where it is brought to is another choice's matter. */
const isDoorNow = ({ field, to }: MadeChoice["changes"][number], { handover }: Chosen): boolean =>
  field === "handover" && to === handoverText(null) && handover?.how !== "hub";

/** No choice is lost silently: one that holds is so, one that does not says why. */
function check(world: World): void {
  const { delivery, made } = world;
  const isOver = isTerminal(stateOf(delivery));
  const wrong = made.filter((one) => {
    const { fate, at } = fateOf(one, delivery);
    const isTold = {
      standing:
        !isOver && one.changes.every((change) => holds(change, delivery) || isDoorNow(change, delivery)),
      kept: at !== null && at >= one.chosenAt,
      unsure: at !== null && at >= one.chosenAt,
      "too-late": at !== null,
      replaced: made.some(({ id }) => id === one.replacedBy),
      "taken-back": one.takenBackAt !== null,
      "by-office": world.office > Number(one.id.split(" ")[1]),
      ended: isOver,
      collected: one.choice.kind === "hub" && wasHandedOut(delivery),
    };
    return !isTold[fate] || (mayTakeBack(one, delivery, world.now) && fate !== "standing");
  });
  expect(wrong).toEqual([]);
  for (const topic of ["time", "door", "note"])
    expect(
      made.filter((one) => TOPIC_OF[one.choice.kind] === topic && fateOf(one, delivery).fate === "standing")
        .length,
    ).toBeLessThanOrEqual(1);
}

test("whatever recipient, courier and office do in whatever order, each choice has one fate and none is lost", () => {
  const fates = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const world = open();
      for (const one of steps) {
        world.now += one.laterMs;
        carryOut(world, one);
        check(world);
      }
      for (const one of world.made) fates.add(fateOf(one, world.delivery).fate);
    }),
    { numRuns: 3_000 },
  );
  expect([...fates].toSorted()).toEqual(
    [
      "by-office",
      "collected",
      "ended",
      "kept",
      "replaced",
      "standing",
      "taken-back",
      "too-late",
      "unsure",
    ].filter((fate) => fates.has(fate) || fate !== "ended"),
  );
});

test.each([
  [{ kind: "hub" }, "collected"],
  [{ kind: "neighbour", place: "Weber" }, "ended"],
] as const)("parcels that were handed out at the hub came by no courier: %o", (choice, fate) => {
  const world = open();
  world.now += HOUR_MS;
  choose(world, choice);
  run(world, OFFICE, { ...head(world), type: "to_hub" });
  world.now += HOUR_MS;
  expect(handOut(world)).toBeNull();
  expect(world.made.map((one) => fateOf(one, world.delivery).fate)).toEqual([fate]);
});

const HUB = { kind: "hub" } as const;
const WEBER = { kind: "neighbour", place: "Weber" } as const;
const SHED = { kind: "safe_place", place: "Shed" } as const;

test.each([
  ["time", "whatever was wished for the door between", [HUB, "window", WEBER, "window"]],
  ["wish for the door", "though a time gave up the hub before", [HUB, "window", WEBER, SHED]],
] as const)("the earlier %s holds again once the later one is taken back, %s", (_topic, _though, chosen) => {
  const world = open();
  for (const one of chosen) {
    const [window] = windowsFor(about(world));
    choose(world, one === "window" ? { kind: one, window: window ?? world.delivery.window } : one);
  }
  const [last] = world.made;
  if (last) tryTakeBack(world, last);
  const fates = world.made.map((one) => fateOf(one, world.delivery).fate);
  expect(fates).toEqual(["taken-back", "standing", "standing", "replaced"]);
});
