import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { addJob } from "#server/jobs/jobs.ts";
import { readOrderRecord, type OrderRecord } from "#features/deliveries/server/public.ts";
import { owedBy } from "#features/payments/domain/due.ts";
import {
  receiptNumber,
  sumsOf,
  type Priced,
  type ReceiptContent,
  type ReceiptKind,
  type ReceiptPart,
  type ReceiptSeller,
  type Sums,
} from "../domain/receipt.ts";
import type { PaymentRow } from "#features/payments/server/public.ts";
import { readSeller, type SellerRow } from "./seller-row.ts";

/** Sends what was issued to the buyer; added in the transaction that issued it. */
export const MAIL_JOB = "payments.mail-receipt";

/**
 * Issues the receipt for what a change of a payment took, in the transaction of that change.
 *
 * The number's row is the last one that the transaction locks: whoever holds it waits for nobody.
 *
 * @param before the payment as it stood, locked by this transaction
 */
export async function issueReceipts(
  tx: Tx,
  before: PaymentRow,
  after: PaymentRow,
  now: Instant,
): Promise<void> {
  const taken = { before: before.capturedMinor, minor: after.capturedMinor - before.capturedMinor };
  if (taken.minor <= 0) return;
  await issue(tx, after, now, {
    kind: "receipt",
    sums: (order) => sumsOf(pricedOf(after, order), taken, partOf(after, order, taken.minor)),
    corrects: null,
  });
}

interface Issue {
  readonly kind: ReceiptKind;
  readonly sums: (order: OrderRecord) => Sums;
  readonly corrects: string | null;
  readonly refundId?: string;
  readonly cancels?: string;
}

export async function issue(tx: Tx, payment: PaymentRow, now: Instant, due: Issue): Promise<void> {
  const { kind } = due;
  const seller = await sellerOf(tx, now);
  const order = await readOrderRecord(tx, payment.orderId);
  if (!order) throw new Error("a payment's order vanished");
  const year = Number(seller.day.slice(0, 4));
  const nth = await takeNumber(tx, kind, year);
  const number = receiptNumber(kind, year, nth);
  const content: ReceiptContent = {
    kind,
    number,
    day: seller.day,
    currency: payment.currency,
    seller: printed(seller, await readSeller(tx)),
    buyer: buyerOf(payment, order),
    order: { number: order.number, pickup: order.request.pickup.label, dropoff: order.request.dropoff.label },
    ...due.sums(order),
    heldMinor: payment.authorizedMinor,
    card: payment.card,
    way: payment.way,
    corrects: due.corrects,
  };
  const id = newId(now);
  await sql`
    insert into receipt (org_id, id, kind, year, nth, number, payment_id, payment_version, total_minor, tax_minor,
                         currency, content, issued_at, refund_id, cancels)
    values (app_org(), ${id}, ${kind}, ${year}, ${nth}, ${number}, ${payment.id}, ${payment.version},
            ${content.totalMinor}, ${content.totalMinor - content.netMinor}, ${payment.currency}, ${json(content)},
            ${toIso(now)}, ${due.refundId ?? null}, ${due.cancels ?? null})`.execute(tx);
  if (content.buyer.email !== null)
    await addJob(tx, MAIL_JOB, { orgId: seller.id, receiptId: id }, { key: `${MAIL_JOB}:${id}` });
}

/** The payer: the sender, except for cash on delivery. */
function buyerOf({ way }: PaymentRow, { sender, recipient }: OrderRecord): ReceiptContent["buyer"] {
  const { name, email } = owedBy(way) === "recipient" ? recipient : sender;
  return { name, email };
}

/** The next number of a series, locked until the transaction ends: a rollback gives it back. */
async function takeNumber(tx: Tx, kind: ReceiptKind, year: number): Promise<number> {
  const row = await first(
    tx,
    sql<{ last: number }>`
      insert into receipt_series as s (org_id, kind, year, last) values (app_org(), ${kind}, ${year}, 1)
      on conflict (org_id, kind, year) do update set last = s.last + 1
      returning last`,
  );
  if (!row) throw new Error("a series gave no number");
  return row.last;
}

interface Seller {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
  /** Today where the seller is. */
  readonly day: string;
}

/** The seller as it is now, else what the organisation says of itself. */
function printed({ name, address, taxId }: Seller, set: SellerRow | undefined): ReceiptSeller {
  if (!set) return { name, address, taxId };
  const { email, phone, footer } = set;
  return {
    name: set.name,
    address: set.address,
    taxId: set.taxId,
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(footer !== null && { footer }),
  };
}

async function sellerOf(tx: Tx, now: Instant): Promise<Seller> {
  const seller = await first(
    tx,
    sql<Seller>`
      select id, name, address, tax_id as "taxId",
        to_char(${toIso(now)}::timestamptz at time zone timezone, 'YYYY-MM-DD') as day
      from organization where id = app_org()`,
  );
  if (!seller) throw new Error("the organisation vanished");
  return seller;
}

const partOf = ({ reason }: PaymentRow, { cancelFeeMinor }: OrderRecord, minor: number): ReceiptPart =>
  reason ?? (cancelFeeMinor === minor ? "cancellation" : "service");

export const pricedOf = (payment: PaymentRow, { price }: OrderRecord): Priced => ({
  amountMinor: payment.amountMinor,
  taxMinor: payment.taxMinor,
  currency: payment.currency,
  lines: (payment.purpose === "surcharge" ? [] : price.lines).map(({ ruleId, inputs, amount }) => ({
    title: String(inputs["title"] ?? ruleId),
    rule: ruleId,
    minor: amount.minor,
  })),
  taxes: price.taxes.map(({ basisPoints, amount }) => ({ basisPoints, minor: amount.minor })),
});
