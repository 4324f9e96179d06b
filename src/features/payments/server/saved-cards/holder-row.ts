import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Keeping } from "../gateway.ts";

/** A person whom the provider keeps cards for, or is about to. */
export interface Holder {
  readonly personId: string;
  readonly provider: string;
  /** The provider's name for them; null until it said it. */
  readonly ref: string | null;
  readonly turn: number;
}

/** Who it is about, at which provider. */
export interface Whose {
  readonly personId: string;
  readonly provider: string;
}

export const holderOf = (tx: Tx, { personId, provider }: Whose): Promise<Holder | undefined> =>
  first(
    tx,
    sql<Holder>`select person_id as "personId", provider, ref, turn from card_holder
      where org_id = app_org() and person_id = ${personId} and provider = ${provider}`,
  );

/** Writes a holder where there is none. */
export async function addHolder(tx: Tx, { personId, provider }: Whose, now: Instant): Promise<void> {
  await sql`insert into card_holder (org_id, person_id, provider, created_at)
            values (app_org(), ${personId}, ${provider}, ${toIso(now)})
            on conflict do nothing`.execute(tx);
}

/** The provider's name for a holder: the first that it says stays. */
export async function nameHolder(tx: Tx, { personId, provider }: Whose, ref: string): Promise<void> {
  await sql`update card_holder set ref = ${ref}
            where org_id = app_org() and person_id = ${personId} and provider = ${provider} and ref is null`.execute(
    tx,
  );
}

/** The next enrolment is another call. */
export async function renewTurn(tx: Tx, { personId, provider }: Whose): Promise<void> {
  await sql`update card_holder set turn = turn + 1
            where org_id = app_org() and person_id = ${personId} and provider = ${provider} and ref is null`.execute(
    tx,
  );
}

/** The provider knows this name no more: another one is asked for when it is wanted. */
export async function forgetHolder(tx: Tx, { personId, provider, ref }: Holder): Promise<void> {
  await sql`update card_holder set ref = null, turn = turn + 1
            where org_id = app_org() and person_id = ${personId} and provider = ${provider} and ref = ${ref}`.execute(
    tx,
  );
}

/** Notes by which words somebody let a payment's card be kept, and by which, if at all, it may be charged while they are away. */
export async function keepConsent(
  tx: Tx,
  consent: {
    readonly paymentId: string;
    readonly personId: string;
    readonly words: number;
    readonly awayWords?: number | undefined;
  },
  now: Instant,
): Promise<void> {
  await sql`
    insert into card_consent (org_id, payment_id, person_id, words, given_at, away_words, away_given_at)
    values (app_org(), ${consent.paymentId}, ${consent.personId}, ${consent.words}, ${toIso(now)},
            ${consent.awayWords ?? null}, ${consent.awayWords === undefined ? null : toIso(now)})
    on conflict (org_id, payment_id) do update
    set words = excluded.words, given_at = excluded.given_at, taken_back_at = null,
        away_words = coalesce(excluded.away_words, card_consent.away_words),
        away_given_at = coalesce(excluded.away_given_at, card_consent.away_given_at),
        away_taken_back_at = case when excluded.away_words is not null then null
          when card_consent.away_words is not null
          then coalesce(card_consent.away_taken_back_at, excluded.given_at) end`.execute(tx);
}

/** Whether the card that a payment is paid with is to be kept, as its payer said last. */
export async function keepingOf(tx: Tx, paymentId: string): Promise<Keeping> {
  const row = await first(
    tx,
    sql<{ away: boolean }>`
      select away_given_at is not null and away_taken_back_at is null as away from card_consent
      where org_id = app_org() and payment_id = ${paymentId} and taken_back_at is null`,
  );
  return row === undefined ? false : row.away ? "away" : true;
}

export async function takeConsentBack(tx: Tx, paymentId: string, now: Instant): Promise<void> {
  await sql`update card_consent
            set taken_back_at = ${toIso(now)},
              away_taken_back_at = case when away_words is not null
                then coalesce(away_taken_back_at, ${toIso(now)}) end
            where org_id = app_org() and payment_id = ${paymentId} and taken_back_at is null`.execute(tx);
}
