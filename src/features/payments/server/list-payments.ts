import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { isUuid } from "#kernel/id.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { cursorOf, keyOfCursor } from "#server/db/cursor.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context } from "#server/http/route.ts";
import type { PaymentRow, moneyApi } from "../contract/money.ts";
import type { PaymentGroup } from "../contract/payment-groups.ts";
import type { PaymentState } from "../domain/payment-lifecycle.ts";

const STATES: Readonly<Record<Exclude<PaymentGroup, "all">, readonly PaymentState[]>> = {
  open: ["created", "action_required", "failed"],
  held: ["authorized"],
  taken: ["captured", "charged_back"],
  released: ["voided", "expired", "failed_final"],
  review: ["review"],
};

interface Row {
  id: string;
  orderId: string;
  orderNumber: string;
  deliveryId: string | null;
  state: PaymentState;
  amountMinor: number;
  capturedMinor: number;
  refundedMinor: number;
  currency: string;
  brand: string | null;
  last4: string | null;
  captureBefore: Instant | null;
  createdAt: Instant;
}

/** All payments of the organisation, newest first, page by page. */
export async function listPayments(
  { group, cursor, limit }: ParsedOf<typeof moneyApi.listPayments>,
  context: Context,
): Promise<ReplyOf<typeof moneyApi.listPayments>> {
  const list = { list: "payments", group };
  const after = cursor === undefined ? undefined : startOf(list, cursor);
  const found = await context.db.as(context.actor, (tx) => newest(tx, group, after, limit + 1));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(shownRow),
    next: found.length > limit && last ? cursorOf(list, [last.createdAt, last.id]) : null,
  };
}

function startOf(list: unknown, cursor: string): [Instant, string] {
  const [at, id] = keyOfCursor(list, cursor) ?? [];
  if (typeof at === "number" && typeof id === "string" && isUuid(id)) return [at, id];
  throw new BadInput([{ path: "cursor", code: "not-allowed" }]);
}

const newest = (
  tx: Tx,
  group: PaymentGroup,
  after: [Instant, string] | undefined,
  limit: number,
): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`
      select p.id, p.order_id as "orderId", o.number as "orderNumber", d.id as "deliveryId", p.state,
        p.amount_minor as "amountMinor", p.captured_minor as "capturedMinor", p.refunded_minor as "refundedMinor",
        trim(p.currency) as currency, p.card_brand as brand, p.card_last4 as last4,
        p.capture_before as "captureBefore", p.created_at as "createdAt"
      from payment p
      join sales_order o on o.org_id = p.org_id and o.id = p.order_id
      left join delivery d on d.org_id = p.org_id and d.order_id = p.order_id
      where p.org_id = app_org()
        ${group === "all" ? sql`` : sql`and p.state = any(${[...STATES[group]]}::text[])`}
        ${after ? sql`and (p.created_at, p.id) < (${toIso(after[0])}, ${after[1]})` : sql``}
      order by p.created_at desc, p.id desc limit ${limit}`,
  );

const shownRow = (row: Row): PaymentRow => ({
  id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  deliveryId: row.deliveryId,
  state: row.state,
  amount: money(row.amountMinor, row.currency),
  captured: money(row.capturedMinor, row.currency),
  refunded: money(row.refundedMinor, row.currency),
  card: row.last4 === null ? null : { brand: row.brand ?? "unknown", last4: row.last4 },
  captureBefore: row.captureBefore === null ? null : toIso(row.captureBefore),
  createdAt: toIso(row.createdAt),
});
