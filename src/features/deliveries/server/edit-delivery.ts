import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Price } from "#features/quotes/domain/price.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { isPending } from "../domain/delivery.ts";
import { decideEdit, decideRestore, KINDS_OF } from "../domain/edits.ts";
import type { Editable, EditWish, FieldChange } from "../domain/edits.ts";
import { maySee, notFound } from "./access.ts";
import { viewAfter } from "./view.ts";
import { audienceOf } from "./delivery-events.ts";
import { searchDoc, senderDoc } from "./lists/search-doc.ts";
import { lockDelivery } from "./record.ts";
import type { DeliveryRecord } from "./record.ts";

type Input = ParsedOf<typeof deliveriesApi.editDelivery>;

/**
 * Changes people, notes or the window of a delivery, once for the call's key. The old values stay in its history.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, and as `decideEdit`
 */
export function editDelivery(input: Input, context: Context): Promise<Delivery> {
  const { actor, now, key } = context;
  const { id, version, ...body } = input;
  const wish = wishOf(body);
  return context.db.as(actor, async (tx) => {
    const before = await lockDelivery(tx, actor.orgId, id);
    if (!before || !maySee(before, context)) throw notFound({ id });
    const command = { commandId: key, occurredAt: now, type: "edit", aggregateId: before.id, body: input };
    if (await acceptOnce(tx, actor, now, command)) {
      if (before.version !== version)
        throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
      const edited = decideEdit(before, wish, now);
      if (edited.changes.length > 0) await writeEdit(tx, context, before, edited);
    }
    return viewAfter(tx, context, before.id);
  });
}

const wishOf = ({ sender, recipient, window }: Omit<Input, "id" | "version">): EditWish => ({
  ...(sender && { sender }),
  ...(recipient && { recipient }),
  ...(window && {
    window: { start: instantIn(window.start, "window.start"), end: instantIn(window.end, "window.end") },
  }),
});

/** Author, moment and command of an edit. */
type Author = Pick<Context, "actor" | "now" | "key">;

/**
 * Promises another window in the caller's transaction, which holds the delivery; a part of another command.
 *
 * @throws Refusal as `decideEdit`
 */
export const promiseWindow = (
  tx: Tx,
  author: Author,
  { deliveryId, window }: { readonly deliveryId: string; readonly window: Window },
): Promise<void> =>
  editAs(tx, author, deliveryId, async (before) => decideEdit(before, { window }, author.now));

/**
 * Puts back the windows that the postponement `undoes` changed, where they are as it left them; the time may be over.
 *
 * @throws Refusal `deliveries.too-late-to-edit`
 */
export const restoreWindow = (
  tx: Tx,
  author: Author,
  { deliveryId, undoes }: { readonly deliveryId: string; readonly undoes: string },
): Promise<void> =>
  editAs(tx, author, deliveryId, async (before) =>
    decideRestore(
      before,
      await rows(
        tx,
        sql<{ field: "window" | "pickup-window"; old: string; new: string }>`
          select e.field, e.old_value as old, e.new_value as new from delivery_edit e
          join event v on v.org_id = e.org_id and v.aggregate = 'delivery' and v.aggregate_id = e.delivery_id and v.seq = e.seq
          join command c on c.org_id = e.org_id and c.id = v.command_id and c.type = 'plan.postpone'
          where e.org_id = app_org() and e.delivery_id = ${deliveryId} and v.command_id = ${undoes}
            and e.field in ('window', 'pickup-window')`,
      ),
    ),
  );

/** Edits a delivery as a part of another command, whose transaction holds it. */
async function editAs(
  tx: Tx,
  author: Author,
  deliveryId: string,
  decide: (before: DeliveryRecord) => Promise<WrittenEdit>,
): Promise<void> {
  const before = await lockDelivery(tx, author.actor.orgId, deliveryId);
  if (!before) throw notFound({ id: deliveryId });
  const edited = await decide(before);
  if (edited.changes.length > 0) await writeEdit(tx, author, before, edited);
}

interface Values
  extends Editable, Pick<DeliveryRecord, "pickup" | "dropoff" | "distanceM" | "distanceSource"> {
  /** Price that the booking's own payment settles. */
  readonly price: Price;
}

/** Values that an edit leaves as they were are absent from `after`. */
export interface WrittenEdit {
  readonly after: Partial<Values>;
  readonly changes: readonly FieldChange[];
}

/** Writes an edit that was decided, with its old values and its event. @param before locked by this transaction */
export async function writeEdit(
  tx: Tx,
  context: Author,
  before: DeliveryRecord,
  edited: WrittenEdit,
): Promise<void> {
  const { actor, now, key } = context;
  await writeValues(tx, before, { ...before, ...edited.after });
  const { seq } = await emit(tx, actor, now, {
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
  });
  const kept = edited.changes.map((change) => ({ ...change, ...stopOf(before, change) }));
  await sql`
    insert into delivery_edit (org_id, delivery_id, seq, field, old_value, new_value, edited_at, task_id, courier_id)
    select app_org(), ${before.id}, ${seq}, g.field, g.from, g.to, ${toIso(now)}, g.task_id, g.courier_id
    from jsonb_to_recordset(${json(kept)}) as g (field text, "from" text, "to" text, task_id uuid, courier_id uuid)`.execute(
    tx,
  );
}

/** The stop that shows a changed value, while a courier has it. */
function stopOf({ tasks }: DeliveryRecord, { field }: FieldChange) {
  const task = tasks.find((one) => KINDS_OF[field].includes(one.kind) && isPending(one));
  return task && task.courierId !== null ? { task_id: task.id, courier_id: task.courierId } : {};
}

/** Writes the delivery, its order and the windows of the stops ahead. */
async function writeValues(tx: Tx, before: DeliveryRecord, after: Values): Promise<void> {
  const { id, number } = before;
  const { sender, recipient, window, pickupWindow, pickup, dropoff, price } = after;
  const promised = { start: toIso(window.start), end: toIso(window.end) };
  const collect = { start: toIso(pickupWindow.start), end: toIso(pickupWindow.end) };
  await sql`
    update delivery set sender = ${json(sender)}, recipient = ${json(recipient)}, window_start = ${promised.start},
      window_end = ${promised.end}, pickup_start = ${collect.start}, pickup_end = ${collect.end},
      pickup = ${json(pickup)}, dropoff = ${json(dropoff)}, distance_m = ${after.distanceM},
      distance_source = ${after.distanceSource}, price = ${json(price)}, total_minor = ${price.total.minor},
      search_doc = ${searchDoc({ number, sender, recipient, request: { pickup, dropoff } })}, version = version + 1
    where org_id = app_org() and id = ${id}`.execute(tx);
  await sql`
    update sales_order set sender = ${json(sender)}, sender_doc = ${senderDoc(sender.name)}, recipient = ${json(recipient)},
      request = request || ${json({ window: promised, pickup, dropoff })}, price = ${json(price)},
      total_minor = ${price.total.minor}
    where org_id = app_org() and id = ${before.orderId}`.execute(tx);
  const windows = [
    ...(window.start === before.window.start && window.end === before.window.end
      ? []
      : [{ kind: "deliver", ...promised }]),
    ...(pickupWindow.start === before.pickupWindow.start && pickupWindow.end === before.pickupWindow.end
      ? []
      : [{ kind: "collect", ...collect }]),
  ];
  if (windows.length === 0) return;
  await sql`
    update task t set window_start = g.start, window_end = g."end"
    from jsonb_to_recordset(${json(windows)}) as g (kind text, start timestamptz, "end" timestamptz)
    where t.org_id = app_org() and t.delivery_id = ${id} and t.kind = g.kind
      and t.state in ('open', 'assigned', 'en_route', 'arrived')`.execute(tx);
}
