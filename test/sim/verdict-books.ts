import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { PaymentPurpose } from "#features/payments/domain/purpose.ts";

/** One payment with its order, as our books have it. Amounts in minor units. */
export interface Books {
  readonly order_state: string;
  readonly delivery_state: string | null;
  readonly is_with_us: boolean;
  readonly fee: number | null;
  readonly payment_id: string | null;
  readonly purpose: PaymentPurpose;
  readonly for_payment_id: string | null;
  readonly state: string;
  readonly is_settled: boolean;
  readonly ref: string | null;
  /** The provider may have heard of it: its amount stands. */
  readonly is_known: boolean;
  readonly amount: number;
  /** Cards were declined on it so often. */
  readonly tries: number;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  /** Amount that refunds have set aside. */
  readonly set_aside: number;
  readonly by_bank: number;
  readonly disputed: number;
  readonly lost: number;
  readonly owed: number;
  readonly written_off: number;
  readonly canceled: boolean;
  /** Did not reach the card, and a person decided that it is not owed. */
  readonly dropped: number;
  /** A finding says that a debt is too little for a card. */
  readonly is_too_little: boolean;
}

/** Every payment of every order, and orders that have none. */
export const booksAtEnd = (tx: Tx): Promise<Books[]> =>
  rows(
    tx,
    sql<Books>`
      select o.state as order_state, d.state_shown as delivery_state, d.cancel_fee_minor as fee,
        coalesce(d.custody = 'courier', false) as is_with_us, p.id as payment_id, p.purpose, p.for_payment_id, p.state,
        p.settled_at is not null as is_settled, p.provider_ref as ref,
        exists (select from payment_op k where k.org_id = p.org_id and k.payment_id = p.id) as is_known, p.amount_minor as amount,
        p.tries, p.authorized_minor as authorized, p.captured_minor as captured,
        p.refunded_minor as refunded, p.refund_reserved_minor as set_aside, p.refunded_by_bank_minor as by_bank,
        p.disputed_minor as disputed, p.lost_minor as lost, p.owed_minor as owed, p.written_off_minor as written_off,
        p.canceled_seen as canceled,
        (select coalesce(sum(r.amount_minor), 0)::bigint from refund_request r
         where r.org_id = p.org_id and r.payment_id = p.id and r.asked_by is null
            and (r.state = 'dropped' or r.state = 'declined' and r.decided_by is not null)) as dropped,
        exists (select from payment_finding f where f.org_id = p.org_id and f.payment_id = p.id
                and f.kind = 'owed-too-little' and f.resolved_at is null) as is_too_little
      from sales_order o left join delivery d on d.org_id = o.org_id and d.order_id = o.id
      left join payment p on p.org_id = o.org_id and p.order_id = o.id
      where o.org_id = app_org() order by p.created_at, p.id`,
  );

const ENDS = new Set(["delivered", "returned", "cancelled", "lost"]);

/** Its delivery has ended, or there is none and it waits no more. */
export const isOver = ({ delivery_state }: Books): boolean =>
  delivery_state === null || ENDS.has(delivery_state);

/** Amount that must be captured for a payment, or for the hold that it makes good, once its order has ended. */
export function dueOf({ delivery_state, fee, amount, purpose }: Books): number {
  if (delivery_state === "delivered" || delivery_state === "returned") return amount;
  return delivery_state === "cancelled" && purpose === "booking" ? Math.min(fee ?? 0, amount) : 0;
}
