import type { Audience } from "#contract/event.ts";
import type { NewEvent } from "#server/db/events.ts";
import type { DeliveryState, Outcome, Task } from "../domain/delivery.ts";
import type { DeliveryEvent } from "../domain/event.ts";
import { stateOf } from "../domain/state.ts";
import { codesAt, leftText } from "#features/parcels/domain/left.ts";
import type { DeliveryRecord } from "./record.ts";

type Scalar = string | number | boolean;
export type Facts = Readonly<Record<string, Scalar>>;

/** Audience of a delivery's events: staff, its courier, its sender, and holders of its tracking link. */
export const audienceOf = (
  delivery: Pick<DeliveryRecord, "id" | "payerId">,
  courierId: string | null,
): Audience => ({
  staff: true,
  deliveryId: delivery.id,
  ...(courierId !== null && { courierId }),
  ...(delivery.payerId !== null && { senderId: delivery.payerId }),
});

/**
 * The stored form of one event of the rules: small facts, never a name, a note or an address.
 *
 * @param record the record that the events start from
 * @param step the delivery before and after this event
 */
export function storedEvent(
  record: DeliveryRecord,
  { before, after }: { readonly before: DeliveryState; readonly after: DeliveryState },
  event: DeliveryEvent,
  extra: Facts,
): NewEvent {
  const taskIds = taskIdsOf(event);
  const task = (taskIds.length > 0 ? after.tasks : []).find((one) => one.id === taskIds[0]);
  const lost = before.tasks.find((one) => one.id === taskIds[0]);
  const isAtDesk = "outcome" in event && event.outcome.place !== undefined;
  const courierId = isAtDesk ? null : (task?.courierId ?? lost?.courierId ?? record.courierId);
  return {
    aggregate: "delivery",
    aggregateId: after.id,
    type: event.type,
    data: {
      deliveryId: after.id,
      state: stateOf(after),
      version: after.version,
      ...(task && { taskId: task.id, kind: task.kind, tryNo: task.tryNo }),
      ...(courierId !== null && { courierId }),
      ...factsOf(event),
      ...(task && leftAt(after, task, event)),
      ...extra,
    },
    audience: audienceOf(record, courierId),
    commandId: event.commandId,
    occurredAt: event.occurredAt,
  };
}

/** Parcels that did not change hands, and how many did. */
function leftAt(after: DeliveryState, task: Task, event: DeliveryEvent): Facts {
  const left = "outcome" in event ? event.outcome.left : undefined;
  return left ? { left: leftText(left), moved: codesAt(after, task).length - left.length } : {};
}

function taskIdsOf(event: DeliveryEvent): readonly string[] {
  if ("taskIds" in event) return event.taskIds;
  if ("taskId" in event) return [event.taskId];
  return "task" in event && event.task ? [event.task.id] : [];
}

function factsOf(event: DeliveryEvent): Facts {
  const outcome = "outcome" in event ? event.outcome : undefined;
  return {
    ...(event.inferred && { inferred: true }),
    ...(event.planConflict && { planConflict: true }),
    ...("to" in event && { to: event.to }),
    ...("reason" in event && { reason: event.reason }),
    ...(outcome && factsOfOutcome(outcome)),
    ...("proofMissing" in event &&
      event.proofMissing.length > 0 && { proofMissing: event.proofMissing.join(",") }),
  };
}

const factsOfOutcome = ({ reason, fault, codes, notScanned, pinCheck, place }: Outcome): Facts => ({
  ...(reason && { reason }),
  ...(fault && { fault }),
  ...(codes && { scanned: codes.length }),
  ...(notScanned && { notScanned }),
  ...(pinCheck && { pinCheck }),
  ...(place && { place }),
});
