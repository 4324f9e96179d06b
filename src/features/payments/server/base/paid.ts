import { sql } from "kysely";
import { money, type Money } from "#kernel/money.ts";
import { type PayWay, openMinor, type Owing } from "../../domain/due.ts";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";

/** Of payment `p` what every list of payments shows: how it was paid, and how much. */
export const PAID = sql`
  p.purpose, p.state, p.way, ${moneyJson("p.amount_minor", "p.currency")} as amount,
  ${moneyJson("p.captured_minor", "p.currency")} as captured, ${moneyJson("p.refunded_minor", "p.currency")} as refunded,
  case when p.card_last4 is not null then
    json_build_object('brand', coalesce(p.card_brand, 'unknown'), 'last4', p.card_last4) end as card,
  ${isoText("p.created_at")} as "createdAt", p.due_minor as "dueMinor", p.canceled_seen as "canceledSeen",
  p.amount_minor as "amountMinor", p.captured_minor as "capturedMinor"`;

interface Paid extends Owing {
  readonly way: PayWay | null;
  readonly amount: Money;
}

/** With what is still to come where no card pays, in place of what decides it. */
export function withOwed<T extends Paid>(row: T): Omit<T, keyof Owing> & { owed: Money | null } {
  const {
    dueMinor: _due,
    canceledSeen: _canceled,
    amountMinor: _amount,
    capturedMinor: _captured,
    ...shown
  } = row;
  return { ...shown, owed: row.way === null ? null : money(openMinor(row), row.amount.currency) };
}
