import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { PaymentTrace } from "../contract/trace.ts";
import { releasableMinor, remainingMinor } from "#features/payments/domain/refund.ts";
import { disputeShown, shownDisputes } from "./list-disputes.ts";
import { openFindings } from "./findings/list-findings.ts";
import type { Desk, PaymentProvider, PaymentRow } from "#features/payments/server/public.ts";
import { owedShown } from "#features/debts/server/public.ts";
import {
  aloneMinor,
  isDeciding,
  readPayment,
  refundShown,
  shownRows,
  sumAlone,
} from "#features/payments/server/public.ts";
import { paymentShown } from "./list-payments.ts";

const MOST = 200;

interface TraceParts {
  readonly refundLimits?: Desk["refundLimits"];
  /** Absent where nobody takes cards. */
  readonly provider?: Pick<PaymentProvider, "id" | "dashboardUrl"> | undefined;
}

/** One payment with all that is known of it. @throws Refusal `payments.not-found` */
export const readTrace = (
  parts: TraceParts,
  { id }: { readonly id: string },
  context: Context,
): Promise<PaymentTrace> =>
  context.db.as(context.actor, async (tx) => {
    const payment = await readPayment(tx, id);
    const shown = payment && (await paymentShown(tx, id));
    if (!payment || !shown) throw new Refusal("payments.not-found");
    const { currency } = payment;
    const refunds = await shownRows(
      tx,
      sql`and r.payment_id = ${id} order by r.asked_at desc, r.id desc limit ${MOST}`,
    );
    const disputes = await shownDisputes(
      tx,
      sql`and u.payment_id = ${id} order by u.opened_at desc, u.id desc limit ${MOST}`,
    );
    const alone = Math.max(0, aloneMinor(parts, currency) - sumAlone(refunds));
    const operations = await operationsOf(tx, id, currency);
    return {
      payment: shown,
      atProvider: atProvider(payment, parts.provider),
      held: money(operations.some(isDeciding) ? 0 : releasableMinor(payment), currency),
      owed: payment.owedMinor > 0 ? await owedShown(tx, payment, context.actor.userId) : null,
      remaining: money(remainingMinor(payment), currency),
      alone: money(alone, currency),
      operations,
      entries: await entriesOf(tx, id),
      refunds: refunds.map(refundShown),
      findings: await openFindings(tx, id),
      disputes: disputes.map(disputeShown),
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

interface OperationRow extends Omit<PaymentTrace["operations"][number], "amount" | "createdAt" | "doneAt"> {
  readonly amountMinor: number | null;
  readonly createdAt: Instant;
  readonly doneAt: Instant | null;
}

async function operationsOf(tx: Tx, paymentId: string, currency: string) {
  const found = await rows(
    tx,
    sql<OperationRow>`
      select id, kind, amount_minor as "amountMinor", state, sends, attempt,
        coalesce(outcome ->> 'code', outcome ->> 'reason', outcome ->> 'kind') as answer,
        created_at as "createdAt", done_at as "doneAt"
      from payment_op where org_id = app_org() and payment_id = ${paymentId}
      order by created_at desc, id desc limit ${MOST}`,
  );
  return found.map(({ amountMinor, createdAt, doneAt, ...rest }) => ({
    ...rest,
    amount: amountMinor === null ? null : money(amountMinor, currency),
    createdAt: toIso(createdAt),
    doneAt: doneAt === null ? null : toIso(doneAt),
  }));
}

async function entriesOf(tx: Tx, paymentId: string): Promise<PaymentTrace["entries"]> {
  const found = await rows(
    tx,
    sql<{
      version: number;
      at: Instant;
      currency: string;
      lines: { account: PaymentTrace["entries"][number]["lines"][number]["account"]; minor: number }[];
    }>`
      select version, min(at) as at, trim(currency) as currency,
        json_agg(json_build_object('account', account, 'minor', minor) order by account) as lines
      from ledger_line where org_id = app_org() and payment_id = ${paymentId}
      group by version, currency order by version desc limit ${MOST}`,
  );
  return found.map(({ version, at, currency, lines }) => ({
    version,
    at: toIso(at),
    lines: lines.map(({ account, minor }) => ({ account, amount: money(minor, currency) })),
  }));
}
