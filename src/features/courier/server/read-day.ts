import { taskActionsOf } from "#features/deliveries/domain/actions.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import { COURIER_CORRECTION_MS } from "#features/deliveries/domain/limits.ts";
import { codesAt } from "#features/parcels/domain/left.ts";
import { parcelCode } from "#kernel/parcel-code.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { readDeliveries, type DeliveryRecord, type TaskRecord } from "#features/deliveries/server/public.ts";
import { dayOf } from "#features/dispatch/server/public.ts";
import { cashOf, type CashToTake } from "#features/debts/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { CourierDay, CourierStop } from "../contract/api.ts";
import type { LaterRoom } from "./later-room.ts";
import { addressTagOf } from "./address-tag.ts";
import { mayCall } from "../domain/visibility.ts";
import { readDuty, readStopRows, type StopRow } from "./day-query.ts";

/** The courier's own day, as the area's calendar has it: a fixed number of statements, however many stops. */
export async function readDay(
  tx: Tx,
  { orgId, courierId }: { readonly orgId: string; readonly courierId: string },
  now: Instant,
  { heldBy, messagesFor }: Pick<LaterRoom, "heldBy" | "messagesFor">,
): Promise<CourierDay> {
  const day = await dayOf(tx, orgId, now);
  const duty = await readDuty(tx, { orgId, courierId, now }, day);
  const { inHand, ...held } = await heldBy(tx, { orgId, courierId });
  const planned = await readStopRows(tx, { orgId, courierId, ...held }, day);
  const ids = [...new Set(planned.map((row) => row.deliveryId))];
  const deliveries = new Map((await readDeliveries(tx, ids)).map((one) => [one.id, one]));
  const cash = await cashOf(
    tx,
    [...deliveries.values()].map((one) => one.orderId),
  );
  const messages = await messagesFor(tx, { courierId, now, deliveryIds: ids });
  return {
    date: day.date,
    timezone: day.timezone,
    onDuty: duty.onDuty,
    route:
      duty.routeId === null
        ? null
        : {
            id: duty.routeId,
            revision: duty.revision,
            ackRevision: duty.ackRevision,
          },
    asked: duty.asked,
    stops: planned.flatMap((row) => {
      const delivery = deliveries.get(row.deliveryId);
      const task = delivery?.tasks.find((one) => one.id === row.taskId);
      return delivery && task
        ? [stopOf({ row, delivery, task, cash: cash.get(delivery.orderId) }, courierId, now)]
        : [];
    }),
    ...(inHand.length > 0 && { inHand }),
    ...(messages.length > 0 && { messages }),
    ...(duty.reasons && { reasons: duty.reasons }),
  };
}

interface Planned {
  readonly row: StopRow;
  readonly delivery: DeliveryRecord;
  readonly task: TaskRecord;
  readonly cash: CashToTake | undefined;
}

function stopOf({ row, delivery, task, cash }: Planned, courierId: string, now: Instant): CourierStop {
  const { address, contact, wish } = endOf(delivery, task);
  const { succeed, fail } = (delivery.proofNeeds ?? DEFAULT_NEEDS)[task.kind];
  return {
    taskId: row.taskId,
    deliveryId: row.deliveryId,
    number: delivery.number,
    seq: row.seq,
    kind: task.kind,
    // A stop without a courier is here because this one took its parcels over.
    state: task.state === "open" ? "assigned" : task.state,
    window: { start: toIso(task.window.start), end: toIso(task.window.end) },
    address,
    addressTag: addressTagOf(delivery, task.kind),
    contactName: contact.name,
    contactPhone: mayCall(task.outcome?.recordedAt ?? null, now) ? contact.phone : null,
    note: contact.note,
    ...wish,
    parcels: parcelsOf(delivery, task),
    proofs: row.proofs.map((proof) => ({ ...proof, takenAt: toIso(proof.takenAt) })),
    ...succeed,
    onFail: fail,
    blocked: isPending(task) && task.kind !== "collect" && delivery.custody !== "courier",
    custody: delivery.custody,
    cash: cash?.at === task.kind ? { amount: cash.amount, isReceived: cash.isReceived } : null,
    correctableUntil: correctableUntil(delivery, task, courierId, now),
    ...(row.changed && { changed: row.changed }),
    ...(row.arrival && { arrival: row.arrival }),
  };
}

/** The end of the way that a task is about, with the recipient's wish where it is theirs. */
function endOf({ dropoff, recipient, pickup, sender, handover }: DeliveryRecord, { kind }: TaskRecord) {
  if (kind !== "deliver") return { address: pickup, contact: sender };
  return { address: dropoff, contact: recipient, ...(handover && { wish: { handover } }) };
}

/** Parcels with which the stop has to do: those that others left behind or delivered are not among them. */
function parcelsOf(delivery: DeliveryRecord, task: TaskRecord): CourierStop["parcels"] {
  const here = codesAt(delivery, task);
  return delivery.parcels
    .map(({ valueMinor: _value, ...parcel }, at) => ({
      ...parcel,
      code: parcelCode({ number: delivery.number, index: at + 1 }),
    }))
    .filter(({ code }) => here.includes(code));
}

/** The rule of corrections itself decides, so that nobody is offered what would be refused. */
function correctableUntil(
  delivery: DeliveryRecord,
  task: TaskRecord,
  courierId: string,
  now: Instant,
): string | null {
  if (isPending(task) || !task.outcome) return null;
  const context = {
    actor: { role: "courier", courierId },
    now,
    policy: DEFAULT_POLICY,
    newTaskId: "",
  } as const;
  if (!taskActionsOf(delivery, task, context).includes("correct")) return null;
  return toIso(task.outcome.occurredAt + COURIER_CORRECTION_MS);
}
