import { sql } from "kysely";
import type { Address } from "#features/places/contract/api.ts";
import { enterNew } from "#features/order-entry/server/public.ts";
import { makeQuote } from "#features/quotes/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { Written } from "#server/http/written.ts";
import { newId } from "#server/ids.ts";
import { type Fault, fault, faultsOfRefusal } from "../domain/fault.ts";
import type { ImportFile } from "./import-record.ts";
import type { StoredRow } from "./import-rows.ts";
import { ownFault } from "./own-fault.ts";
import type { RoomContext } from "./room-context.ts";

/**
 * Makes the delivery of a ready row: quoted, entered and booked as the desk does it. Row, key and order are written in one
 * transaction, so that a crash, a second worker or a second file makes no second delivery.
 */
export async function importRow(
  room: RoomContext,
  context: Context,
  { file, row }: { readonly file: ImportFile; readonly row: StoredRow },
): Promise<void> {
  try {
    await enterRow(room, context, { file, row });
  } catch (error) {
    const faults =
      error instanceof Refusal ? faultsOfRefusal(error.code, error.facts) : [ownFault(room, error, row.no)];
    await context.db.as(context.actor, async (tx) => {
      if (await holdRow(tx, file, row.no)) await markFaulty(tx, { importId: file.id, no: row.no }, faults);
    });
  }
}

async function enterRow(
  room: RoomContext,
  context: Context,
  { file, row }: { readonly file: ImportFile; readonly row: StoredRow },
): Promise<void> {
  const { entry, total, rowKey, no } = row;
  const importId = file.id;
  if (!entry || !total || rowKey === null) throw new Error("a ready row has its order");
  const made = await makeQuote(room.pricing, entry.request, context);
  const quote = made instanceof Written ? made.parsed() : made;
  const isSame = quote.price.total.minor === total.minor && quote.price.total.currency === total.currency;
  const { actor, db, now } = context;
  return db.as(actor, async (tx) => {
    if (!(await holdRow(tx, file, no))) return;
    if (!isSame) {
      const facts = { was: total.minor, now: quote.price.total.minor, currency: total.currency };
      await markFaulty(tx, { importId, no }, [fault("service", "price-changed", facts)]);
      return;
    }
    const orderId = newId(now);
    if (!(await takeKey(tx, { rowKey, importId, no, orderId }))) {
      await sql`update import_row set state = 'known'
                where org_id = app_org() and import_id = ${importId} and no = ${no}`.execute(tx);
      return;
    }
    const asked = { quoteId: quote.id, requestHash: quote.requestHash, ...entry };
    const { request: _, ...order } = asked;
    // The quote was a command of its own.
    const entering = { ...context, key: newId(now) };
    const command = {
      commandId: entering.key,
      type: "import.row",
      aggregateId: orderId,
      body: order,
      occurredAt: now,
    };
    await acceptOnce(tx, actor, now, command);
    await enterNew(tx, entering, { id: orderId, ways: room.ways, asked: order });
    await sql`update import_row set state = 'imported', order_id = ${orderId}
              where org_id = app_org() and import_id = ${importId} and no = ${no}`.execute(tx);
  });
}

/** Holds a ready row of an import that is still at the same step. */
async function holdRow(tx: Tx, { id, run }: ImportFile, no: number): Promise<boolean> {
  const file = await first(
    tx,
    sql`select id from import_file
        where org_id = app_org() and id = ${id} and state = 'importing' and run = ${run} for share`,
  );
  if (!file) return false;
  const held = await first(
    tx,
    sql`select no from import_row
        where org_id = app_org() and import_id = ${id} and no = ${no} and state = 'ready' for update`,
  );
  return held !== undefined;
}

/** Takes a row's key, which a cancelled delivery gives back. @returns false where it was imported before */
const takeKey = async (
  tx: Tx,
  {
    rowKey,
    importId,
    no,
    orderId,
  }: Readonly<Record<"rowKey" | "importId" | "orderId", string>> & { no: number },
): Promise<boolean> =>
  (await first(
    tx,
    sql`insert into import_key (org_id, row_key, import_id, row_no, order_id)
        values (app_org(), ${rowKey}, ${importId}, ${no}, ${orderId}) 
        on conflict (org_id, row_key) do update
        set import_id = excluded.import_id, row_no = excluded.row_no, order_id = excluded.order_id
        where exists (
          select from deliveries d
          where d.org_id = app_org() and d.order_id = import_key.order_id and d.closed_as = 'cancelled')
        returning row_no`,
  )) !== undefined;

const markFaulty = async (
  tx: Tx,
  { importId, no }: { readonly importId: string; readonly no: number },
  faults: readonly Fault<Address>[],
): Promise<void> =>
  void (await sql`
    update import_row set state = 'faulty', faults = ${json(faults)}
    where org_id = app_org() and import_id = ${importId} and no = ${no} and state = 'ready'`.execute(tx));
