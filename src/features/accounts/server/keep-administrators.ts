import { sql } from "kysely";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { TimedTx } from "#server/db/tx-context.ts";
import { END_KEPT_MS, endPerson } from "#server/identity/session-ends.ts";

/** Keeps others from joining until the commit. */
export const holdPeople = async (owner: Tx): Promise<void> =>
  void (await sql`lock table person, person_session, invitation in share row exclusive mode`.execute(owner));

/**
 * Forgets everybody but administrators, with every invitation: their tokens and streams are over, in every process within
 * a second.
 *
 * @param context whose transaction reaches all organisations
 */
export async function keepAdministrators({ tx, now }: TimedTx): Promise<void> {
  await sql`delete from invitation`.execute(tx);
  await sql`delete from person_session s using person p
    where p.org_id = s.org_id and p.id = s.person_id and 'org-admin' <> all (p.roles)`.execute(tx);
  const gone = await rows(
    tx,
    sql<{ issuer: string; subject: string }>`
      delete from person where 'org-admin' <> all (roles) returning issuer, subject`,
  );
  for (const person of gone) await endPerson(tx, { ...person, at: now, until: now + END_KEPT_MS });
}

interface PeopleHere {
  readonly people: number;
  readonly administrators: number;
  /** Ids of people who sign in elsewhere. */
  readonly strangers: string[];
}

/** Counts those who would be forgotten and those who stay, and names who signs in at another issuer than this. */
export async function peopleBeside(owner: Tx, issuer: string): Promise<PeopleHere> {
  const found = await first(
    owner,
    sql<PeopleHere>`
      select count(*) filter (where 'org-admin' <> all (roles))::int as people,
        count(*) filter (where 'org-admin' = any (roles))::int as administrators,
        coalesce(array_agg(id::text) filter (where issuer <> ${issuer}), '{}') as strangers
      from person`,
  );
  if (!found) throw new Error("a count is always one row");
  return found;
}
