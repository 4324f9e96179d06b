import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { newDelivery, type Task } from "#features/deliveries/domain/delivery.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Server } from "./server.ts";
import { FAULTS_END, type World } from "./world.ts";

type Bare<C> = C extends DeliveryCommand ? Omit<C, "commandId" | "occurredAt"> : never;

/** A dispatcher who books in the morning and changes the plan all day, however far the phones are behind. */
export function startOffice(world: World, server: Server, couriers: readonly string[]): void {
  const { dice } = world;
  const actor = { role: "dispatcher", courierId: null } as const;

  /** Carries out one command of the office; one that the rules refuse changes nothing. */
  function order(id: string, bare: Bare<DeliveryCommand>): void {
    const before = server.data.deliveries.get(id);
    if (!before) return;
    const command = { ...bare, commandId: world.newId("office"), occurredAt: world.now() };
    const context = { actor, now: world.now(), policy: DEFAULT_POLICY, newTaskId: world.newId("task") };
    try {
      const after = decide(before, command, context).reduce(evolve, before);
      server.data.deliveries.set(id, after);
      for (const fault of faultsOf(after)) world.broke(14, fault);
      world.say(`the office: ${bare.type} ${id.slice(0, 4)}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  const open = (task: Task): boolean => task.state === "open" || task.state === "assigned";

  function assign(id: string, courierId: string): void {
    const tasks = server.data.deliveries.get(id)?.tasks.filter(open) ?? [];
    if (tasks.length > 0) order(id, { type: "assign", taskIds: tasks.map((task) => task.id), courierId });
  }

  function book(): void {
    const id = world.newId("delivery");
    const [collectTaskId, deliverTaskId] = [world.newId("task"), world.newId("task")];
    server.data.deliveries.set(id, newDelivery({ id, collectTaskId, deliverTaskId }));
    server.data.addressTags.set(id, "a1");
    assign(id, dice.pick(couriers));
  }

  function change(): void {
    if (world.now() < FAULTS_END) world.after(dice.between(4, 30) * MINUTE_MS, change);
    const id = dice.pick([...server.data.deliveries.keys()]);
    const note = null;
    switch (dice.between(0, 9)) {
      case 0:
        return book();
      case 1:
        return order(id, { type: "cancel", note });
      case 2:
        return void server.data.addressTags.set(id, `a${world.now()}`);
      case 3:
        return order(id, { type: "retry", note });
      case 4:
        return order(id, { type: "send_back", note });
      case 5:
        return order(id, { type: "to_hub", note });
      case 6: {
        const tasks = server.data.deliveries.get(id)?.tasks.filter((task) => task.state === "assigned") ?? [];
        return order(id, { type: "unassign", taskIds: tasks.map((task) => task.id) });
      }
      default:
        return assign(id, dice.pick(couriers));
    }
  }

  for (let n = dice.between(6, 14); n > 0; n -= 1) book();
  world.after(dice.between(5, 40) * MINUTE_MS, change);
}
