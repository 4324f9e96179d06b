import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { MovementKind } from "../../domain/movement.ts";
import type { LaterMovement } from "./dispute.ts";
import type { Movement } from "./intent.ts";

/** The bank's price for a charge: 1.4 % and 25 minor units. Refunds cost nothing, and give no price back. */
const PER_MILLE = 14;
const PER_CHARGE_MINOR = 25;
/** When what moved can be paid out. */
const PENDING_MS = 2 * DAY_MS;
/** The bank pays out at most once in this time. */
const PAYOUT_EVERY_MS = DAY_MS;

/** How a movement changes what the shop has at the bank; a hold and its release do not. */
const EFFECTS: Readonly<Record<string, readonly [kind: MovementKind, sign: 1 | -1]>> = {
  capture: ["charge", 1],
  refund: ["refund", -1],
  refund_back: ["refund-failure", 1],
  dispute: ["dispute", -1],
  dispute_back: ["dispute-reversal", 1],
};

/** Writes what a step's movements do to the shop's balance, in the transaction of the step. */
export async function keepBalance(
  tx: Tx,
  { intentId, about }: { readonly intentId: string; readonly about: string | null },
  movements: readonly (Movement | LaterMovement)[],
  now: Instant,
): Promise<void> {
  const disputeFee = movements.find(({ kind }) => kind === "dispute_fee")?.amountMinor ?? 0;
  for (const { kind: moved, amountMinor } of movements) {
    const [kind, sign] = EFFECTS[moved] ?? [];
    if (kind === undefined || sign === undefined) continue;
    const price = Math.round((amountMinor * PER_MILLE) / 1000) + PER_CHARGE_MINOR;
    const fee = kind === "charge" ? price : kind === "dispute" ? disputeFee : 0;
    await sql`
      insert into sandbox_bank.balance (kind, about, intent_id, amount_minor, fee_minor, currency, created_at,
                                        available_on)
      select ${kind}, ${about}, id, ${sign * amountMinor}, ${fee}, currency, ${toIso(now)},
             ${toIso(now + PENDING_MS)}
      from sandbox_bank.intent where id = ${intentId}`.execute(tx);
  }
}

/** Pays out what is available, in each currency as a whole, where something is left of it. */
export async function payOut(tx: Tx, now: Instant): Promise<void> {
  const due = sql`b.payout is null and b.kind <> 'payout' and b.available_on <= ${toIso(now)}`;
  const found = await first(tx, sql`select from sandbox_bank.balance b where ${due} limit 1`);
  if (!found) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('sandbox_bank.payout', 7))`.execute(tx);
  const sums = await rows(
    tx,
    sql<{ currency: string; minor: number }>`
      select b.currency, sum(b.amount_minor - b.fee_minor)::bigint as minor from sandbox_bank.balance b
      where ${due} and not exists (
        select from sandbox_bank.balance p where p.kind = 'payout' and p.currency = b.currency
          and p.created_at > ${toIso(now - PAYOUT_EVERY_MS)})
      group by b.currency having sum(b.amount_minor - b.fee_minor) > 0`,
  );
  for (const { currency, minor } of sums)
    await sql`
      with made as (
        insert into sandbox_bank.balance (kind, amount_minor, currency, created_at, available_on)
        values ('payout', ${-minor}, ${currency}, ${toIso(now)}, ${toIso(now)}) returning seq)
      update sandbox_bank.balance b set payout = (select 'po_sandbox' || seq from made)
      where ${due} and b.currency = ${currency}`.execute(tx);
}

const listed = ({ since, payout, ref }: Pick<BalanceWindow, "since" | "payout" | "ref">) =>
  ref !== undefined
    ? sql`b.id = ${ref}`
    : payout === null
      ? sql`b.created_at >= ${toIso(since)}`
      : sql`(b.payout = ${payout} or (b.kind = 'payout' and 'po_sandbox' || b.seq = ${payout}))`;

/** A movement of the shop's balance, as the bank keeps it. */
export interface BankBalance {
  readonly id: string;
  readonly kind: MovementKind;
  readonly about: string | null;
  readonly intentId: string | null;
  readonly paymentId: string | null;
  readonly chargeId: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  readonly at: Instant;
  readonly availableOn: Instant;
}

export interface BankFunds {
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
}

/** What the bank keeps for the shop by now: what it may pay out, and what it may not yet. */
export const fundsAt = (tx: Tx, now: Instant): Promise<BankFunds[]> =>
  rows(
    tx,
    sql<BankFunds>`
      select trim(currency) as currency,
        coalesce(sum(amount_minor - fee_minor) filter (where available_on <= ${toIso(now)}), 0)::bigint as available,
        coalesce(sum(amount_minor - fee_minor) filter (where available_on > ${toIso(now)}), 0)::bigint as pending
      from sandbox_bank.balance group by currency order by currency`,
  );

export interface BalanceWindow {
  readonly since: Instant;
  readonly after: string | null;
  readonly payout: string | null;
  /** This movement alone. */
  readonly ref?: string | undefined;
  readonly limit: number;
}

/**
 * What moved the balance since then, or went with one payout and that payout itself, newest first, from after the one that
 * is named.
 */
export async function balanceIn(
  tx: Tx,
  { since, after, payout, ref, limit }: BalanceWindow,
): Promise<{ readonly movements: BankBalance[]; readonly hasMore: boolean }> {
  const found = await rows(
    tx,
    sql<BankBalance>`
      select b.id, b.kind, case when b.kind = 'payout' then 'po_sandbox' || b.seq else b.about end as about,
        b.intent_id as "intentId", i.payment_id as "paymentId", i.metadata, trim(b.currency) as currency,
        b.amount_minor as "amountMinor", b.fee_minor as "feeMinor", b.created_at as at,
        b.available_on as "availableOn",
        (select c.id from sandbox_bank.charge c where c.intent_id = b.intent_id and c.status = 'succeeded'
         order by c.seq desc limit 1) as "chargeId"
      from sandbox_bank.balance b left join sandbox_bank.intent i on i.id = b.intent_id
      where ${listed({ since, payout, ref })}
        and (${after}::text is null or b.seq < (select a.seq from sandbox_bank.balance a where a.id = ${after}))
      order by b.seq desc limit ${limit + 1}`,
  );
  return { movements: found.slice(0, limit), hasMore: found.length > limit };
}
