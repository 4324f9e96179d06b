import { toIso } from "#kernel/instant.ts";
import { scopeOf, type Permission } from "#kernel/permission.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { leftCopy } from "#features/parcels/domain/left.ts";
import { parcelsShown } from "#features/parcels/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import type { Contact, Delivery, ShownContact, Task } from "../contract/shapes.ts";
import { actionsOf, type ActionName } from "../domain/actions.ts";
import type { Outcome } from "../domain/delivery.ts";
import { doerOf } from "../domain/doer.ts";
import { DEFAULT_POLICY } from "../domain/policy.ts";
import { stateOf } from "../domain/state.ts";
import { mayCall, notFound, type Who } from "./access.ts";
import { proofOf, proofsOf } from "./proofs/proof-records.ts";
import { readDelivery, type DeliveryRecord, type TaskRecord } from "./record.ts";
import { shownCourier } from "./rows.ts";
import { timelineOf } from "./timeline.ts";

const wire = (window: { readonly start: number; readonly end: number }) => ({
  start: toIso(window.start),
  end: toIso(window.end),
});

/** One delivery as this caller may see it, with what they may do now. Two statements, whatever its age. */
export async function viewOf(tx: Tx, record: DeliveryRecord, who: Who): Promise<Delivery> {
  const proofs = await proofsOf(tx, [record.id]);
  const price = seesMoney(record, who) ? record.price : null;
  const timeline = await timelineOf(tx, record.id, { ...who, seesMoney: price !== null });
  return {
    id: record.id,
    number: record.number,
    state: stateOf(record),
    serviceLevel: record.serviceLevel,
    window: wire(record.window),
    pickupLabel: record.pickup.label,
    dropoffLabel: record.dropoff.label,
    recipientName: record.recipient.name,
    senderName: record.sender.name,
    ...shownCourier(record.courierId, record.courierName, who),
    total: price && price.total,
    parcels: record.parcels.length,
    createdAt: toIso(record.createdAt),
    version: record.version,
    orderId: record.orderId,
    orderNumber: record.orderNumber,
    custody: record.custody,
    sender: contactFor(record.sender, record, who),
    recipient: contactFor(record.recipient, record, who),
    pickup: record.pickup,
    dropoff: record.dropoff,
    parcelList: record.parcels.map(({ valueMinor, ...parcel }) =>
      valueMinor !== undefined && seesMoney(record, who) ? { ...parcel, valueMinor } : parcel,
    ),
    parcelStates: parcelsShown(record.parcelCodes ?? [], timeline),
    distanceM: record.distanceM,
    distanceSource: record.distanceSource,
    pickupWindow: wire(record.pickupWindow),
    price,
    tasks: record.tasks.map((task) => taskOf(task, who)),
    proofs: proofs.map(proofOf),
    proofNeeds: record.proofNeeds ?? DEFAULT_NEEDS,
    ...(record.handover && { handover: record.handover }),
    timeline,
    actions: permitted(record, who),
  };
}

/** A courier sees a phone while the work is theirs and a day longer, and never an e-mail address. */
function contactFor(contact: Contact, record: DeliveryRecord, who: Who): ShownContact {
  if (who.scope === "org" || isPayer(record, who)) return contact;
  return { ...contact, phone: mayCall(record, who) ? contact.phone : null, email: null };
}

/** Money is shown to the payer and to staff only. */
const seesMoney = (record: DeliveryRecord, who: Who): boolean => who.scope === "org" || isPayer(record, who);

const isPayer = (record: DeliveryRecord, { actor }: Who): boolean =>
  actor.userId !== undefined && record.payerId === actor.userId;

function taskOf(task: TaskRecord, who: Who): Task {
  const { outcome } = task;
  return {
    id: task.id,
    kind: task.kind,
    tryNo: task.tryNo,
    state: task.state,
    ...shownCourier(task.courierId, task.courierName, who),
    window: wire(task.window),
    outcome: outcome && outcomeOf(outcome),
  };
}

const outcomeOf = ({ pictures: _kinds, left, ...outcome }: Outcome): Task["outcome"] => ({
  ...outcome,
  ...(left && { left: leftCopy(left) }),
  proofIds: [...outcome.proofIds],
  codes: [...(outcome.codes ?? [])],
  notScanned: outcome.notScanned ?? null,
  ofAge: outcome.ofAge ?? false,
  pinCheck: outcome.pinCheck ?? null,
  occurredAt: toIso(outcome.occurredAt),
  recordedAt: toIso(outcome.recordedAt),
});

const NEEDED: Readonly<Record<ActionName, Permission>> = {
  start: "task:perform",
  arrive: "task:perform",
  succeed: "task:perform",
  fail: "task:perform",
  correct: "task:perform",
  cancel: "delivery:cancel",
  retry: "delivery:handle",
  hand_out: "delivery:handle",
  send_back: "delivery:handle",
  to_hub: "delivery:handle",
  load: "delivery:handle",
  lose: "delivery:handle",
  find: "delivery:handle",
  dispose: "delivery:handle",
};

/** Actions that the rules would accept and the role permits; the payer may do what a sender may. */
function permitted(record: DeliveryRecord, who: Who): ActionName[] {
  const { actor, now } = who;
  const context = { now, policy: DEFAULT_POLICY, newTaskId: record.id };
  const asDoer = actionsOf(record, { ...context, actor: doerOf(actor) });
  const asSender = isPayer(record, who)
    ? actionsOf(record, { ...context, actor: { role: "sender", courierId: null } })
    : [];
  return [...new Set([...asDoer, ...asSender])].filter(
    (action) => scopeOf(actor, NEEDED[action]) !== undefined,
  );
}

/**
 * The delivery as the caller sees it after their command; they may see it this once even if it is theirs no
 * longer.
 */
export async function viewAfter(tx: Tx, who: Who, id: string): Promise<Delivery> {
  const record = await readDelivery(tx, id);
  if (!record) throw notFound({ id });
  return viewOf(tx, record, who);
}
