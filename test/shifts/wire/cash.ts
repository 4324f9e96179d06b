import { sql } from "kysely";
import { lockOrder, readDelivery, type Who } from "#features/deliveries/server/public.ts";
import { cashStop, dueStateOf } from "#features/payments/domain/due.ts";
import { lockBookingOf, paymentFor, savePayment } from "#features/payments/server/public.ts";
import { type Db, rows, type Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import type { StoredCash } from "../server-db.ts";

/** Lets a booked delivery be paid in cash at one of its stops, as `chooseWay` does. */
export async function oweCash(tx: Tx, { now }: Who, id: string, at: StoredCash["at"]): Promise<void> {
  const delivery = await readDelivery(tx, id);
  const order = delivery && (await lockOrder(tx, delivery.orderId));
  if (!order) throw new Error("nobody ordered this delivery");
  const way = at === "collect" ? "cash-collection" : "cash-delivery";
  await paymentFor(tx, order, { id: newId(now), provider: "none", now, way });
}

/** Sets what is owed for a delivery anew, as long as nobody paid; as an order's end does in `settle-due.ts`. */
export async function reprice(tx: Tx, { now }: Who, id: string, dueMinor: number): Promise<void> {
  const delivery = await readDelivery(tx, id);
  const payment = delivery && (await lockBookingOf(tx, delivery.orderId));
  if (payment?.way && dueStateOf(payment) !== "received")
    await savePayment({ tx, now }, payment, { ...payment, dueMinor, canceledSeen: dueMinor === 0 });
}

interface Row extends Omit<StoredCash, "at"> {
  readonly id: string;
  readonly way: string;
}

/** Deliveries that are paid in cash. */
export async function readCash(db: Db, orgId: string): Promise<(readonly [string, StoredCash])[]> {
  const found = await db.as({ orgId }, (tx) =>
    rows(
      tx,
      sql<Row>`
        select d.id, p.way, p.amount_minor as "amountMinor", p.due_minor as "dueMinor",
          p.captured_minor as "capturedMinor", p.canceled_seen as "canceledSeen"
        from payment p join delivery d on d.org_id = p.org_id and d.order_id = p.order_id
        where p.org_id = app_org() and p.way is not null`,
    ),
  );
  return found.flatMap(({ id, way, ...owing }) => {
    const at = cashStop(way);
    return at ? [[id, { ...owing, at }] as const] : [];
  });
}
