import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { MadeKind } from "../gateway.ts";

/** Something of ours that the provider should know. */
export interface OurMade {
  readonly kind: MadeKind;
  readonly ref: string;
  readonly intentRef: string;
  readonly paymentId: string;
}

/** Which of these names of the provider our books hold. */
export async function knownRefs(
  tx: Tx,
  provider: string,
  kind: MadeKind,
  refs: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = sql`any(${[...refs]}::text[])`;
  const known = {
    intent: sql<{ ref: string }>`select provider_ref as ref from payment
      where org_id = app_org() and provider = ${provider} and provider_ref = ${named}`,
    refund: sql<{ ref: string }>`select provider_ref as ref from refund_request
      where org_id = app_org() and provider_ref = ${named}`,
    dispute: sql<{ ref: string }>`select provider_ref as ref from dispute
      where org_id = app_org() and provider_ref = ${named}`,
  } as const;
  return new Set((await rows(tx, known[kind])).map(({ ref }) => ref));
}

/** What our books say was made at the provider in this time. */
export const madeByUs = (tx: Tx, provider: string, from: Instant, to: Instant): Promise<OurMade[]> =>
  rows(
    tx,
    sql<OurMade>`
      select 'intent' as kind, p.provider_ref as ref, p.provider_ref as "intentRef", p.id as "paymentId"
      from payment p
      where p.org_id = app_org() and p.provider = ${provider} and p.provider_ref is not null
        and p.created_at between ${toIso(from)} and ${toIso(to)}
      union all
      select 'refund', r.provider_ref, p.provider_ref, p.id
      from refund_request r join payment p on p.org_id = r.org_id and p.id = r.payment_id
      where r.org_id = app_org() and p.provider = ${provider} and r.provider_ref is not null
        and r.asked_at between ${toIso(from)} and ${toIso(to)}
      union all
      select 'dispute', u.provider_ref, p.provider_ref, p.id
      from dispute u join payment p on p.org_id = u.org_id and p.id = u.payment_id
      where u.org_id = app_org() and p.provider = ${provider}
        and u.opened_at between ${toIso(from)} and ${toIso(to)}`,
  );

interface OpenAbout extends Omit<OurMade, "paymentId"> {
  readonly finding: "missing" | "unknown-intent";
  /** A payment of ours has it as its own. */
  readonly isOurs: boolean;
}

/** Findings about what was made at the provider that are open, those seen longest ago first. */
export const openAboutMade = (tx: Tx, limit = 100): Promise<OpenAbout[]> =>
  rows(
    tx,
    sql<OpenAbout>`
      select f.kind as finding, coalesce(f.facts ->> 'kind', 'intent') as kind, f.about as ref,
        coalesce(p.provider_ref, f.about) as "intentRef",
        exists (select from payment o where o.org_id = app_org() and o.provider_ref = f.about) as "isOurs"
      from payment_finding f left join payment p on p.org_id = f.org_id and p.id = f.payment_id
      where f.org_id = app_org() and f.resolved_at is null and f.kind in ('missing', 'unknown-intent')
      order by f.seen_at limit ${limit}`,
  );
