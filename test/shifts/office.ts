import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import type { DeliveryState, Task } from "#features/deliveries/domain/delivery.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { NEW_PRICES } from "./hands/cash.ts";
import type { World } from "./world.ts";

type Bare<C> = C extends DeliveryCommand ? Omit<C, "commandId" | "occurredAt"> : never;

/** Deliveries as the office sees and changes them. */
export interface Orders {
  ids(): readonly string[];
  deliveryOf(id: string): Promise<DeliveryState | undefined>;
  /** @throws Refusal when the rules do not allow it */
  run(id: string, command: DeliveryCommand): Promise<void>;
  /** @returns the id of a new delivery */
  book(): Promise<string>;
  /** Changes the address where a delivery goes. */
  readdress(id: string): Promise<void>;
  /** Changes what is owed for a delivery that is paid in cash and was not paid yet. */
  reprice(id: string, minor: number): Promise<void>;
}

/** A dispatcher who books in the morning and changes the plan all day, however far the phones are behind. */
export function startOffice(world: World, orders: Orders, couriers: readonly string[]): void {
  const { dice } = world;

  /** Carries out one command of the office; one that the rules refuse changes nothing. */
  async function order(id: string, bare: Bare<DeliveryCommand>): Promise<void> {
    try {
      await orders.run(id, { ...bare, commandId: world.newId("office"), occurredAt: world.now() });
      world.say(`the office: ${bare.type} ${id.slice(0, 8)}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  const tasksOf = async (id: string): Promise<readonly Task[]> => (await orders.deliveryOf(id))?.tasks ?? [];

  async function assign(id: string, courierId: string): Promise<void> {
    const tasks = (await tasksOf(id)).filter((task) => task.state === "open" || task.state === "assigned");
    if (tasks.length > 0)
      await order(id, { type: "assign", taskIds: tasks.map((task) => task.id), courierId });
  }

  async function unassign(id: string): Promise<void> {
    const tasks = (await tasksOf(id)).filter((task) => task.state === "assigned");
    await order(id, { type: "unassign", taskIds: tasks.map((task) => task.id) });
  }

  const book = async (): Promise<void> => assign(await orders.book(), dice.pick(couriers));

  /** Cancels a delivery that was not collected yet, as far as the office knows. */
  async function cancel(): Promise<void> {
    for (let tries = 5; tries > 0; tries -= 1) {
      const id = dice.pick(orders.ids());
      const found = await orders.deliveryOf(id);
      if (found?.custody === "sender" && found.closedAs === null)
        return order(id, { type: "cancel", note: null });
    }
  }

  function change(): Promise<void> {
    if (world.now() >= world.faultsEnd) return Promise.resolve();
    world.after(dice.between(4, 30) * MINUTE_MS, () => void change());
    const id = dice.pick(orders.ids());
    const note = null;
    switch (dice.between(0, 10)) {
      case 0:
        return book();
      case 1:
        return cancel();
      case 2:
        return orders.readdress(id);
      case 3:
        return order(id, { type: "retry", note });
      case 4:
        return order(id, { type: "send_back", note });
      case 5:
        return order(id, { type: "to_hub", note });
      case 6:
        return unassign(id);
      case 7:
        return orders.reprice(id, dice.pick(NEW_PRICES));
      default:
        return assign(id, dice.pick(couriers));
    }
  }

  for (let n = dice.between(6, 14); n > 0; n -= 1) world.after(0, () => void book());
  world.after(dice.between(5, 40) * MINUTE_MS, () => void change());
}
