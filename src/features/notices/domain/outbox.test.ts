import { expect, test } from "vitest";
import type { DeliveryCommand, DeliveryCommandName } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { type DeliveryState, newDelivery } from "#features/deliveries/domain/delivery.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dice } from "#test/support/seeds/dice.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import type { Notice } from "./notices.ts";
import { type Row, dueAtOf, planNotices, stateOfRefused, verdictOn } from "./outbox.ts";
import { type Facts, stageOf } from "./stage.ts";

const NOON = Date.UTC(2026, 5, 17, 12);
const UNDO_MS = 3 * MINUTE_MS;
const WALKS = 4_000;

/** States of the delivery in which a notice is true, by the projection that everybody reads. */
const TRUE_IN: Readonly<Record<Notice, readonly string[]>> = {
  booked: ["created", "assigned", "en_route_to_pickup", "at_pickup", "pickup_failed", "collected", "at_hub"],
  out_for_delivery: ["collected"],
  next_stop: ["collected", "out_for_delivery", "at_dropoff"],
  late: [
    "created",
    "assigned",
    "en_route_to_pickup",
    "at_pickup",
    "pickup_failed",
    "collected",
    "at_hub",
    "out_for_delivery",
  ],
  ready: ["at_hub"],
  delivered: ["delivered"],
  missed: ["attempt_failed", "collected", "at_hub", "assigned"],
  returning: ["returning"],
  returned: ["returned"],
  cancelled: ["cancelled"],
  taken_back: ["created", "assigned", "pickup_failed", "collected", "at_hub"],
};

const COMMANDS: readonly DeliveryCommandName[] = [
  "assign",
  "assign",
  "start",
  "arrive",
  "succeed",
  "succeed",
  "fail",
  "correct",
  "correct",
  "unassign",
  "retry",
  "send_back",
  "to_hub",
  "load",
  "cancel",
];

interface Told {
  readonly id: string;
  readonly notice: Notice;
  readonly about: string;
  readonly corrects: boolean;
}

/** One delivery, one phone: commands, jobs, crashes and a gateway that loses its answers, in any order. */
function walk(seed: number, repeatsSafely: boolean) {
  const d = dice(seed);
  const phone: Told[] = [];
  // Messages that the gateway was given, in order: a correction that got lost may have been read for all that we know.
  const given: (Told & { readonly arrived: boolean })[] = [];
  const lies: string[] = [];
  let delivery: DeliveryState = {
    ...newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1" }),
    maxAttempts: 9,
  };
  let rows: Row[] = [];
  let now = NOON;
  let made = 0;
  let ahead: number | null = null;
  let isLate = false;
  let collects = false;
  let reminders = 0;
  const facts = (): Facts => ({
    ...delivery,
    ahead,
    isLate,
    isNear: true,
    toCollect: collects && stateOf(delivery) === "at_hub" ? reminders : null,
    isForHub: collects,
  });
  const set = (id: string, change: Partial<Row>) => {
    rows = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  };
  const plan = () => {
    const { drop, add } = planNotices(facts(), rows, () => true);
    for (const id of drop) set(id, { state: "dropped", why: "overtaken" });
    for (const next of add) {
      made += 1;
      const id = String(made).padStart(6, "0");
      const { claim, corrects } = next;
      const dueAt = dueAtOf(next, now, UNDO_MS);
      rows.push({ id, ...claim, corrects, state: "waiting", why: null, madeAt: now, dueAt, saidAt: null });
    }
  };
  const arrives = ({ id, notice, about, corrects }: Row) => {
    given.push({ id, notice, about, corrects, arrived: true });
    if (phone.some((one) => one.id === id) && repeatsSafely) return;
    phone.push({ id, notice, about, corrects });
  };
  const send = (row: Row, mayBreak: boolean) => {
    const at = { now, morning: null, isOff: false, isOverLimit: false, hasAddress: true, repeatsSafely };
    const verdict = verdictOn(row, rows, facts(), at);
    if (verdict.do === "drop") set(row.id, { state: "dropped", why: verdict.why });
    if (verdict.do === "unsure") set(row.id, { state: "unsure" });
    if (verdict.do !== "send") return plan();
    set(row.id, { state: "sending", saidAt: row.saidAt ?? now });
    const shown = stateOf(delivery);
    if (!TRUE_IN[row.notice].includes(shown)) lies.push(`${row.notice} while ${shown}`);
    const ending = mayBreak
      ? d.pick(["sent", "sent", "sent", "crash before", "crash after", "refused"])
      : "sent";
    if (ending === "crash before") {
      given.push({ ...row, arrived: false });
      return undefined;
    }
    if (ending === "refused") {
      set(row.id, { state: stateOfRefused(row.state) });
      return plan();
    }
    arrives(row);
    if (ending === "crash after") return undefined;
    set(row.id, { state: "sent" });
    return plan();
  };
  const act = () => {
    const type = d.pick(COMMANDS);
    const open = delivery.tasks.filter((task) => !["succeeded", "failed", "cancelled"].includes(task.state));
    const task = d.pick(type === "correct" || open.length === 0 ? delivery.tasks : open);
    const command = {
      type,
      commandId: `${seed}-${made}-${d()}`,
      occurredAt: now,
      taskId: task.id,
      taskIds: [task.id],
      courierId: "anna",
      note: "seen",
      offline: true,
      recipientName: "Kim",
      proofIds: ["photo"],
      reason: task.kind === "collect" ? "not_ready" : "recipient_absent",
      to: task.state === "failed" ? "succeeded" : "failed",
    } as unknown as DeliveryCommand;
    const actor = { role: "dispatcher" as const, courierId: null };
    try {
      const newTaskId = `t${delivery.tasks.length + 1}`;
      for (const change of decide(delivery, command, { actor, now, policy: DEFAULT_POLICY, newTaskId }))
        delivery = evolve(delivery, {
          ...change,
          commandId: command.commandId,
          occurredAt: now,
          recordedAt: now,
          by: actor,
        });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    plan();
  };
  const work = (mayBreak: boolean) => {
    for (const { id } of rows) {
      const row = rows.find((one) => one.id === id);
      if (row && ["waiting", "sending"].includes(row.state)) send(row, mayBreak);
    }
  };
  plan();
  for (let step = 0; step < 40; step += 1) {
    if (d() < 0.4) act();
    else if (d() < 0.5) now += d.between(0, 3) * MINUTE_MS;
    else if (d() < 0.2) {
      ahead = d.pick([null, 0, 1, 4]);
      isLate = d() < 0.3;
      collects = d() < 0.5;
      if (collects && d() < 0.3) reminders += 1;
      plan();
    } else work(true);
  }
  for (let round = 0; round < 4; round += 1) {
    now += UNDO_MS;
    work(false);
  }
  return { phone, given, lies, rows, facts: facts() };
}

/** Claims told twice with nothing between that took the first one back. */
function toldTwice(given: ReturnType<typeof walk>["given"]): string[] {
  return given.flatMap((one, nth) => {
    const isSame = (other: Told) =>
      other.notice === one.notice && other.about === one.about && other.id !== one.id;
    const since = given.findLastIndex((other, at) => at < nth && other.arrived && isSame(other));
    const isTakenBack = given.slice(since + 1, nth).some(({ corrects }) => corrects);
    return since >= 0 && one.arrived && !isTakenBack && !one.corrects ? [`${one.notice} ${one.about}`] : [];
  });
}

test.each([
  ["a gateway that knows what it was given", true],
  ["a gateway that sends whatever it is given", false],
] as const)("by %s nobody is told twice or told what is not so, whatever breaks", (_, repeatsSafely) => {
  const seed = testSeed();
  for (let nth = 0; nth < WALKS; nth += 1) {
    const { phone, given, lies } = walk(seed + nth, repeatsSafely);
    expect({ seed: seed + nth, lies, twice: toldTwice(given) }).toEqual({
      seed: seed + nth,
      lies: [],
      twice: [],
    });
    expect(new Set(phone.map(({ id }) => id)).size, `seed ${seed + nth}: one notice arrived twice`).toBe(
      phone.length,
    );
  }
});

test("once nothing breaks any more, the last word is where the delivery stands, unless it was refused or lost", () => {
  const seed = testSeed();
  let checked = 0;
  for (let nth = 0; nth < WALKS; nth += 1) {
    const { phone, rows, facts } = walk(seed + nth, true);
    const stage = stageOf(facts);
    const isBroken = rows.some(({ state }) => state === "failed" || state === "unsure");
    if (!stage || stage.isResting || isBroken) continue;
    checked += 1;
    const last = phone.findLast(({ notice }) => notice !== "late");
    const isAhead = last?.notice === "next_stop" && stage.notice === "out_for_delivery";
    const told = isAhead ? { ...last, notice: stage.notice } : last;
    expect({ seed: seed + nth, notice: told?.notice, about: told?.about }).toEqual({
      seed: seed + nth,
      notice: stage.notice,
      about: stage.about,
    });
  }
  expect(checked).toBeGreaterThan(100);
});

const row = (change: Partial<Row>): Row => ({
  id: "1",
  notice: "delivered",
  about: "d1",
  corrects: false,
  state: "waiting",
  why: null,
  madeAt: NOON,
  dueAt: NOON,
  saidAt: null,
  ...change,
});
const after = (...types: readonly (readonly [DeliveryCommandName, object?])[]): DeliveryState => {
  let delivery = newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1" });
  const actor = { role: "dispatcher" as const, courierId: null };
  for (const [type, more] of types) {
    const base = {
      type,
      commandId: `${delivery.version}`,
      occurredAt: NOON,
      taskIds: ["c1", "d1"],
      courierId: "anna",
      note: "seen",
      offline: true,
      recipientName: "Kim",
      proofIds: ["photo"],
      reason: "recipient_absent",
      ...more,
    } as unknown as DeliveryCommand;
    for (const change of decide(delivery, base, {
      actor,
      now: NOON,
      policy: DEFAULT_POLICY,
      newTaskId: `t${delivery.version}`,
    }))
      delivery = evolve(delivery, {
        ...change,
        commandId: base.commandId,
        occurredAt: NOON,
        recordedAt: NOON,
        by: actor,
      });
  }
  return delivery;
};
const seen = (delivery: DeliveryState, more: Partial<Facts> = {}): Facts => ({
  ...delivery,
  ahead: null,
  isLate: false,
  isNear: true,
  toCollect: null,
  isForHub: false,
  ...more,
});
const DAYTIME = {
  now: NOON,
  morning: null,
  isOff: false,
  isOverLimit: false,
  hasAddress: true,
  repeatsSafely: true,
};
const COLLECTED = [["assign"], ["succeed", { taskId: "c1" }]] as const;

test("an end waits the time in which it can be undone, and a correction says at once what it replaces", () => {
  const missed = seen(after(...COLLECTED, ["fail", { taskId: "d1" }]));
  const [first] = planNotices(missed, [], () => true).add;
  expect(first).toEqual({ claim: { notice: "missed", about: "d1" }, corrects: false });
  expect(first && dueAtOf(first, NOON, UNDO_MS)).toBe(NOON + UNDO_MS);

  const said = row({ notice: "missed", state: "sent", saidAt: NOON });
  const mended = seen(
    after(...COLLECTED, ["fail", { taskId: "d1" }], ["correct", { taskId: "d1", to: "succeeded" }]),
  );
  const [second] = planNotices(mended, [said], () => false).add;
  expect(second).toEqual({ claim: { notice: "delivered", about: "d1" }, corrects: true });
  expect(second && dueAtOf(second, NOON, UNDO_MS)).toBe(NOON);
});

test("what was undone while it waited is told to nobody", () => {
  const mended = seen(
    after(...COLLECTED, ["fail", { taskId: "d1" }], ["correct", { taskId: "d1", to: "succeeded" }]),
  );
  const waiting = row({ notice: "missed" });
  expect(verdictOn(waiting, [waiting], mended, DAYTIME)).toEqual({ do: "drop", why: "overtaken" });
  expect(planNotices(mended, [waiting], () => true)).toEqual({
    drop: ["1"],
    add: [{ claim: { notice: "delivered", about: "d1" }, corrects: false }],
  });
});

test("a way that was announced and is not taken today is taken back, and announced again when it is", () => {
  const said = [row({ notice: "out_for_delivery", state: "sent", saidAt: NOON })];
  const atHub = seen(after(...COLLECTED, ["to_hub"]));
  expect(planNotices(atHub, said, () => false).add).toEqual([
    { claim: { notice: "taken_back", about: "d1" }, corrects: true },
  ]);
  const both = [
    ...said,
    row({ id: "2", notice: "taken_back", state: "sent", saidAt: NOON + 1, corrects: true }),
  ];
  expect(planNotices(atHub, both, () => true).add).toEqual([]);
  const loaded = seen(after(...COLLECTED, ["to_hub"], ["load"]));
  expect(planNotices(loaded, both, () => true).add.map(({ claim }) => claim.notice)).toEqual([
    "out_for_delivery",
  ]);
});

test("that it is ready is told once, once more by each reminder, and taken back where it is not so", () => {
  const atHub = (toCollect: number | null) => seen(after(...COLLECTED, ["to_hub"]), { toCollect });
  const said = (about: string, nth: number) =>
    row({ id: `${nth}`, notice: "ready", about, state: "sent", saidAt: NOON + nth });
  const added = (toCollect: number | null, ...told: Row[]) =>
    planNotices(atHub(toCollect), told, () => true).add.map(({ claim, corrects }) => [
      claim.notice,
      claim.about,
      corrects,
    ]);
  expect(added(0)).toEqual([["ready", "d1", false]]);
  expect(added(0, said("d1", 1))).toEqual([]);
  expect(added(1, said("d1", 1))).toEqual([["ready", "d1:1", false]]);
  expect(added(1, said("d1", 1), said("d1:1", 2))).toEqual([]);
  expect(added(null, said("d1", 1))).toEqual([["taken_back", "d1", true]]);
});

test("night, limits, age, a switch and a missing address each say what becomes of a notice", () => {
  const facts = seen(after(...COLLECTED, ["succeed", { taskId: "d1" }]));
  const one = row({});
  const verdict = (change: object, of = one) => verdictOn(of, [of], facts, { ...DAYTIME, ...change });
  expect(verdict({})).toEqual({ do: "send" });
  expect(verdict({ morning: NOON + 9 })).toEqual({ do: "hold", until: NOON + 9 });
  expect(verdict({}, row({ dueAt: NOON + 5 }))).toEqual({ do: "hold", until: NOON + 5 });
  expect(verdict({ isOverLimit: true })).toEqual({ do: "drop", why: "limit" });
  expect(verdict({ isOff: true })).toEqual({ do: "drop", why: "off" });
  expect(verdict({ hasAddress: false })).toEqual({ do: "drop", why: "no_address" });
  expect(verdict({ now: NOON + 4 * 24 * 60 * MINUTE_MS })).toEqual({ do: "drop", why: "stale" });
  const tried = row({ state: "sending", saidAt: NOON });
  expect(verdict({}, tried)).toEqual({ do: "send" });
  expect(verdict({ repeatsSafely: false }, tried)).toEqual({ do: "unsure" });
});

test("a delay is told once for each try, and what failed is not begun anew by itself", () => {
  const late = seen(after(["assign"]), { isLate: true });
  expect(
    planNotices(late, [row({ notice: "booked", about: "", state: "sent", saidAt: NOON })], () => true).add,
  ).toEqual([{ claim: { notice: "late", about: "d1" }, corrects: false }]);
  const failed = row({ notice: "late", state: "failed", madeAt: NOON + 1 });
  const said = row({ id: "2", notice: "booked", about: "", state: "sent", saidAt: NOON });
  expect(planNotices(late, [failed, said], () => true).add).toEqual([]);
});
