import { sql } from "kysely";
import { money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { moneyJson } from "#server/db/money-json.ts";
import type { Context } from "#server/http/route.ts";
import type { PaymentTrace } from "../contract/trace.ts";
import { releasableMinor, remainingMinor } from "#features/payments/domain/refund.ts";
import { shownDisputes } from "./list-refunds.ts";
import { openFindings } from "./findings/list-findings.ts";
import {
  type PaymentDeps,
  type PaymentProvider,
  type PaymentRow,
  aloneMinor,
  isDeciding,
  readPayment,
  shownRefunds,
  sumAlone,
} from "#features/payments/server/public.ts";
import { paymentShown } from "./list-payments.ts";

const MOST = 200;

interface TraceParts {
  readonly refundLimits?: PaymentDeps["refundLimits"];
  /** Absent where nobody takes cards. */
  readonly provider?: Pick<PaymentProvider, "id" | "dashboardUrl"> | undefined;
}

export const readTrace = (
  parts: TraceParts,
  { id }: { readonly id: string },
  context: Context,
): Promise<PaymentTrace> =>
  context.db.as(context.actor, async (tx) => {
    const payment = await readPayment(tx, id);
    const shown = payment && (await paymentShown(tx, id, context.actor));
    if (!payment || !shown) throw new Refusal("payments.not-found");
    const { currency } = payment;
    const refunds = await shownRefunds(
      tx,
      sql`and r.payment_id = ${id} order by r.asked_at desc, r.id desc limit ${MOST}`,
    );
    const disputes = await shownDisputes(
      tx,
      sql`and u.payment_id = ${id} order by u.opened_at desc, u.id desc limit ${MOST}`,
    );
    const alone = Math.max(
      0,
      aloneMinor(parts, currency) -
        sumAlone(refunds.map(({ amount, ...one }) => ({ ...one, amountMinor: amount.minor }))),
    );
    const operations = await operationsOf(tx, id);
    return {
      payment: shown,
      atProvider: atProvider(payment, parts.provider),
      held: money(operations.some(isDeciding) ? 0 : releasableMinor(payment), currency),
      remaining: money(remainingMinor(payment), currency),
      alone: money(alone, currency),
      operations,
      entries: await entriesOf(tx, id),
      refunds,
      findings: await openFindings(tx, id),
      disputes,
    };
  });

/** Only the provider that has the payment knows where its page is. */
function atProvider(
  { provider: id, ref }: PaymentRow,
  asked: TraceParts["provider"],
): PaymentTrace["atProvider"] {
  if (ref === null) return null;
  return { ref, url: asked && asked.id === id ? asked.dashboardUrl(ref) : null };
}

const operationsOf = (tx: Tx, paymentId: string): Promise<PaymentTrace["operations"]> =>
  rows(
    tx,
    sql<PaymentTrace["operations"][number]>`
      select k.id, k.kind, k.state, k.sends, k.attempt,
        case when k.amount_minor is not null then ${moneyJson("k.amount_minor", "p.currency")} end as amount,
        coalesce(k.outcome ->> 'code', k.outcome ->> 'reason', k.outcome ->> 'kind') as answer,
        ${isoText("k.created_at")} as "createdAt"
      from payment_ops k join payments p on p.org_id = k.org_id and p.id = k.payment_id
      where k.org_id = app_org() and k.payment_id = ${paymentId}
      order by k.created_at desc, k.id desc limit ${MOST}`,
  );

const entriesOf = (tx: Tx, paymentId: string): Promise<PaymentTrace["entries"]> =>
  rows(
    tx,
    sql<PaymentTrace["entries"][number]>`
      select version, ${isoText("min(at)")} as at, json_agg(json_build_object(
        'account', account, 'amount', ${moneyJson("minor", "currency")}) order by account) as lines
      from ledger_lines where org_id = app_org() and payment_id = ${paymentId}
      group by version, currency order by version desc limit ${MOST}`,
  );
