import { type DeliveryState, type Task, isPending } from "#features/deliveries/domain/delivery.ts";

/** Task that brings the parcels on and has not come to a door yet; undefined for any other. */
const onward = ({ tasks, closedAs }: DeliveryState, taskId: string): Task | undefined =>
  closedAs !== null
    ? undefined
    : tasks.find(
        (task) =>
          task.id === taskId && task.kind !== "collect" && isPending(task) && task.state !== "arrived",
      );

/** Whether the parcels are in a courier's hands for this very task. */
export const isHeld = (delivery: DeliveryState, taskId: string): boolean =>
  delivery.custody === "courier" && onward(delivery, taskId) !== undefined;

/** Whether they are, or will be: the giver's phone may still have to send that it collected them. */
export const mayBeHeld = (delivery: DeliveryState, taskId: string): boolean =>
  isHeld(delivery, taskId) || (delivery.custody === "sender" && onward(delivery, taskId) !== undefined);
