import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { OrderPayments } from "#features/deliveries/server/public.ts";

/** Answers to deliveries about links to pay. A payment under review is not at rest: a person may still end it. */
export const orderPayments: OrderPayments = {
  isToPay: async (tx, orderId, paymentId) =>
    (await first(
      tx,
      sql`select from payment where org_id = app_org() and order_id = ${orderId} and id = ${paymentId}
            and state in ('created', 'action_required', 'failed')`,
    )) !== undefined,
  async restedAt(tx, orderId, paymentId) {
    const row = await first(
      tx,
      sql<{ at: Instant | null }>`
        select case when state = 'review' then null else settled_at end as at from payment
        where org_id = app_org() and ${
          paymentId === null ? sql`order_id = ${orderId} and purpose = 'booking'` : sql`id = ${paymentId}`
        }`,
    );
    return row?.at;
  },
};
