import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { lockOrder } from "#features/deliveries/server/public.ts";
import type { PaymentPurpose } from "../../domain/purpose.ts";
import { settleKey } from "../../domain/settlement.ts";
import { closeMended } from "../findings/finding-row.ts";
import { operationOf } from "../operation.ts";
import { dueOf } from "../orders.ts";
import { lockPayment, readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";

/**
 * Puts a renewal whose hold was seen in its booking's place: from this transaction on it is the booking, and all that
 * the other one can still be is let go. Where the other hold is needed no more, or what becomes of it was decided
 * before, nothing changes, and the new hold is let go instead.
 *
 * Locks run renewal, booking, order. Whoever holds the booking's row opens renewals, and waits for none.
 *
 * @param renewal locked by this transaction
 * @returns the id of the payment that is to be let go; `undefined` where nothing changed
 */
export async function takePlace(
  tx: Tx,
  orgId: string,
  now: Instant,
  renewal: PaymentRow,
): Promise<string | undefined> {
  if (renewal.renewsId === null || !isHeldWhole(renewal)) return undefined;
  if (await operationOf(tx, settleKey(renewal.id))) return undefined;
  const booking = await lockPayment(tx, renewal.renewsId);
  if (!booking || !isEqual(booking, renewal) || !(await isRenewable(tx, orgId, booking))) return undefined;
  await setPurpose(tx, booking.id, "replaced");
  await setPurpose(tx, renewal.id, "booking");
  await closeMended(tx, now, "hold-expiring", booking.id);
  failpoint("renewal:placed");
  return booking.id;
}

/** The renewal's hold can still take its booking's place. */
export async function isWanted(tx: Tx, orgId: string, { renewsId }: PaymentRow): Promise<boolean> {
  const booking = renewsId === null ? undefined : await readPayment(tx, renewsId);
  return booking !== undefined && isRenewable(tx, orgId, booking);
}

/** A booking's hold that nobody has decided about, of an order that goes on. */
export async function isRenewable(tx: Tx, orgId: string, booking: PaymentRow): Promise<boolean> {
  if (booking.purpose !== "booking" || booking.state !== "authorized") return false;
  if (await operationOf(tx, settleKey(booking.id))) return false;
  const order = await lockOrder(tx, orgId, booking.orderId);
  return order !== undefined && order.deliveryState !== null && dueOf(order, booking) === undefined;
}

const isHeldWhole = ({ state, authorizedMinor, capturedMinor, amountMinor }: PaymentRow): boolean =>
  (state === "authorized" && authorizedMinor === amountMinor) ||
  // Taken by somebody at the provider's own desk before we saw it held.
  (state === "captured" && capturedMinor === amountMinor);

const isEqual = (a: PaymentRow, b: PaymentRow): boolean =>
  a.amountMinor === b.amountMinor && a.currency === b.currency && a.provider === b.provider;

const setPurpose = (tx: Tx, id: string, purpose: PaymentPurpose): Promise<unknown> =>
  sql`update payment set purpose = ${purpose} where org_id = app_org() and id = ${id}`.execute(tx);
