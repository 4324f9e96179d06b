import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { keepMovements } from "./books.ts";
import type { BankDispute, DisputeStep } from "./dispute.ts";
import type { BankRefund, RefundStep } from "./refund.ts";

/** Refunds and disputes after a capture in the bank's ledger, oldest first. */
export function refundsOf(tx: Tx, intentId: string): Promise<BankRefund[]> {
  return rows(
    tx,
    sql<BankRefund>`
      select id, intent_id as "intentId", mark, metadata, amount_minor as "amountMinor", status, failure,
        created_at as "createdAt"
      from sandbox_bank.refund where intent_id = ${intentId} order by seq`,
  );
}

export function disputesOf(tx: Tx, intentId: string): Promise<BankDispute[]> {
  return rows(
    tx,
    sql<BankDispute>`
      select id, intent_id as "intentId", reason, status, amount_minor as "amountMinor",
        withdrawn_minor as "withdrawnMinor", fee_minor as "feeMinor", evidence_due as "evidenceDue",
        opened_at as "openedAt"
      from sandbox_bank.dispute where intent_id = ${intentId} order by seq`,
  );
}

export async function keepRefund(tx: Tx, { refund, movements }: RefundStep, now: Instant): Promise<void> {
  await sql`
    insert into sandbox_bank.refund (id, intent_id, mark, metadata, amount_minor, status, failure, created_at)
    values (${refund.id}, ${refund.intentId}, ${refund.mark}, ${json(refund.metadata)}, ${refund.amountMinor}, ${refund.status},
            ${refund.failure}, ${toIso(refund.createdAt)})
    on conflict (id) do update set status = excluded.status, failure = excluded.failure`.execute(tx);
  await keepMovements(tx, refund.intentId, movements, now);
}

export async function keepDispute(tx: Tx, { dispute, movements }: DisputeStep, now: Instant): Promise<void> {
  await sql`
    insert into sandbox_bank.dispute (id, intent_id, reason, status, amount_minor, withdrawn_minor, fee_minor,
      evidence_due, opened_at)
    values (${dispute.id}, ${dispute.intentId}, ${dispute.reason}, ${dispute.status}, ${dispute.amountMinor},
            ${dispute.withdrawnMinor}, ${dispute.feeMinor}, ${toIso(dispute.evidenceDue)},
            ${toIso(dispute.openedAt)})
    on conflict (id) do update set status = excluded.status, withdrawn_minor = excluded.withdrawn_minor`.execute(
    tx,
  );
  await keepMovements(tx, dispute.intentId, movements, now);
}

/** The intent that a dispute is about. */
export async function intentOfDispute(tx: Tx, id: string): Promise<string | undefined> {
  const found = await rows(
    tx,
    sql<{ ref: string }>`select intent_id as ref from sandbox_bank.dispute where id = ${id}`,
  );
  return found[0]?.ref;
}
