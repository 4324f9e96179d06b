import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { json, rows, type Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import type { FINDING_KINDS } from "../../domain/finding.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

export type FindingKind = (typeof FINDING_KINDS)[number];

export type NewFinding = {
  readonly kind: FindingKind;
  readonly facts: Readonly<Record<string, string | number | null>>;
  /** Put right without a person. */
  readonly isFixed?: boolean;
} & (
  | { readonly about?: undefined; readonly paymentId: string }
  | { readonly about: string; readonly paymentId: string | null }
);

/** Writes what was found; what is open already is only seen again, and what a person noted as it is stays noted. */
export async function noteFinding(tx: Tx, now: Instant, finding: NewFinding): Promise<void> {
  const { kind, paymentId, about = paymentId, facts, isFixed } = finding;
  await sql`
    insert into payment_finding (org_id, id, kind, about, payment_id, facts, found_at, seen_at, resolved_at, resolution)
    select app_org(), ${newId(now)}, ${kind}, ${about}, ${paymentId}, ${json(facts)}, ${toIso(now)}, ${toIso(now)},
           ${isFixed ? toIso(now) : null}, ${isFixed ? "auto" : null}
    where not exists (
      select from (select resolution, facts from payment_finding
                   where org_id = app_org() and kind = ${kind} and about = ${about}
                   order by found_at desc, id desc limit 1) last
      where last.resolution = 'noted' and last.facts = ${json(facts)})
    on conflict (org_id, kind, about) where resolved_at is null do update set
      seen_at = excluded.seen_at, facts = excluded.facts, resolved_at = excluded.resolved_at,
      resolution = excluded.resolution`.execute(tx);
}

/** Notes money of payments that lies where it should not, a finding for each. */
export async function noteAmounts(
  tx: Tx,
  now: Instant,
  kind: FindingKind,
  found: readonly { readonly id: string; readonly minor: number; readonly currency: string }[],
): Promise<void> {
  for (const { id, minor, currency } of found)
    await noteFinding(tx, now, { kind, paymentId: id, facts: { minor, currency } });
}

/** Amounts of the open findings of a kind about one order's payments, by the payment. Minor units. */
export async function openAmounts(
  tx: Tx,
  kind: FindingKind,
  orderId: string,
): Promise<ReadonlyMap<string, number>> {
  const found = await rows(
    tx,
    sql<{ id: string; minor: number }>`
      select p.id, (f.facts ->> 'minor')::bigint as minor
      from payment p join payment_finding f on f.org_id = p.org_id and f.kind = ${kind} and f.about = p.id::text
        and f.resolved_at is null
      where p.org_id = app_org() and p.order_id = ${orderId}`,
  );
  return new Map(found.map(({ id, minor }) => [id, minor]));
}

/** Closes what a person put right without the finding itself: what is closed already stays as it is. */
export async function closeFinding(
  tx: Tx,
  now: Instant,
  found: { readonly kind: FindingKind; readonly about: string },
  by: { readonly resolution: string; readonly userId: string | undefined },
): Promise<void> {
  if (by.userId === undefined) return;
  await sql`update payment_finding
            set resolved_at = ${toIso(now)}, resolution = ${by.resolution}, resolved_by = ${by.userId}
            where org_id = app_org() and kind = ${found.kind} and about = ${found.about}
              and resolved_at is null`.execute(tx);
}

export const closeMended = (tx: Tx, now: Instant, kind: FindingKind, about: string): Promise<unknown> =>
  sql`update payment_finding set resolved_at = ${toIso(now)}, resolution = 'gone'
      where org_id = app_org() and kind = ${kind} and about = ${about} and resolved_at is null`.execute(tx);

/**
 * Closes the open findings of a kind that this look did not see again.
 *
 * @param unlisted first words of what they are about: of these not all were looked for
 * @param provider whose payments were looked for; all where none is named
 */
export async function closeOutdated(
  { tx, now }: TimedTx,
  kind: FindingKind,
  began: Instant,
  { unlisted = [], provider = null }: { unlisted?: readonly string[]; provider?: string | null },
): Promise<void> {
  await sql`update payment_finding set resolved_at = ${toIso(now)}, resolution = 'gone'
            where org_id = app_org() and kind = ${kind} and resolved_at is null and seen_at < ${toIso(began)}
              and not split_part(about, ' ', 1) = any(${[...unlisted]})
              and (${provider}::text is null or exists (
                select from payment p where p.org_id = app_org() and p.id = payment_finding.payment_id
                  and p.provider = ${provider}))`.execute(tx);
}
