import { planOf } from "#features/choices/domain/decide-choice.ts";
import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import { newDelivery } from "#features/deliveries/domain/delivery.ts";
import { decideEdit, handoverChanges } from "#features/deliveries/domain/edits.ts";
import { DEFAULT_LEVELS } from "#features/quotes/domain/service-levels.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { Refusal } from "#kernel/refusal.ts";
import { COURIERS, type Deed, type Engine, isErrand, type State, ZONE } from "./deed.ts";
import { carryOutPlan } from "./memory-plan.ts";
import { command, copyOf, edit, fold, type Rows, type Work } from "./memory-rows.ts";
import type { World } from "./world.ts";

const CODES = parcelCodes(humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23])), 2);
const HOURS = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "22:00" })),
  exceptions: [],
};
const PERSON = { name: "Rita", phone: "+49301234567", email: null, note: "" };

export function makeMemory(world: World): Engine {
  let rows: Rows = {
    deliveries: new Map(),
    booked: new Map(),
    stories: new Map(),
    routes: new Map(COURIERS.map((id) => [id, { revision: 0, taskIds: [] }])),
    accepted: new Set(),
  };
  const judged: Judged = new Map();

  function work(deed: Deed, at: Work): void {
    if (at.rows.accepted.has(deed.key) && world.has("accepted-once")) return;
    at.rows.accepted.add(deed.key);
    if (deed.kind === "plan") carryOutPlan(at, deed);
    else if (deed.kind === "command") command(at, deed.by, deed.id, deed.command);
    else if (isErrand(deed)) throw new Error("errands are for the product");
    else decided(at, deed);
  }

  /** Carries out what names the version that its author saw. */
  function decided(at: Work, deed: Extract<Deed, { readonly kind: "edit" | "choose" }>): void {
    const before = at.rows.deliveries.get(deed.id);
    if (!before) throw new Refusal("deliveries.not-found", { id: deed.id });
    if (before.version !== deed.version && world.has("version-compared"))
      throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
    if (deed.kind === "choose") return choose(at, before, deed);
    const recipient = { ...before.recipient, note: deed.note };
    const { after, changes } = decideEdit(before, { recipient }, world.now());
    if (changes.length > 0) edit(at, before, after, deed.key);
  }

  function choose(at: Work, before: Chosen, deed: Extract<Deed, { readonly kind: "choose" }>): void {
    const now = world.now();
    const circumstances = { zone: ZONE, hours: HOURS, levels: DEFAULT_LEVELS, hasHub: true };
    const plan = planOf(deed.choice, {
      delivery: before,
      now,
      ...circumstances,
      cashAtDoor: false,
      ofAge: false,
    });
    const head = { occurredAt: now, note: null };
    for (const type of plan.steps) {
      const commandId = `${deed.key} ${type}`;
      const step =
        type === "unassign"
          ? { ...head, commandId, type, taskIds: plan.taskIds }
          : { ...head, commandId, type };
      command(at, deed.by, deed.id, step);
    }
    const between = at.rows.deliveries.get(deed.id) ?? before;
    const handover = plan.handover === undefined ? between.handover : plan.handover;
    const { after, changes } = decideEdit(between, plan.wish, now);
    const all = [...changes, ...handoverChanges(between, handover)];
    if (all.length > 0) edit(at, between, { ...after, handover }, deed.key);
  }

  return {
    courierIds: { ana: "ana", ben: "ben" },
    book: async () => {
      const id = world.newId();
      const start = world.now() + world.dice.between(2, 8) * HOUR_MS;
      const window = { start, end: start + 2 * HOUR_MS };
      const terms = { undeliverableAction: world.dice.pick(["return_to_sender", "dispose"] as const) };
      const booked: Chosen = {
        ...newDelivery({ id, collectTaskId: world.newId(), deliverTaskId: world.newId(), ...terms }),
        parcelCodes: CODES,
        sender: PERSON,
        recipient: PERSON,
        window,
        pickupWindow: { start: start - HOUR_MS, end: start },
        serviceLevel: "scheduled",
        handover: null,
        bookedNeeds: null,
      };
      rows.deliveries.set(id, booked);
      rows.booked.set(id, booked);
      rows.stories.set(id, []);
    },
    read: async () => stateOf(world, rows, judged),
    carryOut: async (deed) => {
      const isLost = world.dice.chance(0.03);
      // A server that ends before its commit has done nothing, one that ends after it everything.
      if (isLost && world.dice.chance(0.5)) return "lost";
      const copy = copyOf(rows);
      try {
        work(deed, { world, rows: copy });
        rows = copy;
        return isLost ? "lost" : "done";
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!world.has("all-or-nothing")) rows = { ...copy, accepted: rows.accepted };
        return isLost ? "lost" : error.code;
      }
    },
    follow: async () => void (world.has("routes-follow") && follow(rows)),
  };
}

/** Stops of tasks that are cancelled, or that another courier has, leave their route. */
function follow({ deliveries, routes }: Rows): void {
  const had = new Set<string>();
  for (const { tasks } of deliveries.values())
    for (const task of tasks) if (task.state !== "cancelled") had.add(`${task.courierId} ${task.id}`);
  for (const [courierId, { revision, taskIds }] of routes) {
    const left = taskIds.filter((id) => had.has(`${courierId} ${id}`));
    if (left.length < taskIds.length) routes.set(courierId, { revision: revision + 1, taskIds: left });
  }
}

/** Names of each delivery's events, once they were found to make it what it is (11). */
type Judged = Map<string, { readonly now: Chosen | undefined; readonly names: readonly string[] }>;

function stateOf(world: World, { deliveries, booked, stories, routes }: Rows, judged: Judged): State {
  const events = new Map<string, readonly string[]>();
  for (const [id, story] of stories) {
    const now = deliveries.get(id);
    const known = judged.get(id);
    if (known?.now === now && known) events.set(id, known.names);
    else {
      const first = booked.get(id);
      const folded = first && story.reduce(fold, first);
      if (JSON.stringify(now) !== JSON.stringify(folded))
        world.broke(11, "the events of a delivery do not make it what it is");
      const kinds = story.map((one) => ("event" in one ? one.event.type : "delivery.edited"));
      const names = ["delivery.created", ...kinds];
      judged.set(id, { now, names });
      events.set(id, names);
    }
  }
  return { deliveries: new Map(deliveries), routes: new Map(routes), events };
}
