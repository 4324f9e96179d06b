import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Price } from "#features/quotes/domain/price.ts";
import { type TakenPlace, windowPlaces } from "#features/quotes/server/public.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { json, rows, type Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import { keepInverse } from "#server/db/inverse.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { handoverFrom, handoverText } from "#features/proofs/domain/handover.ts";
import { isPending } from "../domain/delivery.ts";
import {
  decideEdit,
  decideRestore,
  handoverChanges,
  KINDS_OF,
  type Editable,
  type EditWish,
  type KeptValue,
  type FieldChange,
} from "../domain/edits.ts";
import type { TaskKind } from "../domain/task-lifecycle.ts";
import { maySee, notFound } from "./access.ts";
import { viewAfter } from "./view.ts";
import { audienceOf } from "./delivery-events.ts";
import { searchDoc, senderDoc } from "./lists/search-doc.ts";
import { lockDeliveries, lockDelivery, type DeliveryRecord } from "./record.ts";

type Input = ParsedOf<typeof deliveriesApi.editDelivery>;

/**
 * Changes people, notes or the window of a delivery, once for the call's key. The old values stay in its history.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, and as `decideEdit` and
 * `writeEdits`
 */
export function editDelivery(input: Input, context: Context): Promise<Delivery> {
  const { actor, now, key } = context;
  const { id, version, overbook, ...body } = input;
  const wish = wishOf(body);
  return context.db.as(actor, async (tx) => {
    const before = await lockDelivery(tx, id);
    if (!before || !maySee(before, context)) throw notFound({ id });
    const command = { commandId: key, occurredAt: now, type: "edit", aggregateId: before.id, body: input };
    if (await acceptOnce(tx, actor, now, command)) {
      if (before.version !== version)
        throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
      const edited = decideEdit(before, wish, now);
      await writeEdits(tx, { ...context, overbook }, [{ before, edited }]);
      keepInverse(tx, { by: "edit", data: { deliveryId: before.id, undoes: key } });
    }
    return viewAfter(tx, context, before.id);
  });
}

const wishOf = ({ sender, recipient, window }: Omit<Input, "id" | "version" | "overbook">): EditWish => ({
  ...(sender && { sender }),
  ...(recipient && { recipient }),
  ...(window && {
    window: { start: instantIn(window.start, "window.start"), end: instantIn(window.end, "window.end") },
  }),
});

/** Author, moment and command of an edit; the office may promise a window that has no place left. */
type Author = Pick<Context, "actor" | "now" | "key"> & { readonly overbook?: boolean | undefined };

/**
 * Promises other windows in the caller's transaction, which holds the deliveries; a part of another command. The number
 * of statements does not grow with them.
 *
 * @throws Refusal as `decideEdit` and `writeEdits`
 */
export const promiseWindows = (
  tx: Tx,
  author: Author,
  promised: ReadonlyMap<string, Window>,
): Promise<void> =>
  editAs(tx, author, [...promised.keys()], (before) => {
    const window = promised.get(before.id);
    return decideEdit(before, window ? { window } : {}, author.now);
  });

/** Commands whose values can be put back. */
const UNDONE = ["plan.postpone", "edit", "retry", "setLeave"] as const;

interface Restored {
  readonly deliveryIds: readonly string[];
  /** Command whose values go. */
  readonly undoes: string;
  /** Kinds that it may be of; every other command stays as it is. */
  readonly of?: readonly (typeof UNDONE)[number][];
}

/**
 * Puts back the people, notes and windows that the command `undoes` changed, where they are as it left them; the time may
 * be over, and their places taken.
 *
 * @throws Refusal `deliveries.too-late-to-edit`
 */
export async function restoreEdits(
  tx: Tx,
  author: Author,
  { deliveryIds, undoes, of = UNDONE }: Restored,
): Promise<void> {
  const kept = await rows(
    tx,
    sql<KeptValue & { readonly id: string }>`
      select e.delivery_id as id, e.field, e.old_value as old, e.new_value as new from delivery_edit e
      join event v on v.org_id = e.org_id and v.aggregate = 'delivery' and v.aggregate_id = e.delivery_id and v.seq = e.seq
      join command c on c.org_id = e.org_id and c.id = v.command_id and c.type = any (${[...of]}::text[])
      where e.org_id = app_org() and e.delivery_id = any (${[...deliveryIds]}::uuid[]) and v.command_id = ${undoes}`,
  );
  await editAs(tx, { ...author, overbook: true }, deliveryIds, (before) => {
    const own = kept.filter(({ id }) => id === before.id);
    const { after, changes } = decideRestore(before, own);
    const wish = own.find((one) => one.field === "handover" && one.new === handoverText(before.handover));
    const handover = wish ? handoverFrom(wish.old) : before.handover;
    return { after: { ...after, handover }, changes: [...changes, ...handoverChanges(before, handover)] };
  });
}

/** Edits deliveries as a part of another command, whose transaction holds them. */
async function editAs(
  tx: Tx,
  author: Author,
  deliveryIds: readonly string[],
  decide: (before: DeliveryRecord) => WrittenEdit,
): Promise<void> {
  const found = await lockDeliveries(tx, deliveryIds);
  const lost = deliveryIds.find((id) => !found.some((one) => one.id === id));
  if (lost !== undefined) throw notFound({ id: lost });
  await writeEdits(
    tx,
    author,
    found.map((before) => ({ before, edited: decide(before) })),
  );
}

interface Values
  extends
    Editable,
    Pick<
      DeliveryRecord,
      | "pickup"
      | "dropoff"
      | "distanceM"
      | "distanceSource"
      | "handover"
      | "parcels"
      | "serviceLevel"
      | "bookedNeeds"
      | "cancelTerms"
    > {
  /** Price that the booking's own payment settles. */
  readonly price: Price;
}

/** Values that an edit leaves as they were are absent from `after`. */
export interface WrittenEdit {
  readonly after: Partial<Values>;
  readonly changes: readonly FieldChange[];
}

/** An edit that was decided, with the delivery before it, which the transaction holds. */
interface DecidedEdit {
  readonly before: DeliveryRecord;
  readonly edited: WrittenEdit;
}

/**
 * Writes decided edits with their old values and their events: as many statements, however many there are.
 *
 * @throws Refusal `slots.full`, `slots.closed` for another window without a place
 */
export async function writeEdits(tx: Tx, author: Author, decided: readonly DecidedEdit[]): Promise<void> {
  const { actor, now, key } = author;
  const edits = decided.filter(({ edited }) => edited.changes.length > 0);
  if (edits.length === 0) return;
  const moved = edits.flatMap(movedPlace);
  if (moved.length > 0) await windowPlaces().take(tx, author, moved);
  await writeValues(
    tx,
    edits.map(({ before, edited }) => ({ before, after: { ...before, ...edited.after } })),
  );
  const events = edits.map(({ before, edited }) => ({
    aggregate: "delivery",
    aggregateId: before.id,
    type: "delivery.edited",
    data: {
      deliveryId: before.id,
      state: before.stateShown,
      version: before.version + 1,
      fields: edited.changes.map(({ field }) => field).join(","),
      ...(before.courierId !== null && { courierId: before.courierId }),
    },
    audience: audienceOf(before, before.courierId),
    commandId: key,
    occurredAt: now,
  }));
  const stored = await emitAll(tx, actor, now, events);
  const kept = edits.flatMap(({ before, edited }, nth) =>
    edited.changes.map((change) => ({
      ...change,
      ...stopOf(before, change),
      delivery_id: before.id,
      seq: stored[nth]?.seq,
    })),
  );
  await sql`
    insert into delivery_edit (org_id, delivery_id, seq, field, old_value, new_value, edited_at, task_id, courier_id)
    select app_org(), g.delivery_id, g.seq, g.field, g.from, g.to, ${toIso(now)}, g.task_id, g.courier_id
    from jsonb_to_recordset(${json(kept)}) as g (delivery_id uuid, seq integer, field text, "from" text, "to" text,
      task_id uuid, courier_id uuid)`.execute(tx);
}

/** The place that an edit takes: of another window, or of another level, which has places of its own. */
function movedPlace({ before, edited }: DecidedEdit): TakenPlace[] {
  const { id: deliveryId, serviceLevel: level, window: from } = before;
  const { window = from, serviceLevel = level } = edited.after;
  const fields = edited.changes.map(({ field }) => field);
  if (serviceLevel !== level) return [{ deliveryId, serviceLevel, window }];
  return fields.includes("window") ? [{ deliveryId, serviceLevel, from, window }] : [];
}

/** The stop that shows a changed value, while a courier has it. */
function stopOf({ tasks }: DeliveryRecord, { field }: FieldChange) {
  const task = tasks.find((one) => KINDS_OF[field].includes(one.kind) && isPending(one));
  return task && task.courierId !== null ? { task_id: task.id, courier_id: task.courierId } : {};
}

interface ChangedValues {
  readonly before: DeliveryRecord;
  readonly after: Values;
}

/** Writes the deliveries, their orders and the windows of the stops ahead. */
async function writeValues(tx: Tx, changed: readonly ChangedValues[]): Promise<void> {
  const given = changed.map(({ before: { id, number, orderId }, after }) => {
    const { sender, recipient, pickup, dropoff, price, parcels, serviceLevel } = after;
    const window = { start: toIso(after.window.start), end: toIso(after.window.end) };
    return {
      id,
      order_id: orderId,
      sender,
      recipient,
      pickup,
      dropoff,
      price,
      parcels,
      service_level: serviceLevel,
      proof_needs: after.bookedNeeds,
      cancel_terms: after.cancelTerms,
      window_start: window.start,
      window_end: window.end,
      pickup_start: toIso(after.pickupWindow.start),
      pickup_end: toIso(after.pickupWindow.end),
      distance_m: after.distanceM,
      distance_source: after.distanceSource,
      handover: after.handover,
      total_minor: price.total.minor,
      search_doc: searchDoc({ number, sender, recipient, request: { pickup, dropoff } }),
      sender_doc: senderDoc(sender.name),
      request: { window, pickup, dropoff, parcels, serviceLevel },
    };
  });
  await sql`
    update delivery d set sender = g.sender, recipient = g.recipient, window_start = g.window_start,
      window_end = g.window_end, pickup_start = g.pickup_start, pickup_end = g.pickup_end, pickup = g.pickup,
      dropoff = g.dropoff, distance_m = g.distance_m, distance_source = g.distance_source, price = g.price,
      total_minor = g.total_minor, search_doc = g.search_doc, handover = g.handover,
      parcels = g.parcels, service_level = g.service_level, proof_needs = g.proof_needs, cancel_terms = g.cancel_terms,
      version = d.version + 1
    from jsonb_to_recordset(${json(given)}) as g (id uuid, sender jsonb, recipient jsonb, window_start timestamptz,
      window_end timestamptz, pickup_start timestamptz, pickup_end timestamptz, pickup jsonb, dropoff jsonb,
      distance_m integer, distance_source text, price jsonb, total_minor bigint, search_doc text, handover jsonb, parcels jsonb,
      service_level text, proof_needs jsonb, cancel_terms jsonb)
    where d.org_id = app_org() and d.id = g.id`.execute(tx);
  await sql`
    update sales_order o set sender = g.sender, sender_doc = g.sender_doc, recipient = g.recipient,
      request = o.request || g.request, price = g.price, total_minor = g.total_minor,
      lowered = o.lowered or g.total_minor < o.total_minor
    from jsonb_to_recordset(${json(given)}) as g (order_id uuid, sender jsonb, sender_doc text, recipient jsonb,
      request jsonb, price jsonb, total_minor bigint)
    where o.org_id = app_org() and o.id = g.order_id`.execute(tx);
  const windows = changed.flatMap(({ before, after }) => [
    ...changedWindow(before.id, "deliver", before.window, after.window),
    ...changedWindow(before.id, "collect", before.pickupWindow, after.pickupWindow),
  ]);
  if (windows.length === 0) return;
  await sql`
    update task t set window_start = g.start, window_end = g."end"
    from jsonb_to_recordset(${json(windows)}) as g (delivery_id uuid, kind text, start timestamptz, "end" timestamptz)
    where t.org_id = app_org() and t.delivery_id = g.delivery_id and t.kind = g.kind
      and t.state in ('open', 'assigned', 'en_route', 'arrived')`.execute(tx);
}

const changedWindow = (deliveryId: string, kind: TaskKind, before: Window, after: Window): object[] =>
  before.start === after.start && before.end === after.end
    ? []
    : [{ delivery_id: deliveryId, kind, start: toIso(after.start), end: toIso(after.end) }];
