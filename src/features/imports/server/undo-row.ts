import { sql } from "kysely";
import { cancelDelivery, previewCancellation } from "#features/deliveries/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Fault } from "../domain/fault.ts";
import type { StoredRow } from "./import-rows.ts";
import { ownFault } from "./own-fault.ts";
import type { RoomContext } from "./room-context.ts";

interface Undoing {
  readonly importId: string;
  readonly row: StoredRow;
}

/**
 * Cancels the delivery of an imported row where that is free; any other is kept, and is not met again. The key of a
 * cancelled one is given back, so that the row can be imported again. A repeated try finds the cancelled delivery and
 * writes the row.
 */
export async function undoRow(room: RoomContext, context: Context, undoing: Undoing): Promise<void> {
  const faults: Fault<never>[] = [];
  let isUndone = false;
  try {
    isUndone = await cancelFree(room.pricing.takesCards, context, undoing.row);
  } catch (error) {
    // A refusal: it was begun since it was looked at.
    if (!(error instanceof Refusal)) faults.push(ownFault(room, error, undoing.row.no));
  }
  await writeUndone(context, undoing, { isUndone, faults });
}

/** Cancels the delivery of a row. @returns false where that costs something or is not possible */
async function cancelFree(takesCards: boolean, context: Context, { orderId }: StoredRow): Promise<boolean> {
  const { actor, db, now, key } = context;
  const delivery = await db.read(actor, (tx) =>
    first(
      tx,
      sql<{ id: string; isCancelled: boolean; costs: boolean }>`
        select id, closed_as is not distinct from 'cancelled' as "isCancelled",
          coalesce(cancel_fee_minor, 0) <> 0 as costs
        from deliveries where org_id = app_org() and order_id = ${orderId}`,
    ),
  );
  if (!delivery) return false;
  const { id, isCancelled, costs } = delivery;
  if (isCancelled) return !costs;
  const { allowed, fee } = await previewCancellation(takesCards, { id }, context);
  if (!allowed || fee.minor !== 0) return false;
  const cancelling = { id, commandId: key, occurredAt: toIso(now), fee, note: null };
  await cancelDelivery(takesCards, cancelling, context);
  return true;
}

const writeUndone = (
  { db, actor }: Context,
  { importId, row }: Undoing,
  { isUndone, faults }: { readonly isUndone: boolean; readonly faults: readonly Fault<never>[] },
): Promise<void> =>
  db.as(
    actor,
    async (tx) =>
      void (await sql`
        with given as (
          delete from import_key
          where ${isUndone} and org_id = app_org() and row_key = ${row.rowKey} and import_id = ${importId})
        update import_row set state = ${isUndone ? "undone" : "kept"}, faults = ${json(faults)}
        where org_id = app_org() and import_id = ${importId} and no = ${row.no} and state = 'imported'`.execute(
        tx,
      )),
  );
