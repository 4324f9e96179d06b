import { heldTask } from "#features/delivery-pages/domain/held-task.ts";
import type { DeliveryState, Task } from "#features/deliveries/domain/delivery.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Task that goes with the parcels in a courier's hands. */
export type HeldTask<T extends Task> = T & { readonly courierId: string };

/** @throws Refusal `custody.not-held` */
export function heldIn<T extends Task>(
  delivery: DeliveryState & { readonly tasks: readonly T[] },
): HeldTask<T> {
  const task = heldTask<T>(delivery);
  if (!task || task.courierId === null) throw new Refusal("custody.not-held", { state: stateOf(delivery) });
  return { ...task, courierId: task.courierId };
}

/** Task that is handed over to another courier. @throws Refusal `custody.not-held`, `custody.own-code` */
export function handedOver<T extends Task>(
  delivery: DeliveryState & { readonly tasks: readonly T[] },
  courierId: string,
): HeldTask<T> {
  const task = heldIn(delivery);
  if (task.courierId === courierId.toLowerCase())
    throw new Refusal("custody.own-code", { field: "courierId" });
  return task;
}
