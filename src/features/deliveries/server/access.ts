import { DAY_MS, type Instant } from "#kernel/instant.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Scope } from "#kernel/permission.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isPending } from "../domain/delivery.ts";
import type { DeliveryRecord, TaskRecord } from "./record.ts";

/** Caller, reach of their permission, and time. A call's `Context` is one. */
export interface Who {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly now: Instant;
}

/** How long after the end of their work a courier still sees a delivery. */
export const COURIER_SEES_MS = DAY_MS;

/** Whether a courier has or had a task of the delivery. */
export const tookPart = (delivery: DeliveryRecord, courierId: string | undefined): boolean =>
  courierId !== undefined && delivery.tasks.some((task) => isTheirs(task, courierId));

const isTheirs = (task: TaskRecord, courierId: string): boolean =>
  task.courierId === courierId || task.pastCourierIds.includes(courierId);

/** Whether a courier has work there now, or had within a day. */
const hasRecentWork = (delivery: DeliveryRecord, courierId: string, now: Instant): boolean =>
  delivery.tasks.some(
    (task) =>
      (task.courierId === courierId && isPending(task)) ||
      (isTheirs(task, courierId) && now - task.changedAt < COURIER_SEES_MS),
  );

/** Whether the caller may see the delivery. */
export function maySee(delivery: DeliveryRecord, { actor, scope, now }: Who): boolean {
  if (actor.kind === "recipient") return actor.deliveryId === delivery.id;
  if (scope === "org") return true;
  if (actor.userId !== undefined && delivery.payerId === actor.userId) return true;
  return (
    scope === "assigned" && actor.courierId !== undefined && hasRecentWork(delivery, actor.courierId, now)
  );
}

/** Whether the caller may report facts about the delivery: couriers who ever took part, however late. */
export function mayReport(delivery: DeliveryRecord, who: Who): boolean {
  return maySee(delivery, who) || (who.scope === "assigned" && tookPart(delivery, who.actor.courierId));
}

/** Whether a courier may still call the people of a delivery: while the work is theirs, and a day longer. */
export function mayCall(delivery: DeliveryRecord, { actor, now }: Who): boolean {
  const { courierId } = actor;
  return delivery.tasks.some(
    (task) =>
      courierId !== undefined &&
      task.courierId === courierId &&
      (isPending(task) || now - task.changedAt < COURIER_SEES_MS),
  );
}

export const notFound = (facts: { readonly id: string }): Refusal =>
  new Refusal("deliveries.not-found", facts);
