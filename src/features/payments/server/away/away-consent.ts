import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { addJob } from "#server/jobs/jobs.ts";
import type { Whose } from "../saved-cards/holder-row.ts";

/** Charges a kept card of whoever owes, where they agreed to that; else the link is sent. */
export const AWAY_JOB = "payments.charge-away";

/** Somebody lets a card be charged while they are away. */
export interface AwayConsent {
  /** The payment that the card was kept with: the consent bears its name. */
  readonly id: string;
  readonly intentRef: string;
  /** null until the provider was asked for its name; empty where it has none. */
  readonly cardRef: string | null;
  readonly givenAt: Instant;
}

const STANDS = sql`c.away_given_at is not null and c.away_taken_back_at is null and c.taken_back_at is null`;

/** The consents of a person that stand, for cards that paid, newest first. */
export const standingConsents = (
  tx: Tx,
  { personId, provider }: Whose,
  limit = 100,
): Promise<AwayConsent[]> =>
  rows(
    tx,
    sql<AwayConsent>`
      select c.payment_id as id, p.provider_ref as "intentRef", c.card_ref as "cardRef", c.away_given_at as "givenAt"
      from card_consent c join payment p on p.org_id = c.org_id and p.id = c.payment_id
      where c.org_id = app_org() and c.person_id = ${personId} and p.provider = ${provider} and ${STANDS}
        and p.authorized_minor > 0 and p.provider_ref is not null
      order by c.away_given_at desc, c.payment_id desc limit ${limit}`,
  );

/** Whether a consent stands. Held, nobody takes it back before this transaction ends. */
export const doesStand = async (tx: Tx, id: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select from card_consent c where c.org_id = app_org() and c.payment_id = ${id} and ${STANDS} for update`,
  )) !== undefined;

/** Notes what the provider calls the card of a consent. */
export async function nameCard(tx: Tx, id: string, cardRef: string): Promise<void> {
  await sql`update card_consent set card_ref = ${cardRef}
            where org_id = app_org() and payment_id = ${id} and card_ref is null`.execute(tx);
}

/**
 * Takes back what a person agreed to for one card. The card stays.
 *
 * @param clock asked once nobody else can use the consent: what was charged by it has an earlier time
 */
export async function stopAway(
  tx: Tx,
  clock: () => Instant,
  { personId, cardRef }: { readonly personId: string; readonly cardRef: string },
): Promise<void> {
  const theirs = sql`org_id = app_org() and person_id = ${personId} and card_ref = ${cardRef}`;
  await sql`select from card_consent where ${theirs} order by payment_id for update`.execute(tx);
  await sql`update card_consent set away_taken_back_at = ${toIso(clock())}
            where ${theirs} and away_given_at is not null and away_taken_back_at is null`.execute(tx);
}

/** Whatever is queued under it takes the place of a charge that was to come. */
export const awayKey = (paymentId: string): string => `${AWAY_JOB}:${paymentId}`;

/** Has a kept card charged for what is owed, once this transaction is done. */
export const chargeLater = (tx: Tx, orgId: string, paymentId: string, runInMs = 0): Promise<void> =>
  addJob(tx, AWAY_JOB, { orgId, paymentId }, { key: awayKey(paymentId), runInMs });
