import { sql } from "kysely";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";

/** Of payment `p` what every list of payments shows: how it was paid, and how much. */
export const PAID = sql`
  p.purpose, p.state, p.way, ${moneyJson("p.amount_minor", "p.currency")} as amount,
  ${moneyJson("p.captured_minor", "p.currency")} as captured, ${moneyJson("p.refunded_minor", "p.currency")} as refunded,
  case when p.card_last4 is not null then
    json_build_object('brand', coalesce(p.card_brand, 'unknown'), 'last4', p.card_last4) end as card,
  ${isoText("p.created_at")} as "createdAt"`;
