import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { isPending, isUnderWay, latest } from "#features/deliveries/domain/delivery.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { reasonsFor } from "#features/parcels/domain/reasons.ts";
import type { PlanEdit } from "#features/dispatch/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import {
  type Courier,
  COURIERS,
  type Deed,
  type Dispatcher,
  DISPATCHERS,
  type Engine,
  type Person,
  type State,
  TODAY,
  TOMORROW,
} from "./deed.ts";
import { doerOf } from "./memory-rows.ts";
import type { World } from "./world.ts";

/** People at their screens: each acts on what they read last. */
interface People {
  /** Reads what is stored now. */
  look(person: Person, state: State): void;
  /** The next deed of this person; nothing where they see none. */
  next(person: Person): Deed | undefined;
  /** Notes that a postponement was done, so that its author may take it back. */
  postponed(edit: PlanEdit): void;
}

export const PEOPLE: readonly Person[] = [...DISPATCHERS, ...COURIERS, "sam", "recipient"];

/** People by how often they act: sender and recipient seldom. */
export const BUSY: readonly Person[] = [...DISPATCHERS, ...DISPATCHERS, ...COURIERS, ...COURIERS, ...PEOPLE];

export function makePeople(world: World, engine: Pick<Engine, "courierIds" | "errand">): People {
  const { dice } = world;
  const { courierIds } = engine;
  const eyes = new Map<Person, State>();
  const undoable: Extract<PlanEdit, { readonly type: "postpone" }>[] = [];

  const anyOf = ({ deliveries }: State): Chosen => dice.pick([...deliveries.values()]);
  const head = () => ({ commandId: world.newId(), occurredAt: world.now() });

  function planned(by: Dispatcher, state: State): Deed {
    const seen = [...state.routes].map(([courierId, { revision }]) => ({ courierId, revision }));
    const commandId = world.newId();
    const common = { commandId, occurredAt: toIso(world.now()), date: TODAY, seen };
    const open = [...state.deliveries.values()].filter(({ tasks }) => tasks.some(isPending));
    const named = (): string => (open.length > 0 && dice.chance(0.9) ? dice.pick(open).id : anyOf(state).id);
    const deliveryIds = [...new Set(Array.from({ length: dice.between(1, 4) }, named))];
    const courierId = courierIds[dice.pick(COURIERS)];
    const stops = state.routes.get(courierId)?.taskIds ?? [];
    const beforeTaskId = stops.length > 0 && dice.chance(0.5) ? dice.pick(stops) : null;
    const undone = undoable.at(-1);
    const edit = ((): PlanEdit => {
      const nth = dice.between(0, 9);
      if (nth === 0) return { ...common, type: "postpone", deliveryIds, toDate: TOMORROW };
      if (nth === 1 && undone !== undefined)
        return { ...common, type: "restore", deliveryIds: undone.deliveryIds, undoes: undone.commandId };
      if (nth === 2) return { ...common, type: "unassign", deliveryIds };
      if (nth <= 4 && stops.length > 0)
        return { ...common, type: "move", courierId, taskId: dice.pick(stops), beforeTaskId };
      const handOver = deliveryIds.map((deliveryId) => ({ deliveryId, note: "Meet at the square." }));
      const isSaid = dice.chance(0.8);
      return { ...common, type: "assign", deliveryIds, courierId, beforeTaskId, ...(isSaid && { handOver }) };
    })();
    return { kind: "plan", by, key: commandId, edit };
  }

  const HANDLED = ["retry", "retry", "send_back", "to_hub", "load", "lose", "find", "dispose"] as const;

  function ofDispatcher(by: Dispatcher, state: State): Deed {
    const errand = engine.errand?.(by, state);
    if (errand) return errand;
    const nth = dice.between(0, 11);
    if (nth < 5) return planned(by, state);
    const seen = anyOf(state);
    const { id, version } = seen;
    if (nth === 5) return { kind: "edit", by, key: world.newId(), id, version, note: `${world.now()}` };
    if (nth < 9) return handled(by, seen);
    if (nth === 9) return cancelled(by, id);
    return fact(by, seen, dice.pick(seen.tasks).id) ?? planned(by, state);
  }

  /** A command that the screen offers, mostly; the state of things may be another one by now. */
  function handled(by: Dispatcher, seen: Chosen): Deed {
    const make = (): DeliveryCommand => ({ ...head(), type: dice.pick(HANDLED), note: "The desk" });
    return deedOf(by, seen, make);
  }

  /** Takes what the screen of this person offers, mostly. */
  function deedOf(by: Person, seen: Chosen, make: () => DeliveryCommand): Deed {
    let given = make();
    for (let tries = 6; tries > 0 && !isOffered(by, seen, given); tries -= 1) given = make();
    return { kind: "command", by, key: given.commandId, id: seen.id, command: given };
  }

  function isOffered(by: Person, seen: Chosen, given: DeliveryCommand): boolean {
    const doer = doerOf(by);
    const actor = by === "ana" || by === "ben" ? { ...doer, courierId: courierIds[by] } : doer;
    try {
      decide(seen, given, { actor, now: world.now(), policy: DEFAULT_POLICY, newTaskId: "" });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  function cancelled(by: Person, id: string): Deed {
    const given: DeliveryCommand = { ...head(), type: "cancel", note: null };
    return { kind: "command", by, key: given.commandId, id, command: given };
  }

  /** A fact about a task, as it looks to who reports it. */
  function fact(by: Person, seen: Chosen, taskId: string): Deed | undefined {
    const task = seen.tasks.find(({ id }) => id === taskId);
    if (!task) return undefined;
    const isCourier = by === "ana" || by === "ben";
    const proven = { offline: isCourier, proofIds: [], ...(!isCourier && { unproven: true as const }) };
    return deedOf(by, seen, () => {
      const common = { ...head(), taskId, note: "Seen" };
      const reason = dice.pick(reasonsFor(task.kind)).code;
      const nth = dice.between(0, 9);
      if (task.state === "failed")
        return { ...common, type: "correct", to: "succeeded", reason: null, recipientName: "Rita" };
      if (task.state === "succeeded")
        return { ...common, type: "correct", to: "failed", reason, recipientName: null };
      if (nth < 2) return { ...common, type: isUnderWay(task) ? "arrive" : "start", offline: isCourier };
      if (nth < 5) return { ...common, ...proven, type: "fail", reason };
      return { ...common, ...proven, type: "succeed", recipientName: "Rita" };
    });
  }

  function ofCourier(by: Courier, state: State): Deed | undefined {
    const own = [...state.deliveries.values()].flatMap((one) =>
      one.tasks.filter((task) => task.courierId === courierIds[by]).map((task) => ({ one, task })),
    );
    if (own.length === 0) return undefined;
    // The parcels are with the courier where the next step is at the door.
    const open = own.filter(
      ({ one, task }) => isPending(task) && (task.kind === "collect") === (one.custody === "sender"),
    );
    const { one, task } = dice.pick(open.length > 0 && dice.chance(0.85) ? open : own);
    return fact(by, one, task.id);
  }

  const CHOICES = ["not_in", "hub", "return", "note", "safe_place"] as const;

  function ofRecipient(state: State): Deed {
    const missed = [...state.deliveries.values()].filter((one) => latest(one, "deliver")?.state === "failed");
    const { id, version } = missed.length > 0 && dice.chance(0.6) ? dice.pick(missed) : anyOf(state);
    const kind = dice.pick(CHOICES);
    const choice = ((): Extract<Deed, { readonly kind: "choose" }>["choice"] => {
      if (kind === "note") return { kind, note: `${world.now()}` };
      return kind === "safe_place" ? { kind, place: "Shed" } : { kind };
    })();
    return { kind: "choose", by: "recipient", key: world.newId(), id, version, choice };
  }

  return {
    look: (person, state) => void eyes.set(person, state),
    postponed: (edit) => void (edit.type === "postpone" && undoable.push(edit)),
    next: (person) => {
      const state = eyes.get(person);
      if (!state || state.deliveries.size === 0) return undefined;
      if (person === "bo" || person === "cy") return ofDispatcher(person, state);
      if (person === "ana" || person === "ben") return ofCourier(person, state);
      return person === "sam" ? cancelled(person, anyOf(state).id) : ofRecipient(state);
    },
  };
}
