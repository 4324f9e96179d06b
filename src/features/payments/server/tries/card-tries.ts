import { sql } from "kysely";
import { DAY_MS, MINUTE_MS, toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import { DECLINES_WITHIN_MS, MAX_DECLINES } from "../../domain/limits.ts";
import type { PaymentRow } from "../../domain/payment.ts";

/** Unpaid forms end with their order. */
const FORM_OPEN_MS = 15 * MINUTE_MS;
const KEPT_MS = DAY_MS;

type Caller = Pick<Context, "scope" | "address" | "now">;

/**
 * Notes that a card may be tried for a payment now. Declined cards are counted over an hour, by payer and by address.
 *
 * @param factor multiplies the limits; 0 switches them off
 * @throws Refusal `payments.too-many-declines`
 */
export async function admitTry(
  tx: Tx,
  { scope, address = "", now }: Caller,
  { payment, order, factor }: { payment: PaymentRow; order: OrderRecord; factor: number },
): Promise<void> {
  if (scope === "org") return;
  const payer = order.payerId ?? `guest:${order.bookingKeyHash ?? ""}`;
  if (factor > 0) {
    const tried = await triesOf(tx, now, { payer, address, paymentId: payment.id });
    const isOver =
      tried.payer >= MAX_DECLINES.payer * factor || tried.address >= MAX_DECLINES.address * factor;
    if (isOver) throw new Refusal("payments.too-many-declines");
  }
  await sql`insert into card_try (org_id, payment_id, address, payer, first_opened_at, opened_at)
            values (app_org(), ${payment.id}, ${address}, ${payer}, ${toIso(now)}, ${toIso(now)})
            on conflict (org_id, payment_id, address) do update set opened_at = excluded.opened_at`.execute(
    tx,
  );
}

async function triesOf(
  tx: Tx,
  now: Instant,
  about: { readonly payer: string; readonly address: string; readonly paymentId: string },
): Promise<{ readonly payer: number; readonly address: number }> {
  const found = await first(
    tx,
    sql<{ payer: number; address: number }>`
      select coalesce(sum(declined + open) filter (where payer = ${about.payer}), 0)::int as payer,
        coalesce(sum(declined) filter (where address <> '' and address = ${about.address}), 0)::int as address
      from (
        select payer, address,
          case when declined_at > ${toIso(now - DECLINES_WITHIN_MS)} then declines else 0 end as declined,
          case when declined_at > ${toIso(now - DECLINES_WITHIN_MS)} then 0
               when held_at is null and payment_id <> ${about.paymentId}
                 and opened_at > ${toIso(now - FORM_OPEN_MS)} then 1 else 0 end as open
        from card_try
        where org_id = app_org() and (payer = ${about.payer} or address = ${about.address})
          and opened_at > ${toIso(now - KEPT_MS)}) tried`,
  );
  return found ?? { payer: 0, address: 0 };
}

/** Counts what a card's bank answered, for whoever opened the payment last. @param declined how many more */
export const noteAnswer = (
  tx: Tx,
  now: Instant,
  paymentId: string,
  { declined, isHeld }: { readonly declined: number; readonly isHeld: boolean },
): Promise<unknown> =>
  sql`update card_try set declines = declines + ${declined},
        declined_at = case when ${declined > 0} then ${toIso(now)}::timestamptz else declined_at end,
        held_at = case when ${isHeld} then ${toIso(now)}::timestamptz else held_at end
      where org_id = app_org() and payment_id = ${paymentId}
        and opened_at = (select max(opened_at) from card_try where org_id = app_org() and payment_id = ${paymentId})`.execute(
    tx,
  );

/** The address that a payment was opened from first. */
export const payerAddressOf = async (tx: Tx, paymentId: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ address: string }>`select address from card_try
        where org_id = app_org() and payment_id = ${paymentId} and address <> ''
        order by first_opened_at, address limit 1`,
    )
  )?.address;

/** Addresses of payers are not kept longer than they are counted, nor than a key is repeated that they went out with. */
export const forgetTries = (tx: Tx, now: Instant): Promise<unknown> =>
  sql`with told as (
        update payment_op set payer_address = null
        where org_id = app_org() and state in ('pending', 'sent') and payer_address is not null
          and first_sent_at <= ${toIso(now - KEPT_MS)})
      delete from card_try where org_id = app_org() and opened_at <= ${toIso(now - KEPT_MS)}`.execute(tx);
