import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import type { Doer } from "#features/deliveries/domain/doer.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { Refusal } from "#kernel/refusal.ts";
import { COURIERS, type Deed, type SeenRoute } from "./deed.ts";
import type { World } from "./world.ts";

/** A change of a delivery as it is stored: by the rules' own event, or by values that were edited. */
export type Stored =
  | { readonly event: ReturnType<typeof decide>[number] }
  | { readonly edited: Partial<Chosen>; readonly commandId: string };

/** Rows of the engine; a transaction changes a copy. */
export interface Rows {
  readonly deliveries: Map<string, Chosen>;
  readonly booked: Map<string, Chosen>;
  readonly stories: Map<string, readonly Stored[]>;
  readonly routes: Map<string, SeenRoute>;
  readonly accepted: Set<string>;
}

export const copyOf = ({ deliveries, booked, stories, routes, accepted }: Rows): Rows => ({
  deliveries: new Map(deliveries),
  booked,
  stories: new Map(stories),
  routes: new Map(routes),
  accepted: new Set(accepted),
});

/** One transaction. */
export interface Work {
  readonly world: World;
  readonly rows: Rows;
}

/** Person of a deed as the rules see them. */
export const doerOf = (by: Deed["by"]): Doer => {
  const courier = COURIERS.find((one) => one === by);
  if (courier !== undefined) return { role: "courier", courierId: courier };
  if (by === "sam") return { role: "sender", courierId: null };
  return { role: by === "recipient" ? "recipient" : "dispatcher", courierId: null };
};

/** Stores a change with what it makes of the delivery. */
function store({ world, rows }: Work, after: Chosen, stored: readonly Stored[]): void {
  rows.deliveries.set(after.id, after);
  if (world.has("event-with-change") || !world.dice.chance(0.2))
    rows.stories.set(after.id, [...(rows.stories.get(after.id) ?? []), ...stored]);
}

/** Folds one stored change into the delivery before it. */
export const fold = (before: Chosen, stored: Stored): Chosen =>
  "event" in stored
    ? { ...before, ...evolve(before, stored.event) }
    : { ...before, ...stored.edited, version: before.version + 1 };

/** Lets the rules decide about a delivery as it is in this transaction. */
export function command(work: Work, by: Deed["by"], id: string, given: Parameters<typeof decide>[1]): void {
  const { world, rows } = work;
  const before = rows.deliveries.get(id);
  if (!before) throw new Refusal("deliveries.not-found", { id });
  const context = { actor: doerOf(by), now: world.now(), policy: DEFAULT_POLICY, newTaskId: world.newId() };
  const events = decide(asGuarded(world, before), given, context);
  const stored = events.map((event) => ({ event }));
  if (stored.length > 0) store(work, stored.reduce(fold, before), stored);
}

/** Writes edited values, as one event. */
export function edit(work: Work, before: Chosen, edited: Partial<Chosen>, commandId: string): void {
  const stored = [{ edited, commandId }];
  store(work, stored.reduce(fold, before), stored);
}

/** The delivery as rules without a guard would read it. */
function asGuarded(world: World, before: Chosen): Chosen {
  return {
    ...before,
    ...(!world.has("accepted-once") && { acceptedCommandIds: [] }),
    ...(!world.has("custody-asked") && before.custody === "hub" && { custody: "courier" as const }),
    ...(!world.has("ends-stand") && { closedAs: null }),
  };
}
